import RuleLanguage

/// What to subscribe to.
package struct Subscription: Hashable, Sendable {
    package var filter: String
    package var qos: Int

    package init(filter: String, qos: Int) {
        self.filter = filter
        self.qos = qos
    }
}

extension Engine {
    /// The filters of all inputs, reduced so that no message comes twice.
    package var subscriptions: [Subscription] {
        TopicFilter.reduce(plan.program.inputs.map { ($0.topic.filter, $0.qos) })
            .map { Subscription(filter: $0.filter, qos: $0.qos) }
    }
}
