extension FindingPage {
    /// Topics and options of declarations.
    static let declarations: [FindingPage] = [
        FindingPage(
            .invalidTopic, "a topic that MQTT does not allow",
            "+ is a whole level and # the last one; both stand in the topics of inputs and events only. Two parameters in one level "
                + "need text between them. A topic is never empty.",
            example: """
                input  temperature  from "home/#/temperature"  as number °C
                output fan          to   "home/fan/set"        as ON | OFF

                keep fan
                    ON while temperature > 26 °C for 5 min
                """,
            mended: """
                input  temperature  from "home/+/temperature"  as number °C
                output fan          to   "home/fan/set"        as ON | OFF

                keep fan
                    ON while temperature > 26 °C for 5 min
                """),
        FindingPage(
            .parameterNotInTopic, "a parameter that is not in the topic exactly once",
            "{room} in the topic is where the parameter gets its value, or puts it: so each parameter stands there once.",
            example: """
                input  motion(room)  from "home/motion"            as on | off
                output light(room)   to   "home/{room}/light/set"  as ON | OFF

                keep light(room)
                    ON while motion(room) is on
                """,
            mended: """
                input  motion(room)  from "home/{room}/motion"     as on | off
                output light(room)   to   "home/{room}/light/set"  as ON | OFF

                keep light(room)
                    ON while motion(room) is on
                """),
        FindingPage(
            .valueInTopic, "a value in a topic",
            "A topic is the same all the time, but for its parameters: Hearth subscribes to it once. Values go into payloads.",
            example: """
                input  mode   from "home/mode"              as day | night
                output light  to   "home/light/{mode}/set"  as ON | OFF

                keep light
                    ON while mode is day
                """,
            mended: """
                input  mode   from "home/mode"       as day | night
                output light  to   "home/light/set"  as ON | OFF

                keep light
                    ON while mode is day
                """),
        FindingPage(
            .invalidOption, "an option that does not fit here",
            "The option is known, and what it says does not fit this declaration or this when: two options that contradict each other, "
                + "or a number that there is not.",
            example: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double, once at a time, queued
                    do  light = ON
                        wait 5 min
                        light = OFF
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF

                when press is double, once at a time
                    do  light = ON
                        wait 5 min
                        light = OFF
                """),
        FindingPage(
            .duplicateOption, "an option is given twice",
            "Each option stands once; of two that differ only one could count.",
            example: """
                output light  to "home/light/set"  as ON | OFF, qos 1, retained, qos 2

                keep light
                    ON otherwise
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF, qos 2, retained

                keep light
                    ON otherwise
                """),
        FindingPage(
            .invalidTemplate, "a template that makes no valid payload",
            "{value} in a template is where the value is put in. A template that begins with { or [ is JSON and is checked as such, so "
                + "that no device gets half a payload.",
            example: """
                output light  to "home/light/set"  as ON | OFF, sending '{"state": {value}}'

                keep light
                    ON otherwise
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF, sending '{"state": "{value}"}'

                keep light
                    ON otherwise
                """),
        FindingPage(
            .notConfirmed, "\"is failed\" for an output that nothing confirms",
            "A command has failed when the device's state did not follow it. The output says which input tells that: confirmed by.",
            example: """
                output pump   to "home/pump/set"   as ON | OFF
                output alarm  to "home/alarm/set"  as ON | OFF

                keep pump
                    ON otherwise

                keep alarm
                    ON while pump is failed
                """,
            mended: """
                input  pumping  from "home/pump"   as ON | OFF
                output pump   to "home/pump/set"   as ON | OFF, confirmed by pumping within 5 s, 3 tries
                output alarm  to "home/alarm/set"  as ON | OFF

                keep pump
                    ON otherwise

                keep alarm
                    ON while pump is failed
                """),
    ]
}
