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

    /// Something is due at an output.
    mutating func attend(_ place: Int32) {
        let index = Int(place)
        if outputs[index].confirmDue <= time {
            outputs[index].confirmDue = never
            if phase == .running { tryAgain(place) } else { outputs[index].isResendOwed = true }
        }
        if outputs[index].resendDue <= time {
            outputs[index].resendDue = never
            resend(place)
        }
        if outputs[index].waitDue <= time {
            outputs[index].waitDue = never
            queueOutput(place)
        }
        scheduleManners(place)
    }

    /// Sends what was sent last once more. While it cannot be sent it is owed once.
    mutating func resend(_ place: Int32) {
        let instance = outputs[Int(place)]
        guard !instance.sent.isUnknown else { return }
        guard phase == .running else {
            outputs[Int(place)].isResendOwed = true
            return
        }
        outputs[Int(place)].isResendOwed = false
        issue(instance.sent, place, (instance.reason?.reason ?? reason(of: instance)).again)
        scheduleManners(place)
    }

    /// What could not be sent while the connection was broken.
    mutating func settleDebts() {
        for place in outputs.indices {
            if outputs[place].isResendOwed && outputs[place].wanted == outputs[place].sent && !outputs[place].isOwed {
                resend(Int32(place))
            }
            outputs[place].isResendOwed = false
            queueOutput(Int32(place))
        }
    }

    // MARK: resend when

    mutating func evaluateResend(_ unit: UnitInstance, _ binding: [LevelID]) {
        guard case .resend(let output) = plan.units[Int(unit.template)].template.kind,
            let script = plan.units[Int(unit.template)].template.script,
            let isHappening = plan.program.outputs[output].resendWhen.map({ $0.type == .happening }),
            trigger(unit, script, isHappening: isHappening)
        else { return }
        resend(outputInstance(output, binding))
    }

    // MARK: confirmed by

    mutating func startConfirmation(_ place: Int32) {
        let output = Int(outputs[Int(place)].output)
        guard let confirmation = plan.outputs[output].definition.confirmation else { return }
        guard !isConfirmed(place) else { return outputs[Int(place)].confirmDue = never }
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
        outputs[index].tries += 1
        outputs[index].confirmDue = time &+ confirmation.within
        resend(place)
    }
}
