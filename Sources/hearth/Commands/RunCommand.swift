import Gateway

extension Command {
    static let run = Command(
        name: "run", operands: "[FOLDER]", operandCount: 0...1,
        options: [
            Option(name: "--state", value: "FOLDER", summary: "the folder of which one gateway at a time has the use"),
            Option(name: "--no-storm-guard", summary: "send however many commands rules ask for"),
        ],
        summary: "run the gateway",
        text: """
            Connects to the broker, reads messages, decides by the rules in FOLDER (/etc/hearth if not given) and sends
            commands, until SIGTERM or SIGINT. SIGHUP reads the rules again; with an error in them the old ones stay.
            What it does is said in the journal, or on standard error where there is no journal.

            Two gateways with the same rules would command against each other: one at a time has the use of the state
            folder, which is the one that systemd gives (StateDirectory=), else --state FOLDER, else
            ~/.local/state/hearth. In it, in state.db, are values, timers and what was sent, so that a restart goes on
            where the gateway ended, and the last rules without errors, for a start with others. What has happened since
            that was written is in state.recent, there or where systemd says (RuntimeDirectory=), and outlives a kill.

            An output that sends more than 20 commands in 10 seconds is held to its latest value each second, unless
            --no-storm-guard is given.

            Exit code: 0 stopped, 75 where another gateway runs with the same state, 78 where the rules or settings are
            wrong.
            """,
        run: { arguments, _ in
            Gateway.run(
                Gateway.Options(
                    folder: arguments.operands.first ?? "/etc/hearth", stateFolder: arguments.value(of: "--state"),
                    guardsAgainstStorms: !arguments.has("--no-storm-guard")))
        })
}
