import Link
import RuleLanguage
import Systemd

extension Daemon {
    /// Does what the link wants, in order.
    func perform(_ actions: [LinkAction]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: LinkAction) {
        switch action {
        case .publish(let token, let message): broker.publish(token: token, message)
        case .connect(let attempt):
            redeliveries.connectionEnded()
            syncTopic = Array(attempt.connection.syncTopic.utf8)
            broker.connect(attempt)
            showStatus()
        case .held: break
        case .abandon: broker.abandon()
        case .drop: broker.drop()
        case .disconnect: broker.disconnect()
        case .subscribe(let token, let filters, let qos, let options):
            broker.subscribe(token: token, filters: filters, qos: qos, options: options)
        case .unsubscribe(let token, let filters): broker.unsubscribe(token: token, filters: filters)
        case .settled:
            let isFirst = !hasSettled
            if isFirst {
                hasSettled = true
                journal.settled()
            }
            let now = now
            keeper?.record(.settled(now))
            redeliveries.forgetFormer()
            carryOut(engine.settled(at: now))
            post(.caughtUp)
            if isFirst { ResidentMemory.letGoOfCode() }
            showStatus()
        case .disconnected:
            let now = now
            keeper?.record(.disconnected(now))
            carryOut(engine.disconnected(at: now))
            showStatus()
        case .report(let report):
            journal.report(report)
            showStatus()
        case .stopped:
            journal.stopped()
            loop.stop(exitCode: Gateway.ExitCode.stopped)
        }
    }

    /// The line in `systemctl status`.
    var statusText: String {
        let address = link.address
        let number = rules.ruleCount == 1 ? "1 rule" : "\(rules.ruleCount) rules"
        let good = problem == nil ? number : "the last good rules: \(number); those in the folder have errors"
        let count = keeper?.isSaving == false ? good + "; the state cannot be saved" : good
        if link.isOnline { return "connected to \(address), \(count)" }
        let reason = link.lastFailure.map { ": \($0.words)" } ?? ""
        return "no connection to \(address)\(reason); the rules go on (\(count))"
    }

    func showStatus() {
        guard notifier.isListenedTo else { return }
        let text = statusText
        guard text != lastStatus else { return }
        lastStatus = text
        notifier.status(text)
    }
}
