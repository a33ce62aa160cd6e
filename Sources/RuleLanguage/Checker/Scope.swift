/// What the words of an expression may mean at its place.
struct Scope {
    /// Where an expression stands, as a message would call it.
    enum Place {
        case keep, trigger, action, binding, option, test
    }

    var place: Place
    var parameters: [Parameter] = []
    /// The events that keep their values here: those of a `when`'s trigger, in its `if` and its actions.
    var heldEvents: Set<InputID> = []
    /// Inside an aggregate, where `*` may stand.
    var isUnderAggregate = false
    /// On a side of `until`, where a happening may be joined with a condition by `or`.
    var mayMix = false
    /// Whether names count as used.
    var countsUses = true

    func parameter(named name: String) -> Int? {
        parameters.firstIndex { $0.name == name }
    }

    func underAggregate() -> Scope {
        var scope = inner()
        scope.isUnderAggregate = true
        return scope
    }

    /// For the parts of an expression that does not hand on what its place allows.
    func inner() -> Scope {
        var scope = self
        scope.mayMix = false
        return scope
    }

    func besideUntil() -> Scope {
        var scope = self
        scope.mayMix = true
        return scope
    }

    /// What a message calls the place.
    var description: String {
        switch place {
        case .keep: "this keep"
        case .trigger, .action: "this when"
        case .binding: "this let"
        case .option: "this declaration"
        case .test: "a test"
        }
    }
}

/// What a bare word may turn out to be because of what stands beside it.
enum Hint {
    case none
    case words([WordID], of: String)
    case text(of: String)
    case number(of: String)
    /// Beside a parameter any level may stand.
    case level
}
