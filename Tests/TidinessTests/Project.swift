import Foundation

/// The project's files, found from the place of this one.
enum Project {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// One text file.
    struct File: CustomStringConvertible {
        /// From the root: "Sources/Link/Outbox.swift".
        let path: String
        let text: String
        /// Without comments and the words of strings.
        let code: CodeText

        init(path: String, text: String) {
            self.path = path
            self.text = text
            code = CodeText(path.hasSuffix(".swift") ? text : "")
        }

        var description: String { path }
        /// The second part of the path: "Link".
        var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
        /// Cut at line feeds as bytes: much quicker than character by character.
        var lines: [Substring] {
            text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        }
    }

    /// All files below `folder` whose names end so, in order.
    static func files(in folder: String, endingWith endings: String...) throws -> [File] {
        let base = root.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { path in endings.contains { path.hasSuffix($0) } }.sorted().map { path in
            File(
                path: "\(folder)/\(path)",
                text: try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8))
        }
    }

    /// The names right inside `folder`, in order.
    static func entries(of folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
    }
}
