/// How the connection is encrypted and who is believed. TLS 1.2 is the least that is spoken.
public struct TLS: Sendable {
    /// Which authorities may vouch for the broker.
    public enum Trust: Sendable, Hashable {
        /// Those that the operating system trusts (OpenSSL's default paths, `SSL_CERT_FILE` and `SSL_CERT_DIR`).
        case system
        /// Only those in this PEM file.
        case authorities(file: String)
    }

    /// The certificate by which the client proves itself to the broker.
    public struct Identity: Sendable {
        /// Path of the certificate chain, PEM.
        public var certificateFile: String
        /// Path of the private key, PEM.
        public var keyFile: String
        /// What opens the key if it is encrypted. An encrypted key without it fails; nobody is asked at a terminal.
        public var keyPassword: Secret?

        /// An identity out of two PEM files.
        public init(certificateFile: String, keyFile: String, keyPassword: Secret? = nil) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
            self.keyPassword = keyPassword
        }
    }

    /// Whether the name in the broker's certificate has to be the host that was connected to.
    public enum NameCheck: Sendable, Hashable {
        /// It has to (the default).
        case verified
        /// It need not: the authority alone counts. For test set-ups; anybody whom the authority certified can pose as
        /// the broker.
        case ignored
    }

    /// Which authorities may vouch for the broker.
    public var trust: Trust
    /// The client's own certificate, if the broker asks for one.
    public var identity: Identity?
    /// Whether the host's name is compared with the certificate.
    public var nameCheck: NameCheck

    /// TLS with the host's name verified.
    public init(trust: Trust = .system, identity: Identity? = nil, nameCheck: NameCheck = .verified) {
        self.trust = trust
        self.identity = identity
        self.nameCheck = nameCheck
    }
}
