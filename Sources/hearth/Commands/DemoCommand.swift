extension Command {
    static let demo = Command(
        name: "demo", operands: "", operandCount: 0...0,
        options: [
            Option(name: "--for", value: "TIME", summary: "end by itself after TIME, such as 20s or 2min"),
            Option(name: "--seed", value: "NUMBER", summary: "show the same house again"),
            Option(name: "--config", value: "FOLDER", summary: "use the rules in FOLDER"),
        ],
        summary: "show a simulated house with the real gateway",
        text: """
            Starts a broker of its own on a free port of this machine, a house of three rooms whose temperature follows
            weather, sun and fans, ten times faster than life, and the gateway with its rules. Shows readings, commands
            and their reasons until Ctrl-C, and cleans up after itself. Nothing leaves this machine.
            """,
        run: { arguments, _ throws(UsageError) in
            var options = Demo.Options()
            options.configFolder = arguments.value(of: "--config")
            if let time = arguments.value(of: "--for") { options.duration = try DemoTime.nanoseconds(time) }
            if let seed = arguments.value(of: "--seed") {
                guard let number = UInt64(seed) else {
                    throw UsageError("\"\(seed)\" is no seed", help: "write a whole number, such as --seed 7")
                }
                options.seed = number
            }
            return Demo.run(options)
        })
}

/// Reads `20s`, `2min`, `1 h`; a bare number is in seconds.
enum DemoTime {
    /// What a day has: a demo that runs longer needs no limit.
    private static let longest = 86_400.0

    static func nanoseconds(_ text: String) throws(UsageError) -> Int64 {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        let seconds: Double? =
            switch unit {
            case "", "s": 1
            case "ms": 0.001
            case "min": 60
            case "h": 3600
            default: nil
            }
        guard let seconds, let number = Double(digits), number * seconds > 0, number * seconds <= longest else {
            throw UsageError(
                "\"\(text)\" is no length of time", help: "write a number and ms, s, min or h, such as --for 20s")
        }
        return Int64(number * seconds * 1e9)
    }
}
