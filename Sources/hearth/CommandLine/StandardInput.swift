import Glibc

/// What is piped into a command.
enum StandardInput {
    /// On the command line it stands for a file.
    static let operand = "-"
    /// As messages call it.
    static let name = "<stdin>"

    /// Everything up to the end, or so much of it that it is seen to be too large. Nil where it cannot be read.
    static func read(atMost limit: Int) -> [UInt8]? {
        var text: [UInt8] = []
        while text.count < limit {
            var code: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: min(65_536, limit - text.count)) { buffer, count in
                let length = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                code = length < 0 ? errno : 0
                count = max(0, length)
            }
            switch code {
            case 0 where chunk.isEmpty: return text
            case 0: text += chunk
            case EINTR: continue
            case EAGAIN:
                var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                poll(&waiting, 1, -1)
            default: return nil
            }
        }
        return text
    }
}
