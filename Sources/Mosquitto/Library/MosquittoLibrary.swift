import CMosquitto
import Glibc

/// The C library behind this module: its one initialisation and its version.
public enum MosquittoLibrary {
    /// Prepares the process for MQTT: initialises libmosquitto once and ignores SIGPIPE.
    ///
    /// Creating the first ``MQTTClient`` does it too; call it early on the main thread, since the C library's own
    /// initialisation sets up OpenSSL. It is never undone: other users of OpenSSL in the process may still need it.
    ///
    /// SIGPIPE is ignored for the whole process since a TLS write to a broker that has gone would otherwise end it
    /// (libmosquitto protects itself only up to 2.0.14). A program that starts other programs should set the signal
    /// back for them, for instance with `POSIX_SPAWN_SETSIGDEF`.
    public static func initialize() {
        _ = once
    }

    /// The version of the libmosquitto that is loaded, such as `2.0.11`.
    public static var version: String {
        var major: Int32 = 0
        var minor: Int32 = 0
        var revision: Int32 = 0
        mosquitto_lib_version(&major, &minor, &revision)
        return "\(major).\(minor).\(revision)"
    }

    /// A global's lazy initialiser runs once, whichever threads ask for it first.
    private static let once: Void = {
        signal(SIGPIPE, SIG_IGN)
        mosquitto_lib_init()
    }()
}
