import Glibc

/// A call to the system that failed: what was tried, and the number that the kernel or libsystemd gave for it.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// What was tried, as the end of a sentence that begins with "cannot": "watch /etc/hearth".
    package let attempt: String
    /// An errno value, always positive. It is open: a number that this file does not know is kept as it is.
    package let code: Int32

    package init(attempt: String, code: Int32) {
        self.attempt = attempt
        self.code = code
    }

    package var description: String { "cannot \(attempt): \(String(cString: strerror(code)))" }
}

/// Turns the "negative errno" convention of libsystemd into a thrown error; other results are passed on.
@discardableResult
func checked(_ result: Int32, _ attempt: @autoclosure () -> String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(attempt: attempt(), code: -result) }
    return result
}

/// Turns the "-1 and errno" convention of the C library into a thrown error. The call is an argument so that nothing can
/// come between it and the reading of `errno`.
@discardableResult
func checkedCall<Result: SignedInteger>(
    _ attempt: @autoclosure () -> String, _ call: () -> Result
) throws(SystemError) -> Result {
    let result = call()
    let code = errno
    guard result != -1 else { throw SystemError(attempt: attempt(), code: code) }
    return result
}
