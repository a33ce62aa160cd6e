import RuleTesting

struct SimulateOptions {
    /// The first seed; each simulation has the next one.
    var seed: UInt64 = 1
    var years = 1.0
    /// Of one simulation.
    var days = 60
    /// How much more often than usual something goes wrong.
    var pace = 1.0
    var sabotage: Sabotage?
    var shrinks = true

    /// False where something is not understood.
    mutating func read(_ arguments: [String]) -> Bool {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if name == "--no-shrink" {
                shrinks = false
                continue
            }
            guard let value = rest.popFirst() else { return false }
            switch name {
            case "--seed":
                guard let number = UInt64(value) else { return false }
                seed = number
            case "--years":
                guard let number = Double(value), number > 0 else { return false }
                years = number
            case "--days":
                guard let number = Int(value), number > 0 else { return false }
                days = number
            case "--pace":
                guard let number = Double(value), number > 0 else { return false }
                pace = number
            case "--sabotage":
                guard let kind = Sabotage(rawValue: value) else { return false }
                sabotage = kind
            default: return false
            }
        }
        return true
    }
}
