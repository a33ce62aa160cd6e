/// The names of a program that rules can use.
struct SymbolTable {
    struct Symbol {
        enum Kind: Hashable {
            case input(InputID)
            case output(OutputID)
            case binding(LetID)
        }

        var kind: Kind
        var isEvent = false
        var name: NameSyntax
        var parameters: [Parameter]

        /// With its article.
        var description: String {
            switch kind {
            case .input: isEvent ? "an event" : "an input"
            case .output: "an output"
            case .binding: "a let"
            }
        }

        /// `temperature(room)`
        var signature: String {
            guard !parameters.isEmpty else { return name.text }
            return "\(name.text)(\(parameters.map(\.name).joined(separator: ", ")))"
        }
    }

    private(set) var symbols: [Symbol] = []
    private var indices: [String: Int] = [:]

    subscript(name: String) -> Symbol? {
        indices[name].map { symbols[$0] }
    }

    /// Gives the one that has the name already, where one has.
    mutating func insert(_ symbol: Symbol) -> Symbol? {
        if let existing = self[symbol.name.text] { return existing }
        indices[symbol.name.text] = symbols.count
        symbols.append(symbol)
        return nil
    }

    func nearest(to name: String) -> Symbol? {
        Nearest.name(to: name, among: symbols.map(\.name.text)).flatMap { self[$0] }
    }

    /// Names that mean something in the language itself, so nothing else may have them.
    static let reserved: Set<String> = [
        "time", "day", "date", "sun", "startup", "abs", "round", "floor", "ceil", "min", "max", "clamp", "any", "all",
        "no",
        "count", "average", "sum", "change",
    ]

    /// Words that are always a question about a value.
    static let reservedWords: Set<String> = ["known", "unknown", "failed"]
}
