import RuleLanguage

/// Sending again: `resend every`, `resend when`, and commands that the device has to confirm.
extension Engine {
    /// Asks to be woken for the next thing that is due at an output.
    mutating func scheduleManners(_ place: Int32) {
        let instance = outputs[Int(place)]
        let due = min(instance.waitDue, instance.resendDue, instance.confirmDue)
        outputs[Int(place)].due = due
        if due < instance.scheduled {
            outputs[Int(place)].scheduled = due
            timers.push(.output(place), due: due)
        }
    }

    /// Sends once more what was sent last, where it is time and nothing else is sent: what is new makes it needless.
    mutating func repeatWhatIsDue(_ place: Int32) {
        let instance = outputs[Int(place)]
        if instance.confirmDue <= time { tryAgain(place) }
        guard outputs[Int(place)].resendDue <= time else { return }
        guard phase == .running else {
            // It is sent once when that is possible again.
            outputs[Int(place)].resendDue = never
            outputs[Int(place)].isResendOwed = true
            return
        }
        resend(place)
    }

    /// Sends what was sent last once more, as soon as that is allowed.
    private mutating func resend(_ place: Int32) {
        let instance = outputs[Int(place)]
        outputs[Int(place)].resendDue = never
        guard !instance.sent.isUnknown else { return }
        if let earliest = earliestRepetition(instance), earliest > time {
            outputs[Int(place)].resendDue = earliest
            return
        }
        issue(instance.sent, place, (instance.reason?.reason ?? reason(of: instance)).again)
    }

    /// What could not be sent while the connection was broken.
    mutating func settleDebts() {
        for place in outputs.indices {
            if outputs[place].isResendOwed { outputs[place].resendDue = time }
            if isUnconfirmed(Int32(place)) { outputs[place].confirmDue = time }
            outputs[place].isResendOwed = false
            queueOutput(Int32(place))
        }
    }

    // MARK: resend when

    mutating func evaluateResend(_ unit: UnitInstance, _ binding: [LevelID]) {
        guard case .resend(let output) = plan.units[Int(unit.template)].template.kind,
            let script = plan.units[Int(unit.template)].template.script,
            let isHappening = plan.program.outputs[output].resendWhen.map({ $0.type == .happening })
        else { return }
        guard !isCatchingUp else { return noteMissedTrigger(unit, script, isHappening: isHappening) }
        let fires = trigger(unit, script, isHappening: isHappening)
        let missed = takeMissedTrigger(unit, script, isHappening: isHappening, fires: fires)
        guard fires || missed.map({ time &- $0 <= Self.longestDelay }) == true else { return }
        let place = outputInstance(output, binding)
        // What is sent in this instant has been sent since the device came back.
        guard outputs[Int(place)].sentInstant != instant else { return }
        outputs[Int(place)].resendDue = time
        queueOutput(place)
    }

    // MARK: confirmed by

    mutating func startConfirmation(_ place: Int32) {
        let output = Int(outputs[Int(place)].output)
        guard let confirmation = plan.outputs[output].definition.confirmation else { return }
        guard !isConfirmed(place) else {
            outputs[Int(place)].confirmDue = never
            outputs[Int(place)].tries = 0
            return
        }
        outputs[Int(place)].confirmDue = time &+ confirmation.within
    }

    /// Whether the device's own state is what was sent.
    private func isConfirmed(_ place: Int32) -> Bool {
        let instance = outputs[Int(place)]
        guard instance.confirmer != nothing else { return false }
        let unit = units[Int(instance.confirmer)]
        let result = code.spans[Int(unit.template)].result
        let value = cells[Int(unit.cells) + Int(result)]
        return !value.isUnknown && value == instance.sent
    }

    /// The device was to confirm, and the time for that has passed while nothing could be sent.
    private func isUnconfirmed(_ place: Int32) -> Bool {
        let instance = outputs[Int(place)]
        return plan.outputs[Int(instance.output)].definition.confirmation != nil && instance.confirmDue == never
            && instance.tries > 0 && !isConfirmed(place) && !sources[Int(instance.failure)].value.isTrue
    }

    mutating func evaluateConfirmation(_ unit: UnitInstance, _ binding: [LevelID]) {
        guard case .confirmation(let output) = plan.units[Int(unit.template)].template.kind else { return }
        let place = outputInstance(output, binding)
        guard isConfirmed(place) else { return }
        outputs[Int(place)].confirmDue = never
        outputs[Int(place)].tries = 0
        let failure = Int(outputs[Int(place)].failure)
        if sources[failure].value.isTrue {
            sources[failure].value = .false
            wakeReaders(of: failure)
        }
    }

    /// The device did not confirm in time: once more, or it has failed.
    private mutating func tryAgain(_ place: Int32) {
        let index = Int(place)
        outputs[index].confirmDue = never
        guard let confirmation = plan.outputs[Int(outputs[index].output)].definition.confirmation, !isConfirmed(place)
        else {
            return
        }
        guard outputs[index].tries < confirmation.tries else {
            let failure = Int(outputs[index].failure)
            sources[failure].value = .true
            wakeReaders(of: failure)
            complainAboutFailure(place, tries: confirmation.tries)
            return
        }
        // While nothing can be sent it waits for `settleDebts`.
        guard phase == .running else { return }
        if let earliest = earliestRepetition(outputs[index]), earliest > time {
            outputs[index].confirmDue = earliest
            return
        }
        outputs[index].tries += 1
        outputs[index].confirmDue = time &+ confirmation.within
        resend(place)
    }
}
