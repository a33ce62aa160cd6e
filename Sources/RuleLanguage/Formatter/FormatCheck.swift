/// Holds a laid-out file against what it was made from: the same tokens and comments, read by the grammar in the same way.
enum FormatCheck {
    /// What is wrong; nil where the file means what it meant.
    static func fault(in formatted: FormattedText, of original: MarkedTokens) -> Diagnostic? {
        let bytes = formatted.bytes
        let start = SourceRange(file: 0, start: 0, end: 0)
        if bytes.count > Parser.largestFile {
            return Diagnostic(
                .fileTooLarge, "laid out, this file would be larger than 1 MiB", at: start,
                help: "divide it into several files; all files of a folder are one program")
        }
        guard isSame(bytes, original) else {
            return Diagnostic(
                .formatFault, "this file would not mean the same any more, laid out", at: start,
                help: "it is left as it is; this is a fault of hearth format: please report it, with the file")
        }
        return nil
    }

    private static func isSame(_ bytes: [UInt8], _ original: MarkedTokens) -> Bool {
        var sources = SourceSet()
        _ = sources.add(name: "", text: bytes)
        let (tree, mistakes) = Parser.parse(sources)
        guard mistakes.isEmpty else { return false }
        let result = MarkedTokens(bytes, tree)
        return result.tokens.count == original.tokens.count
            && original.tokens.tokens.indices.allSatisfy { isSame($0, result.tokens, original.tokens) }
            && result.marks == original.marks && comments(of: result.tokens) == comments(of: original.tokens)
    }

    private static func isSame(_ index: Int, _ first: TokenList, _ second: TokenList) -> Bool {
        first[index].kind == second[index].kind && first[index].startsLine == second[index].startsLine
            && first.text(index) == second.text(index)
    }

    /// Each with the number of the token that it stands behind.
    private static func comments(of tokens: TokenList) -> [Comment] {
        LineCutter.lines(of: tokens).compactMap { line in
            line.comment.map {
                Comment(place: line.tokens.upperBound, isAlone: line.tokens.isEmpty, text: tokens.bytes[$0])
            }
        }
    }

    private struct Comment: Equatable {
        var place: Int
        var isAlone: Bool
        var text: ArraySlice<UInt8>
    }
}
