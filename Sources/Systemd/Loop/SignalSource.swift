import CSystemd
import Glibc

/// Receives a signal as an event instead of an interruption.
///
/// The signal is blocked in the calling thread and stays so: make all signal sources before starting any thread (a thread inherits
/// what is blocked), or that thread will take the signal in the old way.
package final class SignalSource: EventSource {
    /// Where a signal came from.
    package struct Sender: Equatable, Sendable {
        /// 0 when the kernel sent it (Ctrl-C).
        package let process: Int32
        package let user: UInt32
    }

    package typealias Handler = (Sender) -> Void
    private var handler: Handler?
    /// The signal's number, as `SIGTERM`.
    package let signal: Int32

    package init(_ loop: EventLoop, signal: Int32, handler: @escaping Handler) throws(SystemError) {
        self.handler = handler
        self.signal = signal
        super.init(loop: loop)
        try Self.hold([signal])
        try attach("watch signal \(signal)") { loop, handle, context in
            sd_event_add_signal(loop, handle, signal, signalArrived, context)
        }
    }

    /// Keeps signals for the sources that are made later: who is told to stop while still starting stops in order.
    package static func hold(_ signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        try checked(-pthread_sigmask(SIG_BLOCK, &set, nil), "block signals")
    }

    /// Makes writing to a pipe or socket that nobody reads any more an error (`EPIPE`) instead of the process's end.
    package static func ignoreBrokenPipes() {
        Glibc.signal(SIGPIPE, SIG_IGN)
    }

    override func release() { handler = nil }

    fileprivate func arrived(_ sender: Sender) { handler?(sender) }
}

private func signalArrived(
    _: OpaquePointer?, info: UnsafePointer<signalfd_siginfo>?, context: UnsafeMutableRawPointer?
) -> Int32 {
    let sender = SignalSource.Sender(
        process: Int32(bitPattern: info?.pointee.ssi_pid ?? 0), user: info?.pointee.ssi_uid ?? 0)
    SignalSource.from(context).arrived(sender)
    return 0
}
