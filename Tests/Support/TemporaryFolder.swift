import Foundation

/// A folder for one test, removed with its contents when the last reference goes.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array((NSTemporaryDirectory() + "hearth-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and gives its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}
