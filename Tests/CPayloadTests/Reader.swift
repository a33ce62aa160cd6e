import CPayload

/// A reader and its paths as the tests use them: values come out as Swift values.
final class Reader {
    enum Value: Equatable {
        case absent, null, object, array
        case boolean(Bool)
        case number(Double)
        case text([UInt8])

        static func text(_ string: String) -> Value { .text(Array(string.utf8)) }
    }

    enum Step {
        case key(String)
        case index(Int)
    }

    private let reader: OpaquePointer

    init?() {
        guard let reader = hearth_json_reader_new() else { return nil }
        self.reader = reader
    }

    deinit { hearth_json_reader_free(reader) }

    func parse(_ bytes: [UInt8]) -> JSONStatus {
        bytes.withUnsafeBytes { hearth_json_parse(reader, $0.baseAddress, $0.count) }
    }

    func parse(_ text: String) -> JSONStatus { parse(Array(text.utf8)) }

    func value(_ path: Step...) -> Value {
        withPath(path) { path in
            var found = hearth_json_value()
            hearth_json_find(reader, path, &found)
            switch found.kind {
            case .absent: return .absent
            case .null: return .null
            case .boolean: return .boolean(found.boolean)
            case .number: return .number(found.number)
            case .string: return .text(Array(UnsafeRawBufferPointer(start: found.text, count: found.text_length)))
            case .object: return .object
            case .array: return .array
            }
        }
    }

    /// The number's characters, nil if no number is there.
    func characters(_ path: Step...) -> String? {
        withPath(path) { path in
            var text: UnsafePointer<CChar>?
            var length = 0
            guard hearth_json_number_text(reader, path, &text, &length) else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
        }
    }

    /// The keys are copied by the path, so their memory may go before it is followed.
    private func withPath<Result>(_ steps: [Step], _ body: (OpaquePointer) -> Result) -> Result {
        let keys = steps.map { step -> UnsafeMutableBufferPointer<CChar>? in
            guard case .key(let key) = step else { return nil }
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: key.utf8.count + 1)
            _ = copy.initialize(from: key.utf8.map(CChar.init(bitPattern:)) + [0])
            return copy
        }
        let elements = zip(steps, keys).map { step, key in
            switch step {
            case .key(let text):
                return hearth_json_path_element(key: key?.baseAddress, key_length: text.utf8.count, index: 0)
            case .index(let index): return hearth_json_path_element(key: nil, key_length: 0, index: index)
            }
        }
        guard let path = hearth_json_path_new(elements, elements.count) else { preconditionFailure("no memory") }
        keys.forEach { $0?.deallocate() }
        defer { hearth_json_path_free(path) }
        return body(path)
    }
}
