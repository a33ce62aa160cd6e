extension Gateway {
    /// What the command line says.
    package struct Options: Sendable {
        /// Where `hearth.conf` and `rules.d` are.
        package var folder: String
        /// Where the gateway keeps what must survive a restart; nil: what systemd says, else one in the home folder.
        package var stateFolder: String?
        /// Holds outputs that send too many commands.
        package var guardsAgainstStorms: Bool

        package init(folder: String = "/etc/hearth", stateFolder: String? = nil, guardsAgainstStorms: Bool = true) {
            self.folder = folder
            self.stateFolder = stateFolder
            self.guardsAgainstStorms = guardsAgainstStorms
        }
    }

    /// How `run` ends, as `sysexits.h` numbers it.
    package enum ExitCode {
        package static let stopped: Int32 = 0
        /// The system gave no event loop, no timer or no descriptor.
        package static let systemFailed: Int32 = 71
        /// Another gateway works with the same state folder.
        package static let alreadyRunning: Int32 = 75
        /// The rules or the settings are wrong.
        package static let wrongRules: Int32 = 78
    }
}
