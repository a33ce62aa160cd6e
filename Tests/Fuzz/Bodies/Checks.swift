import RuleEngine
import RuleLanguage

/// What must be so for each decision and each saved state.
enum Checks {
    static func decisions(_ decisions: [Decision]) throws(Wrong) {
        for decision in decisions {
            switch decision {
            case .command(let command):
                try reason(command.reason, of: "\(command.name) = \(command.value)")
                try topic(command.topic)
            case .publication(let publication):
                try reason(publication.reason, of: "publish to \(publication.topic)")
                try topic(publication.topic)
            case .log(let line): try Wrong.unless(!line.rule.isEmpty, "a line of the log without its rule")
            case .notice(let notice):
                let isPlain = notice.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
                try Wrong.unless(!notice.message.isEmpty && isPlain, "a notice that no terminal can show")
            }
        }
    }

    private static func reason(_ reason: Reason, of what: String) throws(Wrong) {
        try Wrong.unless(!reason.words.isEmpty && !reason.rule.isEmpty, "no reason for \(what)")
    }

    private static func topic(_ topic: String) throws(Wrong) {
        let problem = TopicFilter.problem(ofTopic: topic)
        try Wrong.unless(problem == nil, "sent to \"\(topic)\": \(problem?.message ?? "")")
    }

    /// As rows and back, nothing is lost, and no two rows take one place in the store.
    static func roundTrip(_ snapshot: Snapshot) throws(Wrong) {
        let rows = snapshot.rows
        try Wrong.unless(Set(rows.map(\.key)).count == rows.count, "two rows with one key")
        for row in rows {
            var unreadable = 0
            _ = Snapshot(rows: [row], time: snapshot.time, wall: snapshot.wall, unreadable: &unreadable)
            let name = String(decoding: row.key.name, as: UTF8.self)
            try Wrong.unless(
                unreadable == 0, "\(row.key.kind) \(name.debugDescription) cannot be read again: \(row.data)")
        }
        var unreadable = 0
        let read = Snapshot(rows: rows, time: snapshot.time, wall: snapshot.wall, unreadable: &unreadable)
        try Wrong.unless(Set(read.rows) == Set(rows), "read again the rows are others")
    }
}

extension Engine {
    mutating func hear(_ topic: [UInt8], _ payload: [UInt8], retained: Bool, at moment: Moment) -> [Decision] {
        topic.withUnsafeBytes { topic in
            payload.withUnsafeBytes { payload in
                receive(topic: topic, payload: payload, retained: retained, at: moment)
            }
        }
    }
}
