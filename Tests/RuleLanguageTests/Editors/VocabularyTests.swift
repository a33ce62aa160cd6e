import Foundation
import Testing

@testable import RuleLanguage

/// The words of the language stand in the parser, where the grammar wants them, and once more in `Vocabulary`.
@Suite("Vocabulary")
struct VocabularyTests {
    /// Words that the parser knows to say what to write instead of them.
    private static let slips: Set<String> = [
        "above", "below", "between", "over", "under", "greater", "more", "higher", "warmer", "less", "lower", "colder",
        "than", "equals", "else", "default", "then", "midnight", "noon", "command", "commands",
        "binary", "bool", "boolean", "switch", "onoff", "decimal", "double", "float", "int", "integer", "num",
        "numbers",
        "numeric", "real", "str", "string", "texts", "txt",
    ]

    private static let words: Set<String> = Set(
        [
            Vocabulary.statements, Vocabulary.settings, Vocabulary.settingWords, Vocabulary.clauses, Vocabulary.types,
            Vocabulary.options, Vocabulary.actions, Vocabulary.steps, Vocabulary.operators, Vocabulary.aggregates,
            Vocabulary.functions, Vocabulary.clock, Vocabulary.states,
        ].joined().flatMap { $0.split(separator: " ").map(String.init) })

    private static func source(in folder: String) throws -> String {
        let url = ProjectRules.root.appendingPathComponent("Sources/RuleLanguage/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            .map { try String(contentsOf: url.appendingPathComponent($0), encoding: .utf8) }.joined()
    }

    @Test("has each word that the parser takes")
    func complete() throws {
        let source = try Self.source(in: "Parser")
        let places = [
            #/(?:isWord|take|isHere|expect)\(("[a-z]+")/#, #/matches\([^"\n]*, ("[a-z]+")\)/#,
            #/case ("[a-z]+"(?:, "[a-z]+")*)/#, #/among: \[("[a-z]+"(?:, "[a-z]+")*)/#,
        ]
        let taken = Set(
            places.flatMap { source.matches(of: $0) }.flatMap { $0.output.1.matches(of: /[a-z]+/) }.map {
                String($0.output)
            })
        #expect(taken.count > 60)
        #expect(taken.subtracting(Self.words).subtracting(Self.slips).subtracting(Self.units).sorted() == [])
    }

    private static let units = Set(Vocabulary.units)

    @Test("has no word that neither parser nor checker knows")
    func known() throws {
        let source = try Self.source(in: "Parser") + Self.source(in: "Checker") + Self.source(in: "Source")
        let texts = Set(source.matches(of: /"([a-z]+)"/).map { String($0.output.1) })
        #expect(Self.words.subtracting(texts).sorted() == [])
    }

    @Test("has units in an order in which none hides a longer one")
    func units() {
        for (index, unit) in Vocabulary.units.enumerated() {
            let hidden = Vocabulary.units[(index + 1)...].filter { $0 != unit && $0.hasPrefix(unit) }
            #expect(hidden == [], "\(unit)")
            #expect(UnitTable.canonical(unit) != nil || DurationUnit.nanoseconds(in: unit) != nil)
        }
    }
}
