import Glibc

/// Writes to a descriptor that is shared with others (standard error) without ever waiting for who reads it, and without making it
/// non-blocking for those others.
final class NonblockingOutput {
    private enum Way {
        /// A socket can be asked call by call.
        case socket(Int32)
        /// A pipe or terminal, opened a second time: the opening is ours, and with it the flag. Closed at the end.
        case own(Int32)
        /// A file takes what it is given. A second opening of it would not append.
        case file(Int32)
        /// Anything else is asked first.
        case shared(Int32)
    }

    private let way: Way

    init(_ descriptor: Int32) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        switch kind {
        case S_IFSOCK: way = .socket(descriptor)
        case S_IFREG: way = .file(descriptor)
        case S_IFIFO, S_IFCHR:
            let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            way = own >= 0 ? .own(own) : .shared(descriptor)
        default: way = .shared(descriptor)
        }
    }

    deinit {
        if case .own(let descriptor) = way { close(descriptor) }
    }

    /// Returns whether all of `bytes` was written.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch way {
        case .socket(let descriptor):
            return send(
                descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                == bytes.count
        case .own(let descriptor), .file(let descriptor):
            return Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        case .shared(let descriptor):
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&request, 1, 0) == 1, Int32(request.revents) & POLLOUT != 0 else { return false }
            return Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
    }
}
