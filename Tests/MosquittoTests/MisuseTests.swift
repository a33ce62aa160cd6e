import Glibc
import Mosquitto
import Testing

#if compiler(>=6.2)
    /// What only a wrong program does ends it with a sentence. Run in a process of its own, which older compilers cannot.
    @Suite("Wrong use traps")
    struct MisuseTests {
        @Test("a client that is released without close()")
        func notClosed() async {
            await #expect(processExitsWith: .failure) {
                _ = try MQTTClient(ClientConfiguration())
            }
        }

        @Test("connecting twice")
        func connectingTwice() async {
            await #expect(processExitsWith: .failure) {
                let client = try MQTTClient(ClientConfiguration(host: "127.0.0.1", port: 1))
                try client.startConnecting()
                try client.startConnecting()
            }
        }

        @Test("reading or closing from within a handler", arguments: ["read", "close", "write", "tick"])
        func reentered(call: String) async {
            await #expect(processExitsWith: .failure) { [call] in
                let broker = FakeBroker({ try $0.acceptConnect() })
                let driver = try Driver(port: broker.port)
                driver.client.onEvent = { _ in
                    switch call {
                    case "read": driver.client.read()
                    case "close": driver.client.close()
                    case "write": driver.client.write()
                    default: driver.client.tick()
                    }
                }
                try driver.client.connect()
                try driver.run { false }
            }
        }

        @Test("a call on a thread that does not own it")
        func wrongThread() async {
            await #expect(processExitsWith: .failure) {
                let broker = FakeBroker({
                    try $0.acceptConnect()
                    try $0.expectEnd()
                })
                let driver = try Driver(port: broker.port)
                try driver.connect()
                let pointer = Unmanaged.passRetained(driver.client).toOpaque()
                var thread = pthread_t()
                pthread_create(
                    &thread, nil,
                    { pointer in
                        if let pointer { Unmanaged<MQTTClient>.fromOpaque(pointer).takeUnretainedValue().write() }
                        return nil
                    }, pointer)
                pthread_join(thread, nil)
                exit(0)
            }
        }
    }
#endif
