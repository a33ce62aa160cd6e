/// A file as it is laid out, line by line.
package struct FormattedText: Sendable {
    package struct Line: Sendable {
        /// UTF-8, without a line break.
        package var text: [UInt8]
        /// Where the line began that it was made from, as an offset into the text without its byte-order mark.
        package var origin: Int
    }

    package var lines: [Line]

    /// The file: each line ends in a line feed.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines.reduce(0) { $0 + $1.text.count + 1 })
        for line in lines {
            bytes += line.text
            bytes.append(0x0A)
        }
        return bytes
    }
}
