import CPayload
import RuleLanguage

/// Reads payloads for all inputs of a program. A payload that several inputs look into is parsed once.
package struct PayloadReader {
    private var formats: [InputFormat]
    /// Number of the JSON path of each input, or none.
    private var paths: [Int?]
    private let json = JSONReader()
    private var status: JSONStatus?

    /// A reader for the inputs of a program, by their indices there.
    package init(program: Program) {
        formats = program.inputs.map { InputFormat($0) }
        let json = json
        paths = program.inputs.map { $0.path.isEmpty ? nil : json.add($0.path) }
    }

    /// Must be called before the readings of a new payload.
    package mutating func begin() {
        status = nil
    }

    /// What the payload says to an input.
    package mutating func read(_ payload: UnsafeRawBufferPointer, for input: Int) -> Reading {
        guard payload.count > 0 else { return .empty }
        guard let path = paths[input] else {
            return formats[input].read(payload)
        }
        let status = status ?? json.parse(payload)
        self.status = status
        guard status == .ok else { return .bad }
        let value = json.find(path)
        switch value.kind {
        case .absent:
            return .absent
        case .null:
            return .unknown
        case .boolean:
            return formats[input].read(bytes(of: value.boolean ? "true" : "false"))
        case .number:
            return formats[input].read(number: value.number) { json.characters(at: path) }
        case .string:
            return formats[input].read(UnsafeRawBufferPointer(start: value.text, count: value.text_length))
        case .object, .array:
            return .bad
        }
    }

    private func bytes(of literal: StaticString) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }
}
