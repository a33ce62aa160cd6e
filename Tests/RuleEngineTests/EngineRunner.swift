import RuleLanguage
import Testing

@testable import RuleEngine

/// An engine on a virtual clock, for tests that look at decisions one by one.
struct EngineRunner {
    var engine: Engine
    var moment: Moment

    /// 2026-07-01 12:00 UTC.
    static let start = Moment(monotonic: 5_000_000_000_000, wall: 1_782_907_200_000_000_000)

    init(_ rules: String) throws {
        moment = Self.start
        engine = Engine(try Self.program(rules), at: moment)
    }

    static func program(_ rules: String) throws -> Program {
        var sources = SourceSet()
        _ = sources.add(name: "test.rules", text: Array(rules.utf8))
        let (program, diagnostics) = Compiler.compile(sources)
        let errors = diagnostics.filter { $0.severity == .error }.map(\.message)
        return try #require(program, "\(errors)")
    }

    @discardableResult
    mutating func settle() -> [Decision] {
        engine.settled(at: moment)
    }

    @discardableResult
    mutating func receive(_ topic: String, _ payload: String, retained: Bool = false) -> [Decision] {
        receive(topic, Array(payload.utf8), retained: retained)
    }

    @discardableResult
    mutating func receive(_ topic: String, _ payload: [UInt8], retained: Bool = false) -> [Decision] {
        Array(topic.utf8).withUnsafeBytes { topic in
            payload.withUnsafeBytes { payload in
                engine.receive(topic: topic, payload: payload, retained: retained, at: moment)
            }
        }
    }

    @discardableResult
    mutating func wait(_ seconds: Double) -> [Decision] {
        moment = moment.advanced(by: Int64(seconds * 1e9))
        return engine.advance(to: moment)
    }
}

extension [Decision] {
    /// `fan(kitchen)=ON`, in order.
    var commands: [String] {
        compactMap { if case .command(let command) = $0 { "\(command.name)=\(command.value)" } else { nil } }
    }

    var reasons: [String] {
        compactMap { if case .command(let command) = $0 { command.reason.words } else { nil } }
    }

    var notices: [String] {
        compactMap { if case .notice(let notice) = $0 { notice.message } else { nil } }
    }
}
