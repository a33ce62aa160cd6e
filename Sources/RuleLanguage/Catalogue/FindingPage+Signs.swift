extension FindingPage {
    /// What is wrong with a file's characters and signs.
    static let signs: [FindingPage] = [
        FindingPage(
            .fileTooLarge, "a file that nobody wrote by hand",
            "A rules file may have 1 MiB. All rules files of a folder are one program, so a long one can be divided anywhere "
                + "between two statements; names are known in all of them.",
            example: String(repeating: "# a comment in a very, very long file\n", count: 28_000),
            mended: "# a comment in a file of a person's size\n"),
        FindingPage(
            .notUTF8, "a file that is not UTF-8 text",
            "Rules are UTF-8 text, which every editor of today writes. An old file, or one from another system, may have its "
                + "umlauts and degree signs in another encoding: open it in an editor and save it as UTF-8.",
            example: """
                # die K\u{FFFD}che
                prefix "home"
                """,
            mended: """
                # die Küche
                prefix "home"
                """),
        FindingPage(
            .yaml, "a file in the format of another program",
            "Hearth does not read YAML. A rule is a few words: what to keep so, and while what. \"hearth help rules\" shows the "
                + "language on one page.",
            example: """
                automation:
                  - alias: Light in the hall
                    trigger: motion
                """,
            mended: """
                input  motion  from "home/hall/motion"     as on | off
                output light   to   "home/hall/light/set"  as ON | OFF

                keep light
                    ON   while motion is on
                    OFF  otherwise
                """),
        FindingPage(
            .strangeCharacter, "a character that means nothing here",
            "Something stands in the line that the language does not use, perhaps invisibly: a control character, a mark that "
                + "came along when text was copied. Take it out. In quotes any character may be written by its number.",
            example: """
                prefix "home\u{7}"
                """,
            mended: """
                prefix "home"
                """),
        FindingPage(
            .foreignSign, "a sign that stands for one of ours",
            "A sign is used that has another form in rules: comparisons are written < <= > >=, a range with two dots, and a "
                + "minus is the one on the keyboard.",
            example: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature ≥ 26 °C for 5 min
                    OFF  otherwise
                """,
            mended: """
                input  temperature  from "home/temperature"  as number °C
                output fan          to   "home/fan/set"      as ON | OFF

                keep fan
                    ON   while temperature >= 26 °C for 5 min
                    OFF  otherwise
                """),
        FindingPage(
            .curlyQuotes, "quotes that a word processor has bent",
            "Texts stand in straight quotes, \"…\" or '…'. Word processors and phones bend them while one types.",
            example: """
                prefix “home”
                """,
            mended: """
                prefix "home"
                """),
        FindingPage(
            .missingQuote, "a text that does not end",
            "A text begins with a quote and ends with the same one on the same line. A line break in a text is written \\n, a "
                + "quote in it \\\".",
            example: """
                prefix "home
                """,
            mended: """
                prefix "home"
                """),
        FindingPage(
            .unknownEscape, "a backslash before something that needs none",
            "In quotes a backslash begins \\n (line break), \\t (tab), \\\\, \\\", \\', \\{ or \\u{1F525} (a character by its "
                + "number). Nothing else may follow it; a backslash that means itself is written twice.",
            example: #"""
                ca "C:\ca.pem"
                """#,
            mended: #"""
                ca "C:\\ca.pem"
                """#),
        FindingPage(
            .commentSign, "a comment that begins with another sign",
            "What is meant for people stands behind \"#\", up to the end of the line.",
            example: """
                // where the broker is
                broker "mqtt://localhost"
                """,
            mended: """
                # where the broker is
                broker "mqtt://localhost"
                """),
        FindingPage(
            .straySign, "a sign that does not stand here",
            "Lines end where they end, without \";\" or \":\". A setting stands behind its name without a sign, \"=\" stands behind "
                + "let and between an output and its new value, \"|\" between the words of a type, and braces inside quotes alone.",
            example: """
                prefix = "home"
                """,
            mended: """
                prefix "home"
                """),
        FindingPage(
            .missingParenthesis, "a parenthesis that is not closed",
            "Each \"(\" needs its \")\", each \"[\" its \"]\". The place of the finding is the one that was opened.",
            example: """
                input  temperature(room)  from "home/{room}/temperature"  as number °C
                output fan(room)          to   "home/{room}/fan/set"      as ON | OFF

                keep fan(room)
                    ON   while temperature(room > 26 °C for 5 min
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
            .emptyParentheses, "parentheses with nothing in them",
            "A name without parameters is written alone. Parentheses belong to names that stand for many things, such as one "
                + "for each room.",
            example: """
                input  motion()  from "home/motion"     as on | off
                output light     to   "home/light/set"  as ON | OFF

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
    ]
}
