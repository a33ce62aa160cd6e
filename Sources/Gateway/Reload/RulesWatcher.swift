import Systemd

/// Tells when the rules folder may have changed and has been quiet since, so that an editor's dance counts once.
final class RulesWatcher {
    /// How long nothing may happen before the files are looked at: longer than a slow copy takes from an emptied file to its
    /// contents, for an empty file is good rules.
    static let quiet: Int64 = 1_000_000_000
    /// How long that may be put off by further changes.
    static let longest: Int64 = 5_000_000_000
    /// How often a folder that has gone is looked for.
    static let absence: Int64 = 5_000_000_000

    private let loop: EventLoop
    private let folders: [String]
    private let handler: () -> Void
    private var watches: [String: Watch] = [:]
    private var timer: TimerSource?
    private var firstChange: Int64?

    /// A watch belongs to the folder itself, whatever is called so later: where a link is set anew the name means another one.
    private struct Watch {
        var source: FolderWatch
        var folder: FileReading.Identity?
    }

    init(_ loop: EventLoop, folder: String, handler: @escaping () -> Void) throws(SystemError) {
        self.loop = loop
        folders = [folder, "\(folder)/rules.d"]
        self.handler = handler
        timer = try TimerSource(loop) { [unowned self] in quieted() }
        watch()
    }

    func cancel() {
        for watch in watches.values { watch.source.cancel() }
        watches.removeAll()
        timer?.cancel()
        timer = nil
    }

    /// Watches what is there and not watched yet.
    private func watch() {
        for folder in folders {
            let identity = FileReading.identity(folder)
            if let watch = watches[folder] {
                guard watch.folder != identity else { continue }
                forget(folder)
            }
            let source = try? FolderWatch(loop, folder: folder) { [unowned self] event in
                if event.kind == .folderGone { forget(folder) }
                changed()
            }
            watches[folder] = source.map { Watch(source: $0, folder: identity) }
        }
    }

    private func forget(_ folder: String) { watches.removeValue(forKey: folder)?.source.cancel() }

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
