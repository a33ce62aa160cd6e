/// What happened since the state was saved last, in a ring of memory that outlives the process: a mapped file, or what a
/// test takes for one. Each call of the engine stands in it before it is made, so that nothing is forgotten and
/// nothing done twice when the process is killed between two instructions.
///
/// A record is its length, a checksum over its contents, its place and the log's session, and the contents. There is no pointer to
/// the end: the log ends where a checksum is wrong, so a record that was being written when the process
/// died does not exist.
package struct EventLog {
    /// A place in a log.
    package struct Mark: Sendable, Equatable {
        package var session: Int64
        /// Bytes since the session began.
        package var offset: Int64

        package init(session: Int64, offset: Int64) {
            self.session = session
            self.offset = offset
        }
    }

    /// Says that the memory is a log, and of which form.
    static let magic: Int64 = 0x3130_474F_4C54_5248  // "HRTLOG01"
    private static let headerSize = 64
    /// Length and checksum.
    private static let recordHeader = 8
    /// The memory has at least so many bytes.
    package static let smallestSize = 4_096

    private let memory: UnsafeMutableRawBufferPointer
    private let capacity: Int64
    private var session: Int64
    private var end: Int64 = 0
    /// What lies before it stands in a saved state.
    private var base: Int64 = 0
    private var writer = ByteWriter()
    /// False once something had no room: what follows is missing until a new session begins.
    package private(set) var isComplete: Bool

    /// A log in memory that another one may have left there. The memory must live as long as the log.
    package init(_ memory: UnsafeMutableRawBufferPointer) {
        precondition(memory.count >= Self.smallestSize)
        self.memory = memory
        capacity = Int64((memory.count - Self.headerSize) & ~7)
        session =
            memory.loadUnaligned(as: Int64.self) == Self.magic
            ? memory.loadUnaligned(fromByteOffset: 8, as: Int64.self) : 0
        isComplete = false
    }

    /// Where the next record will stand.
    package var mark: Mark { Mark(session: session, offset: end) }

    /// Forgets everything and begins anew. The number must not be that of an earlier session.
    package mutating func begin(session: Int64) {
        memory.storeBytes(of: Self.magic, as: Int64.self)
        memory.storeBytes(of: session, toByteOffset: 8, as: Int64.self)
        self.session = session
        end = 0
        base = 0
        isComplete = true
    }

    /// Everything up to a mark is saved elsewhere, and its room is free.
    package mutating func saved(upTo mark: Mark) {
        if mark.session == session { base = max(base, mark.offset) }
    }

    // MARK: Writing

    package mutating func append(_ record: EventRecord) {
        guard isComplete else { return }
        writer.removeAll()
        record.write(to: &writer)
        store()
    }

    package mutating func append(
        message topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, id: UInt16, isRetained: Bool,
        at moment: Moment
    ) {
        guard isComplete else { return }
        writer.removeAll()
        EventRecord.write(message: topic, payload, id: id, isRetained: isRetained, moment, to: &writer)
        store()
    }

    private mutating func store() {
        let length = writer.bytes.count
        let size = Self.size(of: length)
        guard end + size - base <= capacity else {
            isComplete = false
            return
        }
        let check = writer.bytes.withUnsafeBytes { bytes in
            copy(bytes, to: end + Int64(Self.recordHeader))
            return checksum(bytes, at: end)
        }
        // One aligned store of eight bytes: there is no half of it.
        memory.storeBytes(of: UInt64(length) | UInt64(check) << 32, toByteOffset: place(end), as: UInt64.self)
        end += size
    }

    private func copy(_ bytes: UnsafeRawBufferPointer, to offset: Int64) {
        let start = place(offset)
        let first = min(bytes.count, Self.headerSize + Int(capacity) - start)
        UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + first]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[..<first]))
        guard first < bytes.count else { return }
        UnsafeMutableRawBufferPointer(rebasing: memory[Self.headerSize...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[first...]))
    }

    // MARK: Reading

    /// What was written from a mark on, or nil where that place is not in this log. The log goes on behind it.
    package mutating func resume(from mark: Mark) -> [EventRecord]? {
        guard session != 0, mark.session == session, mark.offset >= 0, mark.offset & 7 == 0 else { return nil }
        var records: [EventRecord] = []
        var offset = mark.offset
        while offset - mark.offset < capacity, let (record, next) = record(at: offset) {
            records.append(record)
            offset = next
        }
        base = mark.offset
        end = offset
        isComplete = true
        return records
    }

    /// Empties what lies behind the end. After a power cut a page from before it may be there and the one in front of it not:
    /// new records would grow up to its old ones, which are of this session and at their place, and these would count again.
    package mutating func forgetRest() {
        var offset = end
        while offset < base + capacity {
            let start = place(offset)
            let length = min(base + capacity - offset, Int64(Self.headerSize) + capacity - Int64(start))
            UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + Int(length)])
                .initializeMemory(as: UInt8.self, repeating: 0)
            offset += length
        }
    }

    private func record(at offset: Int64) -> (EventRecord, next: Int64)? {
        let header = memory.load(fromByteOffset: place(offset), as: UInt64.self)
        let length = Int(header & 0xFFFF_FFFF)
        guard length > 0, Self.size(of: length) <= capacity else { return nil }
        let bytes = contents(at: offset + Int64(Self.recordHeader), length)
        guard bytes.withUnsafeBytes({ checksum($0, at: offset) }) == UInt32(header >> 32) else { return nil }
        var reader = ByteReader(bytes)
        guard let record = try? EventRecord(&reader) else { return nil }
        return (record, offset + Self.size(of: length))
    }

    private func contents(at offset: Int64, _ length: Int) -> [UInt8] {
        let start = place(offset)
        let first = min(length, Self.headerSize + Int(capacity) - start)
        return Array(memory[start..<start + first]) + Array(memory[Self.headerSize..<Self.headerSize + length - first])
    }

    // MARK: Places

    private func place(_ offset: Int64) -> Int { Self.headerSize + Int(offset % capacity) }

    private static func size(of length: Int) -> Int64 { Int64((recordHeader + length + 7) & ~7) }

    /// Takes eight bytes at a time. It tells a record from the remains of others; it is no guard against malice.
    private func checksum(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UInt32 {
        var hash = UInt64(bitPattern: session) ^ UInt64(bitPattern: offset) &* 0x9E37_79B9_7F4A_7C15
        var index = 0
        while index + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash >> 32
            index += 8
        }
        while index < bytes.count {
            hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
            index += 1
        }
        hash = (hash ^ UInt64(bytes.count)) &* 0xC4CE_B9FE_1A85_EC53
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}
