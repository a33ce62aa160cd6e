/// What has to be written so that the store holds a snapshot.
package struct StateChange: Sendable {
    /// The store is emptied first: what it holds is not known, or of another time.
    package var isComplete: Bool
    package var written: [StateRow]
    package var removed: [StateRow.Key]

    package var isEmpty: Bool { !isComplete && written.isEmpty && removed.isEmpty }
}

/// Knows what the store holds, so that only what changed is written: an SD card wears out by writing.
package struct SavedRows: Sendable {
    /// For each row a fingerprint of its data; nil while nobody knows what the store holds.
    private var fingerprints: [StateRow.Key: Int64]?

    package init() {}

    /// What turns the store's contents into these rows. It is taken for written; if it was not, say `forget()`.
    package mutating func change(to rows: [StateRow]) -> StateChange {
        let former = fingerprints
        var next: [StateRow.Key: Int64] = [:]
        next.reserveCapacity(rows.count)
        var written: [StateRow] = []
        for row in rows {
            let fingerprint = row.fingerprint
            next[row.key] = fingerprint
            if former?[row.key] != fingerprint { written.append(row) }
        }
        let removed = former?.keys.filter { next[$0] == nil } ?? []
        fingerprints = next
        return StateChange(isComplete: former == nil, written: written, removed: removed)
    }

    /// A change did not get through: the next one is complete.
    package mutating func forget() { fingerprints = nil }
}
