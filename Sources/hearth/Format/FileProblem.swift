import Glibc
import RuleLanguage

/// Why a file was not read or not written, in one sentence.
struct FileProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static func unreadable(_ name: String, _ code: Int32) -> FileProblem {
        FileProblem("cannot read \(PlainText.escaping(name)): \(reason(code))")
    }

    static func unwritable(_ name: String, _ reason: String) -> FileProblem {
        FileProblem("cannot write \(PlainText.escaping(name)): \(reason)")
    }

    /// The system's word for an error.
    static func reason(_ code: Int32) -> String {
        if code == ENOENT { return "there is no such file" }
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}
