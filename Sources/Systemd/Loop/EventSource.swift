import CSystemd

/// What all sources have in common: a handle in a loop, and its end.
///
/// The subclass is the context of the C callback. The loop does not keep it alive; while its handler runs, the callback does,
/// so a handler may cancel and let go of its own source.
package class EventSource {
    /// How urgent a source is: where several are ready, the lower number goes first, and the longest waiting among equals.
    package enum Priority: Int64 {
        case important = -100
        case normal = 0
        case idle = 100
    }

    /// The loop that calls the handler.
    package let loop: EventLoop
    private(set) var handle: OpaquePointer?

    init(loop: EventLoop) {
        loop.checkThread()
        self.loop = loop
    }

    deinit {
        cancel()
    }

    /// Ends the source: its handler is never called again and what it captured is released. A second call does nothing.
    /// A descriptor given to an `IOSource` stays open; cancel first, then close.
    package func cancel() {
        guard let handle else { return }
        loop.checkThread()
        self.handle = nil
        sd_event_source_disable_unref(handle)
        release()
    }

    /// True from `cancel()` on.
    package var isCancelled: Bool { handle == nil }

    /// Sets the source's place in the queue (`normal` at first).
    package func setPriority(_ priority: Priority) {
        loop.checkThread()
        guard let handle else { return }
        sd_event_source_set_priority(handle, priority.rawValue)
    }

    /// For subclasses: lets go of the handler and what belongs to it. Called once, from `cancel()`.
    func release() {}

    /// For subclasses: adds the source with `add`, which is given the loop, the place of the handle and the callback's context.
    final func attach(
        _ attempt: @autoclosure () -> String,
        _ add: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) {
        var handle: OpaquePointer?
        let context = Unmanaged.passUnretained(self).toOpaque()
        try checked(add(loop.handle, &handle, context), attempt())
        self.handle = handle
    }

    /// For subclasses: switches the source on, off, or on for one time (`SD_EVENT_ON`, `_OFF`, `_ONESHOT`).
    final func setEnabled(_ state: some BinaryInteger) {
        loop.checkThread()
        guard let handle else { return }
        sd_event_source_set_enabled(handle, Int32(state))
    }

    /// The source that a C callback was made for, from the context that `attach` gave to it.
    static func from(_ context: UnsafeMutableRawPointer?) -> Self {
        guard let context else { preconditionFailure("sd-event lost the context of a source") }
        return unsafeDowncast(Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue(), to: Self.self)
    }
}
