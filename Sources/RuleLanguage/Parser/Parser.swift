/// Makes a syntax tree of rules files. It finds something in any bytes at all, reports what it cannot read, and goes on at
/// the next case, action, step or statement. What it skipped is `.missing` in the tree, and nothing more need be said about it.
package struct Parser {
    /// Larger files are not read: nobody wrote them by hand.
    package static let largestFile = 1 << 20
    /// Parentheses, `not`, `-` and aggregates within each other.
    static let deepestNesting = 100
    /// Operators in one statement, case, action or step: their tree must not be deeper than a stack.
    static let mostOperators = 500

    let bytes: [UInt8]
    let file: Int
    let tokens: [Token]
    var position = 0
    /// Where the statement, case, action or step begins that is being read.
    var itemStart = 0
    /// A mistake was reported: the rest of the item reads as the end of its line, and nothing is reported in it.
    var isPanicking = false
    /// Open ones: inside, line breaks mean nothing.
    var parentheses = 0
    var depth = 0
    var operators = 0
    /// Behind the `while` of a case, where another `while` can only belong to the next one.
    var isInCondition = false
    var statements: [SyntaxTree.Statement] = []
    var diagnostics = DiagnosticList()

    /// All files of a program. The findings are in file order.
    package static func parse(_ sources: SourceSet) -> (SyntaxTree, [Diagnostic]) {
        var tree = SyntaxTree()
        var diagnostics: [Diagnostic] = []
        for (index, file) in sources.files.enumerated() {
            if let finding = refusal(of: file, index) {
                diagnostics.append(finding)
                continue
            }
            var lexer = Lexer(bytes: file.text, file: index)
            lexer.run()
            var parser = Parser(bytes: file.text, file: index, tokens: lexer.tokens)
            parser.parseFile()
            tree.statements += parser.statements
            diagnostics += lexer.diagnostics.findings + parser.diagnostics.findings
        }
        return (tree, DiagnosticRenderer.sorted(diagnostics))
    }

    private init(bytes: [UInt8], file: Int, tokens: [Token]) {
        self.bytes = bytes
        self.file = file
        self.tokens = tokens
    }

    /// Why a file is not even looked into.
    private static func refusal(of file: SourceSet.File, _ index: Int) -> Diagnostic? {
        let start = SourceRange(file: index, start: 0, end: 0)
        if file.text.count > largestFile {
            return Diagnostic(
                .fileTooLarge, "this file is larger than 1 MiB", at: start,
                help: "divide it into several files; all files of a folder are one program")
        }
        if file.text.starts(with: [0xFF, 0xFE]) || file.text.starts(with: [0xFE, 0xFF]) {
            return Diagnostic(
                .notUTF8, "this file is UTF-16 text", at: start, help: "save it as UTF-8")
        }
        return nil
    }
}
