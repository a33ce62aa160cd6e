/// Does something at a steady interval on the loop, so that a loop that hangs no longer does it. `Notifier` makes it.
package final class Watchdog {
    private let interval: Int64
    private let ping: () -> Void
    private var timer: TimerSource?

    init(_ loop: EventLoop, interval: Int64, ping: @escaping () -> Void) throws(SystemError) {
        self.interval = interval
        self.ping = ping
        timer = try TimerSource(loop) { [unowned self] in fired() }
        fired()
    }

    /// Ends it: the manager hears nothing more.
    package func cancel() {
        timer?.cancel()
        timer = nil
    }

    private func fired() {
        ping()
        timer?.arm(at: SystemClock.monotonic + interval)
    }
}
