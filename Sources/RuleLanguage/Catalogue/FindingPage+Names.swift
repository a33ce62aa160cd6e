extension FindingPage {
    /// Names, parameters and levels.
    static let names: [FindingPage] = [
        FindingPage(
            .unknownName, "nothing has this name",
            "Rules use the names that input, event, output and let have given. A mistyped name is found here, before a rule that "
                + "never fires is missed. A text that is meant as it is stands in quotes.",
            example: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room)
                    ON   while temprature(room) > 26 °C until temperature(room) < 24 °C
                    OFF  otherwise
                """,
            mended: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room)
                    ON   while temperature(room) > 26 °C until temperature(room) < 24 °C
                    OFF  otherwise
                """),
        FindingPage(
            .duplicateName, "two things have one name",
            "A name stands for one input, event, output or let in all files of a folder. The state of a lamp and the command to it "
                + "are two things: give them two names.",
            example: """
                input  lamp  from "home/lamp"      as on | off
                output lamp  to   "home/lamp/set"  as ON | OFF

                keep lamp
                    ON otherwise
                """,
            mended: """
                input  motion  from "home/motion"    as on | off
                output lamp    to   "home/lamp/set"  as ON | OFF

                keep lamp
                    ON while motion is on
                """),
        FindingPage(
            .reservedName, "the language uses this name itself",
            "time, day, date, sun, startup and the names of functions and aggregates mean something in conditions; known, unknown "
                + "and failed cannot be words of a type, since \"is unknown\" is always the question.",
            example: """
                input  sun     from "garden/sun"      as number W
                output awning  to   "garden/awning"   as IN | OUT

                keep awning
                    OUT otherwise
                """,
            mended: """
                input  sunshine  from "garden/sun"      as number W
                output awning    to   "garden/awning"   as IN | OUT

                keep awning
                    OUT  while sunshine > 300 W for 10 min
                    IN   otherwise
                """),
        FindingPage(
            .wrongArguments, "the number of arguments does not fit the declaration",
            "A name declared as temperature(room) stands for one thing in each room, so it needs a room wherever it is used.",
            example: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room)
                    ON   while temperature > 26 °C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room)
                    ON   while temperature(room) > 26 °C for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .unboundParameter, "nothing gives a parameter its value",
            "A parameter gets its value where a rule begins: in the head of a keep, whose cases must name an input or event with "
                + "it, in the trigger of a when, or from whoever uses a let. Elsewhere write a level such as kitchen, or * under an "
                + "aggregate.",
            example: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output heating       to   "home/heating/set"    as ON | OFF

                keep heating
                    OFF  while window(room) is open for 1 min
                    ON   otherwise
                """,
            mended: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output heating       to   "home/heating/set"    as ON | OFF

                keep heating
                    OFF  while any window(*) is open for 1 min
                    ON   otherwise
                """),
        FindingPage(
            .duplicateParameter, "a parameter or level stands twice",
            "Each parameter has a name of its own, and a list names each level once.",
            example: """
                input  window(room, room)  from "home/{room}/window"  as open | closed
                output alarm               to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while any window(*, *) is open
                """,
            mended: """
                input  window(room, n)  from "home/{room}/window/{n}"  as open | closed
                output alarm            to   "home/alarm/set"          as ON | OFF

                keep alarm
                    ON while any window(*, *) is open
                """),
        FindingPage(
            .likelySlip, "a level that looks like a mistyped parameter",
            "\"rom\" would be the room that is called rom, and nobody has one. A level that is meant so stands in quotes.",
            example: """
                input  motion(room)  from "home/{room}/motion"     as on | off
                input  dark(room)    from "home/{room}/dark"       as yes | no
                output light(room)   to   "home/{room}/light/set"  as ON | OFF

                keep light(room)
                    ON   while motion(room) is on and dark(rom) is yes
                    OFF  otherwise
                """,
            mended: """
                input  motion(room)  from "home/{room}/motion"     as on | off
                input  dark(room)    from "home/{room}/dark"       as yes | no
                output light(room)   to   "home/{room}/light/set"  as ON | OFF

                keep light(room)
                    ON   while motion(room) is on and dark(room) is yes
                    OFF  otherwise
                """),
        FindingPage(
            .unknownLevel, "a level that the declaration does not list",
            "The declaration says which levels there are, so no other one is ever heard.",
            example: """
                input  window(room in (kitchen, bath))  from "home/{room}/window"  as open | closed
                output alarm                            to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while window(kitchn) is open
                """,
            mended: """
                input  window(room in (kitchen, bath))  from "home/{room}/window"  as open | closed
                output alarm                            to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while window(kitchen) is open
                """),
        FindingPage(
            .invalidLevel, "what cannot be a level of a topic",
            "A level is what stands between two \"/\" of a topic. It is never empty and has no / + or # in it.",
            example: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output alarm         to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while window("ground/kitchen") is open
                """,
            mended: """
                input  window(floor, room)  from "home/{floor}/{room}/window"  as open | closed
                output alarm                to   "home/alarm/set"              as ON | OFF

                keep alarm
                    ON while window(ground, kitchen) is open
                """),
        FindingPage(
            .starOutsideAggregate, "* without a word that says what to make of them all",
            "window(*) are all windows. any, all, no, count of, min of, max of, average of and sum of make one condition or one "
                + "number of them.",
            example: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output alarm         to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while window(*) is open
                """,
            mended: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output alarm         to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while any window(*) is open
                """),
        FindingPage(
            .aggregateWithoutStar, "an aggregate that is not over exactly one thing",
            "any, all, no, count of and their like look at all instances of one thing, named with *. Over a single one the word can be "
                + "left out; over two things two aggregates are needed.",
            example: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output alarm         to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while any window(kitchen) is open
                """,
            mended: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output alarm         to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while window(kitchen) is open
                """),
    ]
}
