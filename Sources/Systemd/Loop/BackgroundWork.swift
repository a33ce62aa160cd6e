import CSystemd
import Glibc

/// Does one piece of work at a time that may block (the disk) on a thread of its own, and hands its result to the loop.
package final class BackgroundWork<Outcome: Sendable> {
    /// Where the thread leaves the result. Checked by hand: the thread writes it before it fires the trigger, and the loop reads
    /// it after that.
    private final class Job: @unchecked Sendable {
        let work: @Sendable () -> Outcome
        let trigger: WakeUpSource.Trigger
        var outcome: Outcome?

        init(_ work: @escaping @Sendable () -> Outcome, _ trigger: WakeUpSource.Trigger) {
            self.work = work
            self.trigger = trigger
        }

        func run() {
            outcome = work()
            trigger.fire()
        }
    }

    private var source: WakeUpSource?
    private let handler: (Outcome) -> Void
    private var job: Job?

    /// The handler is called on the loop's thread, once for each `start`.
    package init(_ loop: EventLoop, handler: @escaping (Outcome) -> Void) throws(SystemError) {
        self.handler = handler
        source = try WakeUpSource(loop) { [unowned self] in finish() }
    }

    package var isRunning: Bool { job != nil }

    /// Begins; there must be nothing under way.
    package func start(_ work: @escaping @Sendable () -> Outcome) throws(SystemError) {
        precondition(job == nil, "one piece of work at a time")
        guard let trigger = source?.trigger else { return }
        let job = Job(work, trigger)
        let code = Self.startThread(job)
        guard code == 0 else { throw SystemError(attempt: "start a thread", code: code) }
        self.job = job
    }

    /// Waits for what is under way, at most so many milliseconds. Returns whether it is done; then the handler has been called.
    package func wait(milliseconds: Int32) -> Bool {
        guard job != nil, let source else { return true }
        var request = pollfd(fd: source.trigger.descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, milliseconds) < 0, errno == EINTR {}
        guard request.revents != 0 else { return false }
        source.woken()
        return true
    }

    /// Nothing is handed over any more; work that is under way goes on by itself.
    package func cancel() {
        source?.cancel()
        source = nil
    }

    private func finish() {
        guard let outcome = job?.outcome else { return }
        job = nil
        handler(outcome)
    }

    /// Detached, and with all signals blocked, so that they go to the thread that expects them.
    private static func startThread(_ job: Job) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 256 * 1_024)
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let run: @Sendable () -> Void = { job.run() }
        let context = Unmanaged.passRetained(ThreadEntry(run))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<ThreadEntry>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code != 0 { context.release() }
        return code
    }
}

/// What a thread begins with: pthreads know no generic types.
private final class ThreadEntry: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
