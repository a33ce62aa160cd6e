extension FindingPage {
    /// Lines that cannot be read, and the words at their beginning.
    static let lines: [FindingPage] = [
        FindingPage(
            .unknownStatement, "a line that begins with none of the language's words",
            "A line that is not indented begins with input, event, output, let, keep, when or test, or with a setting such as "
                + "broker.",
            example: """
                colour "red"
                """,
            mended: """
                # colour "red"
                """),
        FindingPage(
            .mistypedWord, "a word of the language with a slip in it",
            "What stands here is a letter or two away from a word that the language knows in this place, and nothing else can be "
                + "meant. The rest is read as if it were that word.",
            example: """
                brokr "mqtt://localhost"
                """,
            mended: """
                broker "mqtt://localhost"
                """),
        FindingPage(
            .missingWord, "a word of the language is missing",
            "Some words hold a line together: \"from\" before the topic of an input, \"to\" before that of an output, \"as\" before "
                + "the type, \"after\" behind \"stale\". Without them the line reads as something else.",
            example: """
                input  motion  "home/motion"          as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
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
            .foreignWord, "a word that other languages use here",
            "What should happen at a moment is written \"when … do …\". An \"if\" stands between the two, where something is to be "
                + "asked at that moment; there is no \"then\".",
            example: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                if press is double do light = ON
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do light = ON
                """),
        FindingPage(
            .unexpectedRest, "a line that goes on behind its end",
            "The beginning of the line makes sense, and then comes something that does not belong to it. Often a comma, \"and\" or "
                + "a line break is missing.",
            example: """
                input  motion  from "home/motion"     as on | off  stale after 1 h
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    OFF  while motion is unknown for 10 min
                    ON   while motion is on
                    OFF  otherwise
                """,
            mended: """
                input  motion  from "home/motion"     as on | off, stale after 1 h
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    OFF  while motion is unknown for 10 min
                    ON   while motion is on
                    OFF  otherwise
                """),
        FindingPage(
            .strayCase, "a case that belongs to no keep",
            "\"VALUE while CONDITION\" and \"VALUE otherwise\" are cases. They stand below the \"keep\" whose output they give a value.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                ON while motion is on
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on
                """),
        FindingPage(
            .strayAction, "an action that belongs to no when",
            "Actions stand behind the \"do\" of a \"when\", which says at which moment they are to happen.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                toggle light
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                when time is 22:00
                    do toggle light
                """),
        FindingPage(
            .strayStep, "a step that belongs to no test",
            "Steps such as \"wait\", \"clock\" and \"expect\" stand below \"test\" and its title.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise

                expect light = ON
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise

                test "the light is on"
                    expect light = ON
                """),
        FindingPage(
            .strayAssignment, "an \"=\" that belongs to no when and no test",
            "\"OUTPUT = VALUE\" is an action: it stands behind the \"do\" of a \"when\". \"INPUT = VALUE\" is a step of a test. To "
                + "give a value a name write \"let\" before it.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                limit = 26 °C

                keep fan
                    ON   while temperature > 26 °C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                let limit = 26 °C

                keep fan
                    ON   while temperature > limit for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .emptyKeep, "a keep without cases",
            "A \"keep\" is a list of cases, one a line below it: VALUE while CONDITION, and at the end perhaps VALUE otherwise.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise
                """),
        FindingPage(
            .caseWord, "a case that is put otherwise",
            "A case begins with its value: VALUE while CONDITION. The last may be VALUE otherwise, which holds where no other does.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   if motion is on
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
            .misplacedDo, "a when without its do",
            "\"do\" stands once in a \"when\", before the first action; further actions stand on the lines below.",
            example: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    light = ON
                    wait 5 min
                    light = OFF
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do  light = ON
                        wait 5 min
                        light = OFF
                """),
        FindingPage(
            .unknownAction, "an action that there is not",
            "The actions are: OUTPUT = VALUE, toggle OUTPUT, publish TEXT to \"topic\", wait TIME, wait until CONDITION, log TEXT.",
            example: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do turn on light
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do light = ON
                """),
        FindingPage(
            .unknownStep, "a step that there is not",
            "The steps of a test are: INPUT = VALUE, receive \"topic\" \"payload\", wait TIME, clock DATE TIME, restart, offline TIME "
                + "and expect. Everything else happens by the rules.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on

                test "the light follows"
                    publish "on"
                    expect light = ON
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on

                test "the light follows"
                    motion = on
                    expect light = ON
                """),
        FindingPage(
            .expectNothing, "no command is expected in other words",
            "That nothing is sent is written \"expect nothing\".",
            example: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise

                test "a command is not repeated"
                    expect light = ON
                    wait 1 h
                    expect no commands
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON otherwise

                test "a command is not repeated"
                    expect light = ON
                    wait 1 h
                    expect nothing
                """),
        FindingPage(
            .waitFor, "a \"for\" behind wait",
            "\"for\" belongs to conditions: it says how long one has held. Behind \"wait\" and \"offline\" the length of time stands "
                + "alone.",
            example: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do  light = ON
                        wait for 5 min
                        light = OFF
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double
                    do  light = ON
                        wait 5 min
                        light = OFF
                """),
        FindingPage(
            .unknownOption, "an option that there is not",
            "Options stand behind the type of a declaration, or behind the trigger of a \"when\", each after a comma. \"hearth help "
                + "rules\" lists them.",
            example: """
                output light  to "home/light/set"  as ON | OFF, persistent

                keep light
                    ON otherwise
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF, retained

                keep light
                    ON otherwise
                """),
    ]
}
