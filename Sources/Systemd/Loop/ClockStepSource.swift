import CSystemd
import Glibc

/// Tells when somebody sets the wall clock: a person, NTP after boot, a restored virtual machine. Slewing (NTP's normal work)
/// is no step, and costs no wake-up.
package final class ClockStepSource: EventSource {
    private var handler: (() -> Void)?
    private let timer: Int32

    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
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
        try checkedCall("watch the wall clock") {
            timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &never, nil)
        }
    }

    fileprivate func readable() {
        var count: UInt64 = 0
        let stepped = read(timer, &count, MemoryLayout.size(ofValue: count)) < 0 && errno == ECANCELED
        guard stepped else { return }
        try? watchForStep()
        handler?()
    }
}

private func timerReadable(_: OpaquePointer?, _: Int32, _: UInt32, context: UnsafeMutableRawPointer?) -> Int32 {
    ClockStepSource.from(context).readable()
    return 0
}
