extension FindingPage {
    /// Settings.
    static let settings: [FindingPage] = [
        FindingPage(
            .duplicateSetting, "a setting is given twice",
            "Each setting stands at most once in all files of a folder.",
            example: """
                prefix "home"
                prefix "cottage"
                """,
            mended: """
                prefix "home"
                """),
        FindingPage(
            .invalidSetting, "a setting's value does not fit",
            "The setting is known, and its value is not what it takes. The message says what it takes; hearth.conf shows an example "
                + "of each.",
            example: """
                broker "mqtt.home.arpa"
                """,
            mended: """
                broker "mqtt://mqtt.home.arpa"
                """),
        FindingPage(
            .passwordInFile, "a password stands in a rules file",
            "Rules are read by many eyes, copied and shown to others. The password comes from a credential of systemd "
                + "(LoadCredential=mqtt:/etc/hearth/mqtt.password in the unit), or from a file that only Hearth may read. Messages "
                + "never repeat it.",
            example: """
                username "hearth"
                password "sesame"
                """,
            mended: """
                username "hearth"
                password from credential "mqtt"
                """),
        FindingPage(
            .unsetSetting, "a text uses a setting that has no value",
            "{name} puts in the value of a setting, and this one is not set. The client's name is the host's where nothing sets it, "
                + "which the rules cannot know.",
            example: """
                output alive  to "gateways/{client}/alive"  as yes | no

                keep alive
                    yes otherwise
                """,
            mended: """
                client "hearth-pi"

                output alive  to "gateways/{client}/alive"  as yes | no

                keep alive
                    yes otherwise
                """),
    ]
}
