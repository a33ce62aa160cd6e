import Glibc

extension MQTTClient {
    /// A publication whose acknowledgement is missing.
    struct Outstanding {
        /// The connection in which it was published.
        var epoch: UInt64
        /// Its place among all publications.
        var order: UInt64
    }

    /// A subscribe whose answer is missing.
    struct OpenSubscribe {
        var id: RequestID
        var filters: [TopicFilter]
    }

    /// What the callbacks learned about the end of the connection, first word first.
    struct Ending {
        /// The argument of the first on_disconnect.
        var callbackCode: Int32?
        /// The broker's refusal in CONNACK.
        var refusal: ReasonCode?
        /// What this module found wrong.
        var finding: MQTTError.Code?
        /// What the call returned that ended it.
        var result: CallResult?
    }

    /// The limits that the broker stated in CONNACK; the defaults before the first one.
    public var serverLimits: ServerLimits { limits }

    /// How many publications at QoS 1 and 2 wait for their acknowledgement.
    public var unacknowledgedCount: Int { unacknowledged.count }

    /// How many publications at QoS 0 wait for the socket to take them.
    public var unsentCount: Int { unsent }

    /// Traps with a sentence if the call comes from another thread or from within the library.
    func checkEntry(_ call: StaticString) {
        precondition(!isInLibrary, "\(call) of MQTTClient was called from within one of its handlers.")
        checkThread(call)
    }

    /// Traps with a sentence if the call comes from a thread other than the one that connected last.
    func checkThread(_ call: StaticString) {
        guard let owner, state != .idle else { return }
        precondition(
            pthread_equal(owner, pthread_self()) != 0,
            "\(call) of MQTTClient was called on a thread that does not own it.")
    }
}
