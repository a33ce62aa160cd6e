import RuleLanguage

/// What became of tests, in the XML that build servers read.
struct JUnitReport {
    /// One test, or something that kept tests from running.
    struct Case {
        enum Ending {
            case passed
            /// A sentence, and all that there is to say.
            case failed(String, details: String)
            case notRun(String, details: String)
        }

        var title: String
        /// Nanoseconds.
        var duration: Int64
        var ending: Ending
    }

    private struct Suite {
        var file: String
        var cases: [Case] = []
    }

    private var suites: [Suite] = []

    /// Cases of one file that come one after the other are a suite.
    mutating func add(_ item: Case, of file: String) {
        if suites.last?.file != file { suites.append(Suite(file: file)) }
        suites[suites.count - 1].cases.append(item)
    }

    var xml: String {
        let all = suites.flatMap(\.cases)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="hearth test" \(Self.sums(of: all))>
            \(suites.map(Self.element).joined())</testsuites>

            """
    }

    private static func element(_ suite: Suite) -> String {
        let name = attribute(suite.file)
        let cases = suite.cases.map { item in
            let head =
                "    <testcase name=\(attribute(item.title)) classname=\(name) time=\"\(seconds(item.duration))\""
            switch item.ending {
            case .passed: return head + "/>\n"
            case .failed(let message, let details): return head + ">\n" + problem("failure", message, details)
            case .notRun(let message, let details): return head + ">\n" + problem("error", message, details)
            }
        }
        return "  <testsuite name=\(name) \(sums(of: suite.cases))>\n\(cases.joined())  </testsuite>\n"
    }

    private static func problem(_ kind: String, _ message: String, _ details: String) -> String {
        "      <\(kind) message=\(attribute(message)) type=\"\(kind)\">\(escaped(details))</\(kind)>\n    </testcase>\n"
    }

    private static func sums(of cases: [Case]) -> String {
        let failures = cases.count { if case .failed = $0.ending { true } else { false } }
        let errors = cases.count { if case .notRun = $0.ending { true } else { false } }
        let time = seconds(cases.reduce(0) { $0 + $1.duration })
        return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(time)\""
    }

    /// With three decimals.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / Monotonic.millisecond
        let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
        return "\(milliseconds / 1_000).\(fraction)"
    }

    private static func attribute(_ text: String) -> String {
        "\"" + escaped(PlainText.escaping(text)) + "\""
    }

    /// Characters that XML has no way to write are replaced.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                result.unicodeScalars.append(scalar)
            default: result += "\u{FFFD}"
            }
        }
        return result
    }
}
