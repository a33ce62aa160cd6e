/// How far each line is from the margin.
struct Indentation {
    static let step = 4

    private let marked: MarkedTokens
    private let lines: [SourceLine]
    /// Of each line; 0 for blank ones.
    private(set) var depths: [Int]
    /// Of what is in the same list as the last thing on the line, or in its own list where it is a header.
    private var inner: [Int]

    init(_ marked: MarkedTokens, _ lines: [SourceLine]) {
        self.marked = marked
        self.lines = lines
        depths = Array(repeating: 0, count: lines.count)
        inner = depths
        indentCode()
        indentComments()
    }

    private mutating func indentCode() {
        var last = TokenMarks.Start.declaration
        for (index, line) in lines.enumerated() where !line.tokens.isEmpty {
            let first = marked.marks.starts[line.tokens.lowerBound]
            depths[index] = first.map(Self.depth) ?? Self.depthOfRest(of: last)
            for token in line.tokens { last = marked.marks.starts[token] ?? last }
            inner[index] = Self.depthInside(last)
        }
    }

    private static func depth(of start: TokenMarks.Start) -> Int {
        switch start {
        case .declaration, .header: 0
        case .item, .part: step
        case .action: 2 * step
        }
    }

    /// Of a line that goes on with what began above: deeper than it, and than the lines that stand below it.
    private static func depthOfRest(of start: TokenMarks.Start) -> Int {
        switch start {
        case .declaration: step
        case .header, .item, .part: 2 * step
        case .action: 3 * step
        }
    }

    private static func depthInside(_ start: TokenMarks.Start) -> Int {
        switch start {
        case .declaration: 0
        case .header, .item, .part: step
        case .action: 2 * step
        }
    }

    // MARK: Comments

    /// A comment stands where the line below it does, one behind the last line of a rule where that does. One at the
    /// margin stays there.
    private mutating func indentComments() {
        // Lines of code around each line, and whether a blank line is between.
        var below: [(line: Int, isApart: Bool)?] = Array(repeating: nil, count: lines.count)
        var next: (line: Int, isApart: Bool)?
        for index in lines.indices.reversed() {
            below[index] = next
            if lines[index].isBlank { next?.isApart = true }
            if !lines[index].tokens.isEmpty { next = (index, false) }
        }
        var above: (line: Int, isApart: Bool)?
        for (index, line) in lines.enumerated() {
            if line.isBlank { above?.isApart = true }
            if !line.tokens.isEmpty { above = (index, false) }
            guard line.tokens.isEmpty, line.comment != nil, !line.isAtMargin else { continue }
            depths[index] = depth(between: above, and: below[index])
        }
    }

    private func depth(between above: (line: Int, isApart: Bool)?, and below: (line: Int, isApart: Bool)?) -> Int {
        if let below, depths[below.line] > 0 { return depths[below.line] }
        guard let above else { return 0 }
        let belongsBelow = above.isApart && below?.isApart == false
        return belongsBelow ? 0 : inner[above.line]
    }
}
