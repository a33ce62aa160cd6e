import RuleEngine
import Systemd

extension Daemon {
    /// Takes the rules of the house's zone as its file has them now, once a minute at most.
    func lookAtZone() {
        take(zone.look(at: SystemClock.monotonic))
    }

    /// The same at once, for somebody asks for a reload.
    func lookAtZoneNow() {
        take(zone.lookNow(at: SystemClock.monotonic))
    }

    /// The settings may name another zone than before.
    func followZone(of rules: LoadedRules) {
        guard rules.program.settings.zone != zone.zone else { return }
        zone = ZoneFile(zone: rules.program.settings.zone, at: SystemClock.monotonic)
        if zone.isMissing { journal.zoneIsMissing(zone) }
    }

    private func take(_ look: ZoneFile.Look) {
        switch look {
        case .same: break
        case .gone: journal.zoneIsGone(zone)
        case .changed:
            LocalTime(zone: zone.zone).readAgain()
            journal.zoneChanged(zone)
            let now = now
            carryOut(engine.zoneChanged(at: now))
            // What was told before could not be told again: the zone's old rules are nowhere.
            keeper?.beginAnew(at: now)
        }
    }
}
