import CSystemd
import Foundation
import Testing

@testable import Systemd

@Suite("Descriptors, timers and the clock")
struct SourceTests {
    @Test("a readable descriptor calls its handler until it has been read")
    func readable() throws {
        let loop = try EventLoop()
        let pipe = Pipe2()
        var got = ""
        let source = try IOSource(loop, descriptor: pipe.readEnd, interest: .readable) { events in
            #expect(events == .readable)
            got += pipe.take()
            if got == "one two" { loop.stop() } else { pipe.put(" two") }
        }
        pipe.put("one")
        try run(loop)
        #expect(got == "one two")
        source.cancel()
    }

    @Test("interest can be changed, and none at all silences even a hang-up")
    func interest() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        var seen: [IOSource.Events] = []
        let source = try IOSource(loop, descriptor: ends[0], interest: []) { seen.append($0) }
        try loop.turn(waitingAtMost: .zero)
        #expect(seen == [])
        source.interest = [.readable, .writable]
        try loop.turn(waitingAtMost: .zero)
        #expect(seen == [.writable])
        source.interest = .readable
        try loop.turn(waitingAtMost: .zero)
        #expect(seen == [.writable])
        source.interest = []
        close(ends[1])
        try loop.turn(waitingAtMost: .zero)
        #expect(seen == [.writable])
        source.interest = .writable
        try loop.turn(waitingAtMost: .zero)
        #expect(seen.last?.contains(.hangUp) == true)
        source.cancel()
    }

    @Test("a descriptor that cannot be watched is an error that says so")
    func badDescriptor() throws {
        let loop = try EventLoop()
        #expect(throws: SystemError(attempt: "watch descriptor 1000000", code: EBADF)) {
            try IOSource(loop, descriptor: 1_000_000, interest: .readable) { _ in }
        }
        #expect(
            "\(SystemError(attempt: "watch descriptor 5", code: EBADF))"
                == "cannot watch descriptor 5: Bad file descriptor")
    }

    @Test("a timer fires once, not before its deadline, and can be armed again from its handler")
    func timer() throws {
        let loop = try EventLoop()
        var late: [Int64] = []
        var source: TimerSource?
        var deadline = SystemClock.monotonic + 1_234_567
        source = try TimerSource(loop) {
            late.append(SystemClock.monotonic - deadline)
            #expect(source?.deadline == nil)
            if late.count == 3 { return loop.stop() }
            deadline = SystemClock.monotonic + 1_234_567
            source?.arm(at: deadline)
        }
        source?.arm(at: deadline)
        #expect(source?.deadline == deadline)
        try run(loop)
        #expect(late.count == 3)
        #expect(late.allSatisfy { $0 >= 0 })
        source = nil
    }

    @Test("a timer's deadline can be moved both ways, and one in the past fires in the next turn")
    func rearm() throws {
        let loop = try EventLoop()
        var calls = 0
        let source = try TimerSource(loop) { calls += 1 }
        let hour: Int64 = 3_600_000_000_000
        source.arm(at: SystemClock.monotonic + hour)
        source.arm(at: 1)
        try loop.turn(waitingAtMost: .seconds(5))
        #expect(calls == 1)
        source.arm(at: -1)
        source.arm(at: SystemClock.monotonic + hour)
        try loop.turn(waitingAtMost: .zero)
        #expect(calls == 1)
        source.arm(at: .min)
        try loop.turn(waitingAtMost: .seconds(5))
        #expect(calls == 2)
        source.arm(at: .max)
        try loop.turn(waitingAtMost: .zero)
        #expect(calls == 2)
    }

    @Test("a disarmed timer does not fire, and can be armed again")
    func disarm() throws {
        let loop = try EventLoop()
        var calls = 0
        let source = try TimerSource(loop) { calls += 1 }
        source.arm(at: 1)
        source.disarm()
        #expect(source.deadline == nil)
        try loop.turn(waitingAtMost: .zero)
        #expect(calls == 0)
        source.arm(at: 1)
        try loop.turn(waitingAtMost: .seconds(5))
        #expect(calls == 1)
    }

    @Test("a timer is exact to a microsecond, so that sd-event does not gather it with others")
    func accuracy() throws {
        let loop = try EventLoop()
        let source = try TimerSource(loop) {}
        var accuracy: UInt64 = 0
        sd_event_source_get_time_accuracy(source.handle, &accuracy)
        #expect(accuracy == 1)
    }

    @Test("a step of the wall clock is told each time, by a timer that never expires by itself")
    func clockStep() throws {
        let loop = try EventLoop()
        var steps = 0
        // What the kernel says after a step; a test cannot set the machine's clock.
        let source = try ClockStepSource(loop, readCode: { _ in ECANCELED }) { steps += 1 }
        try loop.turn(waitingAtMost: .zero)
        #expect(steps == 0)
        for expected in 1...2 {
            expire(source.timer)
            try loop.turn(waitingAtMost: .seconds(5))
            #expect(steps == expected)
            #expect(isQuiet(source.timer), "armed anew for the end of time")
        }
        source.cancel()
    }

    @Test("an expired timer is no step of the clock")
    func clockExpiry() throws {
        let loop = try EventLoop()
        let source = try ClockStepSource(loop) { Issue.record("no step") }
        expire(source.timer)
        try loop.turn(waitingAtMost: .seconds(5))
        #expect(isQuiet(source.timer))
    }

    private func expire(_ timer: Int32) {
        var soon = itimerspec()
        soon.it_value.tv_nsec = 1
        #expect(timerfd_settime(timer, 0, &soon, nil) == 0)
    }

    private func isQuiet(_ timer: Int32) -> Bool {
        var request = pollfd(fd: timer, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 0
    }
}
