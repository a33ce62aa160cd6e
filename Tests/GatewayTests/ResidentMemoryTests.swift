import Testing

@testable import Gateway

@Suite("letting go of code")
struct ResidentMemoryTests {
    @Test(
        "takes the code of files and nothing else",
        arguments: [
            ("55e0a000-55e0b000 r-xp 00001000 08:01 123                        /usr/bin/hearth", true),
            ("55e0a000-55e0b000 r--p 00001000 08:01 123                        /usr/bin/hearth", false),
            ("55e0a000-55e0b000 rw-p 00001000 08:01 123                        /usr/bin/hearth", false),
            ("55e0a000-55e0b000 rwxp 00001000 08:01 123                        /usr/bin/hearth", false),
            ("7ffc0000-7ffc1000 r-xp 00000000 00:00 0                          [vdso]", false),
            ("7ffc0000-7ffc1000 r-xp 00000000 00:00 0", false),
            ("55e0b000-55e0a000 r-xp 00001000 08:01 123                        /usr/bin/hearth", false),
            ("nonsense", false), ("", false),
        ])
    func lines(line: String, isCode: Bool) {
        #expect((ResidentMemory.codeRange(Array(line.utf8)) != nil) == isCode)
    }
}
