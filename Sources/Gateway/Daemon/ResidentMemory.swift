import Glibc

/// The code that only a start needs (reading rules, resolving names, shaking hands) is a third of what is resident.
/// A gateway that has settled lets go of it.
enum ResidentMemory {
    /// Lets go of all pages of code. They are clean copies of files, so nothing is lost: what runs again comes back from the
    /// page cache at the next touch, and the rest stays away. Does nothing where `/proc` is not there.
    static func letGoOfCode() {
        let file = "/proc/self/maps"
        guard let maps = try? FileReading.text(of: FileReading.path(file), named: file) else { return }
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            guard let range = codeRange(Array(line)) else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), Int(range.count), Int32(MADV_DONTNEED))
        }
    }

    /// The addresses of a line `55e0…-55e1… r-xp 00001000 08:01 123   /usr/bin/hearth`. Code of files alone: whatever else is
    /// mapped may have been written to, and would be lost.
    static func codeRange(_ line: [UInt8]) -> Range<UInt>? {
        let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { return nil }
        let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard bounds.count == 2, bounds[0] < bounds[1] else { return nil }
        return bounds[0]..<bounds[1]
    }
}
