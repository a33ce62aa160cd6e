import RuleLanguage

/// A first value that a retained message brings, or that comes in the place of an assumed one, sets nothing off: neither by
/// itself nor by what is made of it. What else comes in the same instant is not touched by it.
extension Engine {
    /// What a unit makes of a first value is one too.
    mutating func passOnFirstValue(of unit: UnitInstance, _ span: UnitSpan) {
        switch span.kind {
        case .value:
            if isFirstValue(span.result, unit) { firstSources.insert(unit.source) }
        case .element:
            guard isFirstValue(span.result, unit) else { return }
            firstSources.insert(unit.source)
            if unit.companion != nothing { firstSources.insert(units[Int(unit.companion)].source) }
        case .keep:
            let cases = (0..<Int(span.caseCount)).map { code.cases[Int(span.firstCase) + $0] }
            if cases.contains(where: { isFirstValue($0.condition, unit) || isFirstValue($0.value, unit) }) {
                firstSources.insert(outputs[Int(unit.companion)].source)
            }
        case .when, .resend, .confirmation, .aggregate:
            break
        }
    }

    /// Whether the value of an operation is made of one.
    func isFirstValue(_ place: Int32, _ unit: UnitInstance) -> Bool {
        guard !firstSources.isEmpty, place != Operation.none else { return false }
        let operation = code.operations[Int(code.spans[Int(unit.template)].firstOperation) + Int(place)]
        switch operation.code {
        case .link:
            return firstSources.contains(links[Int(unit.links) + Int(operation.a)])
        case .constant, .parameter:
            return false
        case .text:
            return plan.recipes[Int(operation.a)].contains { piece in
                if case .operation(let place) = piece { isFirstValue(place, unit) } else { false }
            }
        case .oneOf:
            let choices = plan.operandLists[Int(operation.b)..<Int(operation.b + operation.c)]
            return isFirstValue(operation.a, unit) || choices.contains { isFirstValue($0, unit) }
        case .held, .within, .overTime:
            return isFirstValue(operation.a, unit)
        default:
            return [operation.a, operation.b, operation.c].contains { isFirstValue($0, unit) }
        }
    }
}
