extension SourceSet {
    /// A place as an editor shows it: both count from 1, the column in characters.
    package struct Position: Sendable, Hashable {
        package var line: Int
        package var column: Int
    }

    package func position(of offset: Int, in file: Int) -> Position {
        let text = files[file].text
        let offset = max(0, min(offset, text.count))
        let line = lineIndex(of: offset, in: file)
        let before = text[files[file].lineStarts[line]..<offset]
        let column = before.allSatisfy { $0 < 0x80 } ? before.count : String(decoding: before, as: UTF8.self).count
        return Position(line: line + 1, column: column + 1)
    }

    /// `climate.rules:7`, for messages about the statement or case at `range`.
    package func place(of range: SourceRange) -> String {
        "\(files[range.file].name):\(lineIndex(of: range.start, in: range.file) + 1)"
    }

    /// The same without folders, for the journal, where lines are short: the files of one program have names of their own.
    package func shortPlace(of range: SourceRange) -> String {
        let place = place(of: range)
        return place.lastIndex(of: "/").map { String(place[place.index(after: $0)...]) } ?? place
    }

    /// What stands at `range`; bytes that are not UTF-8 are replaced.
    package func text(of range: SourceRange) -> String {
        let text = files[range.file].text
        let start = max(0, min(range.start, text.count))
        let end = max(start, min(range.end, text.count))
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    /// Offsets of the line around `offset`, without its line break.
    func lineBounds(of offset: Int, in file: Int) -> Range<Int> {
        let source = files[file]
        let line = lineIndex(of: offset, in: file)
        let start = source.lineStarts[line]
        var end = line + 1 < source.lineStarts.count ? source.lineStarts[line + 1] : source.text.count
        while end > start, source.text[end - 1] == 0x0A || source.text[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// Counts from 0.
    private func lineIndex(of offset: Int, in file: Int) -> Int {
        let starts = files[file].lineStarts
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
