import RuleEngine
import RuleLanguage

/// The first byte chooses a type; the rest of its line is a path. Each line behind it is a payload, the last one with all that follows.
enum PayloadFuzz {
    private static let types = [
        "number", "number °C", "number °C in -40..60", "number % in 0..100 step 5", "number, except 85, -127", "text",
        "text, except \"\"", "ON | OFF", "open \"true\" | closed \"false\"", "on \"1\" \"ON\" | off \"0\" \"OFF\"",
        "unknown | known", "Straße | ΣΑΣ | İ",
    ]

    static func test(_ bytes: [UInt8]) throws(Wrong) {
        var bytes = FuzzBytes(bytes)
        let type = bytes.pick(types)
        let path = String(decoding: bytes.line(), as: UTF8.self)
        guard let program = program(type, path), !program.inputs.isEmpty else { return }
        var reader = PayloadReader(program: program)
        var engine = Engine(program, at: start)
        try Checks.decisions(engine.settled(at: start))
        let payloads = [bytes.line(), bytes.line(), bytes.remainder()]
        for payload in payloads {
            reader.begin()
            for (index, input) in program.inputs.enumerated() {
                // A text of a reading lies in the payload, or in the reader.
                let result = payload.withUnsafeBytes { payload in
                    Result { () throws(Wrong) in try check(reader.read(payload, for: index), input) }
                }
                try result.get()
            }
            for input in program.inputs {
                let topic = Array(input.topic.filter.utf8)
                try Checks.decisions(engine.hear(topic, payload, retained: false, at: start))
            }
        }
        try Checks.roundTrip(engine.snapshot(at: start))
    }

    private static let start = Moment(monotonic: 1_000_000_000_000, wall: 1_782_907_200_000_000_000)

    /// The type with the path and without it, on one topic. What was heard is sent on: it must fit there too.
    private static func program(_ type: String, _ path: String) -> Program? {
        var sources = SourceSet()
        let place = path.isEmpty ? "" : "at \(path) "
        let text = """
            input whole from "t" as \(type)
            input part from "t" \(place)as \(type)
            output out to "o" as text, sending '{"v": "{value}"}'
            keep out
                "{part}" while part is known
                "{whole}" while whole is known
            """
        _ = sources.add(name: "fuzz.rules", text: Array(text.utf8))
        return Compiler.compile(sources).program
    }

    private static func check(_ reading: Reading, _ input: Input) throws(Wrong) {
        switch (reading, input.type) {
        case (.absent, _): try Wrong.unless(!input.path.isEmpty, "absent without a path")
        case (.empty, _), (.unknown, _), (.bad, _): return
        case (.number(let number), .number(let type)):
            try Wrong.unless(number.isFinite, "\(number) is taken")
            try Wrong.unless(type.range?.contains(number) ?? true, "\(number) is taken, out of range")
            try Wrong.unless(!input.exceptions.contains(.number(number)), "\(number) is taken, an exception")
        case (.word(let id), .words(let words)):
            try Wrong.unless(words.contains { $0.id == id }, "a word of another type")
        case (.text(let bytes), .text):
            let text = String(validating: bytes, as: UTF8.self)
            try Wrong.unless(text?.utf8.contains(0) == false, "a text that is none")
            try Wrong.unless(!input.exceptions.contains(.text(text ?? "")), "an exception is taken")
        default: throw Wrong(words: "a value that does not fit its type")
        }
    }
}
