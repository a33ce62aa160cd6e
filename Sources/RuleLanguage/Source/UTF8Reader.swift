/// Reads scalars from bytes that may be anything.
enum UTF8Reader {
    /// The scalar at `index` and its length; nil and 1 for a byte that is not UTF-8.
    static func scalar(in bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        let first = bytes[index]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length: Int
        var value: UInt32
        let lowest: UInt32
        switch first {
        case 0xC2...0xDF: (length, value, lowest) = (2, UInt32(first & 0x1F), 0x80)
        case 0xE0...0xEF: (length, value, lowest) = (3, UInt32(first & 0x0F), 0x800)
        case 0xF0...0xF4: (length, value, lowest) = (4, UInt32(first & 0x07), 0x10000)
        default: return (nil, 1)
        }
        guard index + length <= bytes.count else { return (nil, 1) }
        for offset in 1..<length {
            let byte = bytes[index + offset]
            guard byte & 0xC0 == 0x80 else { return (nil, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard value >= lowest, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
        return (scalar, length)
    }

    /// Where the first byte stands that is not UTF-8.
    static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        var index = 0
        while index < bytes.count {
            let (scalar, length) = scalar(in: bytes, at: index)
            if scalar == nil { return index }
            index += length
        }
        return nil
    }
}
