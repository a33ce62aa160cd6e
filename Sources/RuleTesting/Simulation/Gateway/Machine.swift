import Link
import RuleEngine

/// The machine that the gateway runs on: its clocks and its disk.
final class Machine {
    /// 2026-01-01 00:00 UTC.
    private static let origin: Int64 = 1_767_225_600 * Span.second

    private(set) var boot = 0
    /// In the world's time.
    private(set) var bootedAt: Int64
    /// How wrong the clock on the wall is.
    var wallError: Int64 = 0
    var isSynchronized = true
    /// Off without power.
    var isOn = true
    let disk = Disk()
    /// Where the machine's own chance comes from.
    var dice: SeededGenerator
    private let firstDay: Int64
    /// The memory of the event log: it outlives the process, and not the machine.
    let memory: UnsafeMutableRawBufferPointer

    var bootID: String { "boot\(boot)" }

    init(seed: UInt64, bootedAt: Int64, firstDay: Int) {
        self.bootedAt = bootedAt
        self.firstDay = Int64(firstDay)
        dice = SeededGenerator(seed: seed, 5)
        // Small ones are full now and then, and go round often.
        let size = [16 << 10, 64 << 10, 1 << 20][dice.between(0, 2)]
        memory = .allocate(byteCount: size, alignment: 8)
        forgetMemory()
    }

    deinit { memory.deallocate() }

    /// All of it, or some pages, as a disk may have it after the power was cut.
    func forgetMemory(someOnly: Bool = false) {
        var start = 0
        while start < memory.count {
            let end = min(memory.count, start + 4_096)
            if !someOnly || dice.happens(0.5) {
                UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]).initializeMemory(
                    as: UInt8.self, repeating: 0)
            }
            start = end
        }
    }

    /// The clock that counts from the start of the machine.
    func monotonic(_ now: Int64) -> Int64 { now - bootedAt + 20 * Span.second }
    func wall(_ now: Int64) -> Int64 { trueWall(now) + wallError }
    func trueWall(_ now: Int64) -> Int64 { Self.origin + firstDay * Span.day + now }
    /// A monotonic time in the world's.
    func world(_ monotonic: Int64) -> Int64 { monotonic == .max ? .max : monotonic - 20 * Span.second + bootedAt }

    func start(at now: Int64, clockIsLost: Bool) {
        isOn = true
        boot += 1
        bootedAt = now
        guard clockIsLost else { return }
        // Without a clock of its own it starts in 1970.
        wallError = Span.hour - trueWall(now)
        isSynchronized = false
    }
}

/// What the gateway has saved, and how the disk fares.
final class Disk {
    struct Contents {
        /// Row by row, as the changes left them; or what they are made of when somebody reads them, since most of what is
        /// saved never is read.
        enum State {
            case rows([StateRow.Key: StateRow], SavedMoment)
            case unread(() -> (rows: [StateRow], moment: SavedMoment))
        }

        var state: State
        /// Of the log that goes on behind it.
        var session: Int64
        /// In the world's time; for the invariants alone.
        var takenAt: Int64
    }

    var contents: Contents?
    var failsUntil: Int64 = 0
    var slowUntil: Int64 = 0

    func apply(_ change: StateChange?, _ moment: Contents) {
        guard let change, case .rows(_, let saved) = moment.state else { return contents = moment }
        var rows: [StateRow.Key: StateRow] = [:]
        if !change.isComplete, case .rows(let former, _)? = contents?.state { rows = former }
        for row in change.written { rows[row.key] = row }
        for key in change.removed { rows[key] = nil }
        var next = moment
        next.state = .rows(rows, saved)
        contents = next
    }
}

extension Disk.Contents {
    /// In the order of the keys, as a database gives them.
    func read() -> (rows: [StateRow], moment: SavedMoment) {
        let (rows, moment) =
            switch state {
            case .rows(let rows, let moment): (Array(rows.values), moment)
            case .unread(let make): make()
            }
        let ordered = rows.sorted { one, other in
            one.key.kind != other.key.kind
                ? one.key.kind.rawValue < other.key.kind.rawValue
                : one.key.name.lexicographicallyPrecedes(other.key.name)
        }
        return (ordered, moment)
    }
}
