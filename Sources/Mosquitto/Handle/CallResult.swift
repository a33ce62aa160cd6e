import CMosquitto

/// What a call of the library returned, with the errno that it left: that is gone after the next call of anything.
struct CallResult {
    var code: Int32
    var number: Int32

    var isSuccess: Bool { code == MOSQ_ERR_SUCCESS.rawValue }

    /// What it means for somebody who was doing what the context says.
    func error(_ context: String) -> MQTTError {
        MQTTError(.from(library: code, errno: number, isTLSHandshake: false), context)
    }
}
