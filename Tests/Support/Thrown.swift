/// The error of this type that `body` throws, and nil if it throws none or another one.
///
/// The Testing library of Swift 6.0 checks that an error is thrown, but does not hand it out.
package func thrown<Failure: Error>(_ type: Failure.Type = Failure.self, by body: () throws -> some Any) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Failure
    }
}
