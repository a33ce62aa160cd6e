import Testing

@testable import RuleLanguage

@Suite("F44: the time zone that the settings name")
struct ZoneTests {
    private func check(_ zone: String, known: [String]) -> (zone: String?, findings: [String]) {
        var sources = SourceSet()
        _ = sources.add(name: "hearth.conf", text: Array("zone \"\(zone)\"\n".utf8))
        let (program, diagnostics) = Compiler.compile(sources) { known.contains($0) ? .known : .unknown(others: known) }
        return (program?.settings.zone, diagnostics.map { "\($0.slug): \($0.message) (\($0.help ?? ""))" })
    }

    @Test("one that the machine has")
    func known() {
        let (zone, findings) = check("Europe/Berlin", known: ["Asia/Tokyo", "Europe/Berlin"])
        #expect(zone == "Europe/Berlin")
        #expect(findings == [])
    }

    @Test("one that it has not is an error, with the one that was meant")
    func mistyped() {
        let (zone, findings) = check("Europe/Berlln", known: ["Asia/Tokyo", "Europe/Berlin"])
        #expect(zone == nil)
        #expect(
            findings == [
                "invalid-setting: this machine has no time zone \"Europe/Berlln\" (did you mean \"Europe/Berlin\"?)"
            ])
    }

    @Test("one like no other")
    func strange() {
        let (_, findings) = check("US/Eastern", known: ["Asia/Tokyo", "Europe/Berlin"])
        #expect(findings.count == 1)
        #expect(findings.first?.contains("tzdata-legacy") == true)
    }

    @Test("what is no name at all is not looked up")
    func malformed() {
        let (_, findings) = check("/etc/localtime", known: ["/etc/localtime"])
        #expect(findings.first?.contains("is no time zone's name") == true)
        #expect(findings.count == 1)
    }
}
