/// What formatting changes in a file, line by line, in the form that `patch` and everybody reads.
///
/// Each laid-out line knows the line that it came from, so nothing has to be searched for, however long the file is.
package struct UnifiedDiff {
    /// Unchanged lines around a change.
    static let context = 3

    package enum Kind: Sendable {
        case header, hunk, same, removed, added
    }

    package struct Line: Sendable {
        package var kind: Kind
        /// With its sign, without a line break.
        package var text: String
    }

    /// Empty where nothing changes.
    package private(set) var lines: [Line] = []

    private struct Edit {
        var kind: Kind
        var text: String
        var endsFile = false
    }

    /// - Parameter old: the file's bytes, with its byte-order mark if it has one.
    package init(of old: [UInt8], to new: FormattedText, name: String) {
        let edits = Self.edits(old, new)
        let changes = edits.indices.filter { edits[$0].kind != .same }
        guard !changes.isEmpty else { return }
        lines = [Line(kind: .header, text: "--- \(name)"), Line(kind: .header, text: "+++ \(name)")]
        var position = Position()
        for hunk in Self.hunks(around: changes, in: edits.count) {
            position.skip(edits[position.edits..<hunk.lowerBound])
            append(edits[hunk], at: position)
        }
    }

    // MARK: Edits

    private static func edits(_ old: [UInt8], _ new: FormattedText) -> [Edit] {
        let byteOrderMark = old.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var edits: [Edit] = []
        var added: [Edit] = []
        var start = 0
        var next = 0
        func flush() {
            edits += added
            added = []
        }
        while start < old.count {
            let end = old[start...].firstIndex(of: 0x0A)
            let line = old[start..<(end ?? old.count)]
            var replacements: [[UInt8]] = []
            while next < new.lines.count, new.lines[next].origin + byteOrderMark <= (end ?? old.count) {
                replacements.append(new.lines[next].text)
                next += 1
            }
            if end != nil, replacements.count == 1, replacements[0].elementsEqual(line) {
                flush()
                edits.append(Edit(kind: .same, text: shown(line)))
            } else {
                edits.append(Edit(kind: .removed, text: shown(line), endsFile: end == nil))
                added += replacements.map { Edit(kind: .added, text: shown($0[...])) }
            }
            start = (end ?? old.count - 1) + 1
        }
        flush()
        return edits
    }

    private static func shown(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }

    // MARK: Hunks

    /// Changes with their surroundings; those that touch are one.
    private static func hunks(around changes: [Int], in count: Int) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for change in changes {
            let hunk = max(0, change - context)..<min(count, change + context + 1)
            if let last = hunks.last, last.upperBound >= hunk.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<hunk.upperBound
            } else {
                hunks.append(hunk)
            }
        }
        return hunks
    }

    /// Lines before a hunk.
    private struct Position {
        var edits = 0
        var old = 0
        var new = 0

        mutating func skip(_ skipped: ArraySlice<Edit>) {
            edits += skipped.count
            for edit in skipped {
                if edit.kind != .added { old += 1 }
                if edit.kind != .removed { new += 1 }
            }
        }
    }

    private mutating func append(_ hunk: ArraySlice<Edit>, at start: Position) {
        var end = start
        end.skip(hunk)
        let old = Self.stretch(start.old, end.old - start.old)
        let new = Self.stretch(start.new, end.new - start.new)
        lines.append(Line(kind: .hunk, text: "@@ -\(old) +\(new) @@"))
        for edit in hunk {
            let sign = edit.kind == .removed ? "-" : edit.kind == .added ? "+" : " "
            lines.append(Line(kind: edit.kind, text: sign + edit.text))
            if edit.endsFile { lines.append(Line(kind: .removed, text: "\\ No newline at end of file")) }
        }
    }

    /// Where lines begin and how many they are; none stand behind the line that is named.
    private static func stretch(_ before: Int, _ count: Int) -> String {
        "\(count == 0 ? before : before + 1),\(count)"
    }
}
