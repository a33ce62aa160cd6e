import Glibc
import Systemd

/// The folder in which the gateway keeps what must survive a restart: who is at home, and when.
enum StateFolder {
    /// What a person should know of its permissions; nil where all is well.
    static func warning(about folder: String) -> String? {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        let can =
            switch status.st_mode & 0o007 {
            case let bits where bits & 0o002 != 0: "change"
            case let bits where bits & 0o005 != 0: "read"
            default: ""
            }
        guard !can.isEmpty else { return nil }
        return
            "everybody on this machine can \(can) what is in the state folder \(escaped(folder)): chmod 700 would end that"
    }
}
