import Gateway
import RuleEngine
import RuleLanguage

extension Command {
    static let state = Command(
        name: "state", operands: "[FOLDER]", operandCount: 0...1,
        options: [Option(name: "--json", value: nil, summary: "one JSON object, with times in seconds")],
        summary: "show what a gateway knows",
        text: """
            Shows what a gateway has saved: the values that it knows and how old they are, what it sent last, which
            timers run and how long still, and which rules wait. FOLDER is the state folder; without it that of the
            service (/var/lib/hearth, which takes sudo), else that in the home folder. The gateway may run meanwhile.

            Exit code: 0, or 2 where nothing is saved or it cannot be read.
            """,
        run: { arguments, console throws(UsageError) in
            try StateCommand(console: console, isJSON: arguments.has("--json")).run(arguments.operands.first)
        })
}

/// `hearth state`
struct StateCommand {
    let console: Console
    let isJSON: Bool

    func run(_ operand: String?) throws(UsageError) -> Int32 {
        guard let folder = operand ?? SavedState.usualFolder() else {
            throw UsageError("which folder?", help: "name the state folder of the gateway")
        }
        switch SavedState.read(folder: folder) {
        case .failure(let problem):
            console.complain("hearth state: \(problem.words)")
            if let help = problem.help { console.complain("  \(help)") }
            return ExitCode.usage
        case .success(let state):
            console.write(isJSON ? StateJSON.text(of: state) : StateText.text(of: state, console))
            return ExitCode.success
        }
    }
}

/// The state as a person reads it.
enum StateText {
    static func text(of state: SavedState, _ console: Console) -> String {
        let report = state.report
        let rules = state.ruleCount == 1 ? "1 rule" : "\(state.ruleCount) rules"
        var text = "saved \(ago(state.age)), with \(rules)\n"
        text += section(
            "known", console,
            report.readings.map { [$0.name, $0.value, ago($0.age) + ($0.isStale ? ", too old to count" : "")] })
        text += section(
            "sent", console,
            report.sent.map {
                [$0.name, $0.value, ago($0.age) + ($0.hasFailed ? ", not confirmed by the device" : "")]
            })
        text += section(
            "running", console,
            report.timers.map { timer in
                [timer.text + place(timer.levels), "since \(length(timer.age))", rest(timer.rest), timer.rule]
            })
        text += section(
            "waiting", console,
            report.waits.map { wait in
                let queue = wait.queued == 0 ? "" : ", \(wait.queued) more behind it"
                let end = wait.rest.map { "goes on in \(length($0))" } ?? "for a condition"
                return [wait.rule + place(wait.levels), "since \(length(wait.age))", end + queue]
            })
        return text
    }

    private static func ago(_ age: Int64) -> String { "\(length(age)) ago" }
    private static func length(_ nanoseconds: Int64) -> String { DurationText.rough(max(0, nanoseconds)) }
    private static func place(_ levels: [String]) -> String {
        levels.isEmpty ? "" : " (\(levels.map(LevelText.written).joined(separator: ", ")))"
    }

    private static func rest(_ rest: Int64?) -> String {
        switch rest {
        case nil: "no end by itself"
        case 0?: "the time is over"
        case let rest?: "\(length(rest)) to go"
        }
    }

    /// A table, with columns as wide as they must be; nothing for nothing.
    private static func section(_ title: String, _ console: Console, _ rows: [[String]]) -> String {
        guard let columns = rows.first?.count else { return "" }
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = cells.joined(separator: "  ")
            return "  " + line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.endIndex)]
        }
        return "\n" + console.paint(title, .bold) + "\n" + lines.map { $0 + "\n" }.joined()
    }
}

/// The state for programs.
enum StateJSON {
    static func text(of state: SavedState) -> String {
        let report = state.report
        let members = [
            ("age", seconds(state.age)), ("rules", "\(state.ruleCount)"),
            (
                "known",
                list(report.readings) { reading in
                    [
                        ("name", JSONText.string(reading.name)), ("value", JSONText.string(reading.value)),
                        ("stale", "\(reading.isStale)"), ("age", seconds(reading.age)),
                    ]
                }
            ),
            (
                "sent",
                list(report.sent) { sent in
                    [
                        ("name", JSONText.string(sent.name)), ("value", JSONText.string(sent.value)),
                        ("age", seconds(sent.age)), ("failed", "\(sent.hasFailed)"),
                    ]
                }
            ),
            (
                "running",
                list(report.timers) { timer in
                    [
                        ("rule", JSONText.string(timer.rule)), ("levels", strings(timer.levels)),
                        ("text", JSONText.string(timer.text)), ("age", seconds(timer.age)),
                        ("rest", timer.rest.map(seconds) ?? "null"),
                    ]
                }
            ),
            (
                "waiting",
                list(report.waits) { wait in
                    [
                        ("rule", JSONText.string(wait.rule)), ("levels", strings(wait.levels)),
                        ("age", seconds(wait.age)), ("rest", wait.rest.map(seconds) ?? "null"),
                        ("queued", "\(wait.queued)"),
                    ]
                }
            ),
        ]
        return object(members) + "\n"
    }

    private static func seconds(_ nanoseconds: Int64) -> String {
        NumberText.shortest(Double(nanoseconds / 1_000_000) / 1_000)
    }

    private static func strings(_ texts: [String]) -> String {
        "[" + texts.map(JSONText.string).joined(separator: ",") + "]"
    }

    private static func list<Element>(_ elements: [Element], _ members: (Element) -> [(String, String)]) -> String {
        "[" + elements.map { object(members($0)) }.joined(separator: ",") + "]"
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\(JSONText.string($0)):\($1)" }.joined(separator: ",") + "}"
    }
}
