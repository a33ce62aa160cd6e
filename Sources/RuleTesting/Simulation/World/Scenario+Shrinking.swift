/// Makes a failing scenario small: what can be left out while the same invariant still fails is left out.
extension Scenario {
    /// Most simulations that one shrinking may run.
    private static let mostTries = 400

    /// - Parameter outcome: of this scenario; it must have failed.
    /// - Returns: the smallest scenario found, and what came of it.
    package func shrunk(from outcome: SimulationOutcome) -> (scenario: Scenario, outcome: SimulationOutcome) {
        guard let violation = outcome.violation else { return (self, outcome) }
        var best = self
        var found = outcome
        var tries = 0
        func holds(_ candidate: Scenario) -> Bool {
            guard tries < Self.mostTries else { return false }
            tries += 1
            let next = Simulation(candidate).run()
            guard next.violation?.invariant == violation.invariant else { return false }
            best = candidate
            found = next
            return true
        }
        var isSmaller = true
        while isSmaller, tries < Self.mostTries {
            isSmaller = false
            for candidate in best.withoutEnd(found) + best.withoutBeginning where holds(candidate) {
                isSmaller = true
                break
            }
            var size = max(1, best.faults.count / 2)
            while size >= 1, !best.faults.isEmpty {
                var start = 0
                while start < best.faults.count {
                    var candidate = best
                    candidate.faults.removeSubrange(start..<min(start + size, best.faults.count))
                    if holds(candidate) { isSmaller = true } else { start += size }
                }
                size /= 2
            }
            for device in 0..<Device.all(in: HouseMap(rooms: rooms)).count where !best.absent.contains(device) {
                var candidate = best
                candidate.absent.insert(device)
                if holds(candidate) { isSmaller = true }
            }
        }
        return (best, found)
    }

    /// Ends with the day of the violation.
    private func withoutEnd(_ outcome: SimulationOutcome) -> [Scenario] {
        guard let violation = outcome.violation else { return [] }
        let last = Int(violation.time / Span.day) + 1
        guard last < days.upperBound else { return [] }
        var candidate = self
        candidate.days = days.lowerBound..<last
        candidate.faults.removeAll { $0.time >= Int64(last) * Span.day }
        return [candidate]
    }

    /// Begins later: on the last day, or half way, or a day later.
    private var withoutBeginning: [Scenario] {
        let length = days.count
        return [length - 1, length - 2, length / 2, 1].filter { $0 > 0 && $0 < length }.map { skipped in
            var candidate = self
            candidate.days = (days.lowerBound + skipped)..<days.upperBound
            candidate.faults.removeAll { $0.time < Int64(candidate.days.lowerBound) * Span.day }
            return candidate
        }
    }

    /// What is left of it, for a person.
    package var lines: [String] {
        let devices = Device.all(in: HouseMap(rooms: rooms))
        let present = devices.indices.filter { !absent.contains($0) }.map { "\(devices[$0].kind) \(devices[$0].room)" }
        return ["days \(days), \(rooms) rooms; devices: \(present.joined(separator: ", "))"]
            + faults.map { "\(History.written($0.time))  fault: \($0.kind)" }
    }
}
