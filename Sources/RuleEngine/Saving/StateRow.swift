/// One thing of a snapshot as it is stored: bytes under a key that follows from its meaning.
package struct StateRow: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        case input = 1
        case state = 2
        case output = 3
        case run = 4
        case clock = 5
        case occurrence = 6
        case progress = 7
        case undelivered = 8
        case place = 9
    }

    package struct Key: Sendable, Hashable {
        package var kind: Kind
        package var name: [UInt8]

        package init(kind: Kind, name: [UInt8]) {
            self.kind = kind
            self.name = name
        }

        /// In one go: byte by byte, as an array does it, it takes most of the time of a save.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(kind)
            name.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    package var key: Key
    package var data: [UInt8]

    package init(key: Key, data: [UInt8]) {
        self.key = key
        self.data = data
    }

    /// A row with its checksum behind the contents.
    package init(key: Key, contents: [UInt8]) {
        var data = ByteWriter()
        data.write(Self.checksum(key, contents))
        self.init(key: key, data: contents + data.bytes)
    }

    /// What was written, or nil where that is not what stands here.
    var contents: [UInt8]? {
        guard data.count >= 8 else { return nil }
        let contents = Array(data.dropLast(8))
        return StateRow(key: key, contents: contents).data == data ? contents : nil
    }

    /// Tells these contents from others of the same key: their checksum.
    var fingerprint: Int64 {
        guard data.count >= 8 else { return 0 }
        return data.withUnsafeBytes {
            Int64(littleEndian: $0.loadUnaligned(fromByteOffset: data.count - 8, as: Int64.self))
        }
    }

    /// FNV-1a. SQLite does not notice that a card has changed a bit; a state that nobody ever had must not be restored.
    private static func checksum(_ key: Key, _ contents: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: UnsafeRawBufferPointer) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        hash = (hash ^ UInt64(key.kind.rawValue)) &* 0x100_0000_01B3
        key.name.withUnsafeBytes(add)
        contents.withUnsafeBytes(add)
        return Int64(bitPattern: hash)
    }
}

extension Snapshot {
    /// The form of the rows. A form that is not this one is of another version, and its rows are not read.
    package static let format = 1

    /// The name of what there is one of: none.
    package static let onlyName: [UInt8] = {
        var name = ByteWriter()
        name.write([String]())
        return name.bytes
    }()

    /// All of it as rows.
    package var rows: [StateRow] {
        var rows: [StateRow] = []
        rows.reserveCapacity(inputs.count + states.count + outputs.count + runs.count)
        for record in inputs { rows.append(Self.row(.input, [record.name] + record.levels, record.write)) }
        for record in states {
            rows.append(Self.row(.state, [record.key.unit, record.key.state] + record.key.levels, record.write))
        }
        for record in outputs { rows.append(Self.row(.output, [record.name] + record.levels, record.write)) }
        for record in runs { rows.append(Self.row(.run, [record.unit] + record.levels, record.write)) }
        for record in clocks { rows.append(Self.row(.clock, [record.name], record.write)) }
        for (index, occurrence) in occurrences.enumerated() {
            rows.append(Self.row(.occurrence, ["\(index)"], occurrence.write))
        }
        if let progress { rows.append(Self.row(.progress, [], progress.write)) }
        for message in undelivered { rows.append(Self.row(.undelivered, ["\(message.number)"], message.write)) }
        if let place {
            rows.append(
                Self.row(.place, []) { writer in
                    place.write(to: &writer)
                    redeliveries.write(to: &writer)
                })
        }
        return rows
    }

    private static func row(
        _ kind: StateRow.Kind, _ name: [String], _ write: (inout ByteWriter) -> Void
    ) -> StateRow {
        var key = ByteWriter()
        key.write(name)
        var data = ByteWriter()
        write(&data)
        return StateRow(key: StateRow.Key(kind: kind, name: key.bytes), contents: data.bytes)
    }

    /// A snapshot of rows, in the order of their keys; rows that cannot be read are left out and counted.
    package init(rows: [StateRow], time: Int64, wall: Int64, unreadable: inout Int) {
        self.init(time: time, wall: wall)
        var occurrenceRows: [(place: Int, occurrence: WaitingOccurrence)] = []
        for row in rows {
            do {
                try add(row, &occurrenceRows)
            } catch {
                unreadable += 1
            }
        }
        inputs.sort { $0.order < $1.order }
        runs.sort { $0.due < $1.due }
        undelivered.sort { $0.number < $1.number }
        occurrences = occurrenceRows.sorted { $0.place < $1.place }.map(\.occurrence)
    }

    private mutating func add(
        _ row: StateRow, _ occurrences: inout [(place: Int, occurrence: WaitingOccurrence)]
    ) throws(ByteReader.Malformed) {
        var key = ByteReader(row.key.name)
        var name = try key.texts()
        guard key.isAtEnd, !name.isEmpty || row.key.kind == .progress || row.key.kind == .place else {
            throw ByteReader.Malformed()
        }
        let first = name.isEmpty ? "" : name.removeFirst()
        guard let contents = row.contents else { throw ByteReader.Malformed() }
        var data = ByteReader(contents)
        switch row.key.kind {
        case .input: inputs.append(try InputRecord(first, levels: name, &data))
        case .output: outputs.append(try OutputRecord(first, levels: name, &data))
        case .run: runs.append(try RunRecord(first, levels: name, &data))
        case .clock: clocks.append(ClockRecord(name: first, last: try data.number(), next: try data.number()))
        case .occurrence:
            guard let place = Int(first) else { throw ByteReader.Malformed() }
            occurrences.append((place, try WaitingOccurrence(&data)))
        case .progress: progress = try Progress(&data)
        case .undelivered:
            guard let number = Int64(first) else { throw ByteReader.Malformed() }
            undelivered.append(try Undelivered.Message(number, &data))
        case .place:
            place = try Place(&data)
            redeliveries = try Redeliveries(&data)
        case .state:
            guard !name.isEmpty else { throw ByteReader.Malformed() }
            let state = name.removeFirst()
            states.append(try StateRecord(StateKey(unit: first, levels: name, state: state), &data))
        }
        guard data.isAtEnd else { throw ByteReader.Malformed() }
    }
}
