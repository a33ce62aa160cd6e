/// Swift source with comments and the words of strings replaced by blanks, so that only code is left to look at. Lines keep their numbers;
/// what is interpolated into a string is code and stays.
struct CodeText {
    private(set) var lines: [String] = []
    private let source: [UInt8]
    private var position = 0
    private var line: [UInt8] = []

    init(_ text: String) {
        source = Array(text.utf8)
        code(untilClosing: false)
        put(newline)
    }

    private func starts(with text: String) -> Bool {
        var index = position
        for byte in text.utf8 {
            guard index < source.count, source[index] == byte else { return false }
            index += 1
        }
        return true
    }

    private mutating func keep() {
        put(source[position])
        position += 1
    }

    private mutating func put(_ byte: UInt8) {
        guard byte == newline else { return line.append(byte) }
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where position < source.count {
            put(source[position] == newline ? newline : UInt8(ascii: " "))
            position += 1
        }
    }

    /// Copies code up to the end, or up to the parenthesis that closes an interpolation.
    private mutating func code(untilClosing: Bool) {
        var depth = 0
        while position < source.count {
            if starts(with: "//") {
                while position < source.count, source[position] != newline { blank() }
            } else if starts(with: "/*") {
                comment()
            } else if let hashes = hashesOfString() {
                string(hashes: hashes)
            } else {
                if source[position] == UInt8(ascii: "(") { depth += 1 }
                if source[position] == UInt8(ascii: ")") {
                    if untilClosing, depth == 0 { return }
                    depth -= 1
                }
                keep()
            }
        }
    }

    private mutating func comment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1; blank(2)
            } else if starts(with: "*/") {
                depth -= 1; blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < source.count
    }

    /// How many `#` stand before the quotation mark of a string that begins here; nil where none begins.
    private func hashesOfString() -> Int? {
        let hashes = source[position...].prefix { $0 == UInt8(ascii: "#") }.count
        let quote = position + hashes
        return quote < source.count && source[quote] == UInt8(ascii: "\"") ? hashes : nil
    }

    private mutating func string(hashes: Int) {
        let hash = String(repeating: "#", count: hashes)
        position += hashes
        let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        position -= hashes
        // One mark stays at each end, so that "what stands before" can be asked.
        blank(hashes)
        keep()
        blank(quote.count - 1)
        while position < source.count, !starts(with: quote + hash) {
            if starts(with: "\\" + hash + "(") {
                blank(1 + hashes)
                keep()
                code(untilClosing: true)
                if position < source.count { keep() }
            } else {
                blank(starts(with: "\\" + hash) ? 2 + hashes : 1)
            }
        }
        blank(quote.count - 1)
        if position < source.count { keep() }
        blank(hashes)
    }
}

private let newline = UInt8(ascii: "\n")
