extension FindingPage {
    /// Rules, and rules beside each other.
    static let rules: [FindingPage] = [
        FindingPage(
            .notAnOutput, "something other than an output is set",
            "Only an output can be kept, set or expected as a command. An input is what a device says; to make it say something else "
                + "send a command to the device.",
            example: """
                input  motion  from "home/motion"  as on | off
                input  light   from "home/light"   as on | off

                keep light
                    on while motion is on
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as on | off

                keep light
                    on while motion is on
                """),
        FindingPage(
            .conflictingKeeps, "two keeps can hold one output",
            "One instance of an output has one keep, so that two rules cannot fight over it: which of them wins would depend on which "
                + "message came last. Put the cases into one keep, in the order in which they count.",
            example: """
                input  motion(room)  from "home/{room}/motion"     as on | off
                input  guests        from "home/guests"            as yes | no
                output light(room)   to   "home/{room}/light/set"  as ON | OFF

                keep light(room)
                    ON   while motion(room) is on
                    OFF  otherwise

                keep light(hall)
                    ON while guests is yes
                """,
            mended: """
                input  motion(room)  from "home/{room}/motion"     as on | off
                input  guests        from "home/guests"            as yes | no
                output light(room)   to   "home/{room}/light/set"  as ON | OFF

                keep light(room in (kitchen, bath))
                    ON   while motion(room) is on
                    OFF  otherwise

                keep light(hall)
                    ON   while guests is yes or motion(hall) is on
                    OFF  otherwise
                """),
        FindingPage(
            .keptElsewhere, "a when sets what a keep holds",
            "A keep says what its output is, always. What a when sets would be undone at the next occasion. Write a case in the keep "
                + "instead: with \"within\" or \"until\" a happening becomes a condition.",
            example: """
                input  motion  from "home/motion"     as on | off
                event  press   from "home/button"     as single | double
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise

                when press is double
                    do light = ON
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                event  press   from "home/button"     as single | double
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on or press is double within 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .cycle, "things that depend on themselves",
            "Within one instant everything is decided once, after what it depends on. Where the way leads back to its beginning there "
                + "is no such order. Decide it by something else; a \"for\" on the way lets time pass and ends the circle.",
            example: """
                output lamp   to "home/lamp/set"   as ON | OFF
                output light  to "home/light/set"  as ON | OFF

                keep lamp
                    ON   while light is OFF
                    OFF  otherwise

                keep light
                    ON   while lamp is OFF
                    OFF  otherwise
                """,
            mended: """
                input  motion  from "home/motion"  as on | off
                output lamp   to "home/lamp/set"   as ON | OFF
                output light  to "home/light/set"  as ON | OFF

                keep lamp
                    ON   while light is OFF
                    OFF  otherwise

                keep light
                    ON   while motion is on
                    OFF  otherwise
                """),
        FindingPage(
            .feedback, "a rule hears its own commands",
            "What the rule sends is heard by an input that it depends on, perhaps through other rules: it would answer itself for ever. "
                + "The message shows the way, with the topics in quotes. A device's state usually has a topic of its own, other than "
                + "that of the commands.",
            example: """
                input  state(room)  from "home/{room}/light/+"    as ON | OFF
                output light(room)  to   "home/{room}/light/set"  as ON | OFF

                keep light(room)
                    OFF  while state(room) is ON for 10 min
                    ON   otherwise
                """,
            mended: """
                input  state(room)  from "home/{room}/light/state"  as ON | OFF
                output light(room)  to   "home/{room}/light/set"    as ON | OFF

                keep light(room)
                    OFF  while state(room) is ON for 10 min
                    ON   otherwise
                """),
        FindingPage(
            .missingLocation, "the sun without a location",
            "Sunrise and sunset are other ones in each place. The setting \"location\" says where the house stands: latitude and "
                + "longitude in degrees.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON   while sun is down
                    OFF  otherwise
                """,
            mended: """
                location 52.37, 4.90

                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON   while sun is down
                    OFF  otherwise
                """),
        FindingPage(
            .neverComes, "a time that never comes",
            "The days, dates and times of this rule leave no moment within a year.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                when time is 07:00 and day is sat and day is weekday
                    do light = ON
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                when time is 07:00 and day in (sat, mon)
                    do light = ON
                """),
        FindingPage(
            .uselessOption, "an option that has no meaning here",
            "An event is over at once: it cannot become stale, and has no value before it comes. And nothing can be repeated while a "
                + "happening lasts, since it does not.",
            example: """
                event  press  from "home/button"     as single | double, stale after 1 h
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do light = ON
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do light = ON
                """),
    ]

    /// Tests beside the rules.
    static let tests: [FindingPage] = [
        FindingPage(
            .notAMessage, "a test step that is no message",
            "A test plays the devices: its steps are messages on inputs and events. What the rules send is expected, not set.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise

                test "the light is on"
                    light = ON
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise

                test "the light is on"
                    expect light = ON
                """),
        FindingPage(
            .notConstant, "something that changes where a constant is needed",
            "Here stands a number, a word or a text as it is. What changes belongs into a case, a condition or an action.",
            example: """
                input  normal  from "home/normal"     as number °C
                input  target  from "home/target"     as number °C, initially normal
                output valve   to   "home/valve/set"  as number °C

                keep valve
                    target  while target > normal for 5 min
                    normal  otherwise
                """,
            mended: """
                input  normal  from "home/normal"     as number °C
                input  target  from "home/target"     as number °C, initially 20
                output valve   to   "home/valve/set"  as number °C

                keep valve
                    target  while target > normal for 5 min
                    normal  otherwise
                """),
        FindingPage(
            .testWithoutExpect, "a test that expects nothing at all",
            "A test without an expectation passes whatever happens, so it tests nothing. What should not happen can be expected too: "
                + "\"expect nothing\".",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise

                test "the light follows"
                    motion = on
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise

                test "the light follows"
                    motion = on
                    expect light = ON
                """),
        FindingPage(
            .testFailed, "a test in which something else happened than is expected",
            "\"hearth test\" shows the step, what was expected, and what happened and when, with the reason of each decision. A group of "
                + "expectations answers for everything that was sent since the group before.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise

                test "the light follows"
                    motion = on
                    expect light = OFF
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise

                test "the light follows"
                    motion = on
                    expect light = ON
                """),
        FindingPage(
            .formatFault, "a file that hearth format does not lay out",
            "\"hearth format\" reads what it has laid out once more, and holds it against what it was made from. Where the two would "
                + "not mean the same it leaves the file as it is. That is a mistake in Hearth and none in the file: please report it, "
                + "with the file.",
            example: "", mended: ""),
    ]
}
