/// Writes values one behind the other, in a form that no version of the compiler and no processor changes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// Makes it fit for the next use; the memory stays.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func write(_ byte: UInt8) { bytes.append(byte) }
    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    /// Eight bytes, little-endian.
    mutating func write(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ number: Int) { write(Int64(number)) }
    mutating func write(_ number: Double) { write(Int64(bitPattern: number.bitPattern)) }

    /// The length in bytes, and then the bytes.
    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ data: [UInt8]) {
        write(data.count)
        bytes += data
    }

    mutating func write(_ data: UnsafeRawBufferPointer) {
        write(data.count)
        bytes.append(contentsOf: data)
    }

    mutating func write(_ texts: [String]) {
        write(texts.count)
        for text in texts { write(text) }
    }
}

/// Reads what `ByteWriter` wrote. Whatever else it is given, it throws and does not crash.
struct ByteReader {
    /// These bytes were not written by `ByteWriter`, or not by this version.
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func byte() throws(Malformed) -> UInt8 {
        guard place < bytes.count else { throw Malformed() }
        defer { place += 1 }
        return bytes[place]
    }

    mutating func flag() throws(Malformed) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw Malformed()
        }
    }

    mutating func number() throws(Malformed) -> Int64 {
        guard bytes.count - place >= 8 else { throw Malformed() }
        defer { place += 8 }
        return bytes.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Int64.self)) }
    }

    /// How many of something follow; no more than there are bytes left.
    mutating func count() throws(Malformed) -> Int {
        let number = try number()
        guard number >= 0, number <= bytes.count - place else { throw Malformed() }
        return Int(number)
    }

    mutating func double() throws(Malformed) -> Double {
        Double(bitPattern: UInt64(bitPattern: try number()))
    }

    mutating func text() throws(Malformed) -> String {
        let count = try count()
        defer { place += count }
        guard let text = String(validating: bytes[place..<place + count], as: UTF8.self) else { throw Malformed() }
        return text
    }

    mutating func data() throws(Malformed) -> [UInt8] {
        let count = try count()
        defer { place += count }
        return Array(bytes[place..<place + count])
    }

    mutating func texts() throws(Malformed) -> [String] {
        var texts: [String] = []
        for _ in 0..<(try count()) { texts.append(try text()) }
        return texts
    }
}
