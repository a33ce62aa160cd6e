import CMosquitto
import Glibc

/// Three questions to the OpenSSL that libmosquitto has loaded. Its functions are looked up in the process, so that
/// nothing has to be built against OpenSSL; where they are missing the answers are "no".
enum OpenSSL {
    private typealias Question = @convention(c) (UnsafeMutableRawPointer?) -> Int
    private typealias ShortQuestion = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    private typealias Words = @convention(c) (Int) -> UnsafePointer<CChar>?

    private static let pending = symbol("SSL_pending").map { unsafeBitCast($0, to: ShortQuestion.self) }
    private static let verifyResult = symbol("SSL_get_verify_result").map { unsafeBitCast($0, to: Question.self) }
    private static let verifyWords = symbol("X509_verify_cert_error_string").map { unsafeBitCast($0, to: Words.self) }

    /// Whether bytes are decrypted but not read, of which the socket knows nothing.
    static func hasPending(_ client: OpaquePointer) -> Bool {
        guard let connection = mosquitto_ssl_get(client), let pending else { return false }
        return pending(connection) > 0
    }

    /// Why the broker's certificate is not believed, in OpenSSL's words; `nil` if it is, or without TLS.
    static func verificationFailure(_ client: OpaquePointer) -> String? {
        guard let connection = mosquitto_ssl_get(client), let verifyResult, let verifyWords else { return nil }
        let result = verifyResult(connection)
        guard result != 0, let words = verifyWords(result) else { return nil }
        return String(cString: words)
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        dlsym(nil, name)
    }
}
