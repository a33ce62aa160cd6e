/// The files of one program, in the order in which they were read.
package struct SourceSet: Sendable {
    package struct File: Sendable {
        /// As it is shown in messages.
        package var name: String
        /// The text as UTF-8, without a byte-order mark.
        package var text: [UInt8]

        package init(name: String, text: [UInt8]) {
            self.name = name
            self.text = text
        }
    }

    package private(set) var files: [File] = []

    package init() {}

    /// Adds a file and gives its index.
    package mutating func add(name: String, text: [UInt8]) -> Int {
        files.append(File(name: name, text: text))
        return files.count - 1
    }
}
