import CSystemd
import Foundation
import Testing

@testable import Systemd

@Suite("The event loop")
struct EventLoopTests {
    @Test("the first stop decides the exit code, and run returns it")
    func stop() throws {
        let loop = try EventLoop()
        let work = try DeferredSource(loop) {
            loop.stop(exitCode: 7)
            loop.stop(exitCode: 8)
        }
        work.schedule()
        #expect(try loop.run() == 7)
        #expect(loop.isStopping)
    }

    @Test("a finished loop does not run again but throws")
    func runTwice() throws {
        let loop = try EventLoop()
        loop.stop()
        #expect(try loop.run() == 0)
        #expect(throws: SystemError.self) { try loop.run() }
    }

    @Test("no handler is called after the one that stops the loop")
    func stopIsPrompt() throws {
        let loop = try EventLoop()
        var calls = 0
        let first = try DeferredSource(loop) {
            calls += 1; loop.stop()
        }
        let second = try DeferredSource(loop) {
            calls += 1; loop.stop()
        }
        first.schedule()
        second.schedule()
        _ = try loop.run()
        #expect(calls == 1)
    }

    @Test("a turn without an event ends after its time and leaves the loop alive")
    func turn() throws {
        let loop = try EventLoop()
        #expect(try loop.turn(waitingAtMost: .zero))
        loop.stop()
        #expect(try loop.turn(waitingAtMost: .zero) == false)
    }

    @Test("an important source goes before a normal one, and that before an idle one")
    func priorities() throws {
        let loop = try EventLoop()
        var order: [String] = []
        let sources = try [("idle", EventSource.Priority.idle), ("normal", .normal), ("important", .important)].map {
            name, priority in
            let source = try DeferredSource(loop) {
                order.append(name)
                if order.count == 3 { loop.stop() }
            }
            source.setPriority(priority)
            source.schedule()
            return source
        }
        try run(loop)
        #expect(order == ["important", "normal", "idle"])
        #expect(sources.count == 3)
    }

    @Test("deferred work runs once however often it was asked for, and again when asked again")
    func deferred() throws {
        let loop = try EventLoop()
        var calls = 0
        var work: DeferredSource?
        work = try DeferredSource(loop) {
            calls += 1
            if calls == 2 { loop.stop() } else { work?.schedule() }
        }
        work?.schedule()
        work?.schedule()
        #expect(calls == 0)
        try run(loop)
        #expect(calls == 2)
    }

    @Test("work after the turn runs after another source had its turn, and not in an idle loop")
    func afterTurn() throws {
        let loop = try EventLoop()
        var order: [String] = []
        let after = try AfterTurnSource(loop) { order.append("after") }
        let work = try DeferredSource(loop) { order.append("work") }
        try loop.turn(waitingAtMost: .zero)
        #expect(order.isEmpty)
        work.schedule()
        for _ in 0..<4 { try loop.turn(waitingAtMost: .zero) }
        #expect(order == ["work", "after"])
        after.cancel()
        work.schedule()
        for _ in 0..<4 { try loop.turn(waitingAtMost: .zero) }
        #expect(order == ["work", "after", "work"])
    }

    @Test("another thread wakes the loop; several calls may be one, and a late one reaches nobody")
    func wakeUp() throws {
        let loop = try EventLoop()
        var calls = 0
        let source = try WakeUpSource(loop) {
            calls += 1
            loop.stop()
        }
        let trigger = source.trigger
        Thread.detachNewThread { for _ in 0..<100 { trigger.fire() } }
        try run(loop)
        #expect(calls >= 1)
        source.cancel()
        trigger.fire()
    }

    @Test("a source that was cancelled, or that nobody holds, is never called, and lets go of what its handler held")
    func cancel() throws {
        final class Held {}
        let loop = try EventLoop()
        var held: Held? = Held()
        let weakly = Weak(held)
        let cancelled = try DeferredSource(loop) { [held] in
            _ = held; Issue.record("called")
        }
        held = nil
        #expect(weakly.object != nil)
        cancelled.schedule()
        cancelled.cancel()
        cancelled.cancel()
        #expect(cancelled.isCancelled)
        #expect(weakly.object == nil)
        cancelled.schedule()
        do {
            let lost = try DeferredSource(loop) { Issue.record("called") }
            lost.schedule()
        }
        for _ in 0..<3 { try loop.turn(waitingAtMost: .zero) }
    }

    @Test("a handler may cancel and let go of its own source")
    func cancelInside() throws {
        let loop = try EventLoop()
        var source: DeferredSource?
        source = try DeferredSource(loop) {
            source?.cancel()
            source = nil
            loop.stop()
        }
        source?.schedule()
        try run(loop)
        #expect(source == nil)
    }

    @Test("a source keeps its loop alive, so their ends may come in either order")
    func lifetimes() throws {
        var loop: EventLoop? = try EventLoop()
        let weakLoop = Weak(loop)
        var source: TimerSource? = try loop.map { try TimerSource($0) {} }
        loop = nil
        #expect(weakLoop.object != nil)
        source?.arm(at: 1)
        source = nil
        #expect(weakLoop.object == nil)
    }

    #if compiler(>=6.2)
        @Test("a call from another thread traps")
        func confinement() async {
            await #expect(processExitsWith: .failure) {
                let loop = try EventLoop()
                nonisolated(unsafe) let shared = loop
                let thread = Thread { shared.stop() }
                thread.start()
                while !thread.isFinished { sched_yield() }
            }
        }
    #endif
}
