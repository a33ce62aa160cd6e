import RuleLanguage

extension Engine {
    /// The filters of all inputs, reduced so that no message comes twice.
    package var subscriptions: [TopicFilter.Subscription] {
        TopicFilter.reduce(
            plan.program.inputs.map { TopicFilter.Subscription(filter: $0.topic.filter, qos: $0.qos) })
    }
}
