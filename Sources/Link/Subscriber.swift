/// Brings the broker's subscriptions of our session to what is wanted, in rounds: what is new at QoS 0 and at once raised to its
/// own, then a marker, and when that is back, what is no longer wanted dropped.
///
/// A burst of retained messages at QoS 1 is cut at the broker's queue limit, and one at QoS 0 is not. Raising asks
/// for no retained messages under MQTT 5, and follows in the same breath: a message that comes while we are dead for a
/// moment waits for us only if our session has its QoS. Under 3.1.1 the retained ones come once more, so
/// we raise behind the marker; they bring what is known by then and change nothing.
struct Subscriber: Sendable {
    enum Step: Equatable {
        case subscribe(token: Int, filters: [String], qos: Int, options: LinkAction.SubscribeOptions)
        case unsubscribe(token: Int, filters: [String])
        /// Publish the marker now.
        case marker
        /// A filter that the broker refuses, the first time in a row.
        case refused(filter: String, reason: UInt8)
        /// Nothing is under way any more.
        case done
    }

    private enum Stage { case idle, asking, marking, raising }

    private struct Request {
        var filters: [String]
        var qos: Int
        /// The marker's own subscription.
        var isOwn: Bool
    }

    private(set) var wanted: [FilterRequest] = []
    /// What our session at the broker holds as far as we know, with the QoS.
    private var held: [String: Int] = [:]
    private(set) var refused: [String: UInt8] = [:]
    private var pending: [Int: Request] = [:]
    private var stage = Stage.idle
    private var speaksMQTT5 = true
    private var syncTopic = ""

    var isAsking: Bool { stage == .asking || stage == .raising }
    var isMarking: Bool { stage == .marking }

    /// True if the broker does not hold all of these for us.
    func lacks(_ filters: [FilterRequest]) -> Bool { filters.contains { held[$0.filter] == nil } }

    /// A new connection. Everything is asked for anew, whatever the broker remembers.
    mutating func begin(
        _ filters: [FilterRequest], syncTopic: String, sessionPresent: Bool, speaksMQTT5: Bool, token: inout Int
    ) -> [Step] {
        pending.removeAll()
        if !sessionPresent { held.removeAll() }
        wanted = filters
        self.syncTopic = syncTopic
        self.speaksMQTT5 = speaksMQTT5
        stage = .asking
        var steps = [request([syncTopic], qos: 0, isOwn: true, withoutRetained: false, token: &token)]
        steps += asking(for: filters, token: &token)
        return steps
    }

    private mutating func asking(for filters: [FilterRequest], token: inout Int) -> [Step] {
        guard speaksMQTT5 else {
            return requests(for: filters.map(\.filter), qos: 0, withoutRetained: false, token: &token)
        }
        var steps = raising(filters.filter { !$0.wantsRetained }, token: &token)
        for slice in slices(of: filters.filter(\.wantsRetained)) {
            steps += requests(for: slice.map(\.filter), qos: 0, withoutRetained: false, token: &token)
            steps += raising(slice.filter { $0.qos > 0 }, token: &token)
        }
        return steps
    }

    /// Asks for filters at their own QoS, without what the broker remembers.
    private mutating func raising(_ filters: [FilterRequest], token: inout Int) -> [Step] {
        var steps: [Step] = []
        for qos in 0...2 {
            let same = filters.filter { $0.qos == qos }.map(\.filter)
            steps += requests(for: same, qos: qos, withoutRetained: true, token: &token)
        }
        return steps
    }

    /// The connection is gone.
    mutating func connectionLost() {
        pending.removeAll()
        stage = .idle
    }

    /// Another client id or broker: nothing is held there.
    mutating func forget() {
        connectionLost()
        held.removeAll()
        refused.removeAll()
    }

    /// Other filters on a connection that stands. New ones are subscribed before old ones are dropped.
    mutating func change(to filters: [FilterRequest], token: inout Int) -> [Step] {
        guard filters != wanted || lacks(filters) else { return [] }
        wanted = filters
        let added = filters.filter { held[$0.filter] == nil }
        refused = refused.filter { filter, _ in filters.contains { $0.filter == filter } }
        if stage == .idle, added.isEmpty { return raise(token: &token) }
        stage = .asking
        let steps = asking(for: added, token: &token)
        return pending.isEmpty ? [startMarking()] : steps
    }

    mutating func granted(_ codes: [UInt8], token answered: Int, token: inout Int) -> [Step] {
        guard let request = pending.removeValue(forKey: answered) else { return [] }
        var steps: [Step] = []
        for (index, filter) in request.filters.enumerated() {
            // An answer that is too short says nothing for the rest: that counts as refused.
            let code = index < codes.count ? codes[index] : 0x80
            if code < 0x80 {
                if !request.isOwn { held[filter] = request.qos }
                refused[filter] = nil
            } else {
                held[filter] = nil
                if refused.updateValue(code, forKey: filter) != code {
                    steps.append(.refused(filter: filter, reason: code))
                }
            }
        }
        return steps + advance(token: &token)
    }

    mutating func unsubscribed(token answered: Int, token: inout Int) -> [Step] {
        guard pending.removeValue(forKey: answered) != nil else { return [] }
        return advance(token: &token)
    }

    /// The marker came back, or was waited for long enough.
    mutating func markerDone(token: inout Int) -> [Step] {
        guard stage == .marking else { return [] }
        return raise(token: &token)
    }

    private mutating func advance(token: inout Int) -> [Step] {
        guard pending.isEmpty else { return [] }
        switch stage {
        case .idle, .marking: return []
        case .asking: return [startMarking()]
        case .raising:
            stage = .idle
            return [.done]
        }
    }

    private mutating func startMarking() -> Step {
        stage = .marking
        return .marker
    }

    private mutating func raise(token: inout Int) -> [Step] {
        stage = .raising
        var steps = raising(wanted.filter { held[$0.filter] != nil && held[$0.filter] != $0.qos }, token: &token)
        let unwanted = held.keys.filter { filter in !wanted.contains { $0.filter == filter } }.sorted()
        for filters in slices(of: unwanted) {
            token += 1
            for filter in filters { held[filter] = nil }
            pending[token] = Request(filters: [], qos: 0, isOwn: false)
            steps.append(.unsubscribe(token: token, filters: filters))
        }
        return steps + (steps.isEmpty ? advance(token: &token) : [])
    }

    private mutating func requests(for filters: [String], qos: Int, withoutRetained: Bool, token: inout Int) -> [Step] {
        slices(of: filters).map {
            request($0, qos: qos, isOwn: false, withoutRetained: withoutRetained, token: &token)
        }
    }

    private mutating func request(
        _ filters: [String], qos: Int, isOwn: Bool, withoutRetained: Bool, token: inout Int
    ) -> Step {
        token += 1
        pending[token] = Request(filters: filters, qos: qos, isOwn: isOwn)
        // With no-local the marker, our own message, would never come back.
        // And on a shared subscription it is an error of protocol.
        let mayBeLocal = isOwn || filters.contains { $0.hasPrefix("$share/") }
        let options = LinkAction.SubscribeOptions(
            noLocal: speaksMQTT5 && !mayBeLocal, withoutRetained: speaksMQTT5 && withoutRetained)
        return .subscribe(token: token, filters: filters, qos: qos, options: options)
    }

    private func slices<Filter>(of filters: [Filter]) -> [[Filter]] {
        stride(from: 0, to: filters.count, by: Limits.filtersAtOnce).map {
            Array(filters[$0..<min($0 + Limits.filtersAtOnce, filters.count)])
        }
    }
}
