extension FindingPage {
    /// Types, units and what a condition is.
    static let types: [FindingPage] = [
        FindingPage(
            .unknownWord, "the type has no such word",
            "What is declared as online | offline is one of these two words, written exactly so. A third one could never be heard or "
                + "sent.",
            example: """
                input  status  from "home/status"     as online | offline
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while status is offlin
                    OFF  otherwise
                """,
            mended: """
                input  status  from "home/status"     as online | offline
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while status is offline
                    OFF  otherwise
                """),
        FindingPage(
            .duplicateWord, "a word or payload stands twice in a type",
            "Each payload means one word, and each word stands once.",
            example: """
                input  window  from "home/window"     as open "1" | closed "1"
                output alarm   to   "home/alarm/set"  as ON | OFF

                keep alarm
                    ON while window is open
                """,
            mended: """
                input  window  from "home/window"     as open "1" | closed "0"
                output alarm   to   "home/alarm/set"  as ON | OFF

                keep alarm
                    ON while window is open
                """),
        FindingPage(
            .unitMismatch, "two units that do not go together",
            "Units are never converted silently: 20 °C is not 20 °F, and % is neither. A number without a unit fits any.",
            example: """
                input  humidity  from "home/humidity"  as number %
                output fan       to   "home/fan/set"   as ON | OFF

                keep fan
                    ON   while humidity > 70 °C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  humidity  from "home/humidity"  as number %
                output fan       to   "home/fan/set"   as ON | OFF

                keep fan
                    ON   while humidity > 70 % for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .typeMismatch, "a value of another type is needed",
            "Numbers, words and texts are three things. A text has quotes, a word of a type has none, and a number goes into a text in "
                + "braces: \"{temperature} °C\".",
            example: """
                input  status  from "home/status"     as online | offline
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while status is "offline"
                    OFF  otherwise
                """,
            mended: """
                input  status  from "home/status"     as online | offline
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while status is offline
                    OFF  otherwise
                """),
        FindingPage(
            .valueOutOfRange, "a value outside the range of its type",
            "The declaration says in which range the value is; this one could never be sent or heard.",
            example: """
                output heating  to "home/heating/set"  as number °C in 5..28

                keep heating
                    30 °C otherwise
                """,
            mended: """
                output heating  to "home/heating/set"  as number °C in 5..28

                keep heating
                    20 °C otherwise
                """),
        FindingPage(
            .emptyRange, "a range or a length of time with nothing in it",
            "The lower end of a range stands first. A window of time does not begin when it ends, and lengths of time are longer than "
                + "nothing.",
            example: """
                input  level  from "home/tank"      as number %
                output pump   to   "home/pump/set"  as ON | OFF

                keep pump
                    ON   while level in 20..0 for 1 min
                    OFF  otherwise
                """,
            mended: """
                input  level  from "home/tank"      as number %
                output pump   to   "home/pump/set"  as ON | OFF

                keep pump
                    ON   while level in 0..20 for 1 min
                    OFF  otherwise
                """),
        FindingPage(
            .valueAsCondition, "a value where a condition is needed",
            "A condition is true or false. A value becomes one by being compared: motion is on, temperature > 20.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion
                    OFF  otherwise
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise
                """),
        FindingPage(
            .conditionAsValue, "a condition where a value is needed",
            "A condition is true or false and has no value that could be sent or compared. Say with a case which value belongs to it.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                let busy = motion is on

                keep light
                    busy otherwise
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                let busy = motion is on

                keep light
                    ON   while busy
                    OFF  otherwise
                """),
        FindingPage(
            .happeningAsCondition, "a happening where a condition is needed",
            "A happening, such as an event, a moment of the day or \"X becomes V\", holds for one instant. What should be so for a "
                + "while needs a condition: \"within 5 min\" makes one of a happening, \"until\" another, and \"time in 07:00..22:00\" is "
                + "the stretch that begins with \"time is 07:00\".",
            example: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                keep light
                    ON   while press is double
                    OFF  otherwise
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                keep light
                    ON   while press is double within 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .conditionAsHappening, "a condition beside a happening in one \"or\"",
            "\"or\" joins two conditions or two happenings. The moment at which a condition becomes true is \"C begins\". On the sides "
                + "of \"until\" both may be mixed.",
            example: """
                event  press  from "home/button"     as single | double
                input  door   from "home/door"       as open | closed
                output light  to   "home/light/set"  as ON | OFF

                when press is double or door is open
                    do light = ON
                """,
            mended: """
                event  press  from "home/button"     as single | double
                input  door   from "home/door"       as open | closed
                output light  to   "home/light/set"  as ON | OFF

                when press is double or door becomes open
                    do light = ON
                """),
        FindingPage(
            .happeningAsValue, "a happening where a value is needed",
            "An event has its value for one instant, and in the actions of the when that it triggers. What lasts is an input.",
            example: """
                event  dial  from "home/dial"       as number %
                output light to   "home/light/set"  as number % in 0..100

                keep light
                    dial otherwise
                """,
            mended: """
                event  dial  from "home/dial"       as number %
                output light to   "home/light/set"  as number % in 0..100

                when dial
                    do light = dial
                """),
    ]
}
