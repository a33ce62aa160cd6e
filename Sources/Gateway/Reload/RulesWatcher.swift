import Systemd

/// Tells when the rules folder may have changed and has been quiet since, so that an editor's dance counts once.
final class RulesWatcher {
    /// How long nothing may happen before the files are looked at.
    static let quiet: Int64 = 200_000_000
    /// How long that may be put off by further changes.
    static let longest: Int64 = 2_000_000_000
    /// How often a folder that has gone is looked for.
    static let absence: Int64 = 5_000_000_000

    private let loop: EventLoop
    private let folders: [String]
    private let handler: () -> Void
    private var watches: [String: FolderWatch] = [:]
    private var timer: TimerSource?
    private var firstChange: Int64?

    init(_ loop: EventLoop, folder: String, handler: @escaping () -> Void) throws(SystemError) {
        self.loop = loop
        folders = [folder, "\(folder)/rules.d"]
        self.handler = handler
        timer = try TimerSource(loop) { [unowned self] in quieted() }
        watch()
    }

    func cancel() {
        for watch in watches.values { watch.cancel() }
        watches.removeAll()
        timer?.cancel()
        timer = nil
    }

    /// Watches what is there and not watched yet.
    private func watch() {
        for folder in folders where watches[folder] == nil {
            watches[folder] = try? FolderWatch(loop, folder: folder) { [unowned self] event in
                if event.kind == .folderGone { watches.removeValue(forKey: folder)?.cancel() }
                changed()
            }
        }
    }

    private func changed() {
        let now = SystemClock.monotonic
        let first = firstChange ?? now
        firstChange = first
        timer?.arm(at: min(now + Self.quiet, first + Self.longest))
    }

    private func quieted() {
        firstChange = nil
        watch()
        if watches[folders[0]] == nil { timer?.arm(at: SystemClock.monotonic + Self.absence) }
        handler()
    }
}
