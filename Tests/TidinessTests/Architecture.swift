/// Which module may import what: the arrows of the house, pointing down only. What is not listed is forbidden, Foundation and Dispatch among it.
enum Architecture {
    static let allowedImports: [String: Set<String>] = [
        "Mosquitto": ["CMosquitto", "Glibc"],
        "Systemd": ["CSystemd", "Glibc"],
        // Glibc: reading numbers, arithmetic and local time. `impureNames` keeps the rest of it out.
        "RuleLanguage": ["Glibc"],
        "RuleEngine": ["RuleLanguage", "CPayload", "CNova", "Glibc"],
        "Link": ["RuleLanguage"],
        "RuleTesting": ["RuleEngine", "RuleLanguage", "Link"],
        "Gateway": ["CSQLite", "Mosquitto", "Systemd", "Link", "RuleEngine", "RuleLanguage", "Glibc"],
        "hearth": ["Gateway", "RuleTesting", "RuleEngine", "RuleLanguage", "Mosquitto", "Glibc"],
    ]

    /// Folders of C, which import nothing.
    static let cModules: Set<String> = ["CMosquitto", "CSQLite", "CSystemd", "CNova", "CPayload"]

    /// Modules that do no I/O, read no clock and start no thread.
    static let pureModules: Set<String> = ["RuleLanguage", "RuleEngine", "Link", "RuleTesting"]

    static let topLevel: Set<String> = [
        "Package.swift", "Sources", "Tests", "Benchmarks", "Scripts", "config", "systemd", "README.md", "CHANGELOG.md",
        "LICENSE",
    ]

    /// Calls and types that a pure module has no business with.
    static let impureNames: Set<String> = [
        "print", "debugPrint", "dump", "readLine", "fopen", "fdopen", "popen", "opendir", "socket", "getenv", "setenv",
        "system",
        "clock_gettime", "gettimeofday", "time", "sleep", "usleep", "nanosleep", "rand", "drand48", "arc4random",
        "getpid",
        "fork", "pthread_create", "Task", "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator",
        "CommandLine", ".random", ".randomElement", ".shuffle", ".shuffled",
    ]

    /// Files that may import or use more than their module, and what.
    static let exceptions: [String: Set<String>] = [
        // The C library's local time is told the zone by TZ, under a lock.
        "Sources/RuleEngine/Time/LocalTime.swift": ["Synchronization", "getenv", "setenv"],
        // libnova remembers what it calculated last, for all threads alike.
        "Sources/RuleEngine/Time/SunTimes.swift": ["Synchronization"],
    ]

    /// The modules that a source file imports, with the line of each.
    static func imports(of lines: [Substring]) -> [(line: Int, module: String)] {
        let modifiers: Set<Substring> = ["package", "internal", "fileprivate", "private", "public"]
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"]
        return lines.enumerated().compactMap { index, line in
            var words = line.split(whereSeparator: \.isWhitespace)[...]
            while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) { words.removeFirst() }
            guard words.popFirst() == "import" else { return nil }
            if let word = words.first, kinds.contains(word) { words.removeFirst() }
            guard let module = words.first?.prefix(while: { $0 != "." && $0 != ";" }) else { return nil }
            return (index + 1, String(module))
        }
    }

    /// The imports of a file in `Sources` that no arrow allows, as sentences.
    static func forbiddenImports(in file: Project.File) -> [String] {
        guard let allowed = allowedImports[file.module] else {
            return ["\(file.path): the module \(file.module) is not in the table of allowed imports"]
        }
        let excepted = exceptions[file.path] ?? []
        return imports(of: file.lines).filter { !allowed.contains($0.module) && !excepted.contains($0.module) }
            .map { "\(file.path):\($0.line): \(file.module) must not import \($0.module)" }
    }

    /// The names at the project's root that do not belong there. Those that begin with a dot are tools' own.
    static func strangers(at entries: [String]) -> [String] {
        entries.filter { !$0.hasPrefix(".") && !topLevel.contains($0) }
    }
}
