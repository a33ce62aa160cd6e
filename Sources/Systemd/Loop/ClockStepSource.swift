import CSystemd
import Glibc

/// Tells when somebody sets the wall clock: a person, NTP after boot, a restored virtual machine. Slewing (NTP's normal work)
/// is no step, and costs no wake-up.
package final class ClockStepSource: EventSource {
    private var handler: (() -> Void)?
    private let readCode: (Int32) -> Int32
    let timer: Int32

    package convenience init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        try self.init(loop, readCode: Self.readCode(of:), handler: handler)
    }

    /// `readCode` reads the timer and returns 0 or the errno; an argument since tests cannot set the machine's clock.
    init(
        _ loop: EventLoop, readCode: @escaping (Int32) -> Int32, handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        self.readCode = readCode
        timer = try checkedCall("make a timer") {
            timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        }
        super.init(loop: loop)
        do {
            try watchForStep()
            let timer = self.timer
            try attach("watch the wall clock") { loop, handle, context in
                sd_event_add_io(loop, handle, timer, EPOLLIN.rawValue, timerReadable, context)
            }
        } catch {
            close(timer)
            throw error
        }
    }

    override func release() {
        handler = nil
        close(timer)
    }

    /// Arms the timer for the end of time: it exists only to be cancelled by a step.
    private func watchForStep() throws(SystemError) {
        var never = itimerspec()
        never.it_value.tv_sec = time_t.max / 1_000_000_000
        let result = timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &never, nil)
        let code = errno
        // ECANCELED: one more step came just now. The timer is armed all the same.
        guard result == 0 || code == ECANCELED else { throw SystemError(attempt: "watch the wall clock", code: code) }
    }

    private static func readCode(of timer: Int32) -> Int32 {
        var count: UInt64 = 0
        return read(timer, &count, MemoryLayout.size(ofValue: count)) < 0 ? errno : 0
    }

    fileprivate func readable() {
        guard readCode(timer) == ECANCELED else { return }
        // Cannot fail: the same call has succeeded before, and its arguments are constants.
        try? watchForStep()
        handler?()
    }
}

private func timerReadable(_: OpaquePointer?, _: Int32, _: UInt32, context: UnsafeMutableRawPointer?) -> Int32 {
    ClockStepSource.from(context).readable()
    return 0
}
