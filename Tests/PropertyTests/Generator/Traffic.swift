/// What happens to a gateway: messages, time, a broken connection, a restart.
struct Traffic {
    enum Step {
        case message(topic: String, payload: String, retained: Bool)
        /// Milliseconds.
        case wait(Int)
        case disconnect
        case reconnect
        case restart
    }

    /// Messages that are there before the first instant.
    var retained: [Step] = []
    var steps: [Step] = []
    /// Milliseconds since 1970 at which it begins.
    var start: Int

    /// The same without some of its steps: halves, quarters, then single ones.
    var smaller: [Traffic] {
        var result: [Traffic] = []
        var size = steps.count
        while size >= 1 {
            for begin in stride(from: 0, to: steps.count, by: size) {
                var copy = self
                copy.steps.removeSubrange(begin..<min(begin + size, steps.count))
                result.append(copy)
            }
            size /= 2
        }
        for index in retained.indices {
            var copy = self
            copy.retained.remove(at: index)
            result.append(copy)
        }
        return result
    }
}

extension Traffic: CustomStringConvertible {
    var description: String {
        (["start \(start)"] + retained.map { "  before: \($0)" } + steps.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension Traffic.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .message(let topic, let payload, let retained): "\(topic)  \(payload)\(retained ? "  (retained)" : "")"
        case .wait(let milliseconds): "wait \(milliseconds) ms"
        case .disconnect: "the connection breaks"
        case .reconnect: "the connection is back"
        case .restart: "restart"
        }
    }
}
