import RuleLanguage

/// The part of a plan that every evaluation reads, at fixed addresses: reading it counts no references and checks nothing,
/// which is a good part of what a message costs. It never changes once it is made.
final class PlanCode: @unchecked Sendable {
    let operations: UnsafePointer<Operation>
    let spans: UnsafePointer<UnitSpan>
    let cases: UnsafePointer<UnitTemplate.Case>
    let traits: UnsafePointer<InputTraits>

    private let operationStore: UnsafeMutableBufferPointer<Operation>
    private let spanStore: UnsafeMutableBufferPointer<UnitSpan>
    private let caseStore: UnsafeMutableBufferPointer<UnitTemplate.Case>
    private let traitStore: UnsafeMutableBufferPointer<InputTraits>

    init(operations: [Operation], units: [UnitTemplate], inputs: [Input]) {
        var spans: [UnitSpan] = []
        var cases: [UnitTemplate.Case] = []
        for unit in units {
            spans.append(
                UnitSpan(
                    kind: unit.kind.span, isMomentary: unit.isMomentary, level: Int32(unit.level),
                    firstOperation: Int32(unit.operations.lowerBound), operationCount: Int32(unit.operations.count),
                    result: unit.result, firstCase: Int32(cases.count), caseCount: Int32(unit.cases.count)))
            cases += unit.cases
        }
        operationStore = Self.store(operations)
        spanStore = Self.store(spans)
        caseStore = Self.store(cases)
        traitStore = Self.store(
            inputs.map { input in
                InputTraits(
                    isEvent: input.isEvent, staleAfter: input.staleAfter ?? never, limit: Int32(clamping: input.limit))
            })
        self.operations = UnsafePointer(operationStore.start)
        self.spans = UnsafePointer(spanStore.start)
        self.cases = UnsafePointer(caseStore.start)
        traits = UnsafePointer(traitStore.start)
    }

    deinit {
        operationStore.deallocate()
        spanStore.deallocate()
        caseStore.deallocate()
        traitStore.deallocate()
    }

    /// A copy that stays where it is. Its elements are trivial, so that there is nothing to take down but the memory.
    private static func store<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        // Never empty: an empty buffer has no address.
        let store = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
        _ = store.initialize(from: elements)
        return store
    }
}

/// The part of a unit that every evaluation reads.
struct UnitSpan: Sendable {
    enum Kind: UInt8, Sendable {
        case keep, when, resend, confirmation, value, element, aggregate
    }

    var kind: Kind
    var isMomentary: Bool
    var level: Int32
    var firstOperation: Int32
    var operationCount: Int32
    var result: Int32
    var firstCase: Int32
    var caseCount: Int32
}

extension UnsafeMutableBufferPointer {
    fileprivate var start: UnsafeMutablePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return baseAddress
    }
}

extension UnitTemplate.Kind {
    fileprivate var span: UnitSpan.Kind {
        switch self {
        case .keep: .keep
        case .when: .when
        case .resend: .resend
        case .confirmation: .confirmation
        case .letValue, .validated, .probe: .value
        case .element: .element
        case .aggregate: .aggregate
        }
    }
}
