import CSystemd

/// Calls its handler once in a turn of the loop soon after `schedule()`, and not before: for work that must not be done in the
/// middle of another handler.
package final class DeferredSource: EventSource {
    private var handler: (() -> Void)?
    private var isScheduled = false

    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        super.init(loop: loop)
        try attach("defer work") { loop, handle, context in
            sd_event_add_defer(loop, handle, deferredReady, context)
        }
        setEnabled(SD_EVENT_OFF)
    }

    /// Asks for one call. Asking again before it has come changes nothing.
    package func schedule() {
        loop.checkThread()
        guard !isScheduled else { return }
        isScheduled = true
        setEnabled(SD_EVENT_ONESHOT)
    }

    override func release() { handler = nil }

    fileprivate func ready() {
        isScheduled = false
        handler?()
    }
}

/// Calls its handler after other sources had their turn: once or more often for all that was ready at the same time, and never in an idle loop.
package final class AfterTurnSource: EventSource {
    private var handler: (() -> Void)?

    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        super.init(loop: loop)
        try attach("add work after each turn") { loop, handle, context in
            sd_event_add_post(loop, handle, turnEnded, context)
        }
    }

    override func release() { handler = nil }

    fileprivate func ended() { handler?() }
}

private func deferredReady(_: OpaquePointer?, context: UnsafeMutableRawPointer?) -> Int32 {
    DeferredSource.from(context).ready()
    return 0
}

private func turnEnded(_: OpaquePointer?, context: UnsafeMutableRawPointer?) -> Int32 {
    AfterTurnSource.from(context).ended()
    return 0
}
