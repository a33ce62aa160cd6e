import RuleLanguage
enum RulesFolder { static func read(_ folder: String) throws -> SourceSet { SourceSet() } }
enum Compiler { static func compile(_ s: SourceSet) -> (program: Program?, diagnostics: [Diagnostic]) { (nil, []) } }
