import Foundation
import Testing

@testable import RuleLanguage

/// The programs in `Tests/Findings`. Comments in them that begin with `#^` say what is found in the line above, and
/// nothing else may be found. With `UPDATE_FINDINGS=1` the comments are written anew, to be read before they are kept.
@Suite("Findings")
struct FindingTests {
    @Test("each program has the findings that stand in it, and no others", arguments: try FindingFile.names())
    func golden(name: String) throws {
        var file = try FindingFile(name: name)
        for index in file.cases.indices {
            let found = file.cases[index].marked()
            if ProcessInfo.processInfo.environment["UPDATE_FINDINGS"] == nil {
                #expect(found == file.cases[index].text, "\(name): \(file.cases[index].title)")
            } else {
                file.cases[index].text = found
            }
        }
        if ProcessInfo.processInfo.environment["UPDATE_FINDINGS"] != nil { try file.write() }
    }

    /// None of the mistakes keeps another from being found, and none is told in two ways.
    @Test("a file with ten independent mistakes has ten findings, in order")
    func tenMistakes() {
        #expect(
            Self.findings(in: Self.tenMistakes) == [
                "2 duplicate-setting", "5 invalid-topic", "8 duplicate-word", "12 unit-mismatch", "14 unknown-name",
                "17 unknown-word", "19 likely-slip", "22 kept-elsewhere", "24 bad-clock-time", "27 not-a-message",
            ])
    }

    @Test("a file with one of these mistakes has one finding", arguments: [2, 5, 8, 12, 14, 17, 19, 22, 24, 27])
    func oneMistake(line: Int) {
        var lines = Self.mendedMistakes.split(separator: "\n", omittingEmptySubsequences: false)
        lines[line - 1] = Self.tenMistakes.split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
        let found = Self.findings(in: lines.joined(separator: "\n"))
        #expect(found.count == 1 && found.first?.hasPrefix("\(line) ") == true, "\(found)")
    }

    @Test("the same file without the mistakes has no finding")
    func noMistake() {
        #expect(Self.findings(in: Self.mendedMistakes) == [])
    }

    private static func findings(in text: String) -> [String] {
        var sources = SourceSet()
        _ = sources.add(name: "a.rules", text: Array(text.utf8))
        return Compiler.compile(sources).diagnostics.map {
            "\(sources.position(of: $0.range.start, in: 0).line) \($0.slug)"
        }
    }

    private static let tenMistakes = """
        prefix "home"
        prefix "house"

        input  temperature(room)  from "{prefix}/{room}/temperature"  as number °C in -40..60
        input  humidity           from "{prefix}/#/humidity"          as number %
        input  motion(room)       from "{prefix}/{room}/motion"       as on | off
        event  press              from "{prefix}/button"              as single | double
        input  mode               from "{prefix}/mode"                as day | night | night
        output fan(room)          to   "{prefix}/{room}/fan/set"      as ON | OFF
        output light(room)        to   "{prefix}/{room}/light/set"    as ON | OFF

        let sticky = humidity > 70 °C for 5 min
        keep fan(room)
            OFF  while sticki
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C or sticky
        keep light(room in (hall, bath))
            AN   while motion(room) is on and humidity < 90 for 1 h
            ON   while motion(room) is on within 5 min
            OFF  while motion(rom) is off and mode is day
            OFF  otherwise
        when press is double
            do light(hall) = ON
        when press is single
            if  time in 22:00..24:00
            do  light(kitchen) = ON
        test "the fan follows the heat"
            fan(kitchen) = ON
            temperature(kitchen) = 27
            expect fan(kitchen) = ON
        """

    private static let mendedMistakes = """
        prefix "home"


        input  temperature(room)  from "{prefix}/{room}/temperature"  as number °C in -40..60
        input  humidity           from "{prefix}/bath/humidity"       as number %
        input  motion(room)       from "{prefix}/{room}/motion"       as on | off
        event  press              from "{prefix}/button"              as single | double
        input  mode               from "{prefix}/mode"                as day | night
        output fan(room)          to   "{prefix}/{room}/fan/set"      as ON | OFF
        output light(room)        to   "{prefix}/{room}/light/set"    as ON | OFF

        let sticky = humidity > 70 % for 5 min
        keep fan(room)
            OFF  while sticky and motion(room) is off
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C or sticky
        keep light(room in (hall, bath))
            ON   while motion(room) is on and humidity < 90 for 1 h
            ON   while motion(room) is on within 5 min
            OFF  while motion(room) is off and mode is day
            OFF  otherwise
        when press is double
            do light(attic) = ON
        when press is single
            if  time in 22:00..00:00
            do  light(kitchen) = ON
        test "the fan follows the heat"
            temperature(kitchen) = 22
            temperature(kitchen) = 27
            expect fan(kitchen) = ON
        """

    @Test("every example is checked without a finding")
    func examples() throws {
        for (name, text) in try Examples.texts() {
            var sources = SourceSet()
            _ = sources.add(name: name, text: Array(text.utf8))
            let (program, diagnostics) = Compiler.compile(sources)
            #expect(program != nil)
            #expect(DiagnosticRenderer(sources: sources).render(diagnostics) == "")
        }
    }
}

/// One file of `Tests/Findings`: cases with a title each.
private struct FindingFile {
    struct Case {
        var title: String
        /// With the comments about what is found.
        var text: String

        /// The program with comments about what is found in it now.
        func marked() -> String {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let program = lines.filter { !$0.hasPrefix("#^") }
            var sources = SourceSet()
            let file = sources.add(name: "a.rules", text: Array(program.joined(separator: "\n").utf8))
            var marks: [Int: [String]] = [:]
            let (checked, diagnostics) = Compiler.compile(sources)
            let hasErrors = diagnostics.contains { $0.severity == .error }
            for diagnostic in diagnostics {
                let place = sources.position(of: diagnostic.range.start, in: file)
                let snippet = sources.text(of: diagnostic.range).prefix { $0 != "\n" }
                marks[place.line, default: []] += [
                    "#^ \(place.column) \"\(snippet)\" \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.slug)]"
                ]
                if let help = diagnostic.help { marks[place.line, default: []].append("#^   help: \(help)") }
                for note in diagnostic.notes {
                    let line = note.range.map { " (\(sources.position(of: $0.start, in: file).line))" } ?? ""
                    marks[place.line, default: []].append("#^   note: \(note.message)\(line)")
                }
            }
            if (checked == nil) != hasErrors {
                marks[1, default: []].append("#^ there is a program where there are errors, or none without")
            }
            return program.enumerated().flatMap { [$1] + (marks[$0 + 1] ?? []) }.joined(separator: "\n")
        }
    }

    var name: String
    var cases: [Case] = []

    static let folder = Examples.folder.deletingLastPathComponent().appendingPathComponent("Findings")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".rules") }.sorted()
    }

    init(name: String) throws {
        self.name = name
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        for part in text.components(separatedBy: "#=== ").dropFirst() {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            cases.append(Case(title: String(lines[0]), text: String(lines.count > 1 ? lines[1] : "")))
        }
    }

    var text: String { cases.map { "#=== \($0.title)\n\($0.text)" }.joined() }

    func write() throws {
        try text.write(to: Self.folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
}
