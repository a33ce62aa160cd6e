import Glibc
import Systemd

/// The daemon: the only place where clock, broker, disk, journal, engine and link meet.
package enum Gateway {
    /// Runs until SIGTERM or SIGINT, on the calling thread, which must be the process's first.
    /// - Returns: the process's exit code, one of `ExitCode`.
    package static func run(_ options: Options) -> Int32 {
        SignalSource.ignoreBrokenPipes()
        // What it writes is the house's own business.
        umask(0o077)
        // Where this fails the loop will say so.
        try? SignalSource.hold([SIGTERM, SIGINT, SIGHUP])
        let environment = ServiceEnvironment.ofProcess
        let journal = GatewayJournal(Journal(identifier: "hearth", environment: environment))
        var lock: InstanceLock?
        let stateFolder = InstanceLock.folder(options.stateFolder, environment)
        if let folder = stateFolder {
            switch InstanceLock.acquire(in: folder) {
            case .held(let held): lock = held
            case .taken(let process):
                journal.alreadyRunning(folder: folder, process: process)
                return ExitCode.alreadyRunning
            case .impossible(let error): journal.note(.warning, "\(error): going on without it")
            }
            if let warning = StateFolder.warning(about: folder) { journal.note(.warning, warning) }
        }
        return withExtendedLifetime(lock) {
            let state = stateFolder.map { folder in
                (file: StateFile(folder: folder), log: EventLogFile.path(stateFolder: folder, options, environment))
            }
            switch RulesLoader.load(folder: options.folder) {
            case .success(let rules): return run(options, Daemon.Start(rules: rules), state, journal, environment)
            case .failure(let problem):
                if let good = lastGoodRules(state?.file) {
                    return run(options, Daemon.Start(rules: good, problem: problem), state, journal, environment)
                }
                journal.rejected(problem, folder: options.folder)
                Notifier(environment).status("the rules in \(options.folder) have errors: see the journal")
                return ExitCode.wrongRules
            }
        }
    }

    /// The rules that were the last ones without errors, if they are still without.
    private static func lastGoodRules(_ state: StateFile?) -> LoadedRules? {
        guard let sources = state?.loadRules().0, case .success(let rules) = RulesLoader.compileLastGood(sources) else {
            return nil
        }
        return rules
    }

    private static func run(
        _ options: Options, _ start: Daemon.Start, _ state: (file: StateFile, log: String)?, _ journal: GatewayJournal,
        _ environment: ServiceEnvironment
    ) -> Int32 {
        do {
            let daemon = try Daemon(options, start, state: state, journal: journal, environment: environment)
            return try daemon.run()
        } catch {
            journal.note(.error, "\(error)")
            return ExitCode.systemFailed
        }
    }
}
