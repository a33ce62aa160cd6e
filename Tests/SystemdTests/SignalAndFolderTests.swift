import CSystemd
import Foundation
import Testing

@testable import Systemd

@Suite("Signals and folders")
struct SignalAndFolderTests {
    @Test("a signal arrives as an event, with who sent it")
    func signal() throws {
        let loop = try EventLoop()
        var senders: [SignalSource.Sender] = []
        let source = try SignalSource(loop, signal: SIGUSR2) { sender in
            senders.append(sender)
            loop.stop()
        }
        // To this thread alone, which has blocked it: the test's other threads would die of it.
        pthread_kill(pthread_self(), SIGUSR2)
        try run(loop)
        #expect(senders == [SignalSource.Sender(process: getpid(), user: getuid())])
        source.cancel()
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    @Test("a signal that does not exist is an error")
    func noSignal() throws {
        let loop = try EventLoop()
        #expect(throws: SystemError.self) { try SignalSource(loop, signal: 1_000) { _ in } }
    }

    @Test("writing, renaming and removing in a watched folder is told with the name")
    func folder() throws {
        let loop = try EventLoop()
        let folder = TemporaryFolder()
        var events: [FolderWatch.Event] = []
        let watch = try FolderWatch(loop, folder: folder.path) { events.append($0) }
        try folder.write("a", to: "fan.rules")
        rename("\(folder.path)/fan.rules", "\(folder.path)/x.rules")
        unlink("\(folder.path)/x.rules")
        while events.last?.kind != .removed { try loop.turn(waitingAtMost: .seconds(10)) }
        #expect(
            events == [
                .init(kind: .created, name: "fan.rules"), .init(kind: .written, name: "fan.rules"),
                .init(kind: .movedOut, name: "fan.rules"), .init(kind: .movedIn, name: "x.rules"),
                .init(kind: .removed, name: "x.rules"),
            ])
        watch.cancel()
    }

    @Test("the end of the watched folder itself is told")
    func folderGone() throws {
        let loop = try EventLoop()
        let folder = TemporaryFolder()
        let watch = try FolderWatch(loop, folder: folder.path) { event in
            if event.kind == .folderGone { loop.stop() }
        }
        rmdir(folder.path)
        try run(loop)
        watch.cancel()
    }

    @Test("a folder that is missing, or is a file, cannot be watched")
    func noFolder() throws {
        let loop = try EventLoop()
        let folder = TemporaryFolder()
        #expect(throws: SystemError(attempt: "watch \(folder.path)/none", code: ENOENT)) {
            try FolderWatch(loop, folder: folder.path + "/none") { _ in }
        }
        try folder.write("", to: "file")
        #expect(throws: SystemError(attempt: "watch \(folder.path)/file", code: ENOTDIR)) {
            try FolderWatch(loop, folder: folder.path + "/file") { _ in }
        }
    }
}
