import Systemd

/// The daemon: the only place where clock, broker, disk, journal, engine and link meet.
package enum Gateway {
    /// Runs until SIGTERM or SIGINT, on the calling thread, which must be the process's first.
    /// - Returns: the process's exit code, one of `ExitCode`.
    package static func run(_ options: Options) -> Int32 {
        SignalSource.ignoreBrokenPipes()
        let environment = ServiceEnvironment.ofProcess
        let journal = GatewayJournal(Journal(identifier: "hearth", environment: environment))
        var lock: InstanceLock?
        if let folder = InstanceLock.folder(options.stateFolder, environment) {
            switch InstanceLock.acquire(in: folder) {
            case .held(let held): lock = held
            case .taken(let process):
                journal.alreadyRunning(folder: folder, process: process)
                return ExitCode.alreadyRunning
            case .impossible(let error): journal.note(.warning, "\(error): going on without it")
            }
        }
        return withExtendedLifetime(lock) {
            switch RulesLoader.load(folder: options.folder) {
            case .failure(let problem):
                journal.rejected(problem, folder: options.folder)
                Notifier(environment).status("the rules in \(options.folder) have errors: see the journal")
                return ExitCode.wrongRules
            case .success(let rules): return run(options, rules, journal, environment)
            }
        }
    }

    private static func run(
        _ options: Options, _ rules: LoadedRules, _ journal: GatewayJournal, _ environment: ServiceEnvironment
    ) -> Int32 {
        do {
            return try Daemon(options, rules: rules, journal: journal, environment: environment).run()
        } catch {
            journal.note(.error, "\(error)")
            return ExitCode.systemFailed
        }
    }
}
