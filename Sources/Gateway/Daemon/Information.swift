import Glibc
import RuleLanguage

/// What the gateway says of itself in the retained `info` topic: JSON for people and dashboards.
enum Information {
    static func json(of rules: LoadedRules, isLastGood: Bool, startedAt wall: Int64) -> [UInt8] {
        let program = rules.program
        let facts = [
            "\"version\":\"\(Gateway.version)\"",
            "\"rules\":\"\(rules.fingerprint)\"",
            "\"lastGood\":\(isLastGood)",
            "\"started\":\"\(timestamp(wall))\"",
            "\"inputs\":\(program.inputs.count)",
            "\"outputs\":\(program.outputs.count)",
            "\"keeps\":\(program.keeps.count)",
            "\"whens\":\(program.whens.count)",
        ]
        return Array("{\(facts.joined(separator: ","))}".utf8)
    }

    /// `2026-07-01T14:00:00Z`
    static func timestamp(_ nanoseconds: Int64) -> String {
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let date = "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}
