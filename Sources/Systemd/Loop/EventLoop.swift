import CSystemd
import Glibc

/// One sd-event loop, owned by the thread that made it.
///
/// It calls the handlers of its sources one after the other on that thread; every method of the loop and of its sources
/// traps when another thread calls it. The one exception is `WakeUpSource.Trigger`, made for other threads.
/// A source lives as long as somebody holds it and until `cancel()`.
package final class EventLoop {
    let handle: OpaquePointer
    private let owner = pthread_self()

    /// Makes a loop of its own, not the thread's default one, so that several can exist in one process (tests do that).
    package init() throws(SystemError) {
        var handle: OpaquePointer?
        try checked(sd_event_new(&handle), "make an event loop")
        guard let handle else { throw SystemError(attempt: "make an event loop", code: ENOMEM) }
        self.handle = handle
    }

    deinit {
        sd_event_unref(handle)
    }

    /// Dispatches events until `stop(exitCode:)`, and returns that code. A loop runs once: afterwards it is finished.
    package func run() throws(SystemError) -> Int32 {
        checkThread()
        return try checked(sd_event_loop(handle), "run the event loop")
    }

    /// Dispatches at most one source, after waiting for an event for at most `timeout`. Returns false once the loop is
    /// finished.
    @discardableResult
    package func turn(waitingAtMost timeout: Duration) throws(SystemError) -> Bool {
        checkThread()
        let (seconds, attoseconds) = timeout.components
        let microseconds = UInt64(max(0, seconds)) * 1_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000_000)
        try checked(sd_event_run(handle, microseconds), "run the event loop")
        return sd_event_get_state(handle) != Int32(SD_EVENT_FINISHED)
    }

    /// Ends `run()` when the handler that is running returns. No further handler is called. The first call decides the
    /// code; later ones change nothing.
    package func stop(exitCode: Int32 = 0) {
        checkThread()
        precondition(exitCode >= 0, "an exit code is never negative: libsystemd would take it for an error")
        guard !isStopping else { return }
        isStopping = true
        sd_event_exit(handle, exitCode)
    }

    /// True from the first `stop(exitCode:)` on.
    package private(set) var isStopping = false

    func checkThread() {
        precondition(
            pthread_equal(owner, pthread_self()) != 0,
            "an event loop and its sources belong to the thread that made them")
    }
}
