extension FindingPage {
    /// Names, types, texts and levels as they are written.
    static let writing: [FindingPage] = [
        FindingPage(
            .missingName, "a name is missing",
            "An input, an event, an output and a \"let\" have a name, and a \"keep\" names its output. Rules use only names, never "
                + "topics.",
            example: """
                input         from "home/motion"     as on | off
                output light  to   "home/light/set"  as ON | OFF

                keep light
                    ON otherwise
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise
                """),
        FindingPage(
            .badName, "a name with something in it that names do not have",
            "A name is a letter or \"_\" and then letters, digits and \"_\", in any script. The words of a type are names too; the "
                + "payload of a word stands behind it in quotes where it is something else.",
            example: """
                input  motion     from "home/motion"     as on | off
                output hall-lamp  to   "home/light/set"  as ON | OFF

                keep hall_lamp
                    ON while motion is on
                """,
            mended: """
                input  motion     from "home/motion"     as on | off
                output hall_lamp  to   "home/light/set"  as ON | OFF

                keep hall_lamp
                    ON while motion is on
                """),
        FindingPage(
            .missingType, "a type is missing",
            "Behind \"as\" stands what the payloads are: number, with its unit and range, text, or a list of words such as "
                + "ON | OFF.",
            example: """
                input  motion  from "home/motion"     as
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on
                """),
        FindingPage(
            .unknownType, "a type that there is not",
            "There are three types: number (with a unit, a range and a step where wanted), text, and a list of words. What other "
                + "languages call a boolean is a list of two words with their payloads.",
            example: """
                input  open   from "home/window"     as bool
                output alarm  to   "home/alarm/set"  as ON | OFF

                keep alarm
                    ON while open is yes
                """,
            mended: """
                input  open   from "home/window"     as yes "true" | no "false"
                output alarm  to   "home/alarm/set"  as ON | OFF

                keep alarm
                    ON while open is yes
                """),
        FindingPage(
            .wrongDirection, "from and to are exchanged",
            "Inputs and events come from a topic, outputs go to one.",
            example: """
                output light  from "home/light/set"  as ON | OFF

                keep light
                    ON otherwise
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise
                """),
        FindingPage(
            .missingQuotes, "a text without quotes",
            "Topics, addresses, payloads and titles stand in quotes, and so does a level or a key that is not one word.",
            example: """
                broker mqtt://localhost
                """,
            mended: """
                broker "mqtt://localhost"
                """),
        FindingPage(
            .needlessQuotes, "quotes around a name or a number",
            "Names, words of a type and numbers stand without quotes. In quotes stands what is a text: topics and payloads.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > "26" for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .placeholderHere, "braces in a text that is taken as it is",
            "In topics and in most texts {name} puts something in. A level and a key are taken as they are: nothing is put into "
                + "them.",
            example: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room)
                    ON   while temperature("{room}") > 26 °C for 5 min
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
            .missingLevel, "a level or a parameter is missing",
            "In the parentheses behind a name stand its arguments, separated by commas: a parameter, a level such as kitchen or "
                + "\"living room\", or * under an aggregate. Levels are listed as \"room in (kitchen, bath)\".",
            example: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room in kitchen)
                    ON   while temperature(room) > 26 °C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room in (kitchen, bath))
                    ON   while temperature(room) > 26 °C for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .membersHere, "a list of levels where one level is needed",
            "A list such as \"room in (kitchen, bath)\" says for which rooms a keep is, or which a declaration has. In a condition "
                + "stands one level, or * under any, all, no, count of and their like.",
            example: """
                input  window(room)  from "home/{room}/window"  as open | closed
                output alarm         to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while any window(room in (kitchen, bath)) is open
                """,
            mended: """
                input  window(room in (kitchen, bath))  from "home/{room}/window"  as open | closed
                output alarm                            to   "home/alarm/set"      as ON | OFF

                keep alarm
                    ON while any window(*) is open
                """),
    ]
}
