import Glibc

/// Pieces of work that are done on several threads, and whose results are taken in order.
///
/// Checked by hand: the mutex guards all that changes.
final class OrderedWork<Result: Sendable>: @unchecked Sendable {
    private let body: @Sendable (Int) -> Result
    private let count: Int
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let finished: UnsafeMutablePointer<pthread_cond_t>
    private var hasThreads = false
    private var next = 0
    private var results: [Int: Result] = [:]
    private var finishedCount = 0

    /// Room for rules that are nested as deep as the parser lets them; memory that is not used costs nothing.
    private static var stackSize: Int { 64 << 20 }

    /// Begins at once. Where no thread can be had, each piece is done when its result is asked for.
    init(count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Result) {
        self.body = body
        self.count = count
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        finished = .allocate(capacity: 1)
        finished.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(finished, &attributes)
        pthread_condattr_destroy(&attributes)
        for _ in 0..<min(count, threads) {
            guard startThread() else { break }
            hasThreads = true
        }
    }

    deinit {
        pthread_cond_destroy(finished)
        finished.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// How many threads can run at the same time here.
    static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    private func startThread() -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        let context = Unmanaged.passRetained(ThreadBody { [self] in while doNext() {} })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code != 0 { context.release() }
        return code == 0
    }

    /// Waits for a result, which is handed out once.
    ///
    /// - Parameters:
    ///   - interval: Nanoseconds after which `impatience` is called, again and again, with the number of finished pieces.
    func result(_ index: Int, every interval: Int64, _ impatience: (Int) -> Void) -> Result {
        while true {
            if !hasThreads { doNext() }
            if let result = wait(for: index, until: Monotonic.now() + interval) { return result }
            impatience(locked { finishedCount })
        }
    }

    /// Nil where it is not there by then.
    private func wait(for index: Int, until deadline: Int64) -> Result? {
        var time = timespec(
            tv_sec: Int(deadline / Monotonic.second), tv_nsec: Int(deadline % Monotonic.second))
        pthread_mutex_lock(mutex)
        while hasThreads, results[index] == nil {
            if pthread_cond_timedwait(finished, mutex, &time) == ETIMEDOUT { break }
        }
        defer { pthread_mutex_unlock(mutex) }
        return results.removeValue(forKey: index)
    }

    /// False where there is nothing left to do.
    @discardableResult
    private func doNext() -> Bool {
        let index = locked {
            next += 1
            return next - 1
        }
        guard index < count else { return false }
        let result = body(index)
        locked {
            results[index] = result
            finishedCount += 1
            pthread_cond_broadcast(finished)
        }
        return true
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

/// What a thread does: a C function knows no generics.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
