import Foundation

/// The rules files of Tests/Examples.
package enum Examples {
    package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples")
}
