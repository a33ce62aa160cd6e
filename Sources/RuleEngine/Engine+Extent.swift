/// How much an engine holds of what could grow.
package struct EngineExtent: Sendable {
    package var timers: Int
    package var texts: Int
    /// Of inputs, outputs and rules.
    package var instances: Int
    /// Occurrences that wait for the first instant.
    package var occurrences: Int
}

extension Engine {
    package var extent: EngineExtent {
        EngineExtent(
            timers: timers.count, texts: texts.count, instances: inputs.count + outputs.count + units.count,
            occurrences: waitingOccurrences.count)
    }
}
