import Glibc

/// The speed of the engine alone: `engine-bench rooms|rules [COUNT]`, `engine-bench memory ROOMS`.
let arguments = CommandLine.arguments.dropFirst()
let number = arguments.dropFirst().first.flatMap { Int($0) }
let measures = Measures(count: number ?? 1_000_000, repetitions: 5)

switch arguments.first {
case "rooms": measures.rooms()
case "rules": measures.rules()
case "memory": measures.memory(rooms: number ?? 10_000)
default:
    print("usage: engine-bench rooms|rules [COUNT]\n       engine-bench memory ROOMS")
    exit(2)
}
