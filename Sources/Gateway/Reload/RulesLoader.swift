import RuleLanguage

/// From the folder to a checked program.
enum RulesLoader {
    static func load(folder: String) -> Result<LoadedRules, RulesProblem> {
        switch read(folder) {
        case .failure(let problem): .failure(problem)
        case .success(let sources): compile(sources)
        }
    }

    /// The files as they are now.
    static func read(_ folder: String) -> Result<SourceSet, RulesProblem> {
        do {
            return .success(try RulesFolder.read(folder))
        } catch {
            return .failure(RulesProblem(lines: ["\(error)"], sources: nil))
        }
    }

    static func compile(_ sources: SourceSet) -> Result<LoadedRules, RulesProblem> {
        compile(sources, zone: ZoneData.lookUp)
    }

    /// Rules that were good once are so without the zone that they name, too: its times are UTC then.
    static func compileLastGood(_ sources: SourceSet) -> Result<LoadedRules, RulesProblem> {
        compile(sources) { _ in .known }
    }

    private static func compile(
        _ sources: SourceSet, zone: @escaping (String) -> ZoneLookup
    ) -> Result<LoadedRules, RulesProblem> {
        let (program, diagnostics) = Compiler.compile(sources, zone: zone)
        let lines = DiagnosticRenderer(sources: sources).render(diagnostics).split(separator: "\n").map(String.init)
        guard let program else { return .failure(RulesProblem(lines: lines, sources: sources)) }
        return .success(LoadedRules(program: program, sources: sources, warnings: lines))
    }
}
