import CMosquitto
import Glibc

extension MQTTError.Code {
    /// What it means, in words. The library's and the system's own are used only where ours end.
    public var description: String {
        switch origin {
        case .system: "\(Self.text(ofErrno: number))"
        case .resolver: gai_strerror(number).map { String(cString: $0) } ?? "name resolver error \(number)"
        case .refusal: "the broker refused the connection: \(reasonText)"
        case .disconnect: "the broker ended the connection: \(reasonText)"
        case .library: libraryText
        case .module: moduleText
        }
    }

    private var reasonText: String { reason?.description ?? "reason \(number)" }

    private static func text(ofErrno number: Int32) -> String {
        switch number {
        case ECONNREFUSED: "connection refused"
        case ECONNRESET: "connection reset"
        case EPIPE: "connection closed"
        case ETIMEDOUT: "timed out"
        case EHOSTUNREACH: "no route to host"
        case ENETUNREACH: "network unreachable"
        default: strerror(number).map { String(cString: $0) } ?? "system error \(number)"
        }
    }

    private var libraryText: String {
        switch mosq_err_t(rawValue: number) {
        case MOSQ_ERR_NOMEM: "out of memory"
        case MOSQ_ERR_PROTOCOL: "the broker broke the protocol"
        case MOSQ_ERR_INVAL: "invalid argument"
        case MOSQ_ERR_NO_CONN: "not connected"
        case MOSQ_ERR_CONN_REFUSED: "the broker refused the connection"
        case MOSQ_ERR_NOT_FOUND: "not found"
        case MOSQ_ERR_CONN_LOST: "connection lost"
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: "no TLS connection"
        case MOSQ_ERR_PAYLOAD_SIZE: "payload too large"
        case MOSQ_ERR_NOT_SUPPORTED: "not supported by this libmosquitto"
        case MOSQ_ERR_AUTH: "authentication failed"
        case MOSQ_ERR_ACL_DENIED: "access denied"
        case MOSQ_ERR_UNKNOWN: "a failure that libmosquitto does not explain"
        case MOSQ_ERR_ERRNO: "a failure of the system"
        case MOSQ_ERR_EAI: "name resolution failed"
        case MOSQ_ERR_PROXY: "the proxy refused the connection"
        case MOSQ_ERR_PLUGIN_DEFER: "deferred by a plugin"
        case MOSQ_ERR_OCSP: "the certificate's OCSP status could not be checked"
        case MOSQ_ERR_TIMEOUT: "timed out"
        case MOSQ_ERR_ADMINISTRATIVE_ACTION: "ended by an administrator"
        case MOSQ_ERR_ALREADY_EXISTS: "exists already"
        case MOSQ_ERR_MALFORMED_UTF8: "text that is not valid UTF-8"
        case MOSQ_ERR_KEEPALIVE: "the broker does not answer"
        case MOSQ_ERR_LOOKUP: "name not found"
        case MOSQ_ERR_MALFORMED_PACKET: "malformed packet"
        case MOSQ_ERR_DUPLICATE_PROPERTY: "a property came twice"
        case MOSQ_ERR_QOS_NOT_SUPPORTED: "the broker does not take this QoS"
        case MOSQ_ERR_OVERSIZE_PACKET: "packet larger than the broker takes"
        case MOSQ_ERR_RETAIN_NOT_SUPPORTED: "the broker keeps no retained messages"
        case MOSQ_ERR_TOPIC_ALIAS_INVALID: "topic alias not valid"
        default: mosquitto_strerror(number).map { "\(String(cString: $0)) [\(number)]" } ?? "error \(number)"
        }
    }

    private var moduleText: String {
        switch self {
        case .connectTimedOut: "the broker did not answer in time"
        case .invalidTopic: "not a topic to publish to"
        case .invalidFilter: "not a topic filter"
        case .invalidValue: "not a value that MQTT can carry"
        case .unreadableFile: "file cannot be read"
        case .queueFull: "too many publications are waiting"
        case .abandoned: "connecting was abandoned"
        case .tooManyAbandoned: "too many abandoned connects are still hanging"
        case .malformedAcknowledgement: "an acknowledgement without an answer for each filter"
        default: "error \(number)"
        }
    }
}
