import Testing

@testable import RuleLanguage

@Suite("The checked program")
struct CheckedProgramTests {
    private func program(_ text: String) throws -> Program {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array(text.utf8))
        let (program, diagnostics) = Compiler.compile(sources)
        return try #require(program, "\(DiagnosticRenderer(sources: sources).render(diagnostics))")
    }

    /// Topic and payload of each message step.
    private func messages(_ text: String) throws -> [String] {
        try program(text).tests.flatMap(\.steps).compactMap { step in
            guard case .message(_, let topic, let payload, let retained) = step.step else { return nil }
            return "\(topic) \(payload)\(retained ? " retained" : "")"
        }
    }

    @Test("a message step is what a device would send, on the real topic")
    func messageSteps() throws {
        let sent = try messages(
            """
            prefix "site/1"
            input t(room) from "{prefix}/{room}-sensor" as number °C
            input d(x) from "z/{x} door" at contact as closed "true" | open "false"
            input s from "s" at params."switch:0"[2].state as on "1" | off "OFF"
            input n from "n" at a.b as number
            input w from "w" as text
            input v from "v" at say as text
            test "x"
                t(kitchen) = 20.50 °C
                t("living room") = -0.0000001
                t(a) = unknown
                d(front) = open
                d(front) = unknown
                s = on
                s = off
                n = 1e21 retained
                w = "1 {prefix}"
                w = unknown
                v = "a \\"b\\"\\n"
                expect nothing
            """)
        #expect(
            sent == [
                "site/1/kitchen-sensor 20.5", "site/1/living room-sensor -0.0000001", "site/1/a-sensor unknown",
                "z/front door {\"contact\":false}", "z/front door {\"contact\":null}",
                "s {\"params\":{\"switch:0\":[null,null,{\"state\":1}]}}",
                "s {\"params\":{\"switch:0\":[null,null,{\"state\":\"OFF\"}]}}",
                "n {\"a\":{\"b\":1000000000000000000000}} retained", "w 1 site/1", "w ",
                "v {\"say\":\"a \\\"b\\\"\\n\"}",
            ])
    }

    @Test("the head of a keep binds parameters, lists and levels")
    func heads() throws {
        let program = try program(
            """
            input t(a, b) from "t/{a}/{b}" as number
            output f(x, y) to "f/{x}/{y}" as ON | OFF
            output g(x in (one, two)) to "g/{x}" as ON | OFF
            keep f(x, kitchen)
                ON while any t(x, *) is 3
            keep f(n in (left, "right side"), "bath room")
                ON while t(n, kitchen) is 3
            keep g(x)
                ON while t(x, x) is 4
            """)
        #expect(program.keeps[0].parameters == [Parameter(name: "x")])
        #expect(program.keeps[0].arguments == [.parameter(0), .level("kitchen")])
        #expect(program.keeps[1].parameters == [Parameter(name: "n", members: ["left", "right side"])])
        #expect(program.keeps[1].arguments == [.parameter(0), .level("bath room")])
        #expect(program.keeps[2].parameters == [Parameter(name: "x", members: ["one", "two"])])
    }

    @Test("a trigger binds those words that their declarations call so")
    func triggers() throws {
        let program = try program(
            """
            input door(d) from "doors/{d}" as open | closed
            input window(room, n) from "windows/{room}/{n}" as open | closed
            output say(who) to "say/{who}" as text
            when door(d) is open and door(front) is closed and any window(room, *) is open
                do say(d) = "{d} {room} {door(d)}"
            """)
        let when = try #require(program.whens.first)
        #expect(when.parameters.map(\.name) == ["d", "room"])
        guard case .set(_, let arguments, let value) = when.actions[0].action, case .text(let pieces) = value.kind
        else {
            Issue.record("the action sets a text")
            return
        }
        #expect(arguments == [.parameter(0)])
        #expect(pieces.count == 5)
    }

    @Test("two types that share a word share its number")
    func words() throws {
        let program = try program(
            """
            input a from "a" as on | off
            output b to "b" as off | on "ON"
            keep b
                a otherwise
            """)
        #expect(program.words == ["on", "off"])
        guard case .words(let words) = program.outputs[0].type else {
            Issue.record("the output has words")
            return
        }
        #expect(words.map(\.id) == [1, 0])
        #expect(words.map(\.payloads) == [["off"], ["ON"]])
    }

    @Test("settings have their values and their defaults")
    func settings() throws {
        let plain = try program("").settings
        #expect(plain == Settings())
        let set = try program(
            """
            broker "mqtts://Broker.example:1884"
            keepalive 0
            reconnect 1 s .. 5 min
            protocol 3.1.1
            presence "{prefix}/{client}/up"
            location -33.9, 151.2
            watch rules
            password from file "/x"
            """
        ).settings
        #expect(set.broker == .init(host: "Broker.example", port: 1884, usesTLS: true))
        #expect(set.keepalive == 0)
        #expect(set.reconnect == 1_000_000_000...300_000_000_000)
        #expect(set.protocolVersion == .v311)
        #expect(set.presence == "{prefix}/{client}/up")
        #expect(set.location == .init(latitude: -33.9, longitude: 151.2))
        #expect(set.watchesRules)
        #expect(set.password == .file("/x"))
    }

    @Test("a long chain of lets is read without running out of stack")
    func longChain() throws {
        let count = 3_000
        var text = "input x from \"x\" as number\noutput b to \"b\" as ON | OFF\nkeep b\n    ON while l0\n"
        for index in 0..<count { text += "let l\(index) = l\(index + 1) and x is 3\n" }
        text += "let l\(count) = x > 3 for 1 min\n"
        #expect(try program(text).lets.count == count + 1)
    }

    @Test("what does not depend on the order of a dictionary comes out the same each time")
    func deterministic() throws {
        let text = try Examples.texts().map(\.text).first ?? ""
        let first = try program(text)
        for _ in 0..<3 { #expect("\(try program(text))" == "\(first)") }
    }
}
