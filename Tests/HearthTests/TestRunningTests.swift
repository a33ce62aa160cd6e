import Glibc
import Testing

@testable import hearth

@Suite("tests run at the same time")
struct OrderedWorkTests {
    @Test("results come in order, each once, whatever the number of threads", arguments: [0, 1, 2, 7])
    func order(threads: Int) {
        let work = OrderedWork(count: 200, threads: threads) { $0 * $0 }
        for index in 0..<200 {
            #expect(work.result(index, every: Monotonic.second) { _ in } == index * index)
        }
    }

    @Test("pieces of work run side by side, and who waits is told how many are done")
    func parallel() {
        // The first piece ends when the second one has, which takes two threads.
        let second = Gate()
        let work = OrderedWork(count: 2, threads: 2) { index in
            if index == 0 { second.wait() } else { second.open() }
            return index
        }
        #expect(work.result(1, every: Monotonic.second) { _ in } == 1)
        #expect(work.result(0, every: Monotonic.second) { _ in } == 0)

        let gate = Gate()
        let waiting = OrderedWork(count: 2, threads: 2) { index in
            if index == 0 { gate.wait() }
            return index
        }
        var told: [Int] = []
        let first = waiting.result(0, every: Monotonic.millisecond) { finished in
            told.append(finished)
            if finished == 1 { gate.open() }
        }
        #expect(first == 0)
        #expect(told.last == 1)
    }
}

@Suite("the line that tells how far the tests are")
struct TestProgressTests {
    @Test("is shown when they take long, fits the terminal, and is gone before anything else is written")
    func line() {
        let shown = Shown()
        var progress = TestProgress(width: 40, start: 0) { shown.texts.append($0) }
        progress.update(finished: 1, of: 12, waitingFor: "a year", at: Monotonic.second - 1)
        progress.clear()
        #expect(shown.texts == [])
        progress.update(finished: 3, of: 12, waitingFor: "a year", at: Monotonic.second)
        #expect(shown.texts == ["\r\u{1B}[K  3 of 12 done, running \"a year\""])
        progress.update(finished: 3, of: 12, waitingFor: "a year of\u{7} the house", at: 2 * Monotonic.second)
        #expect(shown.texts.last == "\r\u{1B}[K  3 of 12 done, running \"a year of\\u{7…")
        progress.clear()
        progress.clear()
        #expect(shown.texts.count == 3)
        #expect(shown.texts.last == "\r\u{1B}[K")
    }

    @Test("is not shown where nobody looks")
    func nobody() {
        var progress = TestProgress(width: 80, start: 0, show: nil)
        progress.update(finished: 1, of: 2, waitingFor: "x", at: 5 * Monotonic.second)
        progress.clear()
    }

    private final class Shown {
        var texts: [String] = []
    }
}

/// Shut until somebody opens it.
private final class Gate: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func open() { sem_post(semaphore) }

    func wait() { while sem_wait(semaphore) != 0 {} }
}
