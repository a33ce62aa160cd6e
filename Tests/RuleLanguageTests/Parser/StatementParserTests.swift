import Testing

@testable import RuleLanguage

@Suite("Statements")
struct StatementParserTests {
    @Test(
        "settings keep their parts",
        arguments: [
            ("broker \"mqtts://a:8883\"", "setting broker: 'mqtts://a:8883'"),
            ("protocol 3.1.1", "setting protocol: #3.1.1"),
            ("protocol 5", "setting protocol: #5"), ("keepalive 30 s", "setting keepalive: 30s"),
            ("reconnect 2 s .. 60 s", "setting reconnect: 2s .. 60s"),
            ("location 52.37, 4.90", "setting location: #52.37 , #4.90"),
            ("location -33.87, 151.2", "setting location: #-33.87 , #151.2"), ("watch rules", "setting watch: rules"),
            ("password from credential \"mqtt\"", "setting password: from credential 'mqtt'"),
            ("certificate \"/a\" key \"/b\"", "setting certificate: '/a' key '/b'"),
            ("prefix \"a\" # home", "setting prefix: 'a'"),
            ("presence \"{prefix}/{client}\"", "setting presence: '<prefix>/<client>'"),
            ("location 52.37,\n  4.90", "setting location: #52.37 , #4.90"),
        ])
    func settings(_ text: String, _ expected: String) { #expect(tree(of: text) == expected) }

    @Test(
        "declarations have parameters, topics, paths, types and options",
        arguments: [
            (
                "input w(room in (kitchen, \"living room\"), n) from \"z/{room} w {n}\" at contact as closed \"true\" | open \"false\" \"0\"",
                "input w(room in (kitchen,living room),n) from 'z/<room> w <n>' at .contact as closed 'true'|open 'false' '0'"
            ),
            (
                "input a from \"t\" at params.\"switch:0\".output as number °C in -40..60 step 0.5, stale after 15 min, qos 2",
                "input a from 't' at .params.switch:0.output as number[°C] in -40.0..60.0 step 0.5, stale 900s, qos 2"
            ),
            ("input a from \"t\" at values[0].v as text", "input a from 't' at .values[0].v as text"),
            ("input a from \"t\" at [1] as text", "input a from 't' at [1] as text"),
            (
                "input a from \"t\" as number, except 85, -127, valid while b is on, initially 20 °C,\n  limit 5",
                "input a from 't' as number, except 85.0 -127.0, valid (b is on), initially 20.0[°C], limit 5"
            ),
            (
                "event press(b) from \"z/{b}\" at action as single | double | until",
                "event press(b) from 'z/<b>' at .action as single|double|until"
            ),
            ("event e from \"t\" as number | text", "event e from 't' as number|text"),
            (
                "output a to \"t\" as ON | OFF, qos 1, retained, sending '{\"state\": \"{value}\"}', at least 5 s apart",
                "output a to 't' as ON|OFF, qos 1, retained, sending '{\"state\": \"<value>\"}', apart 5s"
            ),
            (
                "output a to \"t\" as ON | OFF, ON at least 5 min, expires after 1 min, confirmed by b(x) within 5 s, 3 tries, shadow",
                "output a to 't' as ON|OFF, ON at least 300s, expires 60s, confirmed b(x) 5s 3, shadow"
            ),
            (
                "output a to \"t\" as ON | OFF\n  , resend when b is on or c, resend every 10 min",
                "output a to 't' as ON|OFF, resend when ((b is on) or c), resend every 600s"
            ),
            (
                "let n(m) = power(m) > 10 W for 1 min until power(m) < 5 W",
                "let n(m) = (((power(m) > 10.0[W]) for 60s) until (power(m) < 5.0[W]))"
            ),
            ("input is from \"t\" as on | off", "input is from 't' as on|off"),
        ])
    func declarations(_ text: String, _ expected: String) { #expect(tree(of: text) == expected) }

    @Test("a keep has cases until the next statement")
    func keep() {
        let text = """
            keep heating(room in (kitchen, "living room"))
                5 °C                while any window(room, *) is open for 1 min
                target(room) +
                  1                 while away is no
                  and time in 06:00..22:30
                test                while a is on
                keep otherwise
            when a is on
                do heating = 3
            """
        #expect(
            tree(of: text) == """
                keep heating(room in (kitchen,living room))
                  5.0[°C] while (any<(window(room,*) is open)> for 60s)
                  (target(room) + 1.0) while ((away is no) and (time in @21600..@81000))
                  test while (a is on)
                  keep otherwise
                when (a is on)
                  heating = 3.0
                """)
    }

    @Test("a when has options, a condition and actions")
    func when() {
        let text = """
            when press(remote) is double, once at a time,
                 repeating every 10 min, late 1 h
                if  time in sunset..23:00
                do  light(hall) = ON
                    wait 5 min
                    toggle light(hall)
                    wait until door(d) is closed at most 10 min
                    publish "bye {remote}" to "{prefix}/log/{remote}" retained qos 1
                    log "it is {temperature(kitchen)} °C"
                    when = ON
            when (a or b), queued do log(room) = 5
            when startup do log "up"
            """
        #expect(
            tree(of: text) == """
                when (press(remote) is double), once, repeating 600s, late 3600s
                  if (time in sunset..@82800)
                  light(hall) = ON
                  wait 300s
                  toggle light(hall)
                  wait until (door(d) is closed) at most 600s
                  publish 'bye <remote>' to '<prefix>/log/<remote>' retained qos 1
                  log 'it is <temperature(kitchen)> °C'
                  when = ON
                when (a or b), queued
                  log(room) = 5.0
                when startup!
                  log 'up'
                """)
    }

    @Test("a test has steps")
    func test() {
        let text = """
            test "all steps"
                clock 2026-07-01 14:00
                clock 2024-02-29
                status(kitchen) = online retained
                test = retained retained
                receive "t/a" '{"Time":"x","A":{"B":{}}}' retained
                receive "t/a" ""
                wait 1 h 30 min
                wait until 22:30
                wait until sunset
                restart
                restart after 5 s
                offline 10 min
                expect nothing
                expect fan(kitchen) = OFF
                expect publish "t/b" "ON"
                expect fan(kitchen) is ON
                expect temperature(kitchen) is unknown
                expect nothing = ON
                watch(room) = on
            prefix "x"
            """
        #expect(
            tree(of: text) == """
                test 'all steps'
                  clock 2026-7-1 @50400
                  clock 2024-2-29 @0
                  status(kitchen) = online retained
                  test = retained retained
                  receive 't/a' '{"Time":"x","A":{"B":{}}}' retained
                  receive 't/a' ''
                  wait 5400s
                  wait until @81000
                  wait until sunset
                  restart
                  restart 5s
                  offline 600s
                  expect nothing
                  expect fan(kitchen) = OFF
                  expect publish 't/b' 'ON'
                  expect (fan(kitchen) is ON)
                  expect (unknown temperature(kitchen))
                  expect nothing = ON
                  watch(room) = on
                setting prefix: 'x'
                """)
    }

    @Test(
        "texts have escapes and placeholders, and other braces are characters",
        arguments: [
            (#""\n\t\\\"\'\{x}""#, "'\n\t\\\"'{x}'"), (#""\u{1F525}""#, "'🔥'"),
            (#"'{"state": "{value}"}'"#, "'{\"state\": \"<value>\"}'"),
            ("\"{a(kitchen, 'living room', 1)}\"", "'<a(kitchen,\"living room\",#1)>'"),
            ("\"{ a } {1} {} {a {b}\"", "'{ a } {1} {} {a <b>'"),
            ("\"{küche}\"", "'<küche>'"), (#"'{"a": {value}}'"#, "'{\"a\": <value>}'"), ("\"{a(b}\"", "'{a(b}'"),
        ])
    func texts(_ text: String, _ expected: String) { #expect(tree(of: "let x = \(text)") == "let x = \(expected)") }

    @Test("tabs, CRLF, a byte-order mark and comments change nothing")
    func whitespace() {
        let text = "\u{FEFF}# first\r\ninput\ta from \"t\"\tas text # \"\r\n\r\nlet x = a is \"b\"\r\n"
        #expect(tree(of: text) == "input a from 't' as text\nlet x = (a is 'b')")
    }

    @Test("a file of carriage returns alone has lines too")
    func oldLineBreaks() {
        #expect(tree(of: "let x = a\rlet y = b") == "let x = a\nlet y = b")
    }

    @Test("lines go on behind an operator, inside parentheses and before a continuing word")
    func continuation() {
        let text = """
            let x = a >
                b
            let y = (a
              > b
              or c)
            let z = a is on
              for 5 min
              until b is
                off
            let w = a is until
            let v = not
              a
            """
        #expect(
            tree(of: text) == """
                let x = (a > b)
                let y = ((a > b) or c)
                let z = (((a is on) for 300s) until (b is off))
                let w = (a is until)
                let v = (not a)
                """)
    }
}
