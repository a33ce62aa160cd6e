import Foundation
import Link

/// A folder on a disk that promises no more than it must: what was synced is there after a power cut, and of the rest
/// anything may be.
struct FailingDisk {
    private enum Change {
        case write(offset: Int, [UInt8])
        case cut(size: Int)
    }

    private struct File {
        var durable: [UInt8] = []
        var pending: [Change] = []

        var contents: [UInt8] { pending.reduce(into: durable) { FailingDisk.apply($1, to: &$0) } }
    }

    private enum NameChange {
        case add(String, Int)
        case remove(String)
    }

    private var files: [File] = []
    private var names: [String: Int] = [:]
    private var durableNames: [String: Int] = [:]
    private var pendingNames: [NameChange] = []

    mutating func perform(_ operation: DiskLog.Operation) {
        switch operation {
        case .create(let name):
            guard names[name] == nil else { return }
            files.append(File())
            change(.add(name, files.count - 1))
        case .write(let name, let offset, let bytes):
            if let file = names[name] { files[file].pending.append(.write(offset: offset, bytes)) }
        case .cut(let name, let size):
            if let file = names[name] { files[file].pending.append(.cut(size: size)) }
        case .sync(""):
            durableNames = names
            pendingNames = []
        case .sync(let name):
            guard let file = names[name] else { return }
            files[file] = File(durable: files[file].contents)
        case .remove(let name): change(.remove(name))
        case .rename(let name, let new):
            guard let file = names[name] else { return }
            change(.remove(name))
            change(.add(new, file))
        }
    }

    private mutating func change(_ change: NameChange) {
        Self.apply(change, to: &names)
        pendingNames.append(change)
    }

    /// All that was done, synced or not.
    var contents: [String: [UInt8]] { names.mapValues { files[$0].contents } }

    /// What a power cut leaves. Names change in the order in which they were changed, as in a journal; of the bytes each write
    /// that was not synced has happened, has not, or has in part.
    func afterPowerCut(keeping percent: Int, _ random: inout SeededGenerator) -> [String: [UInt8]] {
        var left = durableNames
        for change in pendingNames {
            guard Int.random(in: 0..<100, using: &random) < percent else { break }
            Self.apply(change, to: &left)
        }
        var contents: [String: [UInt8]] = [:]
        for (name, index) in left.sorted(by: { $0.key < $1.key }) {
            var bytes = files[index].durable
            for change in files[index].pending where Int.random(in: 0..<100, using: &random) < percent {
                Self.apply(Self.torn(change, &random), to: &bytes)
            }
            contents[name] = bytes
        }
        return contents
    }

    /// One in four is only begun: a disk writes sectors.
    private static func torn(_ change: Change, _ random: inout SeededGenerator) -> Change {
        guard case .write(let offset, let bytes) = change, bytes.count > 512, Int.random(in: 0..<4, using: &random) == 0
        else { return change }
        let sectors = Int.random(in: 0...bytes.count / 512, using: &random)
        return .write(offset: offset, Array(bytes.prefix(sectors * 512)))
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .write(let offset, let new):
            if bytes.count < offset + new.count {
                bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
            }
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        case .cut(let size):
            if size < bytes.count {
                bytes.removeLast(bytes.count - size)
            } else {
                bytes += [UInt8](repeating: 0, count: size - bytes.count)
            }
        }
    }

    private static func apply(_ change: NameChange, to names: inout [String: Int]) {
        switch change {
        case .add(let name, let file): names[name] = file
        case .remove(let name): names[name] = nil
        }
    }
}
