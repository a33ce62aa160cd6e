extension Checking {
    /// All that section 3 of the language allows at the start of a line.
    static let settingNames = [
        "broker", "client", "prefix", "username", "password", "ca", "certificate", "protocol", "keepalive", "reconnect",
        "presence", "location", "zone", "watch",
    ]

    mutating func checkSettings() {
        for case .setting(let setting) in tree.statements {
            let name = setting.name
            // The parser has said so where it is none.
            guard Self.settingNames.contains(name.text) else { continue }
            if let first = settings[name.text] {
                // A second password is refused first: a message about the line would repeat it.
                guard !isSecret(setting) else { continue }
                report(
                    .duplicateSetting, "\"\(name.text)\" is set twice", at: name.range,
                    help: "keep one of the two lines", notes: [.init("the first is here", at: first.range)])
                continue
            }
            settings[name.text] = setting
        }
        for case .setting(let setting) in tree.statements where settings[setting.name.text]?.range == setting.range {
            check(setting)
        }
    }

    /// Whether a password stands in the setting; reports it.
    private mutating func isSecret(_ setting: SettingSyntax) -> Bool {
        let before = findings.all.count
        switch setting.name.text {
        case "password": checkPassword(setting)
        case "broker": checkBroker(setting)
        default: return false
        }
        return findings.all.dropFirst(before).contains { $0.finding == .passwordInFile }
    }

    private mutating func check(_ setting: SettingSyntax) {
        switch setting.name.text {
        case "broker": checkBroker(setting)
        case "client":
            program.settings.client = settingText(setting, example: "client \"hearth-pi\"")
        case "prefix": checkPrefix(setting)
        case "username":
            program.settings.username = settingText(setting, example: "username \"hearth\"")
        case "password": checkPassword(setting)
        case "ca":
            program.settings.ca = settingText(setting, example: "ca \"/etc/hearth/ca.pem\"")
        case "certificate": checkCertificate(setting)
        case "protocol": checkProtocol(setting)
        case "keepalive": checkKeepalive(setting)
        case "reconnect": checkReconnect(setting)
        case "presence": checkPresence(setting)
        case "location": checkLocation(setting)
        case "zone": checkZone(setting)
        default: checkWatch(setting)
        }
    }

    mutating func invalid(_ setting: SettingSyntax, _ message: String, help: String?) {
        report(.invalidSetting, message, at: valueRange(setting), help: help)
    }

    func valueRange(_ setting: SettingSyntax) -> SourceRange {
        guard let first = setting.parts.first, let last = setting.parts.last else { return setting.name.range }
        return first.range.union(last.range)
    }

    /// The value of a setting that is one text, not empty.
    mutating func settingText(_ setting: SettingSyntax, example: String) -> String? {
        guard setting.parts.count == 1, case .text(let text) = setting.parts[0] else {
            invalid(
                setting, "\"\(setting.name.text)\" needs one text in quotes", help: "write, for example, \(example)")
            return nil
        }
        guard let value = constant(text, fillingIn: [setting.name.text]) else { return nil }
        guard !value.isEmpty, !value.utf8.contains(0), value.utf8.count <= TopicProblem.longestTopic else {
            invalid(
                setting, "the value of \"\(setting.name.text)\" \(value.isEmpty ? "is empty" : "does not fit")",
                help: "write, for example, \(example)")
            return nil
        }
        return value
    }

    private mutating func checkPrefix(_ setting: SettingSyntax) {
        guard let value = settingText(setting, example: "prefix \"home\"") else { return }
        if let problem = TopicFilter.problem(ofTopic: value) {
            return invalid(setting, problem.message, help: problem.help)
        }
        if value.hasSuffix("/") {
            return invalid(
                setting, "the prefix ends with \"/\", so topics would have an empty level",
                help: "leave out the last \"/\"")
        }
        program.settings.prefix = value
    }

    private mutating func checkPassword(_ setting: SettingSyntax) {
        if setting.parts.count == 3, case .word(let from) = setting.parts[0], from.text == "from",
            case .word(let kind) = setting.parts[1], case .text(let text) = setting.parts[2],
            kind.text == "credential" || kind.text == "file"
        {
            guard let value = constant(text, fillingIn: [setting.name.text]) else { return }
            let isName = !value.isEmpty && !value.utf8.contains(0)
            guard isName, kind.text == "file" || !value.contains("/") else {
                return invalid(setting, "this is no \(kind.text)'s name", help: Self.passwordHelp)
            }
            program.settings.password = kind.text == "file" ? .file(value) : .credential(value)
            return
        }
        // The range leaves out the value, so that no message repeats it.
        report(
            .passwordInFile, "a password does not belong into a rules file", at: setting.name.range,
            help: Self.passwordHelp)
    }

    static let passwordHelp =
        "write: password from credential \"mqtt\", or: password from file \"/etc/hearth/mqtt.password\""

    private mutating func checkCertificate(_ setting: SettingSyntax) {
        let example = "certificate \"/etc/hearth/me.pem\" key \"/etc/hearth/me.key\""
        guard setting.parts.count == 3, case .text(let certificate) = setting.parts[0],
            case .word(let word) = setting.parts[1], word.text == "key", case .text(let key) = setting.parts[2]
        else {
            return invalid(setting, "a certificate needs its key", help: "write, for example, \(example)")
        }
        guard let first = constant(certificate, fillingIn: ["certificate"]),
            let second = constant(key, fillingIn: ["certificate"])
        else { return }
        guard !first.isEmpty, !second.isEmpty, !(first + second).utf8.contains(0) else {
            return invalid(setting, "this is no file's name", help: "write, for example, \(example)")
        }
        program.settings.certificate = .init(certificate: first, key: second)
    }

    private mutating func checkPresence(_ setting: SettingSyntax) {
        guard setting.parts.count == 1, case .text(let text) = setting.parts[0] else {
            return invalid(
                setting, "\"presence\" needs one text in quotes",
                help: "write, for example, presence \"\(Settings().presence)\"")
        }
        var unresolved = ""
        var filled = ""
        for piece in text.pieces {
            switch piece {
            case .literal(let literal):
                unresolved += literal
                filled += literal
            case .placeholder(let name, nil) where name.text == "client" || name.text == "prefix":
                unresolved += "{\(name.text)}"
                if case .text(let value) = settingValue(name.text) { filled += value } else { filled += name.text }
            case .placeholder(let name, _):
                return report(
                    .invalidSetting, "only {client} and {prefix} can stand in \"presence\"", at: name.range)
            }
        }
        if let problem = TopicFilter.problem(ofTopic: filled) {
            return invalid(setting, problem.message, help: problem.help)
        }
        program.settings.presence = unresolved
    }

    private mutating func checkWatch(_ setting: SettingSyntax) {
        guard setting.parts.count == 1, case .word(let word) = setting.parts[0], word.text == "rules" else {
            return invalid(setting, "only the rules can be watched", help: "write: watch rules")
        }
        program.settings.watchesRules = true
    }
}

extension SettingSyntax.Part {
    var range: SourceRange {
        switch self {
        case .word(let name), .symbol(let name): name.range
        case .text(let text): text.range
        case .number(_, _, _, let range): range
        case .duration(let duration): duration.range
        }
    }
}
