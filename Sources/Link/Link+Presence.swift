/// What the gateway says of itself beside its commands.
extension Link {
    mutating func publishPresence(_ word: String) -> LinkAction {
        let number = nextToken()
        presenceToken = number
        let message = OutgoingMessage(
            topic: attempt.connection.presenceTopic, payload: Array(word.utf8),
            qos: min(attempt.willQoS, server.maximumQoS), retained: attempt.willRetained && server.retainAvailable)
        return .publish(token: number, message)
    }

    mutating func publishInformation() -> [LinkAction] {
        guard !information.isEmpty else { return [] }
        let message = OutgoingMessage(
            topic: attempt.connection.infoTopic, payload: information, qos: min(1, server.maximumQoS),
            retained: server.retainAvailable)
        if let limit = server.maximumPacketSize, message.packetSize > limit { return [] }
        return [.publish(token: nextToken(), message)]
    }

    mutating func inform(_ information: [UInt8]) -> [LinkAction] {
        guard information != self.information else { return [] }
        self.information = information
        return isOnline ? publishInformation() : []
    }
}
