import Foundation
import RuleLanguage
import TestSupport
import Testing

@testable import RuleEngine

@Suite("F44: other rules for the zone under a running engine")
struct ZoneChangeTests {
    private static let second: Int64 = 1_000_000_000

    private func put(_ zone: String, in folder: TemporaryFolder) throws {
        let rules = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(zone)"))
        try rules.write(to: URL(fileURLWithPath: "\(folder.path)/zone"), options: .atomic)
    }

    @Test("windows and times of day go by the new ones at once, lengths of time go on, nothing comes twice")
    func change() throws {
        let folder = try TemporaryFolder()
        try put("Europe/Berlin", in: folder)
        var program = try EngineRunner.program(
            """
            input  door  from "door"  as open | closed
            output lamp  to   "lamp"  as ON | OFF
            output bell  to   "bell"  as ON | OFF
            output tea   to   "tea"   as ON | OFF
            keep lamp
                ON   while time in 20:00..22:00
                OFF  otherwise
            keep bell
                ON   while door is open for 2 h
            when time is 15:00
                do  tea = ON
            """)
        program.settings.zone = "\(folder.path)/zone"
        // 14:00 in Berlin, 21:00 in Tokyo, 08:00 in New York.
        var runner = try EngineRunner("")
        runner.engine = Engine(program, at: runner.moment)
        #expect(runner.settle().commands == ["lamp=OFF"])
        runner.receive("door", "open")
        try put("Asia/Tokyo", in: folder)
        LocalTime(zone: program.settings.zone).readAgain()
        #expect(runner.engine.zoneChanged(at: runner.moment).commands == ["lamp=ON"])
        #expect(runner.engine.zoneChanged(at: runner.moment).commands == [])
        #expect(runner.wait(3_599).commands == [])
        #expect(runner.wait(1).commands == ["lamp=OFF"])
        #expect(runner.wait(3_600).commands == ["bell=ON"])
        // 10:00 in New York: five hours to go.
        try put("America/New_York", in: folder)
        LocalTime(zone: program.settings.zone).readAgain()
        #expect(runner.engine.zoneChanged(at: runner.moment).commands == [])
        let due = runner.engine.nextDeadline
        #expect(due == runner.moment.monotonic + 5 * 3_600 * Self.second)
        #expect(runner.wait(5 * 3_600).commands == ["tea=ON"])
    }

    @Test("without a clock to believe a zone changes nothing")
    func untrusted() throws {
        let program = try EngineRunner.program(
            """
            output lamp  to  "lamp"  as ON | OFF
            keep lamp
                ON   while time in 20:00..22:00
                OFF  otherwise
            """)
        let moment = Moment(monotonic: 5 * Self.second, wall: 5 * Self.second, isWallTrusted: false)
        var engine = Engine(program, at: moment)
        #expect(engine.settled(at: moment).commands == [])
        #expect(engine.zoneChanged(at: moment).commands == [])
    }
}
