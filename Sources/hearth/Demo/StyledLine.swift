/// A line of text with colours, cut to a width before it gets them.
struct StyledLine {
    enum Style: String {
        case plain = ""
        case bold = "1"
        case dim = "2"
        case good = "32"
        case bad = "31"
        case notable = "33"
        case title = "1;36"
    }

    private var parts: [(text: String, style: Style)] = []

    init() {}

    init(_ text: String, _ style: Style = .plain) {
        add(text, style)
    }

    /// In columns, one for each character: the demo prints no wide ones of its own.
    var width: Int { parts.reduce(0) { $0 + $1.text.count } }

    mutating func add(_ text: String, _ style: Style = .plain) {
        parts.append((text, style))
    }

    func with(_ text: String, _ style: Style = .plain) -> StyledLine {
        var longer = self
        longer.add(text, style)
        return longer
    }

    /// At most `width` columns; with escape sequences for colours where `palette` has them.
    func rendered(width: Int, palette: Palette) -> String {
        var room = width
        var result = ""
        for part in parts where room > 0 {
            let isCutLater = part.text.count == room && self.width > width
            let text = TerminalText.cut(isCutLater ? part.text + " " : part.text, to: room)
            room -= text.count
            result += palette.paint(text, part.style)
        }
        return result
    }
}

/// Whether a terminal gets colours.
enum Palette {
    case colours, none

    func paint(_ text: String, _ style: StyledLine.Style) -> String {
        switch self {
        case .none: text
        case .colours: style == .plain ? text : "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
        }
    }
}
