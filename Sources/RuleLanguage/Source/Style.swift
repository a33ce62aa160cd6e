/// How the parts of a message are marked. The one who prints knows whether there is a terminal; this does not.
package struct Style: Sendable {
    package var error: String
    package var warning: String
    package var help: String
    package var gutter: String
    package var strong: String
    package var reset: String

    /// Text and nothing else.
    package static let plain = Style(error: "", warning: "", help: "", gutter: "", strong: "", reset: "")

    /// For a terminal that shows colours.
    package static let colour = Style(
        error: "\u{1B}[1;31m", warning: "\u{1B}[1;33m", help: "\u{1B}[36m", gutter: "\u{1B}[34m", strong: "\u{1B}[1m",
        reset: "\u{1B}[0m")

    package func paint(_ text: String, _ mark: KeyPath<Style, String>) -> String {
        let start = self[keyPath: mark]
        return start.isEmpty || text.isEmpty ? text : start + text + reset
    }
}
