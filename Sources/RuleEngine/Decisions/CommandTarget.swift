import RuleLanguage

/// What all commands to one instance of an output have in common; made once, since commands are many.
package final class CommandTarget: Sendable {
    package let output: OutputID
    /// The levels of its arguments, in the order of the output's parameters.
    package let levels: [String]
    /// `fan(kitchen)`
    package let name: String
    /// `kitchen fan`, as it begins a line of the journal.
    package let label: String
    package let topic: String
    package let qos: Int
    package let retained: Bool
    /// MQTT 5 message expiry.
    package let expirySeconds: Int?
    /// Decide and report, send nothing.
    package let isShadow: Bool

    init(_ output: OutputID, _ definition: Output, levels: [String]) {
        self.output = output
        self.levels = levels
        name = InstanceName.written(definition.name, levels)
        label = (levels + [definition.name]).joined(separator: " ")
        topic = definition.topic.rendered(levels: levels)
        qos = definition.qos
        retained = definition.retained
        expirySeconds = definition.expiresAfter.map { Int(($0 + 999_999_999) / 1_000_000_000) }
        isShadow = definition.isShadow
    }
}
