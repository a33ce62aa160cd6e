import Foundation

/// The machine's TCP connections, as the kernel tells them.
enum Sockets {
    /// Whether all that was written to a port's connections has been read there.
    static func areRead(of port: UInt16) -> Bool {
        let table = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
        return table.split(separator: "\n").dropFirst().allSatisfy { line in
            // Number, own address, the other one, state, and the bytes that wait to be sent and to be read.
            let fields = line.split(separator: " ")
            guard fields.count > 4, fields[3] == "01" else { return true }
            let queues = fields[4].split(separator: ":").map { Int($0, radix: 16) ?? 0 }
            if Self.port(of: fields[1]) == port { return queues[1] == 0 }
            return Self.port(of: fields[2]) != port || queues[0] == 0
        }
    }

    private static func port(of address: Substring) -> UInt16? {
        address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }
}
