/// The kinds of findings: all that the parser, the checker, a test and the formatter can say. A slug is stable and never reused for another kind.
/// `FindingPage` explains each.
package enum Finding: String, CaseIterable, Sendable {
    // Files and signs
    case fileTooLarge = "file-too-large"
    case notUTF8 = "not-utf8"
    case yaml = "yaml"
    case strangeCharacter = "strange-character"
    case foreignSign = "foreign-sign"
    case curlyQuotes = "curly-quotes"
    case missingQuote = "missing-quote"
    case unknownEscape = "unknown-escape"
    case commentSign = "comment-sign"
    case straySign = "stray-sign"
    case missingParenthesis = "missing-parenthesis"
    case emptyParentheses = "empty-parentheses"

    // Lines
    case unknownStatement = "unknown-statement"
    case mistypedWord = "mistyped-word"
    case missingWord = "missing-word"
    case foreignWord = "foreign-word"
    case unexpectedRest = "unexpected-rest"
    case strayCase = "stray-case"
    case strayAction = "stray-action"
    case strayStep = "stray-step"
    case strayAssignment = "stray-assignment"
    case emptyKeep = "empty-keep"
    case caseWord = "case-word"
    case misplacedDo = "misplaced-do"
    case unknownAction = "unknown-action"
    case unknownStep = "unknown-step"
    case expectNothing = "expect-nothing"
    case waitFor = "wait-for"
    case unknownOption = "unknown-option"

    // Names, types and texts as they are written
    case missingName = "missing-name"
    case badName = "bad-name"
    case missingType = "missing-type"
    case unknownType = "unknown-type"
    case wrongDirection = "wrong-direction"
    case missingQuotes = "missing-quotes"
    case needlessQuotes = "needless-quotes"
    case placeholderHere = "placeholder-here"
    case missingLevel = "missing-level"
    case membersHere = "members-here"

    // Values and comparisons as they are written
    case missingValue = "missing-value"
    case badNumber = "bad-number"
    case decimalComma = "decimal-comma"
    case unknownUnit = "unknown-unit"
    case missingUnit = "missing-unit"
    case needlessUnit = "needless-unit"
    case unitOnNextLine = "unit-on-next-line"
    case rangeSign = "range-sign"
    case foreignOperator = "foreign-operator"
    case wordedComparison = "worded-comparison"
    case chainedComparison = "chained-comparison"
    case changesTo = "changes-to"
    case overTime = "over-time"
    case tooComplex = "too-complex"

    // Times as they are written
    case missingTime = "missing-time"
    case bareClockTime = "bare-clock-time"
    case badClockTime = "bad-clock-time"
    case badDate = "bad-date"
    case unknownDay = "unknown-day"
    case clockComparison = "clock-comparison"
    case durationTooLong = "duration-too-long"

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
    case testFailed = "test-failed"
    case formatFault = "format-fault"

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
}
