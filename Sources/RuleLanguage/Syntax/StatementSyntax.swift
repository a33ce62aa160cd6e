/// `broker "mqtt://…"`: one line of settings.
package struct SettingSyntax: Sendable {
    /// A part of the value. `password from credential "mqtt"` is `[word from, word credential, text mqtt]`.
    package enum Part: Sendable {
        case word(NameSyntax)
        case text(TextSyntax)
        case number(Double, unit: NameSyntax?, written: String, SourceRange)
        case duration(DurationSyntax)
        /// `..` and `,`
        case symbol(NameSyntax)
    }

    package var name: NameSyntax
    package var parts: [Part]
    package var range: SourceRange

    package init(name: NameSyntax, parts: [Part], range: SourceRange) {
        self.name = name
        self.parts = parts
        self.range = range
    }
}

/// The type of an input, event or output.
package enum TypeSyntax: Sendable {
    case missing(SourceRange)
    case text(SourceRange)
    case number(
        unit: NameSyntax?, range: (low: SignedNumberSyntax, high: SignedNumberSyntax)?, step: SignedNumberSyntax?,
        SourceRange)
    case words([WordSyntax], SourceRange)
}

package struct SignedNumberSyntax: Sendable {
    package var value: Double
    package var range: SourceRange

    package init(_ value: Double, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}

/// A word of a type with its payloads where they differ: `on "1" "ON"`.
package struct WordSyntax: Sendable {
    package var name: NameSyntax
    package var payloads: [TextSyntax]

    package init(name: NameSyntax, payloads: [TextSyntax]) {
        self.name = name
        self.payloads = payloads
    }
}

/// A part of a JSON path: `AM2301`, `"switch:0"`, `[0]`.
package enum PathElement: Sendable, Hashable {
    case key(String)
    case index(Int)
}

/// `input` and `event`.
package struct InputSyntax: Sendable {
    package enum Option: Sendable {
        case staleAfter(DurationSyntax)
        case validWhile(ExpressionSyntax)
        case except([ExpressionSyntax], SourceRange)
        case initially(ExpressionSyntax, SourceRange)
        case qos(Int, SourceRange)
        case limit(Int, SourceRange)
    }

    package var isEvent: Bool
    package var name: NameSyntax
    package var parameters: [ParameterSyntax]
    package var topic: TextSyntax
    package var path: [PathElement]
    package var type: TypeSyntax
    package var options: [Option]
    package var range: SourceRange

    package init(
        isEvent: Bool, name: NameSyntax, parameters: [ParameterSyntax], topic: TextSyntax, path: [PathElement],
        type: TypeSyntax, options: [Option], range: SourceRange
    ) {
        self.isEvent = isEvent
        self.name = name
        self.parameters = parameters
        self.topic = topic
        self.path = path
        self.type = type
        self.options = options
        self.range = range
    }
}

package struct OutputSyntax: Sendable {
    package enum Option: Sendable {
        case qos(Int, SourceRange)
        case retained(SourceRange)
        case sending(TextSyntax)
        case atLeastApart(DurationSyntax)
        /// `ON at least 5 min`
        case wordAtLeast(NameSyntax, DurationSyntax)
        case expiresAfter(DurationSyntax)
        case confirmed(by: ReferenceSyntax, within: DurationSyntax, tries: Int, SourceRange)
        case resendWhen(ExpressionSyntax)
        case resendEvery(DurationSyntax)
        case shadow(SourceRange)
    }

    package var name: NameSyntax
    package var parameters: [ParameterSyntax]
    package var topic: TextSyntax
    package var type: TypeSyntax
    package var options: [Option]
    package var range: SourceRange

    package init(
        name: NameSyntax, parameters: [ParameterSyntax], topic: TextSyntax, type: TypeSyntax, options: [Option],
        range: SourceRange
    ) {
        self.name = name
        self.parameters = parameters
        self.topic = topic
        self.type = type
        self.options = options
        self.range = range
    }
}

package struct LetSyntax: Sendable {
    package var name: NameSyntax
    package var parameters: [ParameterSyntax]
    package var value: ExpressionSyntax
    package var range: SourceRange

    package init(name: NameSyntax, parameters: [ParameterSyntax], value: ExpressionSyntax, range: SourceRange) {
        self.name = name
        self.parameters = parameters
        self.value = value
        self.range = range
    }
}

package struct KeepSyntax: Sendable {
    package struct Case: Sendable {
        package var value: ExpressionSyntax
        /// Nil for `otherwise`.
        package var condition: ExpressionSyntax?
        package var range: SourceRange

        package init(value: ExpressionSyntax, condition: ExpressionSyntax?, range: SourceRange) {
            self.value = value
            self.condition = condition
            self.range = range
        }
    }

    package var output: ReferenceSyntax
    package var cases: [Case]
    package var range: SourceRange

    package init(output: ReferenceSyntax, cases: [Case], range: SourceRange) {
        self.output = output
        self.cases = cases
        self.range = range
    }
}

package struct WhenSyntax: Sendable {
    package enum Option: Sendable {
        case repeatingEvery(DurationSyntax)
        case onceAtATime(SourceRange)
        case queued(SourceRange)
        case late(DurationSyntax)
    }

    package struct Action: Sendable {
        package enum Kind: Sendable {
            case missing
            case set(ReferenceSyntax, ExpressionSyntax)
            case toggle(ReferenceSyntax)
            case publish(ExpressionSyntax, topic: TextSyntax, retained: Bool, qos: Int?)
            case wait(DurationSyntax)
            case waitUntil(ExpressionSyntax, atMost: DurationSyntax?)
            case log(ExpressionSyntax)
        }

        package var kind: Kind
        package var range: SourceRange

        package init(_ kind: Kind, at range: SourceRange) {
            self.kind = kind
            self.range = range
        }
    }

    package var trigger: ExpressionSyntax
    package var options: [Option]
    package var condition: ExpressionSyntax?
    package var actions: [Action]
    package var range: SourceRange

    package init(
        trigger: ExpressionSyntax, options: [Option], condition: ExpressionSyntax?, actions: [Action],
        range: SourceRange
    ) {
        self.trigger = trigger
        self.options = options
        self.condition = condition
        self.actions = actions
        self.range = range
    }
}

package struct TestSyntax: Sendable {
    package struct Step: Sendable {
        package enum Kind: Sendable {
            case missing
            case clock(CivilDateTime)
            /// `X(args) = VALUE`
            case message(ReferenceSyntax, ExpressionSyntax, retained: Bool)
            case receive(topic: TextSyntax, payload: TextSyntax, retained: Bool)
            case wait(DurationSyntax)
            case waitUntil(ClockTimeSyntax)
            case restart(after: DurationSyntax?)
            case offline(DurationSyntax)
            case expectNothing
            case expectCommand(ReferenceSyntax, ExpressionSyntax)
            case expectPublish(topic: TextSyntax, payload: TextSyntax)
            case expectCondition(ExpressionSyntax)
        }

        package var kind: Kind
        package var range: SourceRange

        package init(_ kind: Kind, at range: SourceRange) {
            self.kind = kind
            self.range = range
        }
    }

    package var title: TextSyntax
    package var steps: [Step]
    package var range: SourceRange

    package init(title: TextSyntax, steps: [Step], range: SourceRange) {
        self.title = title
        self.steps = steps
        self.range = range
    }
}

/// A date and time on the wall, without a zone.
package struct CivilDateTime: Sendable, Hashable {
    package var year: Int
    package var month: Int
    package var day: Int
    /// Seconds after midnight.
    package var second: Int

    package init(year: Int, month: Int, day: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.second = second
    }
}
