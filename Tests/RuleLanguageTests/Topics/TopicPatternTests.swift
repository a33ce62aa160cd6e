import Testing

@testable import RuleLanguage

@Suite("Topic patterns")
struct TopicPatternTests {
    /// `{0}` stands for parameter 0.
    private func pattern(_ text: String, for use: TopicUse = .listening) throws -> TopicPattern {
        var pieces: [TopicPattern.Piece] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
            pieces.append(.text(String(rest[..<open])))
            let number = try #require(Int(rest[rest.index(after: open)..<close]))
            pieces.append(.parameter(number))
            rest = rest[rest.index(after: close)...]
        }
        pieces.append(.text(String(rest)))
        return try TopicPattern(pieces: pieces, for: use)
    }

    @Test(
        "the filter has a + for each level with a capture",
        arguments: [
            ("home/{0}/temperature", "home/+/temperature"), ("tele/{0}-plug/SENSOR", "tele/+/SENSOR"),
            ("a/+/{0}/#", "a/+/+/#"),
            ("plain", "plain"), ("/a//b/", "/a//b/"), ("{0}", "+"),
        ])
    func filter(text: String, filter: String) throws {
        #expect(try pattern(text).filter == filter)
    }

    @Test(
        "a topic that fits gives its captures",
        arguments: [
            ("home/{0}/t", "home/kitchen/t", ["kitchen"]),
            ("z/{0} window {1}", "z/bath window left", ["bath", "left"]),
            ("z/{0} window {1}", "z/a window b window c", ["a", "b window c"]),
            ("t/{0}-plug/S", "t/a-plug-plug/S", ["a-plug"]),
            ("{1}/{0}", "a/b", ["b", "a"]), ("a/{0}/#", "a/b", ["b"]), ("a/{0}/#", "a/b/c/d", ["b"]),
            ("a/+/{0}", "a/x/y", ["y"]),
            ("{0}-{1}-x", "1-2-x-x", ["1", "2-x"]), ("a/{0}", "a/ü", ["ü"]), ("a//{0}", "a//b", ["b"]),
            ("$SYS/{0}", "$SYS/x", ["x"]),
            ("#", "a", []), ("p{0}", "p$", ["$"]),
        ])
    func matches(text: String, topic: String, captures: [String]) throws {
        #expect(try pattern(text).match(topic: topic) == captures)
    }

    @Test(
        "a topic that does not fit gives nothing",
        arguments: [
            ("home/{0}/t", "home//t"), ("home/{0}/t", "home/a/b/t"), ("home/{0}/t", "home/a"),
            ("t/{0}-plug", "t/-plug"),
            ("t/{0}-plug", "t/plug"), ("z/{0} window {1}", "z/bath window "), ("z/{0} window {1}", "z/ window x"),
            ("#", "$SYS/a"),
            ("+/a", "$SYS/a"), ("{0}/a", "$SYS/a"), ("a", "A"), ("${0}", "$x"), ("{0}-x", "1-x "), ("ab{0}b", "ab"),
            ("a{0}a", "aa"),
        ])
    func refuses(text: String, topic: String) throws {
        #expect(try pattern(text).match(topic: topic) == nil)
    }

    @Test(
        "what MQTT does not allow is refused",
        arguments: [
            ("", TopicUse.listening, TopicProblem.empty), ("a/#/b", .listening, .restNotLast),
            ("a/b#", .listening, .wildcardInsideLevel("#")),
            ("a/x+/b", .listening, .wildcardInsideLevel("+")), ("a/{0}+/b", .listening, .wildcardInsideLevel("+")),
            ("a/++", .listening, .wildcardInsideLevel("+")), ("a/+", .sending, .wildcardInName("+")),
            ("a/#", .sending, .wildcardInName("#")),
            ("a/{0}{1}", .sending, .adjacentCaptures), ("a\u{0}b", .listening, .nulCharacter),
            (String(repeating: "x", count: 65_536), .sending, .tooLong),
        ])
    func problems(text: String, use: TopicUse, problem: TopicProblem) {
        #expect(throws: problem) { try pattern(text, for: use) }
    }

    @Test("65,535 bytes are a topic")
    func longest() throws {
        #expect(try pattern(String(repeating: "x", count: 65_535)).filter.utf8.count == 65_535)
    }

    @Test(
        "patterns with a topic in common intersect",
        arguments: [
            ("a/{0}", "a/b"), ("a/{0}", "{0}/b"), ("a/#", "a"), ("a/#", "a/b/c"), ("#", "a/b"),
            ("a/{0}-plug", "a/x-{0}"), ("a/{0}", "a/{0}"),
            ("{0} light", "hall {0}"), ("{0}a{1}", "{0}b{1}"), ("+/b", "a/+"), ("$SYS/{0}", "$SYS/#"),
        ])
    func intersecting(a: String, b: String) throws {
        let (first, second) = try (pattern(a), pattern(b))
        #expect(first.intersects(with: second))
        #expect(second.intersects(with: first))
    }

    @Test(
        "patterns without a topic in common do not",
        arguments: [
            ("a/{0}", "a"), ("a/{0}/set", "a/{0}"), ("a/{0}-plug", "a/{0}-lamp"), ("a/{0}-plug", "a/-plug"),
            ("#", "$SYS/a"),
            ("{0} light", "hall light/set"), ("x{0}", "y{0}"), ("+/a", "$SYS/a"), ("{0} motion", "{0} button"),
        ])
    func disjoint(a: String, b: String) throws {
        let (first, second) = try (pattern(a), pattern(b))
        #expect(!first.intersects(with: second))
        #expect(!second.intersects(with: first))
    }

    @Test("levels put into a pattern give the topic that it matches")
    func rendered() throws {
        let windows = try pattern("z/{0} window {1}")
        #expect(windows.rendered(levels: ["bath", "left"]) == "z/bath window left")
        let (bath, first) = try (pattern("z/bath window {1}"), pattern("z/bath window 1"))
        #expect(windows.fixing(["bath", nil]) == bath)
        #expect(windows.fixing(["bath", "1"]) == first)
    }
}
