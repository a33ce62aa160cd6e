import Foundation
import Systemd
import TestSupport
import Testing

@testable import Gateway

@Suite("One gateway for one state folder")
struct InstanceLockTests {
    @Test("the second one learns who holds the lock, and gets it once the first has let go")
    func second() throws {
        let folder = try TemporaryFolder()
        let state = "\(folder.path)/a/b"
        do {
            guard case .held(let lock) = InstanceLock.acquire(in: state) else { return #expect(Bool(false)) }
            withExtendedLifetime(lock) {
                guard case .taken(let process) = InstanceLock.acquire(in: state) else { return #expect(Bool(false)) }
                #expect(process == "\(getpid())")
            }
        }
        guard case .held = InstanceLock.acquire(in: state) else { return #expect(Bool(false)) }
    }

    @Test("where there can be no lock it is said, and nothing breaks")
    func impossible() {
        guard case .impossible = InstanceLock.acquire(in: "/proc/nothing") else { return #expect(Bool(false)) }
    }

    @Test("the option comes before what systemd says, and the home folder last")
    func folder() {
        let environment = ServiceEnvironment { $0 == "STATE_DIRECTORY" ? "/var/lib/hearth" : nil }
        #expect(InstanceLock.folder("/x", environment) == "/x")
        #expect(InstanceLock.folder(nil, environment) == "/var/lib/hearth")
        #expect(InstanceLock.folder(nil, ServiceEnvironment { _ in nil })?.hasSuffix("/.local/state/hearth") != false)
    }
}
