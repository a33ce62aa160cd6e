import CMosquitto

/// The C side of the callbacks: non-capturing functions that find the handle in the library's user data. They are set
/// once, before the first connect; setting one inside a callback would deadlock in the library.
enum HandleCallbacks {
    /// Sets the MQTT 5 variants, which the library calls for all versions. (Both variants set would both be called.)
    static func install(on pointer: OpaquePointer) {
        mosquitto_connect_v5_callback_set(pointer) { _, context, code, flags, properties in
            HandleCallbacks.client(context)?.answered(code, flags: flags, properties)
        }
        mosquitto_disconnect_v5_callback_set(pointer) { _, context, code, _ in
            HandleCallbacks.client(context)?.disconnected(code)
        }
        mosquitto_message_v5_callback_set(pointer) { _, context, message, properties in
            guard let message else { return }
            HandleCallbacks.client(context)?.received(message, properties)
        }
        mosquitto_publish_v5_callback_set(pointer) { _, context, packetID, reason, _ in
            HandleCallbacks.client(context)?.published(packetID, reason)
        }
        mosquitto_subscribe_v5_callback_set(pointer) { _, context, packetID, count, codes, _ in
            HandleCallbacks.client(context)?.subscribed(
                packetID, UnsafeBufferPointer(start: codes, count: codes == nil ? 0 : Int(count)))
        }
        mosquitto_unsubscribe_v5_callback_set(pointer) { _, context, packetID, _ in
            HandleCallbacks.client(context)?.unsubscribed(packetID)
        }
    }

    /// Listens to the library's log, also on the connecting thread.
    static func installLog(on pointer: OpaquePointer) {
        mosquitto_log_callback_set(pointer) { _, context, level, text in
            guard let text, let context else { return }
            Unmanaged<Handle>.fromOpaque(context).takeUnretainedValue().log(level, text)
        }
    }

    /// Stops listening.
    static func removeLog(from pointer: OpaquePointer) {
        mosquitto_log_callback_set(pointer, nil)
    }

    @inline(__always)
    private static func client(_ context: UnsafeMutableRawPointer?) -> MQTTClient? {
        guard let context else { return nil }
        return Unmanaged<Handle>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.client }
    }
}
