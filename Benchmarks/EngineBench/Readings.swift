/// Topics and payloads, made before anything is measured and laid out one behind the other.
final class Readings {
    enum Form {
        case plain
        /// About 300 bytes, as a Zigbee thermometer sends them.
        case json
    }

    /// How many readings of a room go by before one flips its fan.
    static let readingsForAFlip = 10

    let rooms: Int
    private let bytes: UnsafeMutableRawBufferPointer
    private var topics: [Range<Int>] = []
    /// Ten cool ones, then ten warm ones; all differ.
    private var payloads: [Range<Int>] = []

    init(rooms: Int, form: Form) {
        self.rooms = rooms
        let topicTexts = (0..<rooms).map { "home/sensors/room\($0)/temperature" }
        let payloadTexts = ["21", "28"].flatMap { whole in
            (0..<Readings.readingsForAFlip).map { Readings.payload("\(whole).\($0)", form) }
        }
        let count = (topicTexts + payloadTexts).reduce(0) { $0 + $1.utf8.count }
        bytes = .allocate(byteCount: count, alignment: 16)
        var end = 0
        func lay(_ text: String) -> Range<Int> {
            let start = end
            for byte in text.utf8 {
                bytes[end] = byte
                end += 1
            }
            return start..<end
        }
        topics = topicTexts.map(lay)
        payloads = payloadTexts.map(lay)
    }

    deinit { bytes.deallocate() }

    func topic(_ room: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[topics[room]])
    }

    /// The payload of a room's so many-th reading.
    func payload(visit: Int, flips: Bool) -> UnsafeRawBufferPointer {
        let variation = visit % Readings.readingsForAFlip
        let isWarm = flips && (visit / Readings.readingsForAFlip) % 2 == 1
        return UnsafeRawBufferPointer(
            rebasing: bytes[payloads[isWarm ? variation + Readings.readingsForAFlip : variation]])
    }

    private static func payload(_ temperature: String, _ form: Form) -> String {
        switch form {
        case .plain: temperature
        case .json:
            #"{"battery":74,"humidity":61.2,"linkquality":96,"pressure":1009.1,"power_outage_count":3,"temperature":\#(temperature),"#
                + #""voltage":2985,"update":{"state":"idle","installed_version":16908545,"latest_version":16908545},"#
                + #""device":{"model":"WSDCGQ11LM","manufacturer":"Aqara","ieee":"0x00158d0001a2b3c4"},"last_seen":"2026-07-01T14:00:00Z"}"#
        }
    }
}
