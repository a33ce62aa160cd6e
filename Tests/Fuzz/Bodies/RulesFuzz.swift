import RuleEngine
import RuleLanguage

/// Reads, checks and lays out any bytes at all, tells of all findings, and begins to run what has no errors.
enum RulesFuzz {
    static func test(_ bytes: [UInt8]) throws(Wrong) {
        let sources = sources(bytes)
        let (program, findings) = Compiler.compile(sources)
        let hasErrors = findings.contains { $0.severity == .error }
        try Wrong.unless((program == nil) == hasErrors, "a program is there exactly where there is no error")
        try tell(findings, sources)
        try layOut(sources, hasErrors: hasErrors)
        if let program { try run(program) }
    }

    private static func sources(_ bytes: [UInt8]) -> SourceSet {
        var sources = SourceSet()
        _ = sources.add(name: "fuzz.rules", text: bytes)
        return sources
    }

    private static func tell(_ findings: [Diagnostic], _ sources: SourceSet) throws(Wrong) {
        for style in [Style.plain, .colour] {
            let renderer = DiagnosticRenderer(sources: sources, style: style)
            for finding in findings {
                let text = renderer.render(finding)
                try Wrong.unless(text.contains("fuzz.rules"), "a finding does not say where: \(text)")
            }
            _ = renderer.render(findings)
        }
        for finding in findings {
            let page = FindingPage.page(of: finding.finding)
            try Wrong.unless(!page.meaning.isEmpty, "\(finding.slug) is not explained")
        }
        _ = DiagnosticJSON(sources: sources).render(findings)
    }

    private static func layOut(_ original: SourceSet, hasErrors: Bool) throws(Wrong) {
        guard case .formatted(let once) = RuleFormatter.format(original) else {
            return try Wrong.unless(hasErrors, "a file without errors is not laid out")
        }
        let again = sources(once.bytes)
        guard case .formatted(let twice) = RuleFormatter.format(again) else {
            throw Wrong(words: "what was laid out is refused")
        }
        try Wrong.unless(twice.bytes == once.bytes, "laid out twice it is another one")
        let stillHasErrors = Compiler.compile(again).diagnostics.contains { $0.severity == .error }
        try Wrong.unless(stillHasErrors == hasErrors, "laying out changed whether there are errors")
    }

    /// A day in which each topic is heard once.
    private static func run(_ program: Program) throws(Wrong) {
        var moment = Moment(monotonic: 1_000_000_000_000, wall: 1_782_907_200_000_000_000)
        var engine = Engine(program, at: moment)
        try Checks.decisions(engine.settled(at: moment))
        for input in program.inputs {
            let levels = (0..<max(1, input.topic.captureCount)).map { _ in "x" }
            let topic = Array(input.topic.rendered(levels: levels).utf8)
            moment = moment.advanced(by: 1_000_000_000)
            try Checks.decisions(engine.hear(topic, Array("1".utf8), retained: false, at: moment))
        }
        // From deadline to deadline, for as long as a day or a few of them.
        for _ in 0..<30 {
            guard let due = engine.nextDeadline, due < moment.monotonic + 86_400_000_000_000 else { break }
            try Wrong.unless(due > moment.monotonic, "the next deadline is not ahead")
            moment = moment.advanced(by: due - moment.monotonic)
            try Checks.decisions(engine.advance(to: moment))
        }
        try Checks.roundTrip(engine.snapshot(at: moment))
    }
}
