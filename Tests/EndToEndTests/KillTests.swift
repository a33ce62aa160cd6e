import Foundation
import Glibc
import TestSupport
import Testing

/// A gateway that is killed again and again while messages come, with a ledger outside that counts what came of each.
@Suite("Killed at any instant", .serialized)
struct KillTests {
    /// Every message causes a command at once, one a moment later, a publication, and a value that is kept.
    static let rules = """
        event  tick(n)   from "{prefix}/tick/{n}"       as number
        input  level     from "{prefix}/level"          as number
        output echo(n)   to   "{prefix}/echo/{n}/set"   as number
        output late(n)   to   "{prefix}/late/{n}/set"   as number
        output copy      to   "{prefix}/copy/set"       as number
        keep copy
            level otherwise
        when tick(n) >= 0
            do  echo(n) = tick(n)
                publish "{tick(n)}" to "{prefix}/note"
        when tick(n) >= 0, queued
            do  wait 20 ms
                late(n) = tick(n)

        """

    /// Each message has an instance of its own while the next few come: of two commands for one output only the latest
    /// is sent where both had to wait.
    static let instances = 20

    @Test("F61: kill -9 at a hundred random instants under traffic: nothing is lost, nothing is sent twice")
    func ledger() throws {
        let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 100
        var options = BrokerOptions()
        options.lines = ["max_queued_messages 0"]
        let broker = try Broker(options)
        let house = try House(port: broker.port, rules: Self.rules)
        let observer = try Observer(broker.port)
        _ = try house.startSettled().stop()
        let publisher = try Publisher(broker.port)
        var random = SystemRandomNumberGenerator()
        var count = 0
        /// Kills that came when the gateway was in the system call that sends: nobody can know whether the message had left.
        var ambiguous = 0
        for _ in 0..<kills {
            let gateway = try house.start()
            let end = ContinuousClock.now + .milliseconds(Int.random(in: 0...300, using: &random))
            while ContinuousClock.now < end {
                count += 1
                try publisher.publish("t/tick/\(count % Self.instances)", "\(count)")
                if count.isMultiple(of: 3) { try publisher.publish("t/level", "\(count)") }
                usleep(useconds_t.random(in: 0...100_000, using: &random))
            }
            // A socket that is closed with answers in it which nobody has read makes the broker throw away what it has not read.
            if gateway.killAnywhere(once: { Sockets.areRead(of: broker.port) }) == .sending { ambiguous += 1 }
        }
        _ = try house.startSettled()
        count += 1
        try publisher.publish("t/tick/\(count % Self.instances)", "\(count)")
        #expect(observer.sees("t/late/\(count % Self.instances)/set \(count)"))

        var all = 0
        for topic in ["t/echo", "t/late", "t/note"] {
            let seen = observer.messages(on: topic).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            let times = Dictionary(grouping: seen, by: { $0 }).mapValues(\.count)
            let lost = (1...count).filter { times[$0] == nil }
            #expect(lost == [], "lost on \(topic), of \(count)")
            // A message of which that is not known is sent again. One more may fall into the microseconds until the call's end
            // has been written down.
            let doubled = times.filter { $0.value > 1 }.keys
            #expect(doubled.count <= ambiguous + 1, "twice on \(topic): \(doubled)")
            all += doubled.count
        }
        let copies = observer.messages(on: "t/copy").compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(zip(copies, copies.dropFirst()).allSatisfy { $0 < $1 }, "an older value after a newer one")
        print("killed \(kills) times, \(ambiguous) while sending, under \(count) messages: \(all) doubled")
    }
}
