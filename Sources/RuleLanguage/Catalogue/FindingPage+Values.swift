extension FindingPage {
    /// Values and comparisons as they are written.
    static let values: [FindingPage] = [
        FindingPage(
            .missingValue, "a value is missing",
            "Something should stand here that has a value: a name, a number, a word, a text. Often the line is not finished, or a "
                + "sign stands twice.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature >
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 °C for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .badNumber, "a number that is none, or not one that fits",
            "A number is digits with one \".\" at most, as in 26, -3.5 or 1e3. Where a whole number is needed, as for qos and tries, "
                + "the message says from where to where it may be.",
            example: """
                output light  to "home/light/set"  as ON | OFF, qos 3

                keep light
                    ON otherwise
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF, qos 2

                keep light
                    ON otherwise
                """),
        FindingPage(
            .decimalComma, "a number with a comma",
            "Decimals stand behind a point. A comma separates two things.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26,5 °C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26.5 °C for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .unknownUnit, "a unit that Hearth does not know",
            "Units are those that home devices report: °C °F K % W kW Wh kWh VA V mV A mA Hz lx lm hPa mbar bar Pa ppm ppb µg/m³ "
                + "mg/m³ dB dBm mm cm m km m/s km/h l m³ l/min l/h m³/h mm/h °. Lengths of time are in ms, s, min, h, days and weeks.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 °C for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .missingUnit, "a length of time without a unit",
            "5 what? Lengths of time have a unit: 500 ms, 30 s, 2 min, 1 h, 3 days, 1 week, or sums such as 1 h 30 min.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on within 5
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on within 5 min
                """),
        FindingPage(
            .needlessUnit, "a unit that stands twice",
            "In a declaration the unit stands once, behind \"number\"; range and step are in that unit.",
            example: """
                input  temperature  from "home/temperature"  as number in -40..60 °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON while temperature > 26 for 5 min
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C in -40..60
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON while temperature > 26 for 5 min
                """),
        FindingPage(
            .unitOnNextLine, "a unit that has slipped to the next line",
            "A number and its unit stand on one line.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on within 5
                        min
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on
                        within 5 min
                """),
        FindingPage(
            .rangeSign, "a range that is put otherwise",
            "A range has two dots between its ends: 5..7, 22:00..06:00, mon..fri.",
            example: """
                input  level  from "home/tank"      as number %
                output pump   to   "home/pump/set"  as ON | OFF

                keep pump
                    ON   while level in 0 to 20 for 1 min
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
            .foreignOperator, "an operator of another language",
            "Rules say \"is\" and \"is not\" for what others write == and !=, and \"and\", \"or\", \"not\" for && || !.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON   while motion == on
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
            .wordedComparison, "a comparison in words that is written as a sign",
            "Numbers are compared with < <= > >= and with \"in LOW..HIGH\".",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature is above 26 °C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature > 26 °C for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .chainedComparison, "two comparisons in one",
            "A comparison has one sign. Two are joined with \"and\"; between two ends is written \"in LOW..HIGH\".",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while 20 < temperature < 26
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature in 20..26 for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .changesTo, "\"changes\" with a value",
            "\"changes\" is any change of a value. The moment at which it gets a certain value is \"becomes\".",
            example: """
                input  door   from "home/door"       as open | closed
                output light  to   "home/light/set"  as ON | OFF

                when door changes to open
                    do light = ON
                """,
            mended: """
                input  door   from "home/door"       as open | closed
                output light  to   "home/light/set"  as ON | OFF

                when door becomes open
                    do light = ON
                """),
        FindingPage(
            .overTime, "\"over\" with the wrong word",
            "average, min and max of a value may be over a length of time; change always is; sum and count are over the things "
                + "that * stands for.",
            example: """
                input  rain    from "garden/rain"     as number mm
                output awning  to   "garden/awning"   as IN | OUT

                keep awning
                    IN while sum of rain over 1 h > 2
                """,
            mended: """
                input  rain    from "garden/rain"     as number mm
                output awning  to   "garden/awning"   as IN | OUT

                keep awning
                    IN while change of rain over 1 h > 2
                """),
        FindingPage(
            .tooComplex, "more parts than anybody can read",
            "100 parentheses or words such as \"not\" within each other, and 500 operators in one statement, are the most. Name parts "
                + "of it with \"let\".",
            example: """
                output light  to "home/light/set"  as number

                keep light
                    \(String(repeating: "(", count: 101))1\(String(repeating: ")", count: 101)) otherwise
                """,
            mended: """
                output light  to "home/light/set"  as number

                keep light
                    1 otherwise
                """),
    ]
}
