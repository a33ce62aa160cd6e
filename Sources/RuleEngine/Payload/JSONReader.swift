import CPayload
import RuleLanguage

/// Owns a JSON reader of the C side and the paths that are looked up with it. One thread at a time.
final class JSONReader {
    private let reader: OpaquePointer
    private var paths: [OpaquePointer] = []

    init() {
        guard let reader = hearth_json_reader_new() else {
            preconditionFailure("there is no memory for a JSON reader")
        }
        self.reader = reader
    }

    deinit {
        for path in paths {
            hearth_json_path_free(path)
        }
        hearth_json_reader_free(reader)
    }

    /// Adds a path and gives its number.
    func add(_ elements: [PathElement]) -> Int {
        // All keys in one buffer, so that one pointer is enough while the path is made. It ends in a NUL:
        // a key without characters must have an address too.
        var text: [UInt8] = []
        for case .key(let key) in elements {
            text += key.utf8
        }
        text.append(0)
        let path = text.withUnsafeBytes { bytes -> OpaquePointer? in
            var offset = 0
            let steps = elements.map { element -> hearth_json_path_element in
                switch element {
                case .index(let index):
                    return hearth_json_path_element(key: nil, key_length: 0, index: index)
                case .key(let key):
                    let start = bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
                    offset += key.utf8.count
                    return hearth_json_path_element(key: start, key_length: key.utf8.count, index: 0)
                }
            }
            return hearth_json_path_new(steps, steps.count)
        }
        guard let path else { preconditionFailure("there is no memory for a JSON path") }
        paths.append(path)
        return paths.count - 1
    }

    func parse(_ payload: UnsafeRawBufferPointer) -> JSONStatus {
        hearth_json_parse(reader, payload.baseAddress, payload.count)
    }

    func find(_ path: Int) -> hearth_json_value {
        var value = hearth_json_value()
        hearth_json_find(reader, paths[path], &value)
        return value
    }

    /// A number's characters as they stand in the payload.
    func characters(at path: Int) -> UnsafeRawBufferPointer? {
        var text: UnsafePointer<CChar>?
        var length = 0
        guard hearth_json_number_text(reader, paths[path], &text, &length) else { return nil }
        return UnsafeRawBufferPointer(start: text, count: length)
    }
}
