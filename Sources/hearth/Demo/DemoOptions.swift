extension Demo {
    /// What `hearth demo` was asked for.
    struct Options {
        /// Ends by itself after so long. Nanoseconds; nil: until somebody ends it.
        var duration: Int64?
        /// The same seed gives the same house. Nil: a new one each time.
        var seed: UInt64?
        /// The folder with the rules. Nil: those that come with Hearth.
        var configFolder: String?
    }
}
