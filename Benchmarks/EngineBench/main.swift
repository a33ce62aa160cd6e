import Glibc

/// The speed of the engine alone: `engine-bench rooms|rules [COUNT [ONLY]]`, `engine-bench memory ROOMS`.
let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
let measures = Measures(count: numbers.first ?? 1_000_000, repetitions: 5, only: numbers.dropFirst().first)

switch arguments.first {
case "rooms": measures.rooms()
case "rules": measures.rules()
case "memory": measures.memory(rooms: numbers.first ?? 10_000)
default:
    print("usage: engine-bench rooms|rules [COUNT [ONLY]]\n       engine-bench memory ROOMS")
    exit(2)
}
