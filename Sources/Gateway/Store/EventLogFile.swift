import Glibc
import RuleEngine
import Systemd

/// The memory of an event log: a file that is mapped. The kernel keeps what was written there when the process is killed.
final class EventLogFile {
    /// Holds what happens in a second in which thousands of messages come, and hours of a quiet house.
    static let size = 1 << 20

    let path: String
    let memory: UnsafeMutableRawBufferPointer

    /// In the service's folder for what may go at a reboot, if it has one: that is memory, and wears out no card.
    static func path(stateFolder: String, _ options: Gateway.Options, _ environment: ServiceEnvironment) -> String {
        let folder = options.stateFolder == nil && environment.stateFolder != nil ? environment.runtimeFolder : nil
        return "\(folder ?? stateFolder)/state.recent"
    }

    init(_ path: String) throws(SystemError) {
        self.path = path
        let attempt = "use \(escaped(path))"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SystemError(attempt: attempt, code: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(attempt: attempt, code: EINVAL)
        }
        // Its room is taken now: a page that the disk has no room for would end the process when it is written to.
        let code = posix_fallocate(file, 0, off_t(Self.size))
        guard code == 0 else { throw SystemError(attempt: attempt, code: code) }
        let start = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let start, start != MAP_FAILED else { throw SystemError(attempt: attempt, code: errno) }
        memory = UnsafeMutableRawBufferPointer(start: start, count: Self.size)
    }

    deinit { munmap(memory.baseAddress, memory.count) }

    /// A copy of the file as it is now, for whoever only looks; nil where there is none.
    static func copy(of path: String) -> UnsafeMutableRawBufferPointer? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
        guard pread(file, copy.baseAddress, size, 0) == size else {
            copy.deallocate()
            return nil
        }
        return copy
    }
}
