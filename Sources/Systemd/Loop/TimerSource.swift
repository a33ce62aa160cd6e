import CSystemd
import Glibc

/// A timer that fires once each time that it is armed, on the clock `SystemClock.monotonic`.
///
/// It is made disarmed. Arming again replaces the deadline and costs no system call: the loop sets the kernel's timer once, before it waits.
package final class TimerSource: EventSource {
    private var handler: (() -> Void)?
    /// When it will fire (nanoseconds, `SystemClock.monotonic`), or nil while it is disarmed.
    package private(set) var deadline: Int64?

    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        super.init(loop: loop)
        // An accuracy of 0 would mean the default of 250 ms, by which sd-event gathers wake-ups.
        try attach("make a timer") { loop, handle, context in
            sd_event_add_time(loop, handle, CLOCK_BOOTTIME, UInt64.max, 1, timerFired, context)
        }
        setEnabled(SD_EVENT_OFF)
    }

    /// Fires at `deadline` or, where that has passed, in the next turn; never before it.
    package func arm(at deadline: Int64) {
        loop.checkThread()
        guard let handle, deadline != self.deadline else { return }
        let wasArmed = self.deadline != nil
        self.deadline = deadline
        sd_event_source_set_time(handle, Self.microseconds(deadline))
        if !wasArmed { setEnabled(SD_EVENT_ONESHOT) }
    }

    /// Makes it not fire. It can be armed again.
    package func disarm() {
        loop.checkThread()
        guard deadline != nil else { return }
        deadline = nil
        setEnabled(SD_EVENT_OFF)
    }

    override func release() {
        handler = nil
        deadline = nil
    }

    fileprivate func fired() {
        deadline = nil
        handler?()
    }

    /// Rounded up, so that the deadline has been reached when the handler asks the clock.
    private static func microseconds(_ nanoseconds: Int64) -> UInt64 {
        guard nanoseconds > 0 else { return 0 }
        return (UInt64(nanoseconds) + 999) / 1_000
    }
}

private func timerFired(_: OpaquePointer?, _: UInt64, context: UnsafeMutableRawPointer?) -> Int32 {
    TimerSource.from(context).fired()
    return 0
}
