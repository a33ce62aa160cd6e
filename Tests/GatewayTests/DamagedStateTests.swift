import Foundation
import Glibc
import Link
import TestSupport
import Testing

@testable import Gateway
@testable import RuleEngine

/// What two hundred accidents leave of a state, and of the log beside it.
@Suite("F53: a damaged state")
struct DamagedStateTests {
    let folder: TemporaryFolder
    let path: String
    let whole: [UInt8]

    /// A state of a few pages, with rules in it.
    init() throws {
        folder = try TemporaryFolder()
        path = StateFile.path(in: folder.path)
        let rows = (0..<60).map { number in
            StateRow(
                key: StateRow.Key(kind: .input, name: [UInt8(number)]),
                contents: (0..<40).map { UInt8(truncatingIfNeeded: $0 &* number) })
        }
        let file = StateFile(folder: folder.path)
        let change = StateChange(isComplete: true, written: rows, removed: [])
        let moment = SavedMoment(engine: 5, wall: 6, boot: 7, bootID: "now")
        guard case .done = file.save(StateFile.Order(change: change, rules: nil, moment: moment)) else {
            throw CocoaError(.fileWriteUnknown)
        }
        file.close()
        whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("200 of 200 mutated files are read or set aside, and then a state is saved")
    func mutated() throws {
        var random = SeededGenerator(seed: 53)
        var setAside = 0
        var readable = 0
        for number in 0..<200 {
            let place = "\(folder.path)/\(number)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data(mutated(&random)).write(to: URL(fileURLWithPath: StateFile.path(in: place)))
            let file = StateFile(folder: place)
            let (contents, outcome) = file.load()
            guard case .done = outcome else {
                Issue.record("\(number): \(outcome)")
                continue
            }
            let notes = file.takeNotes()
            setAside += notes.count
            readable += contents == nil ? 0 : 1
            #expect(notes.count <= 1, "\(number): once")
            // A bit that nothing has noticed so far is noticed in the row in which it is.
            for row in contents?.rows ?? [] {
                #expect(row.contents == nil || row.data.count == 48, "\(number): a row that nobody ever wrote")
            }
            let change = StateChange(isComplete: true, written: [], removed: [])
            let moment = SavedMoment(engine: 1, wall: 2, boot: 3, bootID: "later")
            let saved = file.save(StateFile.Order(change: change, rules: nil, moment: moment))
            guard case .done = saved else {
                Issue.record("\(number): \(saved)")
                continue
            }
            #expect(file.load().0?.moment == moment)
        }
        #expect(setAside > 50 && readable > 20, "\(setAside) set aside, \(readable) read")
    }

    /// A bit, a page or an end that is not what it was.
    private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = whole
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes = Array(bytes.prefix(Int.random(in: 1..<bytes.count, using: &random)))
        case 1:
            let page = Int.random(in: 0..<bytes.count / 1_024, using: &random) * 1_024
            for index in page..<page + 1_024 { bytes[index] = 0 }
        case 2:
            for _ in 0..<200 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
        default:
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        return bytes
    }
}
