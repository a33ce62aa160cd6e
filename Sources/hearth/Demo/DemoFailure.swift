/// Why the demo cannot start or go on: a sentence for the person in front of it, and perhaps what to do.
struct DemoFailure: Error {
    var message: String
    /// Further lines, as they are.
    var details: [String] = []

    init(_ message: String, details: [String] = []) {
        self.message = message
        self.details = details
    }
}
