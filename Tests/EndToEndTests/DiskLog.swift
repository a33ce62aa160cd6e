import Foundation

/// What a program did to the files of one folder, as `strace -f -y -xx` wrote it down, in the order in which it was done.
struct DiskLog {
    /// File names are those within the folder; the folder itself is the empty name.
    enum Operation {
        case create(String)
        case write(String, offset: Int, [UInt8])
        case cut(String, size: Int)
        case sync(String)
        case remove(String)
        case rename(String, to: String)
    }

    /// What stands before the program. `-D` leaves the program the process that the test knows.
    static func wrapper(_ file: String) -> [String] {
        let calls = "openat,pwrite64,ftruncate,fdatasync,fsync,unlink,rename"
        return ["strace", "-D", "-f", "-y", "-xx", "-s", "200000", "-e", "trace=\(calls)", "-o", file]
    }

    private(set) var operations: [Operation] = []
    private let folder: String
    /// Calls of threads that another thread's came into.
    private var unfinished: [Substring: Call] = [:]

    /// A call with its texts taken out: `pwrite64(8<>, "", 24, 32) = 24`.
    private struct Call {
        var words: String
        var texts: [[UInt8]]
    }

    init(_ file: String, folder: String) throws {
        self.folder = folder
        for line in try Data(contentsOf: URL(fileURLWithPath: file)).split(separator: 10) { read([UInt8](line)) }
    }

    /// What came after it.
    mutating func append(_ log: DiskLog) { operations += log.operations }

    private mutating func read(_ line: [UInt8]) {
        var call = Self.call(line)
        guard let space = call.words.firstIndex(of: " ") else { return }
        let thread = call.words[..<space]
        call.words = String(call.words[space...].drop { $0 == " " })
        if let end = call.words.range(of: " <unfinished ...>") {
            call.words.removeSubrange(end)
            unfinished[thread] = call
        } else if let end = call.words.range(of: " resumed>"), let began = unfinished.removeValue(forKey: thread) {
            add(Call(words: began.words + call.words[end.upperBound...], texts: began.texts + call.texts))
        } else {
            add(call)
        }
    }

    /// Everything in `\x2f\x74` is a text; the rest is the words.
    private static func call(_ line: [UInt8]) -> Call {
        var words: [UInt8] = []
        var texts: [[UInt8]] = []
        var isText = false
        var index = 0
        while index < line.count {
            if line[index] == UInt8(ascii: "\\"), index + 3 < line.count {
                if !isText { texts.append([]) }
                isText = true
                texts[texts.count - 1].append(digit(line[index + 2]) << 4 | digit(line[index + 3]))
                index += 4
            } else {
                isText = false
                words.append(line[index])
                index += 1
            }
        }
        return Call(words: String(decoding: words, as: UTF8.self), texts: texts)
    }

    private static func digit(_ character: UInt8) -> UInt8 {
        character < 0x3A ? character - 0x30 : (character | 0x20) - 0x57
    }

    private mutating func add(_ call: Call) {
        let words = call.words.split { "(), =".contains($0) }
        // `= 7<>`, where a number of a file is the result.
        if words.first == "openat" { return addOpening(call, words) }
        guard let name = words.first, let result = words.last.flatMap({ Int($0) }), result >= 0 else { return }
        let numbers = words.compactMap { Int($0) }
        switch name {
        case "pwrite64":
            guard let file = file(call, 0), call.texts.count == 2, numbers.count >= 3 else { return }
            operations.append(.write(file, offset: numbers[1], Array(call.texts[1].prefix(result))))
        case "ftruncate":
            guard let file = file(call, 0) else { return }
            operations.append(.cut(file, size: numbers[0]))
        case "fdatasync", "fsync":
            guard let file = file(call, 0) else { return }
            operations.append(.sync(file))
        case "unlink":
            guard let file = file(call, 0) else { return }
            operations.append(.remove(file))
        case "rename":
            guard let old = file(call, 0), let new = file(call, 1) else { return }
            operations.append(.rename(old, to: new))
        default: break
        }
    }

    private mutating func addOpening(_ call: Call, _ words: [Substring]) {
        guard words.last?.hasSuffix("<>") == true, call.words.contains("O_CREAT"),
            let file = file(call, call.texts.count - 1)
        else { return }
        operations.append(.create(file))
    }

    private func file(_ call: Call, _ place: Int) -> String? {
        guard call.texts.indices.contains(place) else { return nil }
        let path = String(decoding: call.texts[place], as: UTF8.self)
        guard path.hasPrefix(folder) else { return nil }
        return String(path.dropFirst(folder.count).drop { $0 == "/" })
    }
}
