/// What is tried with bytes of whatever kind: by libFuzzer, which makes them, and by the tests, with those that are kept.
package enum FuzzBody: String, CaseIterable, Sendable {
    /// The text of a rules file.
    case rules
    /// A type and a path, and payloads behind them.
    case payloads
    /// Topics of inputs, and topics that are heard.
    case topics
    /// What happens to an engine.
    case sessions

    /// What is wrong, or nil. What crashes does not come back.
    package func problem(with bytes: [UInt8]) -> String? {
        do throws(Wrong) {
            switch self {
            case .rules: try RulesFuzz.test(bytes)
            case .payloads: try PayloadFuzz.test(bytes)
            case .topics: try TopicFuzz.test(bytes)
            case .sessions: try SessionFuzz.test(bytes)
            }
            return nil
        } catch {
            return error.words
        }
    }

    /// Crashes where something is wrong: that is what libFuzzer takes notice of.
    package func test(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let problem = problem(with: Array(bytes)) { fatalError(problem) }
    }
}

/// Something that must be so is not.
struct Wrong: Error {
    var words: String

    static func unless(_ holds: Bool, _ words: @autoclosure () -> String) throws(Wrong) {
        if !holds { throw Wrong(words: words()) }
    }
}

/// Takes bytes from the front; behind the end there are zeros.
struct FuzzBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number from zero to just below `count`.
    mutating func number(below count: Int) -> Int { Int(byte()) % count }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Up to a line feed or the end; the line feed is gone too.
    mutating func line() -> [UInt8] {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        return Array(line)
    }

    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
