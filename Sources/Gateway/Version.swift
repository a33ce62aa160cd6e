extension Gateway {
    /// The product's version, as `hearth --version` and the `info` topic show it.
    package static let version = "0.1.0"
}
