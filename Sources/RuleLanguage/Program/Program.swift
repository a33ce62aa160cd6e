/// A checked program: every name resolved, every type known, nothing left that can fail at run time.
/// It is made by the checker alone and read by the engine, the test runner and the gateway.
package struct Program: Sendable {
    package var settings = Settings()
    package var inputs: [Input] = []
    package var outputs: [Output] = []
    package var lets: [LetDefinition] = []
    package var keeps: [Keep] = []
    package var whens: [When] = []
    package var tests: [Test] = []
    /// Every payload word of the program, once. A `WordID` is an index into it.
    package var words: [String] = []
    /// The files that it was made from, for places in messages.
    package var sources = SourceSet()

    package init() {}
}

/// Index into `Program.words`. Two types that share a word share its id, so comparing words is comparing integers.
package typealias WordID = Int
/// Index into `Program.inputs` (events too).
package typealias InputID = Int
/// Index into `Program.outputs`.
package typealias OutputID = Int
/// Index into `Program.lets`.
package typealias LetID = Int

/// A parameter of a name: `room`, `room in (kitchen, bath)`.
package struct Parameter: Sendable, Hashable {
    package var name: String
    /// Nil where it runs over whatever is heard.
    package var members: [String]?

    package init(name: String, members: [String]? = nil) {
        self.name = name
        self.members = members
    }
}

/// The type of an input, event or output.
package enum ValueType: Sendable, Hashable {
    case text
    case number(NumberType)
    case words([Word])

    package struct NumberType: Sendable, Hashable {
        package var unit: String?
        package var range: ClosedRange<Double>?
        package var step: Double?

        package init(unit: String? = nil, range: ClosedRange<Double>? = nil, step: Double? = nil) {
            self.unit = unit
            self.range = range
            self.step = step
        }
    }

    package struct Word: Sendable, Hashable {
        package var id: WordID
        package var name: String
        /// Never empty; the first is the one that is sent.
        package var payloads: [String]

        package init(id: WordID, name: String, payloads: [String]) {
            self.id = id
            self.name = name
            self.payloads = payloads
        }
    }
}

/// An input or an event.
package struct Input: Sendable {
    package var isEvent: Bool
    package var name: String
    package var parameters: [Parameter]
    package var topic: TopicPattern
    package var path: [PathElement]
    package var type: ValueType
    /// Nanoseconds.
    package var staleAfter: Int64?
    /// In the scope of the input's parameters.
    package var validWhile: Expression?
    /// Values that mean a broken sensor.
    package var exceptions: [Literal]
    package var initially: Literal?
    package var qos: Int
    package var limit: Int
    package var range: SourceRange
    /// The name alone, for messages.
    package var nameRange: SourceRange

    package init(
        isEvent: Bool, name: String, parameters: [Parameter], topic: TopicPattern, path: [PathElement], type: ValueType,
        staleAfter: Int64? = nil, validWhile: Expression? = nil, exceptions: [Literal] = [], initially: Literal? = nil,
        qos: Int = 1, limit: Int = Input.defaultLimit, range: SourceRange, nameRange: SourceRange
    ) {
        self.isEvent = isEvent
        self.name = name
        self.parameters = parameters
        self.topic = topic
        self.path = path
        self.type = type
        self.staleAfter = staleAfter
        self.validWhile = validWhile
        self.exceptions = exceptions
        self.initially = initially
        self.qos = qos
        self.limit = limit
        self.range = range
        self.nameRange = nameRange
    }

    /// Most instances of one input, unless it says otherwise.
    package static let defaultLimit = 10_000
}

/// A constant of one of the types.
package enum Literal: Sendable, Hashable {
    case number(Double)
    case word(WordID)
    case text(String)
}

/// An output with its manners.
package struct Output: Sendable {
    package struct Confirmation: Sendable {
        package var input: InputID
        package var arguments: [Argument]
        package var within: Int64
        package var tries: Int

        package init(input: InputID, arguments: [Argument], within: Int64, tries: Int) {
            self.input = input
            self.arguments = arguments
            self.within = within
            self.tries = tries
        }
    }

    package var name: String
    package var parameters: [Parameter]
    package var topic: TopicPattern
    package var type: ValueType
    package var qos: Int = 1
    package var retained: Bool = false
    package var template: PayloadTemplate?
    package var atLeastApart: Int64?
    /// How long a word stays once it was sent.
    package var minimumTimes: [WordID: Int64] = [:]
    package var expiresAfter: Int64?
    package var confirmation: Confirmation?
    /// In the scope of the output's parameters.
    package var resendWhen: Expression?
    package var resendEvery: Int64?
    package var isShadow: Bool = false
    package var range: SourceRange
    package var nameRange: SourceRange

    package init(
        name: String, parameters: [Parameter], topic: TopicPattern, type: ValueType, range: SourceRange,
        nameRange: SourceRange
    ) {
        self.name = name
        self.parameters = parameters
        self.topic = topic
        self.type = type
        self.range = range
        self.nameRange = nameRange
    }
}

/// `sending '…{value}…'`
package struct PayloadTemplate: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
        case literal(String)
        case value
        /// The level of one of the output's parameters.
        case parameter(Int)
    }

    package var pieces: [Piece]
    /// The template is JSON: text is escaped into it.
    package var isJSON: Bool

    package init(pieces: [Piece], isJSON: Bool) {
        self.pieces = pieces
        self.isJSON = isJSON
    }
}

package struct LetDefinition: Sendable {
    package var name: String
    package var parameters: [Parameter]
    package var value: Expression
    package var range: SourceRange

    package init(name: String, parameters: [Parameter], value: Expression, range: SourceRange) {
        self.name = name
        self.parameters = parameters
        self.value = value
        self.range = range
    }
}

package struct Keep: Sendable {
    package struct Case: Sendable {
        package var value: Expression
        /// Nil for `otherwise`.
        package var condition: Expression?
        package var range: SourceRange

        package init(value: Expression, condition: Expression?, range: SourceRange) {
            self.value = value
            self.condition = condition
            self.range = range
        }
    }

    package var output: OutputID
    /// The parameters that the head binds, in the order in which they stand there. A list after `in` is in `members`.
    package var parameters: [Parameter]
    /// The head's arguments, one for each parameter of the output: parameters of this `keep`, or levels.
    package var arguments: [Argument]
    package var cases: [Case]
    package var range: SourceRange

    package init(output: OutputID, parameters: [Parameter], arguments: [Argument], cases: [Case], range: SourceRange) {
        self.output = output
        self.parameters = parameters
        self.arguments = arguments
        self.cases = cases
        self.range = range
    }
}

package struct When: Sendable {
    package enum Overlap: Sendable, Hashable {
        case restart, onceAtATime, queued
    }

    package enum Action: Sendable {
        case set(OutputID, [Argument], Expression)
        case toggle(OutputID, [Argument])
        case publish(Expression, topic: TopicPattern, retained: Bool, qos: Int)
        case wait(Int64)
        case waitUntil(Expression, atMost: Int64?)
        case log(Expression)
    }

    /// The parameters that the trigger binds.
    package var parameters: [Parameter]
    /// Of type `.condition` or `.happening`.
    package var trigger: Expression
    package var condition: Expression?
    package var actions: [(action: Action, range: SourceRange)]
    package var repeatingEvery: Int64?
    package var overlap: Overlap
    package var late: Int64?
    package var range: SourceRange

    package init(
        parameters: [Parameter], trigger: Expression, condition: Expression?,
        actions: [(action: Action, range: SourceRange)], repeatingEvery: Int64? = nil, overlap: Overlap = .restart,
        late: Int64? = nil, range: SourceRange
    ) {
        self.parameters = parameters
        self.trigger = trigger
        self.condition = condition
        self.actions = actions
        self.repeatingEvery = repeatingEvery
        self.overlap = overlap
        self.late = late
        self.range = range
    }
}

/// A `test`, with its steps in order. `expect`s in a row form a group.
package struct Test: Sendable {
    package enum Step: Sendable {
        case clock(CivilDateTime)
        /// A message through the input's real topic; the payload is as it would be on the wire.
        case message(InputID, topic: String, payload: String, retained: Bool)
        case receive(topic: String, payload: String, retained: Bool)
        /// Nanoseconds.
        case wait(Int64)
        case waitUntil(ClockTimeSyntax)
        case restart(after: Int64)
        case offline(Int64)
        case expectNothing
        /// The levels of the output's arguments, and a constant of its type.
        case expectCommand(OutputID, [String], Literal)
        case expectPublish(topic: String, payload: String)
        /// Without parameters: every argument in it is a level.
        case expectCondition(Expression)
    }

    package var title: String
    package var steps: [(step: Step, range: SourceRange)]
    package var range: SourceRange

    package init(title: String, steps: [(step: Step, range: SourceRange)], range: SourceRange) {
        self.title = title
        self.steps = steps
        self.range = range
    }
}
