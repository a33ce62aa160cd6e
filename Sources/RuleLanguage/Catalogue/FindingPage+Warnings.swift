extension FindingPage {
    /// What is allowed and probably not meant.
    static let warnings: [FindingPage] = [
        FindingPage(
            .unreachableCase, "a case that can never be chosen",
            "Cases are read from the top, and the first that is true counts. Wherever this one is true, one before it is too. The "
                + "narrower case stands first.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as HIGH | LOW | OFF

                keep fan
                    LOW   while temperature > 24 °C for 5 min
                    HIGH  while temperature > 28 °C for 5 min
                    OFF   otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as HIGH | LOW | OFF

                keep fan
                    HIGH  while temperature > 28 °C for 5 min
                    LOW   while temperature > 24 °C for 5 min
                    OFF   otherwise
                """),
        FindingPage(
            .willFlap, "a threshold without hysteresis",
            "A measured value trembles. At its threshold it crosses it again and again, and the device is switched each time. \"until\" "
                + "gives it a second threshold, \"for\" lets it settle.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 °C
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 °C until temperature < 24 °C
                    OFF  otherwise
                """),
        FindingPage(
            .noCaseForUnknown, "no case for a sensor that went silent",
            "Once the sensor is stale its value is unknown, and a case whose condition is unknown is passed over. Where none of the "
                + "conditions is known the output stays as it is. Say what should be so then.",
            example: """
                input  temperature  from "home/temperature"  as number °C, stale after 15 min
                output heater       to   "home/heater/set"   as ON | OFF

                keep heater
                    ON   while temperature < 5 °C until temperature > 7 °C
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C, stale after 15 min
                output heater       to   "home/heater/set"   as ON | OFF

                keep heater
                    OFF  while temperature is unknown for 10 min
                    ON   while temperature < 5 °C until temperature > 7 °C
                    OFF  otherwise
                """),
        FindingPage(
            .unusedName, "a name that nothing uses",
            "Perhaps a rule is missing, or uses another name than is meant. Tests do not count as use. While there are errors this is "
                + "not said.",
            example: """
                input  motion  from "home/motion"     as on | off
                input  door    from "home/door"       as open | closed
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                input  door    from "home/door"       as open | closed
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion is on or door is open
                    OFF  otherwise
                """),
        FindingPage(
            .notFor, "not and for in a doubtful order",
            "\"not C for 5 min\" is read as \"not (C for 5 min)\": it is true as soon as C breaks off. What is usually meant is that C "
                + "has been false for five minutes. Parentheses say which.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    OFF  while not motion is on for 5 min
                    ON   otherwise
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    OFF  while (not motion is on) for 5 min
                    ON   otherwise
                """),
        FindingPage(
            .alwaysTrue, "a condition that is always true",
            "Whatever is heard, within the ranges that the declarations give, this holds. Perhaps a threshold, a range or an \"or\" is "
                + "not as it was meant.",
            example: """
                input  level  from "home/tank"      as number % in 0..100
                output pump   to   "home/pump/set"  as ON | OFF

                keep pump
                    ON   while (level < 90 or level > 10) for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  level  from "home/tank"      as number % in 0..100
                output pump   to   "home/pump/set"  as ON | OFF

                keep pump
                    ON   while (level > 90 or level < 10) for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .neverTrue, "a condition that is never true",
            "No value, within the ranges that the declarations give, makes this hold. Perhaps a threshold or a range is not as it was "
                + "meant, or \"and\" should be \"or\".",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while (temperature > 26 °C and temperature < 24 °C) for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 °C until temperature < 24 °C
                    OFF  otherwise
                """),
        FindingPage(
            .retainedToggle, "a retained command that toggles",
            "The broker repeats a retained command whenever the device connects, and each time the device would toggle.",
            example: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF | TOGGLE, retained

                when press is single
                    do light = TOGGLE
                """,
            mended: """
                event  press  from "home/button"     as single | double
                output light  to   "home/light/set"  as ON | OFF | TOGGLE

                when press is single
                    do light = TOGGLE
                """),
        FindingPage(
            .incompatibleInputs, "two inputs of one topic that no payload fits both",
            "Every message on the topic is a bad reading for one of the two. Devices that put several values into one payload send JSON: "
                + "\"at\" takes a part of it.",
            example: """
                input  temperature  from "home/sensor"    as number °C
                input  contact      from "home/sensor"    as open | closed
                output fan          to   "home/fan/set"   as ON | OFF

                keep fan
                    OFF  while contact is open
                    ON   while temperature > 26 °C for 5 min
                """,
            mended: """
                input  temperature  from "home/sensor"  at temperature  as number °C
                input  contact      from "home/sensor"  at contact      as open | closed
                output fan          to   "home/fan/set"                 as ON | OFF

                keep fan
                    OFF  while contact is open
                    ON   while temperature > 26 °C for 5 min
                """),
        FindingPage(
            .trueBeforeHeard, "a condition that is true before anything is heard",
            "\"no\" and \"all\" are true of nothing. After a start, before the first phone has said where it is, \"no phone(*) is home\" "
                + "holds. \"for\" lets the house speak first; or the declaration lists who there is.",
            example: """
                input  phone(name)  from "home/phones/{name}"  as home | away
                output alarm        to   "home/alarm/set"      as ARMED | OFF

                keep alarm
                    ARMED  while no phone(*) is home
                    OFF    otherwise
                """,
            mended: """
                input  phone(name)  from "home/phones/{name}"  as home | away
                output alarm        to   "home/alarm/set"      as ARMED | OFF

                keep alarm
                    ARMED  while no phone(*) is home for 10 min
                    OFF    otherwise
                """),
        FindingPage(
            .suspiciousLevel, "a level that looks like a parameter",
            "In the head of a keep and in a trigger a bare word is a parameter where the declaration calls it so, and else that very "
                + "level. One that is a parameter elsewhere is hardly a level here; where it is, quotes say so.",
            example: """
                input  door(d)      from "home/doors/{d}"          as open | closed
                output light(room)  to   "home/{room}/light/set"   as ON | OFF

                keep light(d)
                    ON while door(front) is open
                """,
            mended: """
                input  door(d)      from "home/doors/{d}"          as open | closed
                output light(room)  to   "home/{room}/light/set"   as ON | OFF

                keep light(hall)
                    ON while door(front) is open
                """),
    ]
}
