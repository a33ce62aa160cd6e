/// In which situations conditions hold. A situation gives each thing that conditions ask about a value, or unknown.
struct ConditionSpace {
    /// Sides of a condition that has three values.
    enum Side {
        case isTrue, isFalse, isNotTrue, isNotFalse

        /// The same side of the condition's contrary.
        var contrary: Side {
            switch self {
            case .isTrue: .isFalse
            case .isFalse: .isTrue
            case .isNotTrue: .isNotFalse
            case .isNotFalse: .isNotTrue
            }
        }
    }

    /// What is asked about, by its meaning.
    typealias Thing = String

    /// Situations in which each of some things has one of some values; the others may have any.
    typealias Box = [Thing: ValueSet]

    /// Situations that one of the boxes describes. None: there is no such situation.
    typealias Region = [Box]

    /// How a thing is named in a message, and what kind of values it has.
    enum Words {
        case number(String, unit: String?)
        case word(String)
        case text(String)
        case timeOfDay, date, day, sun
    }

    private(set) var words: [Thing: Words] = [:]
    /// Boxes that may still be made; conditions are combined in very many ways, and beyond this the answer is that nothing
    /// was found.
    private var budget: Int

    init(budget: Int = 2_000) {
        self.budget = budget
    }

    var isExhausted: Bool { budget <= 0 }

    mutating func name(_ thing: Thing, _ words: Words) {
        self.words[thing] = words
    }

    /// Situations that both describe.
    mutating func intersection(_ a: Region, _ b: Region) -> Region {
        var result: Region = []
        for first in a {
            for second in b {
                budget -= 1
                guard budget > 0 else { return [[:]] }
                if let box = Self.intersection(first, second), !result.contains(box) { result.append(box) }
            }
        }
        return result
    }

    mutating func union(_ a: Region, _ b: Region) -> Region {
        budget -= b.count
        return a + b
    }

    private static func intersection(_ a: Box, _ b: Box) -> Box? {
        var result = a
        for (thing, values) in b {
            let common = result[thing].map { $0.intersection(values) } ?? values
            guard !common.isEmpty else { return nil }
            result[thing] = common
        }
        return result
    }
}

extension ConditionSpace {
    /// A situation of the region in words, for a message: `temperature is 27 °C`. Nil where nothing in it has a name.
    func example(of region: Region) -> String? {
        for box in region {
            let parts = box.keys.sorted().compactMap { thing in
                box[thing].flatMap { values in words[thing].flatMap { Self.words(of: values, $0) } }
            }
            if !parts.isEmpty, parts.count <= Self.mostNamed { return parts.joined(separator: " and ") }
        }
        return nil
    }

    /// More would be no help.
    private static var mostNamed: Int { 3 }

    private static func words(of values: ValueSet, _ words: Words) -> String? {
        switch (values.known, words) {
        case (.numbers(let intervals), .number(let name, let unit)):
            guard let interval = intervals.first else { return "\(name) is unknown" }
            return "\(name) is \(Wording.number(interval.example, unit: unit))"
        case (.numbers(let intervals), .timeOfDay):
            return intervals.first.map { "it is \(clock(Int($0.example)))" }
        case (.numbers(let intervals), .date): return intervals.first.map { "the date is \(date(Int($0.example)))" }
        case (.names(let names, false), .word(let name)):
            return names.min().map { "\(name) is \($0)" } ?? "\(name) is unknown"
        case (.names(let names, false), .text(let name)): return names.min().map { "\(name) is \(Wording.quoted($0))" }
        case (.names(let names, false), .day): return names.min().flatMap(day).map { "it is \($0)" }
        case (.names(let names, false), .sun): return names.min().map { "the sun is \($0)" }
        default: return nil
        }
    }

    private static func clock(_ second: Int) -> String {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let whole = "\(digits(second / 3600)):\(digits(second / 60 % 60))"
        return second % 60 == 0 ? whole : "\(whole):\(digits(second % 60))"
    }

    private static func date(_ number: Int) -> String {
        var (month, day) = (1, number + 1)
        for length in [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30] where day > length && month < 12 {
            day -= length
            month += 1
        }
        return (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)"
    }

    private static func day(_ number: String) -> String? {
        Int(number).flatMap { Keywords.days.indices.contains($0) ? Keywords.days[$0] : nil }
    }
}
