/// Numbers as they stand on the wire and in texts: one strict grammar to read, one shortest form to write.
package enum NumberText {
    // MARK: Writing

    /// The shortest decimal that reads back as the same number, without exponent, `+`, `-0` or trailing zeros.
    /// With a step it has never more decimals than the step has.
    package static func shortest(_ x: Double, step: Double? = nil) -> String {
        var builder = TextBuilder(capacity: 24)
        write(x, step: step, to: &builder)
        return builder.text
    }

    /// The same into a longer text.
    package static func write(_ x: Double, step: Double? = nil, to builder: inout TextBuilder) {
        guard x.isFinite else { return builder += "unknown" }
        if step == nil, writeShort(x, to: &builder) { return }
        var decimal = Decimal(x)
        if let step, step.isFinite, step > 0 {
            decimal.round(toDecimals: Decimal(step).decimals)
        }
        builder += decimal.text
    }

    /// Numbers of everyday life, with three decimals at most: what such a decimal reads back as is worked out at once,
    /// and there is no shorter one of the same value. False for all others.
    private static func writeShort(_ x: Double, to builder: inout TextBuilder) -> Bool {
        let thousandths = (x * 1000).rounded()
        guard thousandths.magnitude < 1e12, thousandths / 1000 == x else { return false }
        let number = Int(thousandths)
        if number < 0 { builder += "-" }
        builder.append(number.magnitude / 1000)
        var rest = number.magnitude % 1000
        guard rest != 0 else { return true }
        builder += "."
        var decimals = 3
        while rest % 10 == 0 {
            rest /= 10
            decimals -= 1
        }
        builder.append(rest, minimumDigits: decimals)
        return true
    }

    /// The multiple of a step that is nearest, as the decimal that it is written as: 19.7 and not 19.700000000000003.
    /// Half goes away from zero.
    package static func rounded(_ x: Double, toStep step: Double) -> Double {
        let decimals = max(Decimal(step).decimals, 0)
        // Beyond this a power of ten is no exact number.
        guard decimals <= 22 else { return (x / step).rounded() * step }
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let whole = (step * power).rounded()
        let scaled = (x * power / whole).rounded() * whole
        // Of large numbers all are multiples of so small a step.
        guard scaled.magnitude < 9e15 || !scaled.isFinite else { return (x / step).rounded() * step }
        return scaled / power
    }

    /// Digits and the place of the point: 0.00123 is 123 with 5 decimals, 1200 is 12 with -2.
    private struct Decimal {
        var isNegative: Bool
        /// From the first that counts to the last that counts, as numbers. Empty for zero.
        var digits: [UInt8] = []
        var decimals = 0

        /// The standard library knows the shortest digits; only its layout is not ours.
        init(_ x: Double) {
            isNegative = x < 0
            var exponent = 0
            var isBehindPoint = false
            var characters = x.magnitude.description.utf8.makeIterator()
            while let character = characters.next() {
                switch character {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    digits.append(character - UInt8(ascii: "0"))
                    if isBehindPoint { decimals += 1 }
                case UInt8(ascii: "."):
                    isBehindPoint = true
                default:
                    var rest: [UInt8] = []
                    while let next = characters.next() { rest.append(next) }
                    exponent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
                }
            }
            decimals -= exponent
            trim()
        }

        private mutating func trim() {
            while digits.last == 0 {
                digits.removeLast()
                decimals -= 1
            }
            let leading = digits.prefix { $0 == 0 }.count
            digits.removeFirst(leading)
            if digits.isEmpty {
                decimals = 0
                isNegative = false
            }
        }

        /// Half goes away from zero.
        mutating func round(toDecimals places: Int) {
            let places = max(places, 0)
            guard decimals > places else { return }
            let dropped = decimals - places
            guard dropped <= digits.count else {
                digits = []
                return trim()
            }
            let roundsUp = digits[digits.count - dropped] >= 5
            digits.removeLast(dropped)
            decimals = places
            if roundsUp { carry() }
            trim()
        }

        private mutating func carry() {
            for index in digits.indices.reversed() {
                if digits[index] < 9 {
                    digits[index] += 1
                    return
                }
                digits[index] = 0
            }
            digits.insert(1, at: 0)
        }

        var text: String {
            guard !digits.isEmpty else { return "0" }
            var bytes: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
            let zero = UInt8(ascii: "0")
            if decimals <= 0 {
                bytes += digits.map { $0 + zero }
                bytes += repeatElement(zero, count: -decimals)
            } else {
                let padding = max(0, decimals + 1 - digits.count)
                let all = Array(repeatElement(0, count: padding)) + digits
                bytes += all.dropLast(decimals).map { $0 + zero }
                bytes.append(UInt8(ascii: "."))
                bytes += all.suffix(decimals).map { $0 + zero }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
