/// `hearth demo`: a broker, a house and the real gateway, side by side in a terminal.
enum Demo {
    /// Runs it until it is ended, and cleans up.
    /// - Returns: the exit code: 0 if it was ended or its time was over, 1 if it could not go on.
    static func run(_ options: Options) -> Int32 {
        let screen = Screen()
        do throws(DemoFailure) {
            let session = try DemoSession(options, screen: screen)
            defer { session.cleanUp() }
            try session.run()
            return 0
        } catch {
            screen.complain("hearth demo: \(error.message)")
            for detail in error.details { screen.complain("  \(detail)") }
            return 1
        }
    }
}
