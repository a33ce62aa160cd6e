import Testing

@testable import RuleLanguage

@Suite("Topic filters")
struct TopicFilterTests {
    @Test(
        "a filter covers what it hears all of",
        arguments: [
            ("a/#", "a/b/c"), ("a/#", "a"), ("a/+", "a/b"), ("+/+", "a/+"), ("#", "a/#"), ("a/b", "a/b"),
            ("a/#", "a/+/#"),
        ])
    func covers(general: String, special: String) {
        #expect(TopicFilter.covers(general, special))
    }

    @Test(
        "a filter does not cover more than it hears",
        arguments: [
            ("a/+", "a/#"), ("a/b", "a/+"), ("#", "$SYS/a"), ("+/a", "$SYS/a"), ("a/+", "a"), ("a/+/c", "a/b/+"),
        ])
    func doesNotCover(general: String, special: String) {
        #expect(!TopicFilter.covers(general, special))
    }

    @Test("subscriptions are reduced until none overlap")
    func reduces() {
        func reduce(_ filters: (String, Int)...) -> [String] {
            TopicFilter.reduce(filters.map { .init(filter: $0.0, qos: $0.1) }).map { "\($0.filter) \($0.qos)" }
        }
        #expect(reduce(("a/b", 1), ("a/b", 2)) == ["a/b 2"])
        #expect(reduce(("a/b", 2), ("a/+", 0)) == ["a/+ 2"])
        #expect(reduce(("a/+/c", 1), ("a/b/+", 0)) == ["a/+/+ 1"])
        #expect(reduce(("a/+/c", 1), ("a/b/+", 0), ("a/x/y", 2)) == ["a/+/+ 2"])
        #expect(reduce(("a/+/c/d", 1), ("a/b/#", 0)) == ["a/+/# 1"])
        #expect(reduce(("a", 1), ("b", 0)) == ["a 1", "b 0"])
        #expect(reduce(("#", 1), ("$SYS/broker/uptime", 0)) == ["# 1", "$SYS/broker/uptime 0"])
        #expect(reduce(("a/#", 0), ("+/b", 1), ("c/b", 2), ("d/e", 0)) == ["+/# 2"])
        #expect(reduce() == [])
    }

    @Test("levels that look alike and are other bytes are two levels, and none is heard for the other")
    func lookAlikes() {
        let (one, other) = ("a/\u{E9}", "a/e\u{301}")
        #expect(!TopicFilter.covers(one, other) && !TopicFilter.overlap(one, other))
        #expect(TopicFilter.reduce([.init(filter: one, qos: 0), .init(filter: other, qos: 1)]).count == 2)
    }

    @Test("an accent behind a slash or a wildcard hides neither")
    func accents() throws {
        let pattern = try TopicPattern(text: "a/\u{301}b", for: .listening)
        #expect(pattern.levels == [.literal("a"), .literal("\u{301}b")])
        #expect(TopicFilter.covers("a/+", "a/\u{301}b"))
        #expect(TopicFilter.problem(of: "a/+\u{301}") == .wildcardInsideLevel("+"))
        #expect(TopicFilter.problem(ofTopic: "a/#\u{301}") == .wildcardInName("#"))
    }

    @Test("what is reduced has no overlap and hears all that was asked for")
    func reductionIsSound() {
        var seed: UInt64 = 1
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        for _ in 0..<300 {
            let filters = (0..<next(8)).map { _ in
                let levels = (0...next(3)).map { _ in ["a", "b", "+", "$x"][next(4)] }
                return TopicFilter.Subscription(
                    filter: (levels + (next(4) == 0 ? ["#"] : [])).joined(separator: "/"), qos: next(3))
            }
            let reduced = TopicFilter.reduce(filters)
            for (index, one) in reduced.enumerated() {
                #expect(!reduced[(index + 1)...].contains { TopicFilter.overlap(one.filter, $0.filter) })
            }
            for filter in filters {
                #expect(reduced.contains { TopicFilter.covers($0.filter, filter.filter) && $0.qos >= filter.qos })
            }
        }
    }
}
