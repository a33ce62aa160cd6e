/// The kinds of findings that the checker makes. A slug is stable and never reused for another kind.
package enum Finding: String, CaseIterable, Sendable {
    // Settings
    case duplicateSetting = "duplicate-setting"
    case invalidSetting = "invalid-setting"
    case passwordInFile = "password-in-file"
    case unsetSetting = "unset-setting"

    // Names
    case unknownName = "unknown-name"
    case duplicateName = "duplicate-name"
    case reservedName = "reserved-name"
    case wrongArguments = "wrong-arguments"
    case unboundParameter = "unbound-parameter"
    case duplicateParameter = "duplicate-parameter"
    case likelySlip = "likely-slip"
    case unknownLevel = "unknown-level"
    case invalidLevel = "invalid-level"
    case starOutsideAggregate = "star-outside-aggregate"
    case aggregateWithoutStar = "aggregate-without-star"

    // Types
    case unknownWord = "unknown-word"
    case duplicateWord = "duplicate-word"
    case unitMismatch = "unit-mismatch"
    case typeMismatch = "type-mismatch"
    case valueOutOfRange = "value-out-of-range"
    case emptyRange = "empty-range"
    case valueAsCondition = "value-as-condition"
    case conditionAsValue = "condition-as-value"
    case happeningAsCondition = "happening-as-condition"
    case conditionAsHappening = "condition-as-happening"
    case happeningAsValue = "happening-as-value"

    // Declarations
    case invalidTopic = "invalid-topic"
    case parameterNotInTopic = "parameter-not-in-topic"
    case valueInTopic = "value-in-topic"
    case invalidOption = "invalid-option"
    case duplicateOption = "duplicate-option"
    case invalidTemplate = "invalid-template"
    case notConfirmed = "not-confirmed"

    // Rules
    case notAnOutput = "not-an-output"
    case conflictingKeeps = "conflicting-keeps"
    case keptElsewhere = "kept-elsewhere"
    case cycle = "cycle"
    case feedback = "feedback"
    case missingLocation = "missing-location"
    case neverComes = "never-comes"
    case uselessOption = "useless-option"

    // Tests
    case notAMessage = "not-a-message"
    case notConstant = "not-constant"
    case testWithoutExpect = "test-without-expect"

    // Warnings
    case unreachableCase = "unreachable-case"
    case willFlap = "will-flap"
    case noCaseForUnknown = "no-case-for-unknown"
    case unusedName = "unused-name"
    case notFor = "not-for"
    case alwaysTrue = "always-true"
    case neverTrue = "never-true"
    case retainedToggle = "retained-toggle"
    case incompatibleInputs = "incompatible-inputs"
    case trueBeforeHeard = "true-before-heard"
    case suspiciousLevel = "suspicious-level"

    package var slug: String { rawValue }

    package var severity: Diagnostic.Severity {
        switch self {
        case .unreachableCase, .willFlap, .noCaseForUnknown, .unusedName, .notFor, .alwaysTrue, .neverTrue,
            .retainedToggle, .incompatibleInputs, .trueBeforeHeard, .suspiciousLevel:
            .warning
        default: .error
        }
    }

    /// A short title in the person's words.
    package var title: String {
        switch self {
        case .duplicateSetting: "a setting is given twice"
        case .invalidSetting: "a setting's value does not fit"
        case .passwordInFile: "a password stands in a rules file"
        case .unsetSetting: "a text uses a setting that has no value"
        case .unknownName: "nothing has this name"
        case .duplicateName: "two things have one name"
        case .reservedName: "the language uses this name itself"
        case .wrongArguments: "the number of arguments does not fit the declaration"
        case .unboundParameter: "nothing gives a parameter its value"
        case .duplicateParameter: "a parameter stands twice"
        case .likelySlip: "a level that looks like a mistyped parameter"
        case .unknownLevel: "a level that the declaration does not list"
        case .invalidLevel: "what cannot be a level of a topic"
        case .starOutsideAggregate: "* without any, all, no, count, min, max, average or sum"
        case .aggregateWithoutStar: "an aggregate that names nothing with *"
        case .unknownWord: "the type has no such word"
        case .duplicateWord: "a word or payload stands twice in a type"
        case .unitMismatch: "two units that do not go together"
        case .typeMismatch: "a value of another type is needed"
        case .valueOutOfRange: "a value outside the range of its type"
        case .emptyRange: "a range with nothing in it"
        case .valueAsCondition: "a value where a condition is needed"
        case .conditionAsValue: "a condition where a value is needed"
        case .happeningAsCondition: "a happening where a condition is needed"
        case .conditionAsHappening: "a condition where a happening is needed"
        case .happeningAsValue: "a happening where a value is needed"
        case .invalidTopic: "a topic that MQTT does not allow"
        case .parameterNotInTopic: "a parameter that is not in the topic exactly once"
        case .valueInTopic: "a value in a topic"
        case .invalidOption: "an option that does not fit here"
        case .duplicateOption: "an option is given twice"
        case .invalidTemplate: "a template that makes no valid payload"
        case .notConfirmed: "\"is failed\" for an output that nothing confirms"
        case .notAnOutput: "something other than an output is set"
        case .conflictingKeeps: "two keeps can hold one output"
        case .keptElsewhere: "a when sets what a keep holds"
        case .cycle: "things that depend on themselves"
        case .feedback: "a rule hears its own commands"
        case .missingLocation: "the sun without a location"
        case .neverComes: "a time that never comes"
        case .uselessOption: "an option that has no meaning here"
        case .notAMessage: "a test step that is no message"
        case .notConstant: "something that changes where a constant is needed"
        case .testWithoutExpect: "a test that expects nothing at all"
        case .unreachableCase: "a case that can never be chosen"
        case .willFlap: "a threshold without hysteresis"
        case .noCaseForUnknown: "no case for a sensor that went silent"
        case .unusedName: "a name that nothing uses"
        case .notFor: "not and for in a doubtful order"
        case .alwaysTrue: "a condition that is always true"
        case .neverTrue: "a condition that is never true"
        case .retainedToggle: "a retained command that toggles"
        case .incompatibleInputs: "two inputs that no payload can satisfy"
        case .trueBeforeHeard: "a condition that is true before anything is heard"
        case .suspiciousLevel: "a level that looks like a parameter"
        }
    }
}
