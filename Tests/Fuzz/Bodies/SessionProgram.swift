import RuleLanguage

/// A fixed program, and what it may hear.
package struct SessionProgram: Sendable {
    package var rules: String
    var topics: [String]

    static let payloads = [
        "", "ON", "OFF", "online", "offline", "0", "1", "20", "26.5", "24", "-3", "1e3", "null", "unavailable", "nan",
        "double", "{\"a\":1,\"b\":[2,{\"c\":\"ON\"}]}", "{\"a\":null}", "{\"a\":\"2\",\"b\":[0,{\"c\":\"OFF\"}]}", "{",
        "a text \u{1F525} with {braces} and \"quotes\"", "\u{0}", "true", "99999999999999999999", "5", "unknown",
    ]

    package var program: Program? {
        var sources = SourceSet()
        _ = sources.add(name: "session.rules", text: Array(rules.utf8))
        return Compiler.compile(sources).program
    }

    package static let all = [climate, manners, happenings, clocks, windows]

    private static let climate = SessionProgram(
        rules: """
            input  temperature(room) from "s/{room}/t" as number °C in -40..60, stale after 15 min, limit 5
            input  status(room)      from "s/{room}/s" as online | offline, initially online
            input  window(room in (kitchen, bath), n) from "s/{room} window {n}" as open "ON" | closed "OFF"
            output fan(room)         to   "o/{room}"   as ON | OFF, ON at least 5 min
            output heat(room)        to   "h/{room}"   as number °C in 5..30 step 0.5, at least 1 min apart
            output note              to   "note"       as text, retained
            let warm(room) = temperature(room) > 26 °C until temperature(room) < 24 °C

            keep fan(room)
                OFF  while status(room) is offline for 5 min or temperature(room) is unknown for 30 min
                ON   while warm(room)
                OFF  otherwise
            keep heat(room in (kitchen, bath))
                5 °C  while any window(room, *) is open for 1 min
                clamp(temperature(room) + 1, 5, 30)  while status(room) is online within 10 min
                20 °C  otherwise
            keep note
                "kitchen {temperature(kitchen)}"  while startup until all window(*, *) is closed for 2 h
                "{max of temperature(*)}"  while count of temperature(*) > 20 > 1
                "none"  otherwise
            """,
        topics: [
            "s/kitchen/t", "s/bath/t", "s/attic/t", "s/living room/t", "s/kitchen/s", "s/bath/s", "s/kitchen window 1",
            "s/kitchen window 2", "s/bath window 1", "s/none window 1", "s/a/t", "s/b/t", "s/c/t", "s/\u{E9}/t",
            "s/e\u{301}/t", "nobody",
        ])

    private static let manners = SessionProgram(
        rules: """
            input  mode       from "mode"     as ON | OFF
            input  back       from "back"     as online | offline
            input  level      from "j" at a   as number, except 85
            input  deep       from "j" at b[1].c as ON | OFF, valid while mode is ON
            input  seen(x)    from "seen/{x}" as ON | OFF
            event  press(x)   from "press/{x}" as text
            output plug(x)    to "plug/{x}"   as ON | OFF, confirmed by seen(x) within 20 s, 3 tries, resend every 6 h
            output lamp       to "lamp"       as ON | OFF, resend when back is online, expires after 1 h
            output dim        to "dim"        as number % in 0..100 step 5, at least 10 s apart, sending '{"v": {value}}'
            output words      to "words"      as text, sending '{"t": "{value}"}', shadow

            keep plug(x)
                ON   while deep is ON and seen(x) is known
                OFF  while plug(x) is failed for 1 h
                OFF  while mode is OFF
            keep dim
                level * 2 / 3 - 1  while level > 0 for 3 s
                0  otherwise
            when mode becomes ON
            do  lamp = ON
                wait until level > 20 at most 1 h
                toggle lamp
            when press(x), queued
            do  words = "{x} pressed {press(x)}"
                wait 30 s
                publish "{press(x)}" to "out/{x}" retained
            """,
        topics: [
            "mode", "back", "j", "seen/a", "seen/b", "press/a", "press/b", "press/c", "seen/", "mode/",
            "seen/long level",
        ])

    private static let happenings = SessionProgram(
        rules: """
            input  motion(room) from "m/{room}" as ON | OFF, stale after 1 h
            input  value        from "v"        as number
            event  press(b)     from "p/{b}"    as double | single "ON" | hold "OFF"
            output light(room)  to "l/{room}"   as ON | OFF
            output figure       to "c"          as number
            let dark = value < 5

            when motion(room) becomes ON
            if  dark
            do  light(room) = ON
                wait 5 min
                light(room) = OFF
            when value > 20 for 10 min, repeating every 7 min
            do  figure = value
                log "value is {value}"
            when press(b) is double within 10 s and value changes, once at a time
            do  wait 1 min
                publish "{b}" to "x/{b}" qos 2
            when press(b) is hold until press(b) is single, late 2 h
            do  log "{b} held"
                wait until motion(hall) is OFF
                toggle light(hall)
            when value > 24 begins
            do  figure = figure + 1
            when motion(room) is ON ends, queued
            do  wait 20 s
                log "{room} quiet"
            """,
        topics: ["m/hall", "m/bath", "m/c", "v", "p/a", "p/b", "p/\u{7}"])

    private static let clocks = SessionProgram(
        rules: """
            location 52.37, 4.90
            zone "Europe/Amsterdam"
            input  home(p)  from "h/{p}" as ON | OFF
            output night    to "n"       as ON | OFF, retained
            output sunny    to "sunny"   as ON | OFF
            output beat     to "b"       as number

            keep night
                ON   while time in 22:30..06:00 and no home(*) is ON for 10 min
                ON   while date in 12-24..01-02 and time in sunset - 20 min..23:00
                OFF  otherwise
            keep sunny
                ON   while sun is up and day in mon..fri until time is 16:00
                OFF  otherwise
            when every 45 min
            if  day is weekend
            do  beat = 1
            when time is 02:30 and home(p) is ON, late 3 h
            do  log "{p} at half past two"
            when time is sunrise + 1 h or startup
            do  beat = 2
                wait 2 h
                beat = 3
            """,
        topics: ["h/a", "h/b", "h/c d"])

    private static let windows = SessionProgram(
        rules: """
            input  power(x)  from "p/{x}" as number W
            input  total     from "t"     as number kWh, stale after 1 day
            output report(x) to "r/{x}"   as number W step 0.1
            output alarm     to "alarm"   as ON | OFF

            keep report(x)
                average of power(x) over 1 h  while max of power(x) over 1 day > 5 W
                min of power(x) over 2 h  while change of power(x) over 10 min < 0 W
            keep alarm
                ON   while sum of power(*) > 40 W for 1 min until average of power(*) < 5 W
                ON   while change of total over 1 week > 20 kWh
                OFF  while total is known
            when change of total over 1 h > 1 kWh within 3 h
            do  log "{total}"
            """,
        topics: ["p/a", "p/b", "p/c", "t"])
}
