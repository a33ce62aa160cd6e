import Foundation

/// A message of the recorded traffic in `Tests/Corpus`.
package struct CorpusMessage: Sendable, CustomStringConvertible {
    /// The file's name without its ending, such as `zigbee2mqtt`.
    package var family: String
    /// The line in its file; the first is 1.
    package var line: Int
    package var topic: [UInt8]
    /// Nil where it depends on a setting or is not known.
    package var isRetained: Bool?
    package var payload: [UInt8]
    package var source: String

    /// Where to find it, for the messages of a failed test.
    package var description: String { "\(family).tsv:\(line)" }
}

/// The recorded traffic in `Tests/Corpus`; the format is in its README.
package enum Corpus {
    package struct FormatError: Error, CustomStringConvertible {
        package var description: String
    }

    /// The families, in order of their names.
    package static func families() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return files.filter { $0.pathExtension == "tsv" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }

    /// All messages of all families, in order.
    package static func messages() throws -> [CorpusMessage] {
        try families().flatMap(messages(of:))
    }

    package static func messages(of family: String) throws -> [CorpusMessage] {
        let bytes = try Array(Data(contentsOf: folder.appendingPathComponent("\(family).tsv")))
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return try lines.enumerated().compactMap { index, line in
            guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
            return try message(Array(line), family: family, line: index + 1)
        }
    }

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Corpus")

    private static func message(_ line: [UInt8], family: String, line number: Int) throws -> CorpusMessage {
        let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard columns.count == 4, let topic = unescaped(columns[0]), let payload = unescaped(columns[2]) else {
            throw FormatError(description: "\(family).tsv:\(number): not four columns, or an unknown escape")
        }
        let flags: [[UInt8]: Bool?] = [Array("0".utf8): false, Array("1".utf8): true, Array("?".utf8): nil]
        guard let isRetained = flags[Array(columns[1])] else {
            throw FormatError(description: "\(family).tsv:\(number): retained is 0, 1 or ?")
        }
        return CorpusMessage(
            family: family, line: number, topic: topic, isRetained: isRetained, payload: payload,
            source: String(decoding: columns[3], as: UTF8.self))
    }

    /// Nil for an escape that the format does not have.
    package static func unescaped(_ field: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = field.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.next() {
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "x"):
                let digits = [rest.next(), rest.next()].compactMap { $0 }
                guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
                    return nil
                }
                bytes.append(value)
            default: return nil
            }
        }
        return bytes
    }
}
