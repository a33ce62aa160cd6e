/// Settings in texts, and texts that are the same at every moment.
extension Checking {
    enum SettingValue {
        case text(String)
        /// The client's name is the host's where nothing sets it; the rules cannot know it.
        case hostName
        case unset
        case circular
        case none
    }

    /// What `{name}` puts in for a setting.
    func settingValue(_ name: String, fillingIn: Set<String> = []) -> SettingValue {
        guard Self.settingNames.contains(name), name != "password" else { return .none }
        guard !fillingIn.contains(name) else { return .circular }
        guard let setting = settings[name] else { return defaultValue(name) }
        guard setting.parts.count == 1, case .text(let text) = setting.parts[0] else {
            return .text(written(valueRange(setting)))
        }
        var result = ""
        for piece in text.pieces {
            switch piece {
            case .literal(let literal): result += literal
            case .placeholder(let inner, _):
                let value = settingValue(inner.text, fillingIn: fillingIn.union([name]))
                guard case .text(let text) = value else { return value }
                result += text
            }
        }
        return .text(result)
    }

    private func defaultValue(_ name: String) -> SettingValue {
        switch name {
        case "client": .hostName
        case "broker": .text("mqtt://localhost")
        case "prefix": .text(program.settings.prefix)
        case "protocol": .text("5")
        case "keepalive": .text("30 s")
        case "reconnect": .text("2 s .. 60 s")
        default: .unset
        }
    }

    /// Reports a setting that has no value here. Nil where there is no such setting at all.
    mutating func filledIn(_ name: NameSyntax, fillingIn: Set<String> = []) -> String?? {
        switch settingValue(name.text, fillingIn: fillingIn) {
        case .none: return nil
        case .text(let text): return text
        case .hostName:
            report(
                .unsetSetting, "the rules do not know the client's name", at: name.range,
                help: "set it, as in: client \"hearth-pi\"")
        case .unset:
            report(
                .unsetSetting, "the setting \"\(name.text)\" has no value", at: name.range,
                help: "set \"\(name.text)\", or leave it out here")
        case .circular:
            report(.invalidSetting, "the setting \"\(name.text)\" is made of itself", at: name.range)
        }
        return .some(nil)
    }

    /// A text in which only settings stand in braces.
    mutating func constant(_ text: TextSyntax, fillingIn: Set<String> = []) -> String? {
        var result = ""
        for piece in text.pieces {
            switch piece {
            case .literal(let literal): result += literal
            case .placeholder(let name, let arguments):
                guard arguments == nil, let value = filledIn(name, fillingIn: fillingIn) else {
                    reportNoConstant(name)
                    return nil
                }
                guard let value else { return nil }
                result += value
            }
        }
        return result
    }

    private mutating func reportNoConstant(_ name: NameSyntax) {
        if name.text == "password" {
            return report(.passwordInFile, "the password cannot stand in a text", at: name.range)
        }
        if symbols[name.text] != nil {
            return report(
                .notConstant, "only settings can stand in braces here", at: name.range,
                help: "write what is meant, or \"\\{\" for a brace that means itself")
        }
        let nearest = Nearest.name(to: name.text, among: Self.settingNames.filter { $0 != "password" })
        report(
            .unknownName, "there is no setting \(Wording.quoted(name.text))", at: name.range,
            help: nearest.map { "did you mean \"\($0)\"?" } ?? "write \"\\{\" for a brace that means itself")
    }
}
