/// Shows a scene: as a picture on a terminal, as lines elsewhere.
struct DemoReport {
    private let screen: Screen
    private var nextDraw: Int64 = 0
    private var nextSummary: Int64 = 0
    /// Entries that were printed.
    private var printed = 0

    /// At most four pictures a second are enough for the eye and calm for it.
    private static let drawInterval = 250 * Monotonic.millisecond
    private static let summaryInterval = 3 * Monotonic.second

    init(screen: Screen) {
        self.screen = screen
    }

    /// Shows what is new, if it is time to.
    mutating func show(_ view: DemoView, now: Int64) {
        if screen.isTerminal {
            draw(view, now: now)
        } else {
            printLines(view, now: now)
        }
    }

    private mutating func draw(_ view: DemoView, now: Int64) {
        guard now >= nextDraw else { return }
        nextDraw = now + DemoReport.drawInterval
        let size = screen.size
        screen.draw(view.lines(width: size.width - 1, height: size.height - 1))
    }

    private mutating func printLines(_ view: DemoView, now: Int64) {
        let new = view.scene.entries.suffix(view.scene.entryCount - printed)
        printed = view.scene.entryCount
        for entry in new { screen.say(view.plainLine(entry)) }
        guard now >= nextSummary, view.scene.rooms.allSatisfy({ !$0.readings.isEmpty }) else { return }
        nextSummary = now + DemoReport.summaryInterval
        screen.say(view.plainSummary)
    }
}
