import Link
import RuleEngine
import RuleLanguage
import Systemd

/// The gateway's lines in the journal: sentences for a person, fields for a machine.
final class GatewayJournal {
    private let journal: Journal
    /// Commands of this turn: they go out first, and are told then.
    private var untold: [Command] = []
    private static let mostUntold = 256
    /// So many bytes of a published text are shown.
    private static let shownPayload = 200

    init(_ journal: Journal) { self.journal = journal }

    /// A line of no particular kind.
    func note(_ priority: Priority, _ message: String) {
        flush()
        journal.write(priority, message)
    }

    /// `kitchen fan ON: temperature(kitchen) is 26.5 °C, above 26 °C (climate.rules:7)`, once the turn is over.
    func command(_ command: Command) {
        untold.append(command)
        if untold.count >= Self.mostUntold { flush() }
    }

    /// Writes what was left for the end of the turn. Every other line does so too, so that all stand in order.
    func flush() {
        guard !untold.isEmpty else { return }
        journal.write(untold.map(entry))
        untold.removeAll(keepingCapacity: true)
    }

    private func entry(of command: Command) -> JournalEntry {
        var line = TextBuilder(capacity: 240)
        line += command.target.label
        line += " "
        line += command.value
        if command.target.isShadow { line += " (shadow, not sent)" }
        line += ": "
        line += command.reason.words
        line += " ("
        line += command.reason.rule
        line += ")"
        return journal.entry(
            .info, line.text, id: EventID.command.messageID,
            fields: [
                JournalField("HEARTH_EVENT", EventID.command.name),
                JournalField("HEARTH_OUTPUT", command.name),
                JournalField("HEARTH_VALUE", command.value),
                JournalField("HEARTH_TOPIC", command.topic),
                JournalField("HEARTH_RULE", command.reason.rule),
                JournalField("HEARTH_CAUSE", command.reason.words),
            ])
    }

    /// `"hello" to say/hall: press(hall) is double (hall.rules:3)`
    func publication(_ publication: Publication, isLost: Bool) {
        flush()
        let text = String(decoding: publication.payload.prefix(Self.shownPayload), as: UTF8.self)
        let more = publication.payload.count > Self.shownPayload ? "…" : ""
        let lost = isLost ? " (lost: there is no connection)" : ""
        journal.write(
            isLost ? .warning : .info,
            "\"\(text)\(more)\" to \(publication.topic)\(lost): \(publication.reason.words) (\(publication.reason.rule))",
            fields: [
                JournalField("HEARTH_EVENT", "publication"),
                JournalField("HEARTH_TOPIC", publication.topic),
                JournalField("HEARTH_RULE", publication.reason.rule),
                JournalField("HEARTH_CAUSE", publication.reason.words),
            ])
    }

    /// A rule's own words.
    func log(_ line: LogLine) {
        flush()
        journal.write(
            .info, "\(line.text) (\(line.rule))",
            fields: [JournalField("HEARTH_EVENT", "log"), JournalField("HEARTH_RULE", line.rule)])
    }

    func notice(_ notice: Notice) {
        let event: EventID =
            switch notice.kind {
            case .badReading, .textCut, .unknownValue, .dropped: .badReading
            case .instancesRefused: .instancesRefused
            case .loopStopped: .storm
            case .commandFailed: .commandFailed
            }
        write(.warning, notice.message, event, [JournalField("HEARTH_SUBJECT", notice.subject)])
    }

    func report(_ report: LinkReport) {
        write(Self.priority(of: report), report.message, Self.event(of: report), [])
    }

    func started(_ rules: LoadedRules, folder: String) {
        write(.info, "started: hearth \(Gateway.version) with \(Self.count(rules)) from \(folder)", .started, [])
        warnings(rules)
    }

    /// A start with rules that were good before, since those in the folder are not.
    func startedWithLastGood(_ rules: LoadedRules, _ problem: RulesProblem, folder: String) {
        for line in problem.lines { write(.error, line, .rulesRejected, []) }
        write(
            .error,
            "started: hearth \(Gateway.version) with the last good rules (\(Self.count(rules))), since those in \(folder) "
                + "cannot be used; they are taken as soon as they are saved without errors", .rulesRejected, [])
    }

    /// `going on from the state of 5 min ago: 12 values, 2 timers, 1 waiting rule`
    func restored(_ counts: Snapshot.Counts, away: Int64?) {
        let age = away.map { "\(DurationText.rough($0)) ago" } ?? "before"
        write(.info, "going on from the state of \(age): \(counts.words)", .started, [])
    }

    /// Messages that the process before this one had decided.
    func takingUp(_ count: Int) {
        let what = count == 1 ? "1 message was" : "\(count) messages were"
        write(.info, "\(what) decided before and not sent: sending with the next connection", .started, [])
    }

    func clockIsWrong() {
        let time = Information.timestamp(SystemClock.wall)
        write(
            .warning,
            "the clock says \(time), which cannot be right: rules with a time of day wait until it is set; durations run all the same",
            .clock, [])
    }

    func clockIsTrusted() {
        write(.notice, "the clock is set: rules with a time of day go on", .clock, [])
    }

    func zoneIsMissing(_ zone: ZoneFile) {
        let cause =
            zone.zone.map { "there are no rules of the time zone \($0)" }
            ?? "this machine does not say in which time zone it is"
        write(
            .error,
            "\(cause) (\(zone.path ?? "")): times of day are taken as UTC, until it is there; the package tzdata has the zones",
            .clock, [])
    }

    func zoneIsGone(_ zone: ZoneFile) {
        write(
            .warning,
            "the rules of the time zone are gone (\(zone.path ?? "")): those that were read go on, and after the next start times of day are UTC",
            .clock, [])
    }

    func zoneChanged(_ zone: ZoneFile) {
        write(
            .notice, "the rules of the time zone have changed (\(zone.path ?? "")): times of day go by the new ones",
            .clock, [])
    }

    func settled() {
        write(.info, "the state of the house is known: the rules decide from here on", .settled, [])
    }

    /// `reloaded: 12 rules in force (kept: 9 values, 2 timers; changed: keep fan(room); dropped: keep lamp, 1 timer)`
    func reloaded(_ rules: LoadedRules, _ change: RulesChange, _ state: KeptState) {
        let words = change.words(state)
        let details = words.isEmpty ? "" : " (\(words))"
        write(.info, "reloaded: \(Self.count(rules)) in force\(details)", .reloaded, [])
        warnings(rules)
    }

    func unchanged() {
        write(.info, "reloaded: nothing has changed", .reloaded, [])
    }

    /// A reload that changed nothing since the new rules are wrong.
    func reloadFailed(_ problem: RulesProblem) {
        let reason = problem.sources == nil ? "the new rules cannot be read" : "the new rules have errors"
        write(.error, "\(reason): the old ones go on", .reloadFailed, [])
        for line in problem.lines { write(.error, line, .reloadFailed, []) }
    }

    /// A start that came to nothing.
    func rejected(_ problem: RulesProblem, folder: String) {
        for line in problem.lines { write(.error, line, .rulesRejected, []) }
        let reason =
            problem.sources == nil
            ? "there is nothing to run; \"hearth run FOLDER\" names the folder with hearth.conf and rules.d"
            : "the rules in \(folder) have errors"
        write(.error, "stopped: \(reason)", .rulesRejected, [])
    }

    func alreadyRunning(folder: String, process: String?) {
        let who = process.map { " (process \($0))" } ?? ""
        write(
            .error,
            "stopped: another gateway\(who) works with the state folder \(folder); give this one its own with --state",
            .stopped, [])
    }

    func stateNotSaved(_ words: String) {
        write(.warning, words, .stateNotSaved, [])
    }

    func stateSavedAgain() {
        write(.notice, "the state is saved again", .stateSavedAgain, [])
    }

    func stopped() {
        write(.info, "stopped", .stopped, [])
    }

    private func warnings(_ rules: LoadedRules) {
        for line in rules.warnings { note(.warning, line) }
        if rules.ruleCount == 0 { note(.warning, "there are no rules: nothing will be commanded") }
    }

    private func write(
        _ priority: Priority, _ message: String, _ event: EventID, _ fields: @autoclosure () -> [JournalField]
    ) {
        flush()
        journal.write(
            priority, message, id: event.messageID, fields: [JournalField("HEARTH_EVENT", event.name)] + fields())
    }

    private static func count(_ rules: LoadedRules) -> String {
        let count = rules.ruleCount
        return count == 1 ? "1 rule" : "\(count) rules"
    }

    private static func priority(of report: LinkReport) -> Priority {
        switch report.priority {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        }
    }

    private static func event(of report: LinkReport) -> EventID {
        switch report {
        case .connected: .connected
        case .lost: .connectionLost
        case .failing, .steppedDown, .willReduced, .takenOver: .connectionRefused
        case .filterRefused, .markerMissing: .subscriptionRefused
        case .presenceRefused, .publishRefused, .unsendable, .serverLimit, .outboxFull, .outboxDropped,
            .publicationsLost, .expired:
            .commandFailed
        case .stormBegan, .stormEnded: .storm
        }
    }
}
