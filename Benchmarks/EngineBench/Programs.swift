import Glibc
import RuleLanguage

/// The rules that the engine is measured with.
enum Programs {
    /// climate.rules, without its tests: a fan for each room that has a thermometer.
    static let climate = """
        input  temperature(room)  from "{prefix}/sensors/{room}/temperature"  as number °C in -40..60, stale after 15 min
        input  status(room)       from "{prefix}/sensors/{room}/status"       as online | offline
        output fan(room)          to   "{prefix}/{room}/fan/set"              as ON | OFF

        keep fan(room)
            OFF  while status(room) is offline for 5 min or temperature(room) is unknown for 30 min
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C
            OFF  otherwise

        """

    /// The same for thermometers that send JSON.
    static let climateOfJSON = """
        input  temperature(room)  from "{prefix}/sensors/{room}/temperature"  at temperature  as number °C in -40..60, stale after 15 min
        input  status(room)       from "{prefix}/sensors/{room}/status"       as online | offline
        output fan(room)          to   "{prefix}/{room}/fan/set"              as ON | OFF

        keep fan(room)
            OFF  while status(room) is offline for 5 min or temperature(room) is unknown for 30 min
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C
            OFF  otherwise

        """

    /// So many rules, each with a thermometer and a fan of its own, in files of a thousand.
    static func separate(_ count: Int) -> [String] {
        stride(from: 0, to: count, by: 1000).map { separate($0..<min($0 + 1000, count)) }
    }

    private static func separate(_ rules: Range<Int>) -> String {
        rules.map { index in
            """
            input  temperature_\(index)  from "{prefix}/sensors/room\(index)/temperature"  as number °C in -40..60, stale after 15 min
            output fan_\(index)          to   "{prefix}/room\(index)/fan/set"              as ON | OFF

            keep fan_\(index)
                OFF  while temperature_\(index) is unknown for 30 min
                ON   while temperature_\(index) > 26 °C until temperature_\(index) < 24 °C
                OFF  otherwise

            """
        }.joined()
    }

    static func compile(_ text: String) -> Program {
        compile([text])
    }

    static func compile(_ texts: [String]) -> Program {
        var sources = SourceSet()
        for (index, text) in texts.enumerated() {
            _ = sources.add(name: "bench\(index).rules", text: Array(text.utf8))
        }
        let (program, diagnostics) = Compiler.compile(sources)
        guard let program else {
            print("engine-bench: the rules do not compile: \(diagnostics.first?.message ?? "no reason given")")
            exit(1)
        }
        return program
    }
}
