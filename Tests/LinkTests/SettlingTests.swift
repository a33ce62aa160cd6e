import Testing

@testable import Link

@Suite("Subscribing and settling")
struct SettlingTests {
    @Test("everything is asked for at QoS 0 and raised at once; the marker follows the last SUBACK, online the marker")
    func order() {
        var bench = LinkBench([FilterRequest("a/+", qos: 1), FilterRequest("b", qos: 0), FilterRequest("c/#", qos: 2)])
        let asked = bench.connect()
        #expect(
            asked.subscriptions == ["+home/gw/sync@0", "+a/+@0l", "+b@0l", "+c/#@0l", "+a/+@1lr", "+c/#@2lr"])
        #expect(asked.published.isEmpty)
        let marked = bench.answerSubscriptions(asked)
        #expect(marked.count == 1 && marked.published.first?.hasPrefix("home/gw/sync=") == true)
        let online = bench.answer([marked[0]])
        #expect(online.published.first == "home/gw/status=online")
        #expect(online.contains(.settled) && online.subscriptions.isEmpty)
        #expect(bench.link.nextDeadline == nil, "nothing wakes an idle gateway")
    }

    @Test("under 3.1.1 there is neither no-local nor retain handling, and filters are raised all the same")
    func olderProtocol() {
        var bench = LinkBench { $0.connection.protocolVersion = .v311 }
        let asked = bench.connect()
        #expect(asked.subscriptions == ["+home/gw/sync@0", "+a/+@0"])
        #expect(bench.answer(asked).subscriptions == ["+a/+@1"])
    }

    @Test("what the broker remembers of events is not asked for, and their QoS is never less than it should be")
    func events() {
        var bench = LinkBench([FilterRequest("press", qos: 1, wantsRetained: false), FilterRequest("t", qos: 1)])
        #expect(bench.connect().subscriptions == ["+home/gw/sync@0", "+press@1lr", "+t@0l", "+t@1lr"])
    }

    @Test("without a single filter the gateway goes online too")
    func noFilters() {
        var bench = LinkBench([])
        bench.goOnline()
        #expect(bench.all.published.contains("home/gw/status=online"))
    }

    @Test("everything is subscribed anew at each connect, whatever the broker remembers", arguments: [true, false])
    func anew(sessionPresent: Bool) {
        var bench = LinkBench()
        bench.goOnline()
        _ = bench.lose()
        #expect(
            bench.connect(Acceptance(sessionPresent: sessionPresent)).subscriptions == [
                "+home/gw/sync@0", "+a/+@0l", "+a/+@1lr",
            ])
    }

    @Test("a broker that does not answer SUBSCRIBE is left after 10 s")
    func noSuback() {
        var bench = LinkBench()
        bench.connect()
        #expect(bench.pause == 10)
        let actions = bench.wait()
        #expect(actions.first == .drop)
        #expect(actions.messages.first?.contains("no SUBACK") == true)
        #expect(!actions.contains(.disconnected), "the engine never heard of this connection")
    }

    @Test("a marker that does not come back is reported once, and the gateway goes on after 2 s")
    func noMarker() {
        var bench = LinkBench()
        bench.answerSubscriptions(bench.connect())
        #expect(bench.pause == 2)
        let actions = bench.wait()
        #expect(actions.contains(.settled) && actions.published.contains("home/gw/status=online"))
        #expect(actions.messages.first?.contains("home/gw/sync") == true)
        _ = bench.lose()
        bench.answerSubscriptions(bench.connect())
        #expect(!bench.wait().messages.contains { $0.contains("marker") })
    }

    @Test("retained messages that still come extend the wait, to 30 s at most")
    func retainedFlood() {
        var bench = LinkBench()
        bench.answerSubscriptions(bench.connect())
        let start = bench.now
        while (bench.pause ?? 0) > 1 { bench.tell(.retainedHeard, after: 1) }
        #expect(bench.wait().contains(.settled))
        #expect(bench.now - start == 30 * LinkBench.second)
    }

    @Test("another gateway's marker, or one of an earlier connection, does not count")
    func foreignMarker() {
        var bench = LinkBench()
        bench.answerSubscriptions(bench.connect())
        #expect(bench.tell(.marker(Array("x".utf8))).isEmpty)
        #expect(bench.tell(.marker([])).isEmpty)
        #expect(!bench.link.isOnline)
    }

    @Test("a refused filter is reported once with its reason, and the others work")
    func refusedFilter() {
        var bench = LinkBench([FilterRequest("a", qos: 1), FilterRequest("b", qos: 1), FilterRequest("c", qos: 1)])
        for round in 1...2 {
            let asked = bench.connect()
            var following: [LinkAction] = []
            for case .subscribe(let token, let filters, _, _) in asked {
                let granted: [UInt8] = filters.map { $0 == "b" ? 0x87 : 0 }
                following += bench.tell(.subscribed(token: token, granted: granted))
            }
            #expect(
                following.messages
                    == (round == 1
                        ? ["the broker refuses the subscription to b: not authorised; its inputs stay unknown"] : []))
            #expect(bench.answer(following).contains(.settled))
            _ = bench.lose()
        }
    }

    @Test("a SUBACK without codes refuses everything and crashes nothing")
    func emptySuback() {
        var bench = LinkBench()
        var following: [LinkAction] = []
        for case .subscribe(let token, _, _, _) in bench.connect() {
            following += bench.tell(.subscribed(token: token, granted: []))
        }
        #expect(following.reports.count == 1)
        #expect(bench.answer(following).contains(.settled))
    }

    @Test("many filters go in slices")
    func slices() {
        let filters = (0..<130).map { FilterRequest("f/\($0)", qos: 1) }
        var bench = LinkBench(filters)
        let sizes = bench.connect().compactMap {
            if case .subscribe(_, let filters, _, _) = $0 { filters.count } else { nil }
        }
        #expect(sizes == [1, 64, 64, 64, 64, 2, 2])
    }

    @Test("a reload subscribes to what is new before it drops what is old")
    func reload() {
        var bench = LinkBench([FilterRequest("a", qos: 1), FilterRequest("b", qos: 0)])
        bench.goOnline()
        let first = bench.tell(
            .configure(LinkBench.settings([FilterRequest("b", qos: 1), FilterRequest("c", qos: 1)])))
        #expect(first.subscriptions == ["+c@0l", "+c@1lr"])
        let rest = bench.answer(first)
        #expect(rest.subscriptions == ["+b@1lr", "-a"])
        #expect(rest.filter { $0 == .settled }.count == 1, "the new filter's retained messages are here")
        #expect(!rest.published.contains("home/gw/status=online"))
    }

    @Test("a reload that only drops filters does not wait for anything")
    func reloadWithLess() {
        var bench = LinkBench([FilterRequest("a", qos: 1), FilterRequest("b", qos: 0)])
        bench.goOnline()
        let settings = LinkBench.settings([FilterRequest("b", qos: 0)])
        #expect(!bench.link.needsSettling(for: settings.subscriptions))
        let actions = bench.tell(.configure(settings))
        #expect(actions.subscriptions == ["-a"])
        #expect(!bench.answer(actions).contains(.settled))
    }

    @Test("a filter that was refused is asked for again at each reload")
    func refusedAgain() {
        var bench = LinkBench([FilterRequest("a", qos: 0)])
        var following: [LinkAction] = []
        for case .subscribe(let token, let filters, _, _) in bench.connect() {
            following += bench.tell(.subscribed(token: token, granted: filters.map { $0 == "a" ? 0x87 : 0 }))
        }
        bench.answer(following)
        #expect(bench.tell(.configure(LinkBench.settings([FilterRequest("a", qos: 0)]))).subscriptions == ["+a@0l"])
    }

    @Test("a reload that changes no filter asks the broker nothing")
    func reloadWithoutChange() {
        var bench = LinkBench()
        bench.goOnline()
        #expect(bench.tell(.configure(LinkBench.settings())).isEmpty)
    }

    @Test("a link that is cut in the middle of a reload comes back with the new filters")
    func cutDuringReload() {
        var bench = LinkBench([FilterRequest("a", qos: 1)])
        bench.goOnline()
        bench.tell(.configure(LinkBench.settings([FilterRequest("b", qos: 1)])))
        _ = bench.lose()
        let asked = bench.connect(Acceptance(sessionPresent: true))
        #expect(asked.subscriptions == ["+home/gw/sync@0", "+b@0l", "+b@1lr"])
        #expect(bench.answer(asked).subscriptions == ["-a"], "the session still had the old one")
    }

    @Test("a reload while subscribing ends with the newest filters")
    func reloadWhileSubscribing() {
        var bench = LinkBench([FilterRequest("a", qos: 0)])
        let asked = bench.connect()
        let more = bench.tell(.configure(LinkBench.settings([FilterRequest("b", qos: 0)])))
        let rest = bench.answer(asked + more)
        #expect(rest.contains(.settled))
        #expect(rest.subscriptions == ["-a"])
    }
}

extension LinkBench {
    @discardableResult
    mutating func answerSubscriptions(_ actions: [LinkAction]) -> [LinkAction] {
        var following: [LinkAction] = []
        for case .subscribe(let token, let filters, let qos, _) in actions {
            following += tell(.subscribed(token: token, granted: filters.map { _ in UInt8(qos) }))
        }
        return following
    }
}
