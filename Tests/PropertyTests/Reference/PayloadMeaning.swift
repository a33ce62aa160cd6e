import Foundation
import RuleLanguage

/// What a payload says to an input, by section 4 of the language.
enum PayloadMeaning: Equatable {
    /// The path is not in it.
    case nothing
    case empty
    case unknown
    case bad
    case value(Datum)

    init(_ payload: String, for input: Input) {
        guard !payload.isEmpty else {
            self = .empty
            return
        }
        guard !input.path.isEmpty else {
            self = Self.plain(payload, input)
            return
        }
        guard let json = try? JSONSerialization.jsonObject(with: Data(payload.utf8), options: [.fragmentsAllowed])
        else {
            self = .bad
            return
        }
        self = Self.part(of: json, at: input.path[...], input)
    }

    private static func part(of json: Any, at path: ArraySlice<PathElement>, _ input: Input) -> PayloadMeaning {
        guard let step = path.first else { return leaf(json, input) }
        switch step {
        case .key(let key):
            guard let inside = (json as? [String: Any])?[key] else { return .nothing }
            return part(of: inside, at: path.dropFirst(), input)
        case .index(let index):
            guard let list = json as? [Any], list.indices.contains(index) else { return .nothing }
            return part(of: list[index], at: path.dropFirst(), input)
        }
    }

    private static func leaf(_ json: Any, _ input: Input) -> PayloadMeaning {
        switch json {
        case is NSNull: return .unknown
        case let text as String: return plain(text, input)
        case let number as NSNumber:
            if CFBoolean.isBoolean(number) { return plain(number.boolValue ? "true" : "false", input) }
            let value = number.doubleValue
            if case .number = input.type { return accepted(.finite(value), input) }
            return plain(Datum.number(value).text(words: []), input)
        default: return .bad
        }
    }

    private static func plain(_ payload: String, _ input: Input) -> PayloadMeaning {
        switch input.type {
        case .text: return accepted(.text(payload), input)
        case .number(let type):
            var text = payload.trimmingCharacters(in: .whitespacesAndNewlines)
            let whole = text
            let units = type.unit.map { [$0, $0.replacing("°", with: "")] } ?? []
            if let unit = units.first(where: { !$0.isEmpty && text.hasSuffix($0) }) {
                text = String(text.dropLast(unit.count)).trimmingCharacters(in: .whitespaces)
            }
            guard let number = strictNumber(text) else { return saysUnknown(whole) ? .unknown : .bad }
            return accepted(.finite(number), input)
        case .words(let words):
            let text = payload.trimmingCharacters(in: .whitespacesAndNewlines)
            let exact = words.first { $0.payloads.contains(text) }
            let loose = words.first { word in word.payloads.contains { $0.lowercased() == text.lowercased() } }
            guard let word = exact ?? loose else { return saysUnknown(text) ? .unknown : .bad }
            return accepted(.word(word.id), input)
        }
    }

    private static func saysUnknown(_ text: String) -> Bool {
        ["unavailable", "unknown", "none", "null"].contains(text.lowercased())
    }

    private static func strictNumber(_ text: String) -> Double? {
        let pattern = #"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"#
        guard text.range(of: pattern, options: .regularExpression) != nil, let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// A value that the range and the exceptions allow.
    private static func accepted(_ value: Datum, _ input: Input) -> PayloadMeaning {
        if case .number(let type) = input.type, let range = type.range, let number = value.number,
            !range.contains(number)
        {
            return .bad
        }
        return input.exceptions.contains { Datum($0) == value } ? .bad : .value(value)
    }
}

/// What tells a JSON boolean from a number.
private enum CFBoolean {
    static func isBoolean(_ number: NSNumber) -> Bool {
        // Foundation keeps booleans as one byte, and no number that JSON gives.
        number.objCType.pointee == CChar(UInt8(ascii: "c")) || number.objCType.pointee == CChar(UInt8(ascii: "B"))
    }
}

extension TopicPattern {
    /// The levels that a topic gives the parameters, or nil where it is another topic.
    func levels(in topic: String, count: Int) -> [String]? {
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        var found = [String](repeating: "", count: count)
        for (index, level) in levels.enumerated() {
            if case .anyRest = level { return found }
            guard index < parts.count else { return nil }
            switch level {
            case .literal(let text): guard parts[index] == text else { return nil }
            case .anyLevel, .anyRest: continue
            case .captures(let pieces):
                var prefix = ""
                var suffix = ""
                var parameter: Int?
                for piece in pieces {
                    switch piece {
                    case .parameter(let index): parameter = index
                    case .text(let text): if parameter == nil { prefix += text } else { suffix += text }
                    }
                }
                let part = parts[index]
                guard let parameter, part.hasPrefix(prefix), part.hasSuffix(suffix),
                    part.count > prefix.count + suffix.count
                else { return nil }
                found[parameter] = String(part.dropFirst(prefix.count).dropLast(suffix.count))
            }
        }
        return parts.count == levels.count ? found : nil
    }
}
