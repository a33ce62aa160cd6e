/// The arguments of one command, taken apart.
struct Arguments {
    private(set) var operands: [String] = []
    private(set) var wantsHelp = false
    private var values: [String: String] = [:]

    /// Options may stand before, between and behind operands; after `--` there are only operands.
    init(_ words: ArraySlice<String>, for command: Command) throws(UsageError) {
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if word == "-h" || word == "--help" {
                wantsHelp = true
            } else if word.hasPrefix("-"), word.utf8.count > 1 {
                try take(word, &rest, command)
            } else {
                operands.append(word)
            }
        }
        if !wantsHelp { try checkOperands(command) }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>, _ command: Command) throws(UsageError)
    {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw .unknown("option", name, among: command.options.map(\.name) + ["--help"])
        }
        guard let value = option.value else {
            guard parts.count == 1 else { throw UsageError("the option \(name) has no value", help: "write \(name)") }
            values[name] = ""
            return
        }
        guard let written = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !written.isEmpty else {
            throw UsageError("the option \(name) wants a value", help: "write \(name) \(value)")
        }
        values[name] = written
    }

    private func checkOperands(_ command: Command) throws(UsageError) {
        if operands.count < command.operandCount.lowerBound {
            throw UsageError("nothing is named to work on", help: "write hearth \(command.usage)")
        }
        if operands.count > command.operandCount.upperBound {
            let extra = operands[command.operandCount.upperBound]
            throw UsageError("\"\(extra)\" is one argument too many", help: "write hearth \(command.usage)")
        }
    }

    /// What stands behind an option.
    func value(of option: String) -> String? { values[option] }

    func has(_ option: String) -> Bool { values[option] != nil }
}
