/// How a command ends. `run` has further codes of its own (`Gateway.ExitCode`).
enum ExitCode {
    static let success: Int32 = 0
    /// Mistakes were found, or tests failed.
    static let findings: Int32 = 1
    /// The command line is wrong, or names what cannot be read.
    static let usage: Int32 = 2
}
