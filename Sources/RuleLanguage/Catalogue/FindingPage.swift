/// What `hearth explain` tells about one kind of finding.
package struct FindingPage: Sendable {
    package var finding: Finding
    /// A short title in the person's words.
    package var title: String
    /// What it means, and why it is said.
    package var meaning: String
    /// A program in which this is found, once, and nothing else. Empty where no program is to blame.
    package var example: String
    /// The same program with nothing wrong in it.
    package var mended: String

    init(_ finding: Finding, _ title: String, _ meaning: String, example: String, mended: String) {
        self.finding = finding
        self.title = title
        self.meaning = meaning
        self.example = example
        self.mended = mended
    }

    /// The example as it would lie on the disk. No text of Swift can show a byte that is not UTF-8: the replacement
    /// character stands for one.
    package var bytes: [UInt8] {
        example.unicodeScalars.flatMap { $0 == "\u{FFFD}" ? [0xFC] : Array(String($0).utf8) }
    }
}

extension FindingPage {
    /// All pages in the order of the catalogue.
    package static let all: [FindingPage] =
        signs + lines + writing + values + times + settings + names + types + declarations + rules + tests + warnings

    package static func page(of finding: Finding) -> FindingPage {
        guard let page = all.first(where: { $0.finding == finding }) else {
            preconditionFailure("each kind of finding has a page")
        }
        return page
    }
}
