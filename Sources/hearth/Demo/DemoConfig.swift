/// The configuration that the demo's gateway runs: the rules as they are, with the private broker for the broker.
enum DemoConfig {
    static let prefix = "home"
    static let client = "hearth-demo"
    static let presenceTopic = "home/gateways/hearth-demo/status"

    /// Settings that say how to reach the broker and what things are called there: the demo has its own.
    private static let replaced: Set<Substring> = [
        "broker", "client", "prefix", "username", "password", "ca", "certificate", "protocol", "keepalive", "reconnect",
        "presence", "watch",
    ]

    /// The folder to copy from: the one named, else that of the checkout that the program was built in, else an
    /// installed one.
    static func find(named: String?) throws(DemoFailure) -> String {
        if let named {
            guard holdsRules(named) else {
                throw DemoFailure("\(named) is no folder with rules: there is no rules.d in it.")
            }
            return named
        }
        let candidates =
            aboveExecutable() + ["/usr/local/share/hearth/config", "/usr/share/hearth/config", "/etc/hearth"]
        guard let found = candidates.first(where: holdsRules) else {
            throw DemoFailure(
                "No rules were found to run the demo with.",
                details: ["Name the folder that holds hearth.conf and rules.d:  hearth demo --config FOLDER"])
        }
        return found
    }

    /// `.build/<triple>/debug/hearth` is three folders below the checkout; two more are looked at.
    private static func aboveExecutable() -> [String] {
        var parts = (Executables.own() ?? "").split(separator: "/").dropLast()
        var folders: [String] = []
        for _ in 0..<5 where !parts.isEmpty {
            parts = parts.dropLast()
            folders.append("/\(parts.joined(separator: "/"))/config")
        }
        return folders
    }

    private static func holdsRules(_ folder: String) -> Bool {
        FileText.isFolder("\(folder)/rules.d")
    }

    /// Copies into a new folder of `temporary`.
    static func copy(_ source: String, into temporary: TemporaryFolder, port: Int) throws(DemoFailure) -> String {
        let folder = try temporary.makeFolder("config")
        let rules = try temporary.makeFolder("config/rules.d")
        let settings = FileText.read("\(source)/hearth.conf") ?? ""
        try FileText.write(adapted(settings, port: port), to: "\(folder)/hearth.conf")
        let names = (FileText.names(in: "\(source)/rules.d") ?? []).filter {
            $0.hasSuffix(".rules") && !$0.hasPrefix(".")
        }
        for name in names {
            guard let text = FileText.read("\(source)/rules.d/\(name)") else {
                throw DemoFailure("\(source)/rules.d/\(name) cannot be read.")
            }
            try FileText.write(text, to: "\(rules)/\(name)")
        }
        return folder
    }

    /// The settings with the demo's own in the place of those that it replaces.
    static func adapted(_ settings: String, port: Int) -> String {
        let kept = settings.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let word = line.drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter }
            return !replaced.contains(word)
        }
        return """
            broker   "mqtt://127.0.0.1:\(port)"
            client   "\(client)"
            prefix   "\(prefix)"
            presence "\(presenceTopic)"

            """ + kept.joined(separator: "\n")
    }
}
