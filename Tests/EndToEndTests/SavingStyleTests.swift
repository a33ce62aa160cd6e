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
    struct Style: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// What is done before the gateway starts.
        var before = ":"
        var save: String
    }

    @Test(
        "F59: whatever way an editor or a tool saves, the rules are reloaded, once, and so are the next ones",
        arguments: [
            Style(
                testDescription: "vim",
                save: """
                    : > $DIR/.house.rules.swp; : > $DIR/4913; rm $DIR/4913
                    mv $FILE $FILE~; cat $NEW > $FILE; chmod 644 $FILE; rm $FILE~ $DIR/.house.rules.swp
                    """),
            Style(testDescription: "vim that keeps the file", save: "cp $FILE $FILE~; cat $NEW > $FILE; rm $FILE~"),
            Style(
                testDescription: "emacs",
                save: """
                    ln -s me@here.1 $DIR/.#house.rules; cp $NEW "$DIR/#house.rules#"; mv $FILE $FILE~
                    cat $NEW > $FILE; rm -f "$DIR/#house.rules#" $DIR/.#house.rules
                    """),
            Style(testDescription: "nano", save: "cat $NEW > $FILE"),
            Style(testDescription: "cp", save: "cp $NEW $FILE"),
            Style(testDescription: "sed -i", save: "sed -i \"s/^    ON .*/$(grep '^    ON ' $NEW)/\" $FILE"),
            Style(testDescription: "mv from elsewhere", save: "cp $NEW $FILE.new; mv $FILE.new $FILE"),
            Style(testDescription: "removed and written", save: "rm $FILE; cp $NEW $FILE"),
            Style(testDescription: "a link to another file", save: "ln -sfn $NEW $FILE"),
            Style(testDescription: "a link put in place by a rename", save: "ln -s $NEW $DIR/l; mv -T $DIR/l $FILE"),
            Style(
                testDescription: "a link to another folder",
                before: "mv $DIR $HOUSE/versions-1; ln -s versions-1 $DIR",
                save: """
                    next=versions-$(basename ${NEW%/*}); mkdir $HOUSE/$next; cp $NEW $HOUSE/$next/house.rules
                    ln -sfn $next $DIR
                    """),
            Style(
                testDescription: "a folder put in place by a rename",
                save: "cp -r ${NEW%/*} $DIR.new; mv $DIR $DIR.old; mv $DIR.new $DIR; rm -r $DIR.old"),
            // As Kubernetes changes a mounted ConfigMap: one rename of one link.
            Style(
                testDescription: "..data",
                before: """
                    mkdir $HOUSE/..1; mv $DIR $HOUSE/hearth.conf $HOUSE/..1; ln -s ..1 $HOUSE/..data
                    ln -s ..data/rules.d $DIR; ln -s ..data/hearth.conf $HOUSE/hearth.conf
                    """,
                save: """
                    next=..$(basename ${NEW%/*}); old=$(readlink $HOUSE/..data); cp -r $HOUSE/$old $HOUSE/$next
                    cp $NEW $HOUSE/$next/rules.d/house.rules
                    ln -s $next $HOUSE/..data_tmp; mv -T $HOUSE/..data_tmp $HOUSE/..data; rm -r $HOUSE/$old
                    """),
        ])
    func style(_ style: Style) throws {
        let broker = try Broker()
        let house = try House(port: broker.port, settings: ["watch rules"])
        let scratch = try TemporaryFolder()
        var variables = ["HOUSE": house.folder.path, "DIR": "\(house.folder.path)/rules.d"]
        variables["FILE"] = "\(house.folder.path)/rules.d/house.rules"
        #expect(try ProcessRunner.run("sh", ["-ec", style.before], environment: variables).status == 0)
        let gateway = try house.startSettled()
        let observer = try Observer(broker.port)
        mkdir("\(scratch.path)/2", 0o755)
        variables["NEW"] = try scratch.write(Self.rules(above: 30), to: "2/house.rules")
        let saving = try ProcessRunner.run("sh", ["-ec", style.save], environment: variables)
        #expect(saving.status == 0, "\(saving.output)")
        #expect(gateway.waitFor("reloaded: 1 rule in force"), "\(gateway.lines)")
        try Device.publish(
            [("t/sensors/hall/temperature", Array("29".utf8)), ("t/sensors/attic/temperature", Array("31".utf8))],
            to: broker.port)
        #expect(observer.sees("t/attic/fan/set ON"))
        #expect(!observer.commands.contains("t/hall/fan/set ON"))
        // What is done in the folder that is there now is noticed too.
        let file = "\(house.folder.path)/rules.d/house.rules"
        try Data(Self.rules(above: 29).utf8).write(to: URL(fileURLWithPath: file + ".new"))
        rename(file + ".new", file)
        #expect(gateway.waitFor("reloaded: 1 rule in force", times: 2))
        #expect(gateway.count(of: "reloaded") == 2)
        #expect(gateway.count(of: "the new rules") == 0, "\(gateway.lines)")
        #expect(gateway.stop().code == 0)
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
