import Foundation

/// Counts the messages under a prefix: how often each came.
final class Ledger {
    private let observer: Observer
    private let prefix: String
    private var counts: [String: Int] = [:]
    private var read = 0

    init(_ port: UInt16, prefix: String) throws {
        self.prefix = prefix + "/"
        observer = try Observer(port, topic: prefix + "/#")
    }

    /// How often `topic payload` came, the topic without the prefix.
    func count(of message: String) -> Int {
        update()
        return counts[message, default: 0]
    }

    /// All messages on topics that begin so, with their counts.
    func messages(on topic: String) -> [(message: String, count: Int)] {
        update()
        return counts.filter { $0.key.hasPrefix(topic) }.map { ($0.key, $0.value) }.sorted { $0.message < $1.message }
    }

    private func update() {
        let lines = observer.process.lines
        for line in lines[read...] where line.hasPrefix(prefix) {
            guard let end = line.range(of: " r=") else { continue }
            counts[String(line[..<end.lowerBound].dropFirst(prefix.count)), default: 0] += 1
        }
        read = lines.count
    }
}
