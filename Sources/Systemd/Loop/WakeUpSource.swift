import CSystemd
import Glibc

/// Lets another thread make the loop call a handler.
package final class WakeUpSource: EventSource {
    /// The part for the other threads. It may outlive the source and the loop; then it wakes nobody.
    package final class Trigger: Sendable {
        let descriptor: Int32

        fileprivate init() throws(SystemError) {
            descriptor = try checkedCall("make an eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
        }

        deinit { close(descriptor) }

        /// Makes the loop call the handler once; several calls before that are one.
        package func fire() {
            var one: UInt64 = 1
            // It can fail only when the counter is full, and then the loop has long been woken.
            _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
        }
    }

    private var handler: (() -> Void)?
    /// Give this to the other thread.
    package let trigger: Trigger

    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        trigger = try Trigger()
        super.init(loop: loop)
        let descriptor = trigger.descriptor
        try attach("watch an eventfd") { loop, handle, context in
            sd_event_add_io(loop, handle, descriptor, EPOLLIN.rawValue, wokenUp, context)
        }
    }

    override func release() { handler = nil }

    func woken() {
        var count: UInt64 = 0
        _ = read(trigger.descriptor, &count, MemoryLayout.size(ofValue: count))
        handler?()
    }
}

private func wokenUp(_: OpaquePointer?, _: Int32, _: UInt32, context: UnsafeMutableRawPointer?) -> Int32 {
    WakeUpSource.from(context).woken()
    return 0
}
