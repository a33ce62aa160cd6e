extension Gateway {
    /// The product's version, as `hearth --version` and the `info` topic show it.
    package static let version = "0.1.0"

    /// No clock that shows an earlier time is right: 2026-11-01, before this version was made. Nanoseconds since 1970.
    static let earliestTime: Int64 = 1_793_491_200_000_000_000
}
