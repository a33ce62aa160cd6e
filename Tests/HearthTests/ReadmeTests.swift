import Foundation
import Testing

@Suite("What the project shows to newcomers")
struct ReadmeTests {
    @Test(
        "each rules file that README.md shows checks without findings and passes its tests",
        arguments: try Project.snippets(of: "README.md"))
    func snippets(snippet: Project.Text) throws {
        try expectFlawless([snippet])
    }

    @Test("the rules that README.md shows are laid out", arguments: try Project.snippets(of: "README.md"))
    func layout(snippet: Project.Text) {
        expectLaidOut(snippet)
    }

    @Test("README.md shows rules")
    func count() throws {
        #expect(try Project.snippets(of: "README.md").count >= 3)
    }

    @Test("the configuration that lands in /etc/hearth checks without findings and passes its tests")
    func configuration() throws {
        try expectFlawless(try Project.configuration())
    }

    @Test("every setting that hearth.conf offers in a comment can be taken")
    func offeredSettings() throws {
        let settings = try #require(try Project.configuration().first { $0.name == "hearth.conf" })
        let offers = settings.text.matches(of: /(?m)^# ([a-z]+ +(?:".*"|from .*|[0-9].*))$/).map { String($0.output.1) }
        #expect(offers.count >= 9)
        for offer in offers {
            let name = offer.prefix { $0 != " " }
            let others = settings.text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix(name) }
            let companion =
                name == "password" ? ["username \"hearth\""] : name == "username" ? ["password from file \"/p\""] : []
            let text = (others.map(String.init) + companion + [offer]).joined(separator: "\n")
            try expectFlawless([Project.Text(name: "hearth.conf", text: text)])
        }
    }
}
