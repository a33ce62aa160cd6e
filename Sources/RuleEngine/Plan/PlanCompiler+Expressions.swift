import RuleLanguage

extension PlanCompiler {
    /// Writes the operations of an expression and gives the place of its value.
    mutating func compile(_ expression: Expression, into writer: inout UnitWriter) -> Int32 {
        let place = compileValue(expression, into: &writer)
        guard expression.type == .happening, writer.operations[Int(place)].code.mayBeUnknown else { return place }
        return writer.add(Operation(code: .occurred, a: place), at: expression.range)
    }

    private mutating func compileValue(_ expression: Expression, into writer: inout UnitWriter) -> Int32 {
        let range = expression.range
        switch expression.kind {
        case .number(let value):
            return constant(.number(value), at: range, into: &writer)
        case .word(let id):
            return constant(.word(id), at: range, into: &writer)
        case .text(let pieces):
            return compileText(pieces, at: range, into: &writer)
        case .input(let id, let arguments):
            let value = compileInput(id, arguments, at: range, into: &writer)
            guard expression.type == .happening else { return value }
            return writer.add(Operation(code: .isKnown, a: value), at: range)
        case .output(let id, let arguments):
            return writer.link(LinkSpec(target: .output(id), arguments: resolve(arguments, in: writer)), at: range)
        case .isFailed(let id, let arguments):
            return writer.link(LinkSpec(target: .failure(id), arguments: resolve(arguments, in: writer)), at: range)
        case .reference(let id, let arguments):
            let unit = unit(ofLet: id)
            return writer.link(LinkSpec(target: .unit(unit), arguments: resolve(arguments, in: writer)), at: range)
        case .parameter(let index):
            return writer.add(Operation(code: .parameter, a: writer.place(ofParameter: index)), at: range)
        case .aggregate(let function, let element):
            return compileAggregate(function, element, at: range.union(element.range), into: &writer)
        case .negate, .not, .arithmetic, .function, .and, .or, .comparison, .between, .oneOf, .isKnown, .isUnknown:
            return compilePure(expression, into: &writer)
        case .until(let start, let end):
            return compileUntil(expression, start, end, into: &writer)
        case .held(let operand, let duration):
            return compileTimed(.held, expression, operand, duration, into: &writer)
        case .within(let operand, let duration):
            return compileTimed(.within, expression, operand, duration, into: &writer)
        case .becomes, .changes, .begins, .ends:
            return compileChange(expression, into: &writer)
        case .startup:
            return writer.link(LinkSpec(target: .startup, arguments: []), at: range)
        case .every, .timeIn, .timeIs, .dayIn, .dateIn, .sunIsUp, .sunIsDown:
            return writer.link(LinkSpec(target: .clock(clock(expression)), arguments: []), at: range)
        case .overTime(let function, let operand, let duration):
            let place = compile(operand, into: &writer)
            var operation = Operation(code: .overTime, a: place, duration: duration)
            operation.b = Int32(OverTimeFunction.allCases.firstIndex(of: function) ?? 0)
            operation.state = writer.state(key: canonical.text(of: expression))
            return writer.add(operation, at: range)
        }
    }

    /// What depends on its operands alone.
    private mutating func compilePure(_ expression: Expression, into writer: inout UnitWriter) -> Int32 {
        let range = expression.range
        if case .oneOf(let x, let values) = expression.kind {
            let operand = compile(x, into: &writer)
            let places = values.map { compile($0, into: &writer) }
            let start = Int32(plan.operandLists.count)
            plan.operandLists += places
            return writer.add(Operation(code: .oneOf, a: operand, b: start, c: Int32(places.count)), at: range)
        }
        if case .function(let function, let values) = expression.kind {
            let places = values.map { compile($0, into: &writer) }
            return compileFunction(function, places, at: range, into: &writer)
        }
        let places = expression.operands.map { compile($0, into: &writer) }
        var operation = Operation(code: expression.kind.pureCode)
        operation.a = places[0]
        operation.b = places.count > 1 ? places[1] : Operation.none
        operation.c = places.count > 2 ? places[2] : Operation.none
        return writer.add(operation, at: range)
    }

    private mutating func compileFunction(
        _ function: Expression.Function, _ places: [Int32], at range: SourceRange, into writer: inout UnitWriter
    ) -> Int32 {
        switch function {
        case .abs: return writer.add(Operation(code: .abs, a: places[0]), at: range)
        case .floor: return writer.add(Operation(code: .floor, a: places[0]), at: range)
        case .ceil: return writer.add(Operation(code: .ceil, a: places[0]), at: range)
        case .round:
            let step = places.count > 1 ? places[1] : Operation.none
            return writer.add(Operation(code: .round, a: places[0], b: step), at: range)
        case .min, .max:
            let code: Operation.Code = function == .min ? .least : .greatest
            return places.dropFirst().reduce(places[0]) { writer.add(Operation(code: code, a: $0, b: $1), at: range) }
        case .clamp:
            let raised = writer.add(Operation(code: .greatest, a: places[0], b: places[1]), at: range)
            return writer.add(Operation(code: .least, a: raised, b: places[2]), at: range)
        }
    }

    private mutating func compileText(
        _ pieces: [Expression.TextPiece], at range: SourceRange, into writer: inout UnitWriter
    ) -> Int32 {
        if pieces.count <= 1, case .literal(let text) = pieces.first ?? .literal("") {
            return constant(.text(text), at: range, into: &writer)
        }
        var recipe: [TextRecipePiece] = []
        for piece in pieces {
            switch piece {
            case .literal(let text): recipe.append(.literal(text))
            case .value(let value): recipe.append(.operation(compile(value, into: &writer)))
            }
        }
        plan.recipes.append(recipe)
        return writer.add(Operation(code: .text, a: Int32(plan.recipes.count - 1)), at: range)
    }

    private mutating func compileInput(
        _ id: InputID, _ arguments: [Argument], at range: SourceRange, into writer: inout UnitWriter
    ) -> Int32 {
        let target = validator(of: id).map { LinkSpec.Target.unit($0) } ?? .input(id)
        return writer.link(LinkSpec(target: target, arguments: resolve(arguments, in: writer)), at: range)
    }

    private mutating func compileTimed(
        _ code: Operation.Code, _ expression: Expression, _ operand: Expression, _ duration: Int64,
        into writer: inout UnitWriter
    ) -> Int32 {
        let place = delayed(nil) { $0.compile(operand, into: &writer) }
        let state = writer.state(key: canonical.text(of: expression))
        var operation = Operation(code: code, a: place, state: state, duration: duration)
        // `b` says that the operand holds for an instant alone.
        operation.b = operand.type == .happening ? 1 : 0
        return writer.add(operation, at: expression.range)
    }

    private mutating func compileChange(_ expression: Expression, into writer: inout UnitWriter) -> Int32 {
        let places = expression.operands.map { compile($0, into: &writer) }
        let state = writer.state(key: canonical.text(of: expression))
        var operation = Operation(code: expression.kind.changeCode, a: places[0], state: state)
        operation.b = places.count > 1 ? places[1] : Operation.none
        operation.duration = longestDelay ?? Operation.seen
        return writer.add(operation, at: expression.range)
    }

    /// The number of a clock condition; the same one is kept once.
    private mutating func clock(_ expression: Expression) -> Int {
        let text = canonical.text(of: expression)
        if let known = plan.clockTexts.firstIndex(of: text) { return known }
        plan.clocks.append(expression.kind)
        plan.clockTexts.append(text)
        plan.clockRanges.append(expression.range)
        return plan.clocks.count - 1
    }

    /// A happening ends it in another way than a condition does, and does not last on the left, so that the two are taken
    /// apart on either side.
    private mutating func compileUntil(
        _ expression: Expression, _ start: Expression, _ end: Expression, into writer: inout UnitWriter
    ) -> Int32 {
        let begin = delayed(nil) { $0.compileSide(start, into: &writer) }
        let ending = delayed(nil) { $0.compileSide(end, into: &writer) }
        let places = [begin.condition, begin.happening].filter { $0 != Operation.none }
        let either =
            places.count < 2
            ? places[0] : writer.add(Operation(code: .or, a: places[0], b: places[1]), at: start.range)
        let state = writer.state(key: canonical.text(of: expression))
        var operation = Operation(code: .until, a: either, b: ending.condition, c: ending.happening, state: state)
        operation.duration = Int64(begin.condition)
        return writer.add(operation, at: expression.range)
    }

    private mutating func compileSide(
        _ side: Expression, into writer: inout UnitWriter
    ) -> (condition: Int32, happening: Int32) {
        var conditions: [Expression] = []
        var happenings: [Expression] = []
        side.collectAlternatives(conditions: &conditions, happenings: &happenings)
        let condition = any(of: conditions, at: side.range, into: &writer)
        return (condition, any(of: happenings, at: side.range, into: &writer))
    }

    private mutating func any(of alternatives: [Expression], at range: SourceRange, into writer: inout UnitWriter)
        -> Int32
    {
        let places = alternatives.map { compile($0, into: &writer) }
        guard let first = places.first else { return Operation.none }
        return places.dropFirst().reduce(first) { writer.add(Operation(code: .or, a: $0, b: $1), at: range) }
    }

    // MARK: Aggregates

    private mutating func compileAggregate(
        _ function: AggregateSyntax, _ element: Expression, at range: SourceRange, into writer: inout UnitWriter
    ) -> Int32 {
        guard let (subject, arguments) = element.starred else {
            preconditionFailure("an aggregate names nothing with a star")
        }
        let outer = element.parameters
        let owner = plan.units[writer.unit].key
        let key = "\(owner)/\(function.rawValue)(\(canonical.text(of: element)))"
        let elementUnit = addUnit(
            .element, key: key + "*", parameterCount: outer.count + arguments.count { $0 == .star },
            range: element.range)

        var elementWriter = UnitWriter(unit: elementUnit, scope: .element(outer: outer))
        let result = compile(element, into: &elementWriter)
        finish(elementWriter)
        plan.units[elementUnit].result = result

        let pattern = arguments.map { argument -> PlanArgument in
            switch argument {
            case .parameter(let index): .parameter(elementWriter.place(ofParameter: index))
            case .level(let name): .level(plan.levelNames.id(of: name))
            case .star: .any
            }
        }
        if case .definition(let id) = subject {
            requireDomain(ofLet: id)
        }
        let aggregate = addUnit(
            .aggregate(
                AggregatePlan(function: function, element: elementUnit, subject: subject, arguments: pattern)),
            key: key, parameterCount: outer.count, range: range)
        plan.units[aggregate].level = plan.units[elementUnit].level + 1

        let own = outer.map { PlanArgument.parameter(writer.place(ofParameter: $0)) }
        return writer.link(LinkSpec(target: .unit(aggregate), arguments: own), at: range)
    }

    // MARK: Small parts

    private mutating func constant(_ literal: Literal, at range: SourceRange, into writer: inout UnitWriter) -> Int32 {
        plan.constants.append(literal)
        return writer.add(Operation(code: .constant, a: Int32(plan.constants.count - 1)), at: range)
    }

    private mutating func resolve(_ arguments: [Argument], in writer: UnitWriter) -> [PlanArgument] {
        var stars = 0
        return arguments.map { argument in
            switch argument {
            case .parameter(let index):
                return .parameter(writer.place(ofParameter: index))
            case .level(let name):
                return .level(plan.levelNames.id(of: name))
            case .star:
                stars += 1
                return .parameter(writer.place(ofStar: stars - 1))
            }
        }
    }
}

extension Expression {
    /// The thing that is named with a star, and its arguments.
    fileprivate var starred: (Subject, [Argument])? {
        switch kind {
        case .input(let id, let arguments) where arguments.contains(.star): (.input(id), arguments)
        case .output(let id, let arguments) where arguments.contains(.star): (.output(id), arguments)
        case .isFailed(let id, let arguments) where arguments.contains(.star): (.output(id), arguments)
        case .reference(let id, let arguments) where arguments.contains(.star): (.definition(id), arguments)
        default: operands.lazy.compactMap(\.starred).first
        }
    }

    /// The parameters that stand in it, each once, in the order of their numbers.
    fileprivate var parameters: [Int] {
        var found: Set<Int> = []
        collectParameters(into: &found)
        return found.sorted()
    }

    private func collectParameters(into found: inout Set<Int>) {
        switch kind {
        case .input(_, let arguments), .output(_, let arguments), .reference(_, let arguments),
            .isFailed(_, let arguments):
            for case .parameter(let index) in arguments {
                found.insert(index)
            }
        case .parameter(let index):
            found.insert(index)
        default:
            for operand in operands {
                operand.collectParameters(into: &found)
            }
        }
    }

    /// Takes `a or b or c` apart into conditions and happenings.
    fileprivate func collectAlternatives(conditions: inout [Expression], happenings: inout [Expression]) {
        if case .or(let left, let right) = kind, type == .happening {
            left.collectAlternatives(conditions: &conditions, happenings: &happenings)
            right.collectAlternatives(conditions: &conditions, happenings: &happenings)
        } else if type == .happening {
            happenings.append(self)
        } else {
            conditions.append(self)
        }
    }
}

extension Expression.Kind {
    /// The operation for what depends on one to three operands alone.
    fileprivate var pureCode: Operation.Code {
        switch self {
        case .negate: .negate
        case .not: .not
        case .and: .and
        case .or: .or
        case .isKnown: .isKnown
        case .isUnknown: .isUnknown
        case .between: .between
        case .arithmetic(let op, _, _):
            switch op {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            case .divide: .divide
            }
        case .comparison(let op, _, _):
            switch op {
            case .equal: .equal
            case .notEqual: .notEqual
            case .less: .less
            case .lessOrEqual: .lessOrEqual
            case .greater: .greater
            case .greaterOrEqual: .greaterOrEqual
            case .contains: .contains
            case .beginsWith: .beginsWith
            case .endsWith: .endsWith
            }
        default: preconditionFailure("not an operation on its operands alone")
        }
    }
}

extension Expression.Kind {
    fileprivate var changeCode: Operation.Code {
        switch self {
        case .becomes: .becomes
        case .changes: .changes
        case .begins: .begins
        case .ends: .ends
        default: preconditionFailure("not a comparison with what was last known")
        }
    }
}

extension Operation.Code {
    /// Whether a happening compiled to this may come out unknown, where nothing happened.
    fileprivate var mayBeUnknown: Bool {
        switch self {
        case .occurred, .isKnown, .becomes, .changes, .begins, .ends: false
        default: true
        }
    }
}
