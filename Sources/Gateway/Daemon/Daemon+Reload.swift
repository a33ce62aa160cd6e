import Link
import RuleEngine
import RuleLanguage
import Systemd

extension Daemon {
    enum ReloadCause {
        /// SIGHUP.
        case asked
        /// Something in the folder was saved.
        case saved
    }

    /// Reads the rules again. With any error the old ones stay, untouched.
    func reload(because cause: ReloadCause) {
        let read = RulesLoader.read(options.folder)
        if cause == .saved, case .success(let sources) = read, lastRead == SourceSetContents(sources) { return }
        notifier.reloading(status: "reading the rules")
        if cause == .asked { lookAtZoneNow() }
        defer {
            notifier.ready(status: statusText)
            lastStatus = statusText
            endTurn()
        }
        switch read.flatMap(RulesLoader.compile) {
        case .failure(let problem):
            lastRead = SourceSetContents(problem.sources)
            journal.reloadFailed(problem)
        case .success(let new):
            lastRead = SourceSetContents(new.sources)
            problem = nil
            take(new)
            keeper?.note(new.sources, at: SystemClock.monotonic)
        }
    }

    /// Swaps the rules between two messages.
    private func take(_ new: LoadedRules) {
        let isUnchanged = new.sources.hasSameContents(as: rules.sources)
        let settings = settings(for: new)
        let awaitsRetained = link.needsSettling(for: settings.subscriptions)
        // First the link: if the connection is given up, the engine's commands must wait for the next one.
        post(.configure(settings))
        drain()
        if isUnchanged {
            journal.unchanged()
        } else {
            let now = now
            keeper?.record(rules: new, awaitingRetained: awaitsRetained, at: now)
            let former = engine.snapshot(at: now)
            let decisions = engine.reload(new.program, awaitingRetained: awaitsRetained, at: now)
            let state = KeptState(from: former, to: engine.snapshot(at: now))
            let change = RulesChange(from: rules.program, to: new.program)
            rules = new
            followZone(of: new)
            journal.reloaded(new, change, state)
            carryOut(decisions)
            post(.inform(Information.json(of: new, isLastGood: false, startedAt: startedAt)))
        }
        warnAboutPassword()
        warnAboutOverlooked()
        do {
            try watchRules()
        } catch {
            journal.note(.warning, "\(error): saved rules are not noticed")
        }
    }

    /// The link's settings, with the fingerprint of the secrets and certificates as they are now. Where these
    /// cannot be read, the connection that stands is not given up for it.
    func settings(for rules: LoadedRules) -> LinkSettings {
        var settings = LinkSettings(
            rules.program, hostName: HostName.current, guardsAgainstStorms: options.guardsAgainstStorms)
        settings.connection.materialFingerprint =
            material.fingerprint(of: settings.connection) ?? link.settings.connection.materialFingerprint
        return settings
    }

    /// Rules files in the wrong place, each set of them once.
    func warnAboutOverlooked() {
        let names = RulesFolder.overlooked(in: options.folder)
        guard names != overlooked else { return }
        overlooked = names
        guard !names.isEmpty else { return }
        let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        journal.note(.warning, "not read, since there is a rules.d: \(list) in \(options.folder)")
    }

    func warnAboutPassword() {
        let warning = material.warning(about: rules.program.settings.password)
        guard warning != passwordWarning else { return }
        passwordWarning = warning
        if let warning { journal.note(.warning, warning) }
    }
}

/// What files held, to tell whether anything changed.
struct SourceSetContents: Equatable {
    private let fingerprint: UInt64?

    init(_ sources: SourceSet?) { fingerprint = sources.map(RulesFingerprint.value) }
}
