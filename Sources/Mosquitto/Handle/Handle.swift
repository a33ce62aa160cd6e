import CMosquitto
import Glibc

/// One `struct mosquitto`, configured, together with what its callbacks need. Exactly one thread has it at a time: the
/// owner's, or the connecting one while it is lent.
final class Handle {
    /// The library's client.
    let pointer: OpaquePointer
    /// Who gets the callbacks; `nil` while the handle is lent, so that no callback runs on the wrong thread.
    unowned(unsafe) var client: MQTTClient?
    /// What opens the private key, for the library's callback.
    private let keyPassword: Secret?
    /// What the library said while connecting, warnings and errors only.
    private var lines: [String] = []
    private var isDestroyed = false
    private var isListening = false

    /// How many lines of the library are kept for one connect.
    private static let maximumLines = 4

    /// A new handle, configured for its whole life and not connected.
    ///
    /// - Throws: ``MQTTError`` if a file of the configuration cannot be read. Traps when memory is exhausted.
    init(_ configuration: ClientConfiguration) throws(MQTTError) {
        let isClean = configuration.session == .clean
        guard let pointer = mosquitto_new(configuration.clientID, isClean, nil) else {
            preconditionFailure("libmosquitto could not make a client: \(String(cString: strerror(errno)))")
        }
        self.pointer = pointer
        keyPassword = configuration.tls?.identity?.keyPassword
        mosquitto_user_data_set(pointer, Unmanaged.passUnretained(self).toOpaque())
        do {
            try HandleSetup(pointer: pointer, configuration: configuration).apply()
        } catch {
            destroy()
            throw error
        }
        HandleCallbacks.install(on: pointer)
    }

    deinit {
        precondition(isDestroyed, "A libmosquitto handle was released without being destroyed.")
    }

    /// Frees the library's client and closes its socket. The last call, on the thread that has the handle.
    func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        client = nil
        mosquitto_destroy(pointer)
    }

    /// Clears what the last connect left and listens to what the library says in the next one.
    func beginConnecting() {
        client = nil
        lines = []
        HandleCallbacks.installLog(on: pointer)
        isListening = true
    }

    /// Stops listening: the library would format a line for each packet.
    func endConnecting() {
        guard isListening else { return }
        isListening = false
        HandleCallbacks.removeLog(from: pointer)
    }

    /// Keeps a line that the library logged.
    func log(_ level: Int32, _ text: UnsafePointer<CChar>) {
        guard level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING) != 0, lines.count < Self.maximumLines else { return }
        let line = LibraryLog.words(String(cString: text))
        if !lines.contains(line) { lines.append(line) }
        if let finding = OpenSSL.verificationFailure(pointer), !lines.contains(finding) { lines.append(finding) }
    }

    /// What the library said about the last connect, in one line; empty if nothing.
    var explanation: String { lines.joined(separator: "; ") }

    /// Copies the key's password into OpenSSL's buffer; 0 if there is none or it does not fit, so that OpenSSL fails
    /// instead of asking at a terminal.
    func copyKeyPassword(into buffer: UnsafeMutablePointer<CChar>, size: Int32) -> Int32 {
        guard let bytes = keyPassword?.bytes, bytes.count < size else { return 0 }
        for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[bytes.count] = 0
        return Int32(bytes.count)
    }
}
