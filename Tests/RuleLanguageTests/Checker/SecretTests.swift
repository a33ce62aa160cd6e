import Testing

@testable import RuleLanguage

@Suite("Secrets")
struct SecretTests {
    @Test(
        "no message repeats a password that stands in a file",
        arguments: [
            "password \"geheim\"", "password geheim", "password: geheim", "password = \"geheim\"", "password from geheim",
            "password from credential \"mqtt\"\npassword \"geheim\"", "broker \"mqtt://ann:geheim@mqtt.home.arpa\"",
            "broker mqtt://ann:geheim@mqtt.home.arpa", "broker \"mqtt://a\"\nbroker \"mqtts://ann:geheim@b\"",
        ])
    func hidden(text: String) {
        var sources = SourceSet()
        _ = sources.add(name: "hearth.conf", text: Array(text.utf8))
        let (program, diagnostics) = Compiler.compile(sources)
        let shown = DiagnosticRenderer(sources: sources).render(diagnostics)
        #expect(program == nil)
        #expect(!shown.contains("geheim"))
        for diagnostic in diagnostics { #expect(!"\(diagnostic)".contains("geheim")) }
    }
}
