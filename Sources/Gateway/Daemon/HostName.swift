import Glibc

/// The machine's own name, up to the first dot.
enum HostName {
    static var current: String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let length = bytes.count - 1
        let code = bytes.withUnsafeMutableBytes { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return -1 }
            return gethostname(start.assumingMemoryBound(to: CChar.self), length)
        }
        let name = bytes.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }
        return code == 0 && !name.isEmpty ? String(decoding: name, as: UTF8.self) : "gateway"
    }
}
