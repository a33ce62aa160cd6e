import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Rules that are saved while the gateway watches")
struct SavingStyleTests {
    static func rules(above threshold: Int) -> String {
        House.climate.replacingOccurrences(of: "> 26 °C", with: "> \(threshold) °C")
    }

    /// How a program puts new contents (`$NEW`) into a file (`$FILE`), in `sh`.
    struct Style {
        var name: String
        /// What is done before the gateway starts.
        var before = ":"
        var save: String
    }

    static let styles = [
        Style(
            name: "vim",
            save: """
                : > $DIR/.house.rules.swp; : > $DIR/4913; rm $DIR/4913
                mv $FILE $FILE~; cat $NEW > $FILE; chmod 644 $FILE; rm $FILE~ $DIR/.house.rules.swp
                """),
        Style(name: "vim that keeps the file", save: "cp $FILE $FILE~; cat $NEW > $FILE; rm $FILE~"),
        Style(
            name: "emacs",
            save: """
                ln -s me@here.1 $DIR/.#house.rules; cp $NEW "$DIR/#house.rules#"; mv $FILE $FILE~
                cat $NEW > $FILE; rm -f "$DIR/#house.rules#" $DIR/.#house.rules
                """),
        Style(name: "nano", save: "cat $NEW > $FILE"),
        Style(name: "cp", save: "cp $NEW $FILE"),
        Style(name: "sed -i", save: "sed -i \"s/^    ON .*/$(grep '^    ON ' $NEW)/\" $FILE"),
        Style(name: "mv from elsewhere", save: "cp $NEW $FILE.new; mv $FILE.new $FILE"),
        Style(name: "removed and written", save: "rm $FILE; cp $NEW $FILE"),
        Style(name: "a link to another file", save: "ln -sfn $NEW $FILE"),
        Style(name: "a link put in place by a rename", save: "ln -s $NEW $DIR/l; mv -T $DIR/l $FILE"),
        Style(
            name: "a link to another folder",
            before: "mv $DIR $HOUSE/versions-1; ln -s versions-1 $DIR",
            save: """
                next=versions-$(basename ${NEW%/*}); mkdir $HOUSE/$next; cp $NEW $HOUSE/$next/house.rules
                ln -sfn $next $DIR
                """),
        Style(
            name: "a folder put in place by a rename",
            save: "cp -r ${NEW%/*} $DIR.new; mv $DIR $DIR.old; mv $DIR.new $DIR; rm -r $DIR.old"),
        // As Kubernetes changes a mounted ConfigMap: one rename of one link.
        Style(
            name: "..data",
            before: """
                mkdir $HOUSE/..1; mv $DIR $HOUSE/hearth.conf $HOUSE/..1; ln -s ..1 $HOUSE/..data
                ln -s ..data/rules.d $DIR; ln -s ..data/hearth.conf $HOUSE/hearth.conf
                """,
            save: """
                next=..$(basename ${NEW%/*}); old=$(readlink $HOUSE/..data); cp -r $HOUSE/$old $HOUSE/$next
                cp $NEW $HOUSE/$next/rules.d/house.rules
                ln -s $next $HOUSE/..data_tmp; mv -T $HOUSE/..data_tmp $HOUSE/..data; rm -r $HOUSE/$old
                """),
    ]

    /// A house whose rules are saved in one way.
    private struct Saving {
        let style: Style
        let house: House
        let gateway: RunningProcess
        let prefix: String

        init(_ style: Style, _ number: Int, _ port: UInt16) throws {
            self.style = style
            prefix = "house\(number)"
            house = try House(
                port: port, settings: ["watch rules", "client \"\(prefix)\"", "prefix \"\(prefix)\""])
            try Self.run(style.before, in: house)
            gateway = try house.startSettled()
        }

        static func run(_ script: String, in house: House, new: String = "") throws {
            let rules = "\(house.folder.path)/rules.d"
            let result = try ProcessRunner.run(
                "sh", ["-ec", script],
                environment: ["HOUSE": house.folder.path, "DIR": rules, "FILE": "\(rules)/house.rules", "NEW": new])
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test("F59: whatever way an editor or a tool saves, the rules are reloaded, once, and so are the next ones")
    func styles() throws {
        let broker = try Broker()
        let scratch = try TemporaryFolder()
        // All at once: each of them waits for a second of quiet.
        let savings = try Self.styles.enumerated().map { try Saving($1, $0, broker.port) }
        let observer = try Observer(broker.port)
        for saving in savings {
            mkdir("\(scratch.path)/\(saving.prefix)", 0o755)
            let new = try scratch.write(Self.rules(above: 30), to: "\(saving.prefix)/house.rules")
            try Saving.run(saving.style.save, in: saving.house, new: new)
        }
        for saving in savings {
            let (gateway, prefix) = (saving.gateway, saving.prefix)
            #expect(gateway.waitFor("reloaded: 1 rule in force"), "\(saving.style.name): \(gateway.lines)")
            try Device.publish(
                [("hall", "29"), ("attic", "31")].map { ("\(prefix)/sensors/\($0)/temperature", Array($1.utf8)) },
                to: broker.port)
            #expect(observer.sees("\(prefix)/attic/fan/set ON"))
            #expect(!observer.commands.contains("\(prefix)/hall/fan/set ON"))
            // What is done in the folder that is there now is noticed too.
            let file = "\(saving.house.folder.path)/rules.d/house.rules"
            try Data(Self.rules(above: 29).utf8).write(to: URL(fileURLWithPath: file + ".new"))
            rename(file + ".new", file)
        }
        for saving in savings {
            let gateway = saving.gateway
            #expect(
                gateway.waitFor("reloaded: 1 rule in force", times: 2), "\(saving.style.name): \(gateway.lines)")
            #expect(gateway.count(of: "reloaded") == 2, "\(saving.style.name): \(gateway.lines)")
            #expect(gateway.count(of: "the new rules") == 0, "\(saving.style.name): \(gateway.lines)")
            #expect(gateway.stop().code == 0)
        }
    }

    @Test("F58: a file that is emptied and written in steps never runs by halves", arguments: [false, true])
    func steps(staysOpen: Bool) throws {
        let broker = try Broker()
        let house = try House(port: broker.port, settings: ["watch rules"])
        let gateway = try house.startSettled()
        let file = "\(house.folder.path)/rules.d/house.rules"
        var reloads = 0
        // On a machine that slept longer than the gap a round proves nothing.
        for round in 1...5 {
            let text = Array(Self.rules(above: 26 + round).utf8)
            let head = text.count * 2 / 3
            let clock = ContinuousClock()
            var longest = Duration.zero
            var descriptor = open(file, O_WRONLY | O_TRUNC)
            for step in [0..<head, head..<text.count] {
                if !staysOpen { close(descriptor) }
                let gap = clock.measure { usleep(500_000) }
                longest = max(longest, gap)
                if !staysOpen { descriptor = open(file, O_WRONLY | O_APPEND) }
                #expect(text[step].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == step.count)
            }
            close(descriptor)
            if longest > .milliseconds(800), round < 5 {
                #expect(gateway.waitFor("\(26 + round) °C") || gateway.waitFor("reloaded"))
                reloads = gateway.count(of: "reloaded")
                continue
            }
            #expect(gateway.waitFor("reloaded", times: reloads + 1))
            break
        }
        #expect(gateway.count(of: "reloaded") == reloads + 1)
        #expect(gateway.count(of: "reloaded: 1 rule in force") >= 1)
        #expect(gateway.count(of: "there are no rules") == 0, "\(gateway.lines)")
        #expect(gateway.count(of: "the new rules have errors") == 0, "\(gateway.lines)")
        #expect(gateway.stop().code == 0)
    }
}
