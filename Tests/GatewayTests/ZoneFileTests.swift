import Foundation
import RuleLanguage
import TestSupport
import Testing

@testable import Gateway

@Suite("F44: the file with the rules of the house's zone")
struct ZoneFileTests {
    private static let minute: Int64 = 60_000_000_000

    /// A link to a zone in a folder of its own, as /etc/localtime is one.
    private func link(_ zone: String, in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/localtime"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/usr/share/zoneinfo/\(zone)")
        return path
    }

    @Test("it is looked at once a minute, and a link that leads elsewhere is another file")
    func once() throws {
        let folder = try TemporaryFolder()
        var file = ZoneFile(path: try link("Europe/Berlin", in: folder), at: 0)
        #expect(file.look(at: Self.minute) == .same)
        _ = try link("Asia/Tokyo", in: folder)
        #expect(file.look(at: 2 * Self.minute - 1) == .same)
        #expect(file.look(at: 2 * Self.minute) == .changed)
        #expect(file.look(at: 3 * Self.minute) == .same)
        _ = try link("Europe/Berlin", in: folder)
        #expect(file.lookNow(at: 3 * Self.minute + 1) == .changed)
    }

    @Test("new rules under the old name are another file")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("TZif old", to: "localtime")
        var file = ZoneFile(path: path, at: 0)
        #expect(file.lookNow(at: 1) == .same)
        // Beside it and renamed over it, as packages do; of the same length.
        let other = try folder.write("TZif new", to: "localtime.new")
        rename(other, path)
        #expect(file.lookNow(at: 2) == .changed)
    }

    @Test("one that is gone is told once; it is the same where it comes back, and another where it was changed")
    func gone() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("TZif", to: "localtime")
        var file = ZoneFile(path: path, at: 0)
        rename(path, "\(folder.path)/away")
        #expect(file.lookNow(at: 1) == .gone)
        #expect(file.lookNow(at: 2) == .same)
        rename("\(folder.path)/away", path)
        #expect(file.lookNow(at: 3) == .same)
        rename(path, "\(folder.path)/away")
        #expect(file.lookNow(at: 4) == .gone)
        try folder.write("TZif longer", to: "localtime")
        #expect(file.lookNow(at: 5) == .changed)
    }

    @Test("one that was never there is missing until it comes")
    func missing() throws {
        let folder = try TemporaryFolder()
        var file = ZoneFile(path: "\(folder.path)/localtime", at: 0)
        #expect(file.isMissing)
        #expect(file.lookNow(at: 1) == .same)
        _ = try link("Europe/Berlin", in: folder)
        #expect(file.lookNow(at: 2) == .changed)
        #expect(!file.isMissing)
    }

    @Test("what lies there and is no zone is missing too")
    func noZone() throws {
        let folder = try TemporaryFolder()
        #expect(ZoneFile(path: try folder.write("", to: "empty"), at: 0).isMissing)
        #expect(ZoneFile(path: try folder.write("# Europe/Berlin\n", to: "zone.tab"), at: 0).isMissing)
        #expect(ZoneFile(path: folder.path, at: 0).isMissing)
    }

    @Test("TZ names a file in one of three ways, or none at all")
    func variable() {
        let folder = "/usr/share/zoneinfo"
        #expect(ZoneFile.path(ofVariable: nil, in: folder) == "/etc/localtime")
        #expect(ZoneFile.path(ofVariable: "Europe/Berlin", in: folder) == "\(folder)/Europe/Berlin")
        #expect(ZoneFile.path(ofVariable: ":Europe/Berlin", in: folder) == "\(folder)/Europe/Berlin")
        #expect(ZoneFile.path(ofVariable: ":/etc/localtime", in: folder) == "/etc/localtime")
        #expect(ZoneFile.path(ofVariable: "Europe/Berlln", in: folder) == "\(folder)/Europe/Berlln")
        #expect(ZoneFile.path(ofVariable: "Etc/GMT-3", in: folder) == "\(folder)/Etc/GMT-3")
        #expect(ZoneFile.path(ofVariable: "CET-1CEST,M3.5.0,M10.5.0/3", in: folder) == nil)
        #expect(ZoneFile.path(ofVariable: "UTC0", in: folder) == nil)
        #expect(ZoneFile.path(ofVariable: "", in: folder) == nil)
    }

    @Test("a zone of this machine is known, another one is not, and what might be meant is there")
    func lookUp() throws {
        guard case .known = ZoneData.lookUp("America/Argentina/Ushuaia") else {
            Issue.record("the machine has no zones, or they are not found")
            return
        }
        for name in ["Europe/Berlln", "europe", "Europe", "zone.tab", "CET-1CEST", "Europe/Berlin/x"] {
            guard case .unknown(let others) = ZoneData.lookUp(name) else {
                Issue.record("\(name) is taken for a zone")
                continue
            }
            #expect(others.contains("Europe/Berlin") && others.contains("America/Argentina/Ushuaia"))
            #expect(!others.contains { $0.hasPrefix("posix/") || $0.hasPrefix("right/") || $0.hasSuffix(".tab") })
        }
    }
}
