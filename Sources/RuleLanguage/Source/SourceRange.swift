/// A stretch of one rules file: UTF-8 offsets, end excluded.
package struct SourceRange: Sendable, Hashable {
    /// Index of the file in its `SourceSet`.
    package var file: Int
    package var start: Int
    package var end: Int

    package init(file: Int, start: Int, end: Int) {
        self.file = file
        self.start = start
        self.end = end
    }

    /// The smallest range that covers both; they must be of one file.
    package func union(_ other: SourceRange) -> SourceRange {
        precondition(file == other.file, "ranges of two files have no union")
        return SourceRange(file: file, start: min(start, other.start), end: max(end, other.end))
    }
}
