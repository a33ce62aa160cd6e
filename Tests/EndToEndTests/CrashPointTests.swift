import Foundation
import TestSupport
import Testing

/// A gateway that is killed at each single call that writes, or in which that call fails.
@Suite("Crash points", .serialized)
struct CrashPointTests {
    struct Series: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var beginning: CrashHouse.Beginning
        var steps: [CrashHouse.Step]
        var calls: [CrashPoint.Calls]
        var faults: [CrashPoint.Fault]
        /// So many points there are at the least.
        var fewest: Int
        /// Later ones are those of another series.
        var most = 300
        /// So many at a time: more where they mostly wait for the next save.
        var width = 4
    }

    static let isThorough = ProcessInfo.processInfo.environment["HEARTH_CRASH_POINTS"] == "all"

    /// A full disk and a bad one are the same but for the words.
    static let faultsElsewhere: [CrashPoint.Fault] = isThorough ? [.kill, .ioError, .diskFull] : [.kill, .ioError]

    static let series = [
        Series(
            testDescription: "deciding and publishing", beginning: .running(.main), steps: [.messages, .stop],
            calls: [.write, .sendto], faults: [.kill], fewest: 25),
        Series(
            testDescription: "the loop, from start to stop", beginning: .startingAfterKill(.main),
            steps: [.messages, .reload, .stop], calls: [.write, .sendto] + CrashPoint.Calls.files, faults: [.kill],
            fewest: 60),
        Series(
            testDescription: "the loop, in the first start", beginning: .startingAnew(.main),
            steps: [.messages, .stop], calls: CrashPoint.Calls.files, faults: [.kill], fewest: 30),
        Series(
            testDescription: "connecting", beginning: .starting(.all), steps: [.messages, .stop],
            calls: [.write, .connect], faults: [.kill], fewest: 3, most: 3),
        Series(
            testDescription: "saving what was decided", beginning: .running(.all), steps: [.messages, .saved, .stop],
            calls: [.pwrite, .sync], faults: [.kill, .ioError, .diskFull], fewest: 24, width: 8),
        Series(
            testDescription: "killed before a failed save is made up for", beginning: .running(.all),
            steps: [.messages, .saved], calls: [.pwrite, .sync], faults: [.ioError, .diskFull], fewest: 10, width: 8),
        Series(
            testDescription: "saving other rules", beginning: .running(.all), steps: [.reload, .saved, .stop],
            calls: [.pwrite, .sync], faults: faultsElsewhere, fewest: 14, width: 8),
        Series(
            testDescription: "saving at the stop", beginning: .running(.all), steps: [.messagesInPart, .stop],
            calls: [.pwrite, .sync], faults: faultsElsewhere, fewest: 14),
        Series(
            testDescription: "files that fail, from start to stop", beginning: .startingAfterKill(.main),
            steps: [.messages, .reload, .stop], calls: CrashPoint.Calls.files, faults: [.ioError, .diskFull],
            fewest: 35),
        Series(
            testDescription: "lines that cannot be written", beginning: .startingAfterKill(.main),
            steps: [.messages, .reload, .stop], calls: [.sendto], faults: [.ioError], fewest: 8),
        Series(
            testDescription: "messages that cannot be written", beginning: .startingAfterKill(.main),
            steps: [.messages, .reload, .stop], calls: [.write], faults: [.ioError], fewest: 15),
    ]

    /// A state that could not be saved is saved five seconds later.
    static let healing = [
        Series(
            testDescription: "a disk that is well again", beginning: .running(.all),
            steps: [.messages, .saved, .healed, .stop], calls: [.pwrite, .sync], faults: [.ioError, .diskFull],
            fewest: 10, width: 8)
    ]

    @Test(
        "F61: whatever call a crash or a fault comes at, the next start is right and all is done once",
        arguments: series)
    func crash(_ series: Series) throws { try pass(series) }

    @Test(
        "F61: after each fault of the disk the state is saved again", .enabled(if: isThorough), arguments: healing)
    func heal(_ series: Series) throws { try pass(series) }

    private func pass(_ series: Series) throws {
        var options = BrokerOptions()
        options.lines = ["max_queued_messages 0"]
        let broker = try Broker(options)
        let begin = ContinuousClock.now
        let run = Run(series, broker)
        run.finish()
        #expect(run.problems == [])
        #expect(run.count >= series.fewest, "few points: \(run.counts)")
        print("\(series.testDescription): \(run.count) points in \(ContinuousClock.now - begin): \(run.counts)")
    }

    /// The points of a series, some of them at a time.
    private final class Run: @unchecked Sendable {
        /// The points of one kind.
        private struct Place {
            var calls: CrashPoint.Calls
            var fault: CrashPoint.Fault
            var next = 1
            /// The first number that no call had.
            var end: Int
        }

        private let series: Series
        private let broker: Broker
        private let lock = NSLock()
        private var places: [Place]
        private(set) var problems: [String] = []

        init(_ series: Series, _ broker: Broker) {
            self.series = series
            self.broker = broker
            places = series.faults.flatMap { fault in
                series.calls.map { Place(calls: $0, fault: fault, end: series.most + 1) }
            }
        }

        /// How many points there were.
        var count: Int { places.reduce(0) { $0 + $1.end - 1 } }

        var counts: String {
            places.map { "\($0.end - 1) \($0.calls)" + ($0.fault == .kill ? "" : " \($0.fault)") }
                .joined(separator: ", ")
        }

        func finish() {
            let group = DispatchGroup()
            for worker in 0..<series.width {
                group.enter()
                Thread.detachNewThread { [self] in
                    work("house\(worker)")
                    group.leave()
                }
            }
            group.wait()
        }

        private func work(_ name: String) {
            do {
                let house = try CrashHouse(broker, name: name)
                while house.problems.isEmpty, let (place, point) = take() {
                    if !(try house.pass(point, series.beginning, series.steps)) {
                        lock.withLock { places[place].end = min(places[place].end, point.number) }
                    }
                }
                add(house.problems + doubled(house))
            } catch {
                add(["\(name): \(error)"])
            }
        }

        /// A thread that saves may be killed while the other one is inside the very call that sends: whether that message had
        /// left nobody can know, and it is sent again.
        private func doubled(_ house: CrashHouse) -> [String] {
            let found = house.doubled()
            let isPossible = series.beginning.threads == .all && found.count == 1 && house.doubled(1).isEmpty
            return isPossible ? [] : found
        }

        private func take() -> (place: Int, point: CrashPoint)? {
            lock.withLock {
                guard let index = places.firstIndex(where: { $0.next < $0.end }) else { return nil }
                places[index].next += 1
                let place = places[index]
                return (index, CrashPoint(calls: place.calls, fault: place.fault, number: place.next - 1))
            }
        }

        private func add(_ more: [String]) { lock.withLock { problems += more } }
    }
}
