import RuleLanguage

/// Which cases were ever chosen, and which `when`s ever ran.
package struct Reached: Sendable {
    /// How far a `when` got.
    package enum Progress: Int, Sendable {
        case untouched
        /// Its trigger came, and its `if` did not hold.
        case triggered
        case ran
    }

    /// Of all `keep`s in the order of the program.
    package private(set) var cases: [Bool]
    package private(set) var whens: [Progress]

    package init(in program: Program) {
        cases = Array(repeating: false, count: program.keeps.reduce(0) { $0 + $1.cases.count })
        whens = Array(repeating: .untouched, count: program.whens.count)
    }

    mutating func choose(_ index: Int) {
        cases[index] = true
    }

    mutating func setOff(_ index: Int, _ progress: Progress) {
        if progress.rawValue > whens[index].rawValue { whens[index] = progress }
    }

    /// What this or another run of the same program has reached.
    package mutating func formUnion(_ other: Reached) {
        for index in cases.indices where other.cases[index] { cases[index] = true }
        for index in whens.indices { setOff(index, other.whens[index]) }
    }
}
