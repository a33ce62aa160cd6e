import Foundation
import TestSupport
import Testing

@testable import RuleLanguage

/// The files in `config/editors`: each has the words of `Vocabulary`, group by group.
@Suite("Editors")
struct EditorFilesTests {
    private static let groups: [(name: String, words: [String])] = [
        ("statements", Vocabulary.statements), ("settings", Vocabulary.settings),
        ("settingWords", Vocabulary.settingWords), ("clauses", Vocabulary.clauses), ("types", Vocabulary.types),
        ("options", Vocabulary.options), ("actions", Vocabulary.actions), ("steps", Vocabulary.steps),
        ("operators", Vocabulary.operators), ("aggregates", Vocabulary.aggregates),
        ("functions", Vocabulary.functions), ("clock", Vocabulary.clock), ("states", Vocabulary.states),
        ("units", Vocabulary.units),
    ]

    private static func read(_ name: String) throws -> String { try ProjectRules.read("config/editors/\(name)") }

    /// - Parameter blank: what stands in a pattern for blanks between two words.
    private func expectWords(in text: String, open: String, bar: String, close: String, blank: String) {
        for group in Self.groups {
            let words = group.words.map { $0.replacingOccurrences(of: " ", with: blank) }
            let pattern = open + words.joined(separator: bar) + close
            #expect(text.contains(pattern), "\(group.name) should be: \(pattern)")
        }
    }

    @Test("nano knows the words")
    func nano() throws {
        expectWords(in: try Self.read("hearth.nanorc"), open: "(", bar: "|", close: ")", blank: "[[:blank:]]+")
    }

    @Test("vim knows the words")
    func vim() throws {
        expectWords(
            in: try Self.read("vim/syntax/hearth.vim"), open: #"\("#, bar: #"\|"#, close: #"\)"#, blank: #"\s\+"#)
    }

    @Test("the TextMate grammar knows the words")
    func textMate() throws {
        let patterns = try Self.textMatePatterns().joined(separator: "\n")
        expectWords(in: patterns, open: "(", bar: "|", close: ")", blank: #"\s+"#)
    }

    // MARK: nano

    @Test(
        "nano shows each thing in its colour",
        arguments: [
            ("input  door(d)  from \"{d} door\"  at contact  as closed | open", "from", "brightgreen"),
            ("input  door(d)  from \"{d} door\"  at contact  as closed | open", "input", "brightgreen"),
            ("input  door(d)  from \"{d} door\"  at contact  as closed | open", "{d}", "brightcyan"),
            ("input  door(d)  from \"{d} door\"  at contact  as closed | open", " door\"", "green"),
            ("input  t  from \"a # b\"  as number °C, stale after 15 min  # \"w\"", " b\"", "green"),
            ("input  t  from \"a # b\"  as number °C, stale after 15 min  # \"w\"", "stale after", "yellow"),
            ("input  t  from \"a # b\"  as number °C, stale after 15 min  # \"w\"", "15 min", "magenta"),
            ("input  t  from \"a # b\"  as number °C, stale after 15 min  # \"w\"", "# \"w\"", "brightblack"),
            ("    ON  while a is unknown for 3 min", "unknown", "cyan"),
            ("    ON  while a is unknown for 3 min", "for", "brightblue"),
            ("# it's for \"you\"", "for", "brightblack"),
            ("output o to \"o\" as ON, confirmed by a within 5 s, 3 tries", "tries", "yellow"),
        ])
    func nanoColours(line: String, part: String, colour: String) throws {
        let rules = try Self.read("hearth.nanorc").split(separator: "\n").compactMap { NanoColour(String($0)) }
        #expect(rules.count > 15)
        let bytes = Array(line.utf8)
        let start = try #require(line.range(of: part)).lowerBound.utf16Offset(in: line)
        let first = String(line.prefix(start)).utf8.count
        var colours = [String](repeating: "", count: bytes.count)
        for rule in rules {
            for match in rule.matches(in: line) { for index in match { colours[index] = rule.name } }
        }
        #expect(Set(colours[first..<first + part.utf8.count]) == [colour])
    }

    @Test(
        "nano knows rules by the folder that they lie in",
        arguments: [
            ("/etc/hearth/rules.d/a.rules", true), ("/etc/hearth/hearth.conf", true), ("hearth.conf", true),
            ("/home/ann/hearth-rules/a.test", true), ("/etc/udev/rules.d/a.rules", false), ("/etc/hearthy.conf", false),
        ])
    func nanoFiles(path: String, isOurs: Bool) throws {
        let line = try #require(try Self.read("hearth.nanorc").split(separator: "\n").first { $0.hasPrefix("syntax ") })
        let patterns = line.components(separatedBy: "\" \"").dropFirst().map {
            $0.replacingOccurrences(of: "\"", with: "")
        }
        #expect(patterns.count == 2)
        let expressions = try patterns.map { try #require(NanoColour("color x \"\($0)\"")) }
        #expect(expressions.contains { $0.matches(in: path) != [] } == isOurs)
    }

    // MARK: vim

    private static let hasVim = (try? ProcessRunner.run("vim", ["--version"]))?.output.contains("+syntax") == true

    @Test("vim takes our files for ours and shows each thing as what it is", .enabled(if: hasVim))
    func vimGroups() throws {
        let folder = try TemporaryFolder()
        try folder.write("keep fan(room)\n    OFF  while a is unknown for 5 min  # \"x\"\n", to: "a.rules")
        let script = try folder.write(
            """
            set nocompatible encoding=utf-8
            set runtimepath^=\(ProjectRules.root.path)/config/editors/vim
            filetype plugin on
            syntax on
            edit \(folder.path)/a.rules
            let words = [&filetype, &shiftwidth]
            for [row, word] in [[1, 'keep'], [1, 'fan'], [2, 'OFF'], [2, 'while'], [2, 'is'], [2, 'unknown'], [2, '5'], [2, 'min'], [2, '#']]
              call add(words, synIDattr(synID(row, match(getline(row), word) + 1, 1), 'name'))
            endfor
            call writefile([join(words)], '\(folder.path)/out')
            qa!
            """, to: "check.vim")
        _ = try ProcessRunner.run("vim", ["-es", "-u", "NONE", "-i", "NONE", "-S", script])
        #expect(
            try String(contentsOfFile: folder.path + "/out", encoding: .utf8) == """
                hearth 4 hearthStatement hearthName  hearthClause hearthOperator hearthState hearthNumber hearthUnit hearthComment

                """)
    }

    // MARK: TextMate

    private static func textMatePatterns() throws -> [String] {
        func patterns(in value: Any) -> [String] {
            if let list = value as? [Any] { return list.flatMap(patterns) }
            guard let object = value as? [String: Any] else { return [] }
            return object.sorted { $0.key < $1.key }.flatMap { key, value in
                (value as? String).map { ["match", "begin", "end"].contains(key) ? [$0] : [] } ?? patterns(in: value)
            }
        }
        return patterns(in: try JSONSerialization.jsonObject(with: Data(try read("hearth.tmLanguage.json").utf8)))
    }

    @Test("the TextMate grammar's patterns are regular expressions, and its names lead somewhere")
    func textMateGrammar() throws {
        let patterns = try Self.textMatePatterns()
        #expect(patterns.count > 20)
        for pattern in patterns {
            _ = try NSRegularExpression(pattern: pattern)
            // Another dialect's: they would be ordinary characters in this one.
            #expect(!pattern.contains("[[:"))
        }
        let text = try Self.read("hearth.tmLanguage.json")
        let included = text.matches(of: /"include": "#(\w+)"/).map { String($0.output.1) }
        for name in included { #expect(text.contains("\"\(name)\": {"), "\(name)") }
        for name in ["package.json", "language-configuration.json"] {
            _ = try JSONSerialization.jsonObject(with: Data(try Self.read(name).utf8))
        }
    }

    @Test(
        "the TextMate grammar sees a unit behind a number, and no letter of a word",
        arguments: [
            ("x > 5 m/s and", "m/s"), ("for 5 min", "min"), ("50%", "%"), ("26.5 °C", "°C"),
            ("within 5 s, 3 tries", "s"),
            ("3 tries", nil), ("AM2301 m", nil), ("in -40..60", nil),
        ])
    func textMateUnits(text: String, unit: String?) throws {
        let pattern = try #require(try Self.textMatePatterns().first { $0.contains("[eE][+-]?") })
        let regex = try NSRegularExpression(pattern: pattern)
        let whole = NSRange(text.startIndex..., in: text)
        let units = regex.matches(in: text, range: whole).compactMap { Range($0.range(at: 2), in: text) }
        #expect(units.first.map { String(text[$0]) } == unit)
    }
}
