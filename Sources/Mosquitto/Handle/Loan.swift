import CMosquitto
import Glibc

/// A handle that is lent to a thread of its own while it connects. Whoever of owner and thread comes last cleans up:
/// the owner takes the handle back, or abandons it and the thread destroys it when the connect returns.
///
/// Checked by hand: the mutex guards the state, and the handle belongs to the thread while that is `running`.
final class Loan: @unchecked Sendable {
    private enum State {
        case running
        case returned(CallResult)
        case abandoned
        case over
    }

    /// Room enough for the resolver's modules and OpenSSL; the default would be 8 MB of address space for each.
    private static let stackSize = 512 * 1_024

    let call: ConnectCall
    private let descriptor: Int32
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var state = State.running

    /// A loan that will make the descriptor, an eventfd, readable when it ends.
    init(_ call: ConnectCall, descriptor: Int32) {
        self.call = call
        self.descriptor = descriptor
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Starts the thread, detached and with all signals blocked, so that they go to the threads that expect them.
    ///
    /// - Returns: 0, or the error number if there is no thread; the handle is not lent then.
    func start() -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Loan>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code != 0 { context.release() }
        return code
    }

    /// The outcome, once the thread is done; the handle belongs to the caller then.
    func takeBack() -> CallResult? {
        locked {
            guard case .returned(let outcome) = state else { return nil }
            state = .over
            return outcome
        }
    }

    /// Gives the handle up: to the thread if that still runs, else it is destroyed at once.
    ///
    /// - Returns: whether the thread still runs.
    func abandon() -> Bool {
        let isRunning = locked {
            if case .running = state {
                state = .abandoned
                return true
            }
            state = .over
            return false
        }
        if !isRunning { call.handle.destroy() }
        return isRunning
    }

    /// Whether the thread has nothing more to do.
    var isOver: Bool {
        locked {
            if case .over = state { true } else { false }
        }
    }

    /// On the thread: connect, then hand the handle back or destroy it.
    private func run() {
        let outcome = call.run()
        let isAbandoned = locked {
            if case .abandoned = state { return true }
            state = .returned(outcome)
            var one: UInt64 = 1
            _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
            return false
        }
        guard isAbandoned else { return }
        call.handle.destroy()
        locked { state = .over }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
