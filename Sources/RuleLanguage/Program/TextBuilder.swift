/// Text that is put together from pieces, in memory of its own. A `String` looks anew at each append at what it is and
/// where, which is most of what a sentence of many pieces costs.
package struct TextBuilder: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0

    /// - Parameter capacity: bytes, more than none; it grows when there are more.
    package init(capacity: Int) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    package var text: String { String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self) }
    package var isEmpty: Bool { count == 0 }

    package static func += (builder: inout TextBuilder, text: String) {
        var text = text
        text.withUTF8 { piece in
            guard let start = piece.baseAddress else { return }
            builder.makeRoom(for: piece.count)
            (builder.bytes + builder.count).update(from: start, count: piece.count)
            builder.count += piece.count
        }
    }

    /// In decimal, with zeros in front where there are fewer digits.
    package mutating func append(_ number: UInt, minimumDigits: Int = 1) {
        var digits = 1
        var limit: UInt = 10
        while digits < 19, number >= limit {
            digits += 1
            limit *= 10
        }
        if number >= limit { digits += 1 }
        digits = max(digits, minimumDigits)
        makeRoom(for: digits)
        var rest = number
        for place in stride(from: count + digits - 1, through: count, by: -1) {
            bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    private mutating func makeRoom(for more: Int) {
        guard count + more > capacity else { return }
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }
}
