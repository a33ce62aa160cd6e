extension NumberText {
    /// Reads a whole payload as a number: blanks and line breaks may stand around it, and nothing else.
    /// Nil for everything that is none, `nan`, `inf`, hexadecimal, `20,5` and `1e400` among it.
    package static func parse(_ bytes: UnsafeRawBufferPointer) -> Double? {
        guard let (value, end) = scan(bytes) else { return nil }
        return skippingBlanks(bytes, from: end) == bytes.count ? value : nil
    }

    package static func parse(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { parse(UnsafeRawBufferPointer($0)) }
    }

    /// Reads the number that a payload begins with, blanks before it included, and says where it ends, so that
    /// the caller can look for a unit behind it.
    package static func scan(_ bytes: UnsafeRawBufferPointer) -> (value: Double, end: Int)? {
        let start = skippingBlanks(bytes, from: 0)
        var position = start
        var isNegative = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        var mantissa = Mantissa()
        position = mantissa.takeDigits(bytes, from: position)
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            mantissa.isBehindPoint = true
            position = mantissa.takeDigits(bytes, from: position + 1)
        }
        guard mantissa.hasDigits else { return nil }
        let exponent = takeExponent(bytes, from: position)
        position = exponent.end

        if let exact = mantissa.exactValue(exponent: exponent.value) {
            return (isNegative ? -exact : exact, position)
        }
        // Many digits or a large exponent: rare, and the standard library rounds it right.
        let written = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        guard let value = Double(normalised(written)), value.isFinite else { return nil }
        return (value, position)
    }

    /// The first position that is no blank or line break.
    package static func skippingBlanks(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): position += 1
            default: return position
            }
        }
        return position
    }

    private struct Mantissa {
        var digits: UInt64 = 0
        /// Those that count, without leading zeros.
        var count = 0
        var decimals = 0
        var hasDigits = false
        var isBehindPoint = false

        mutating func takeDigits(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
            var position = start
            while position < bytes.count {
                let digit = bytes[position] &- UInt8(ascii: "0")
                guard digit <= 9 else { break }
                hasDigits = true
                if count > 0 || digit != 0 { count += 1 }
                if count <= 18 { digits = digits &* 10 &+ UInt64(digit) }
                if isBehindPoint { decimals += 1 }
                position += 1
            }
            return position
        }

        /// Up to 15 digits and a power of ten up to 22 are exact doubles, so one division or multiplication rounds right.
        func exactValue(exponent: Int) -> Double? {
            guard count <= 15 else { return nil }
            if digits == 0 { return 0 }
            let power = exponent - decimals
            guard power >= -22, power <= 22 else { return nil }
            let whole = Double(digits)
            return power < 0 ? whole / NumberText.powersOfTen(-power) : whole * NumberText.powersOfTen(power)
        }
    }

    /// An exponent counts only with digits: `5e` is a number with an `e` behind it.
    private static func takeExponent(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (value: Int, end: Int) {
        guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return (0, start) }
        var position = start + 1
        var isNegative = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        let firstDigit = position
        var value = 0
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 {
            // Far beyond what a double can hold it makes no difference any more.
            if value < 1_000_000 { value = value * 10 + Int(bytes[position] - UInt8(ascii: "0")) }
            position += 1
        }
        guard position > firstDigit else { return (0, start) }
        return (isNegative ? -value : value, position)
    }

    /// `5.` and `.5` in the form that every parser takes.
    private static func normalised(_ written: String) -> String {
        var result: [UInt8] = []
        var previous: UInt8 = 0
        for byte in written.utf8 {
            let isDigit = byte &- UInt8(ascii: "0") <= 9
            if previous == UInt8(ascii: "."), !isDigit { result.append(UInt8(ascii: "0")) }
            if byte == UInt8(ascii: "."), !(previous &- UInt8(ascii: "0") <= 9) { result.append(UInt8(ascii: "0")) }
            result.append(byte)
            previous = byte
        }
        if previous == UInt8(ascii: ".") { result.append(UInt8(ascii: "0")) }
        return String(decoding: result, as: UTF8.self)
    }

    /// A switch and no table: a static array would be reached through a lock on the hot path.
    @inline(__always)
    private static func powersOfTen(_ exponent: Int) -> Double {
        switch exponent {
        case 0: 1
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        case 9: 1e9
        case 10: 1e10
        case 11: 1e11
        case 12: 1e12
        case 13: 1e13
        case 14: 1e14
        case 15: 1e15
        case 16: 1e16
        case 17: 1e17
        case 18: 1e18
        case 19: 1e19
        case 20: 1e20
        case 21: 1e21
        default: 1e22
        }
    }
}
