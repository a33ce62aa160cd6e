import CMosquitto

extension MQTTError.Code {
    /// The policy for each code; an unknown one is taken as transient, so that the caller tries again.
    var kind: MQTTError.Kind {
        switch origin {
        case .system, .resolver: .transient
        case .refusal: kindOfRefusal
        case .disconnect: kindOfDisconnect
        case .library: kindOfLibraryCode
        case .module: kindOfModuleCode
        }
    }

    private var kindOfRefusal: MQTTError.Kind {
        switch reason {
        case .unsupportedProtocolVersion?, .clientIdentifierNotValid?, .badUserNameOrPassword?, .notAuthorized?,
            .banned?, ReasonCode(rawValue: 0x8C)?, .topicNameInvalid?, .packetTooLarge?, .retainNotSupported?,
            .qosNotSupported?:
            .configuration
        case .malformedPacket?, .protocolError?: .protocolViolation
        case let reason? where !reason.isFailure: .protocolViolation
        default: .transient
        }
    }

    private var kindOfDisconnect: MQTTError.Kind {
        switch reason {
        case .notAuthorized?, .sessionTakenOver?: .configuration
        case .malformedPacket?, .protocolError?, .packetTooLarge?, .topicFilterInvalid?, .topicNameInvalid?:
            .protocolViolation
        default: .transient
        }
    }

    private var kindOfLibraryCode: MQTTError.Kind {
        switch mosq_err_t(rawValue: number) {
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE, MOSQ_ERR_OCSP, MOSQ_ERR_AUTH, MOSQ_ERR_ACL_DENIED: .configuration
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_DUPLICATE_PROPERTY,
            MOSQ_ERR_TOPIC_ALIAS_INVALID, MOSQ_ERR_NOMEM:
            .protocolViolation
        case MOSQ_ERR_INVAL, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_QOS_NOT_SUPPORTED,
            MOSQ_ERR_RETAIN_NOT_SUPPORTED, MOSQ_ERR_NOT_SUPPORTED, MOSQ_ERR_NOT_FOUND:
            .misuse
        default: .transient
        }
    }

    private var kindOfModuleCode: MQTTError.Kind {
        switch self {
        case .invalidTopic, .invalidFilter: .misuse
        case .invalidValue, .unreadableFile: .configuration
        case .malformedAcknowledgement: .protocolViolation
        default: .transient
        }
    }
}
