// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "hearth",
    products: [
        .executable(name: "hearth", targets: ["hearth"]),
        .library(name: "Mosquitto", targets: ["Mosquitto"]),
    ],
    targets: [
        // Libraries of the system. A module map and a shim header each, nothing else.
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CNova", providers: [.apt(["libnova-dev"])]),
        .target(name: "CPayload", linkerSettings: [.linkedLibrary("simdjson")]),

        // Wrappers: Swift over the system. They know nothing of Hearth.
        .target(name: "Mosquitto", dependencies: ["CMosquitto"]),
        .target(name: "Systemd", dependencies: ["CSystemd"]),

        // The pure part: no I/O, no clock, no threads.
        .target(name: "RuleLanguage"),
        .target(name: "RuleEngine", dependencies: ["RuleLanguage", "CPayload", "CNova"]),
        .target(name: "Link", dependencies: ["RuleLanguage"]),
        .target(name: "RuleTesting", dependencies: ["RuleEngine", "RuleLanguage", "Link"]),

        // The daemon and its command line.
        .target(
            name: "Gateway", dependencies: ["CSQLite", "Mosquitto", "Systemd", "Link", "RuleEngine", "RuleLanguage"]),
        .executableTarget(
            name: "hearth", dependencies: ["Gateway", "RuleTesting", "RuleEngine", "RuleLanguage", "Mosquitto"]),

        // Tests, in the same order.
        .target(name: "TestSupport", path: "Tests/Support"),
        .target(name: "FuzzBodies", dependencies: ["RuleEngine", "RuleLanguage"], path: "Tests/Fuzz/Bodies"),
        .testTarget(name: "CPayloadTests", dependencies: ["CPayload", "TestSupport"]),
        .testTarget(name: "MosquittoTests", dependencies: ["Mosquitto", "TestSupport"]),
        .testTarget(name: "SystemdTests", dependencies: ["Systemd", "TestSupport"]),
        .testTarget(name: "RuleLanguageTests", dependencies: ["RuleLanguage", "TestSupport"]),
        .testTarget(name: "RuleEngineTests", dependencies: ["RuleEngine", "RuleLanguage", "TestSupport"]),
        .testTarget(name: "LinkTests", dependencies: ["Link", "TestSupport"]),
        .testTarget(
            name: "RuleTestingTests", dependencies: ["RuleTesting", "RuleLanguage", "RuleEngine", "TestSupport"]),
        .testTarget(
            name: "PropertyTests", dependencies: ["RuleEngine", "RuleLanguage", "TestSupport"]),
        .testTarget(name: "FuzzSeedTests", dependencies: ["FuzzBodies"], path: "Tests/Fuzz/SeedTests"),
        .testTarget(name: "GatewayTests", dependencies: ["Gateway", "TestSupport"]),
        .testTarget(
            name: "HearthTests", dependencies: ["hearth", "RuleTesting", "RuleEngine", "RuleLanguage", "TestSupport"]),
        .testTarget(name: "TidinessTests", dependencies: ["TestSupport"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["Mosquitto", "Link", "TestSupport"],
            exclude: ["WallClock/wallclock.c"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Built by Scripts/bench alone: nobody else has a use for it.
if Context.environment["HEARTH_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "engine-bench", dependencies: ["RuleEngine", "RuleLanguage"], path: "Benchmarks/EngineBench"))
}

// Built by Scripts/simulate alone.
if Context.environment["HEARTH_SIMULATION"] != nil {
    package.targets.append(
        .executableTarget(name: "simulate", dependencies: ["RuleTesting"], path: "Benchmarks/Simulate"))
}

// Built by Scripts/fuzz alone: they need the compiler's fuzzer.
if Context.environment["HEARTH_FUZZ"] != nil {
    package.targets.append(.systemLibrary(name: "LibFuzzer", path: "Tests/Fuzz/LibFuzzer"))
    package.targets += ["rules", "payloads", "topics", "sessions"].map { name in
        .executableTarget(name: "fuzz-\(name)", dependencies: ["FuzzBodies", "LibFuzzer"], path: "Tests/Fuzz/\(name)")
    }
}
