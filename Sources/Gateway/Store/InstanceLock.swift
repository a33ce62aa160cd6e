import Glibc
import Systemd

/// Keeps a second gateway from working with the same state folder. The kernel lets go of the lock when the process ends,
/// however it ends.
final class InstanceLock {
    enum Outcome {
        case held(InstanceLock)
        /// Another process holds it; its id, if the file says it.
        case taken(process: String?)
        /// There is no place for a lock: going on without is better than not at all.
        case impossible(SystemError)
    }

    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Makes the folder if need be, and takes the lock in it.
    static func acquire(in folder: String) -> Outcome {
        let path = "\(folder)/lock"
        makeFolder(folder)
        var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        let code = errno
        // On a disk that has become read-only the file of a former run does as well.
        if code == EROFS, descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { return .impossible(SystemError(attempt: "make the lock \(path)", code: code)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            defer { close(descriptor) }
            guard code == EWOULDBLOCK else {
                return .impossible(SystemError(attempt: "take the lock \(path)", code: code))
            }
            return .taken(process: holder(descriptor))
        }
        note(getpid(), in: descriptor)
        return .held(InstanceLock(descriptor: descriptor))
    }

    /// Where the gateway keeps what must survive a restart; nil if nobody says where.
    static func folder(_ option: String?, _ environment: ServiceEnvironment) -> String? {
        if let option { return option }
        if let folder = environment.stateFolder { return folder }
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/hearth"
    }

    private static func makeFolder(_ folder: String) {
        var path = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            path += part
            // What fails here shows when the lock is opened.
            _ = mkdir(path, 0o700)
            path += "/"
        }
    }

    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let digits = bytes.prefix(count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }

    private static func note(_ process: pid_t, in descriptor: Int32) {
        let text = Array("\(process)\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }
}
