/// The files of one program, in the order in which they were read.
package struct SourceSet: Sendable {
    package struct File: Sendable {
        /// As it is shown in messages.
        package var name: String
        /// The text as UTF-8, without a byte-order mark.
        package let text: [UInt8]
        /// Where each line begins.
        let lineStarts: [Int]

        package init(name: String, text: [UInt8]) {
            self.name = name
            self.text = text.starts(with: File.byteOrderMark) ? Array(text.dropFirst(3)) : text
            self.lineStarts = File.lineStarts(of: self.text)
        }

        private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

        /// A line ends in a line feed, a carriage return, or both.
        private static func lineStarts(of text: [UInt8]) -> [Int] {
            var starts = [0]
            var index = 0
            while index < text.count {
                let byte = text[index]
                index += 1
                if byte == 0x0D, index < text.count, text[index] == 0x0A { index += 1 }
                if byte == 0x0A || byte == 0x0D { starts.append(index) }
            }
            return starts
        }
    }

    package private(set) var files: [File] = []

    package init() {}

    /// Adds a file and gives its index. A byte-order mark is taken off.
    package mutating func add(name: String, text: [UInt8]) -> Int {
        files.append(File(name: name, text: text))
        return files.count - 1
    }
}
