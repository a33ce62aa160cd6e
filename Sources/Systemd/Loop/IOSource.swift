import CSystemd

/// Watches a file descriptor, which stays the caller's.
package final class IOSource: EventSource {
    /// What to wait for, and what has come.
    package struct Events: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let readable = Events(rawValue: EPOLLIN.rawValue)
        package static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// The other side has gone; comes without being asked for, as `failed` does, but not while the source is disabled.
        package static let hangUp = Events(rawValue: EPOLLHUP.rawValue)
        package static let failed = Events(rawValue: EPOLLERR.rawValue)
    }

    package typealias Handler = (Events) -> Void
    private var handler: Handler?

    /// Calls `handler` as long as one of `interest` is the case (level-triggered).
    package init(
        _ loop: EventLoop, descriptor: Int32, interest: Events, handler: @escaping Handler
    ) throws(SystemError) {
        self.handler = handler
        self.interest = interest
        super.init(loop: loop)
        try attach("watch descriptor \(descriptor)") { loop, handle, context in
            sd_event_add_io(loop, handle, descriptor, interest.rawValue, ioReady, context)
        }
        if interest.isEmpty { setEnabled(SD_EVENT_OFF) }
    }

    /// What the source waits for. Setting it to what it is costs nothing; the empty set disables the source.
    package var interest: Events {
        didSet {
            loop.checkThread()
            guard interest != oldValue, let handle else { return }
            if interest.isEmpty {
                setEnabled(SD_EVENT_OFF)
            } else {
                sd_event_source_set_io_events(handle, interest.rawValue)
                if oldValue.isEmpty { setEnabled(SD_EVENT_ON) }
            }
        }
    }

    override func release() { handler = nil }

    fileprivate func ready(_ events: Events) { handler?(events) }
}

private func ioReady(
    _: OpaquePointer?, _: Int32, events: UInt32, context: UnsafeMutableRawPointer?
) -> Int32 {
    IOSource.from(context).ready(IOSource.Events(rawValue: events))
    return 0
}
