import CSystemd

/// Tells what happens to the entries of one folder (not of folders inside it), by inotify.
package final class FolderWatch: EventSource {
    /// One thing that happened.
    package struct Event: Equatable, Sendable {
        package enum Kind: Sendable {
            /// A file that had been open for writing was closed.
            case written
            case created
            /// Came in by a rename: how careful editors save.
            case movedIn
            case movedOut
            case removed
            case attributesChanged
            /// The folder itself was removed, moved or unmounted. Nothing more will come: cancel, and watch again once it is back.
            case folderGone
            /// More happened than the kernel could keep: look at everything again.
            case overflow
        }

        package let kind: Kind
        /// The entry's name; empty where the event is about the folder. Bytes that are no UTF-8 are replaced.
        package let name: String

        package init(kind: Kind, name: String) {
            self.kind = kind
            self.name = name
        }
    }

    package typealias Handler = (Event) -> Void
    private var handler: Handler?

    package init(_ loop: EventLoop, folder: String, handler: @escaping Handler) throws(SystemError) {
        self.handler = handler
        super.init(loop: loop)
        let mask =
            IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF
            | IN_ONLYDIR | IN_EXCL_UNLINK
        try attach("watch \(folder)") { loop, handle, context in
            sd_event_add_inotify(loop, handle, folder, UInt32(mask), folderChanged, context)
        }
    }

    override func release() { handler = nil }

    fileprivate func changed(_ mask: UInt32, name: String) {
        guard let kind = Self.kind(of: mask, entry: name) else { return }
        handler?(Event(kind: kind, name: name))
    }

    /// What inotify's bits say, nil for what does not matter here.
    private static func kind(of mask: UInt32, entry: String) -> Event.Kind? {
        func has(_ bits: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: bits) != 0 }
        if has(IN_Q_OVERFLOW) { return .overflow }
        if has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) { return .folderGone }
        if has(IN_CLOSE_WRITE) { return .written }
        if has(IN_MOVED_TO) { return .movedIn }
        if has(IN_MOVED_FROM) { return .movedOut }
        if has(IN_CREATE) { return .created }
        if has(IN_DELETE) { return .removed }
        return has(IN_ATTRIB) ? .attributesChanged : nil
    }
}

private func folderChanged(
    _: OpaquePointer?, event: UnsafePointer<inotify_event>?, context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let event else { return 0 }
    // The name lies behind the fixed part, filled up with NULs to the length.
    let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(event + 1), count: Int(event.pointee.len))
    let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    FolderWatch.from(context).changed(event.pointee.mask, name: name)
    return 0
}
