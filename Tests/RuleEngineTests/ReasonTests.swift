import Testing

@testable import RuleEngine

@Suite("reasons read like sentences")
struct ReasonTests {
    static let climate = """
        input  temperature(room)  from "{room}/temperature"  as number °C in -40..60, stale after 15 min
        input  status(room)       from "{room}/status"       as online | offline
        input  target(room)       from "{room}/target"       as number °C
        event  press(b)           from "{b}/press"           as single | double
        output fan(room)          to   "{room}/fan"          as ON | OFF
        output valve(room)        to   "{room}/valve"        as ON | OFF
        output house              to   "house"               as ON | OFF
        output lamp(b)            to   "{b}/lamp"            as ON | OFF
        let warm(room) = temperature(room) > target(room) + 1
        keep fan(room)
            OFF  while status(room) is offline for 5 min
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C
            OFF  otherwise
        keep valve(room)
            OFF  while warm(room)
            ON   otherwise
        keep house
            ON   while any temperature(*) > 30 until all temperature(*) < 25
            OFF  otherwise
        when press(b) is double
            do lamp(b) = ON
        """

    @Test("the values that decided, with their units and what they were compared with")
    func words() throws {
        var runner = try EngineRunner(Self.climate)
        runner.receive("kitchen/temperature", "26.5")
        let start = runner.settle()
        #expect(start.commands == ["fan(kitchen)=ON", "house=OFF"])
        #expect(
            start.reasons == [
                "temperature(kitchen) is 26.5 °C, above 26 °C", "temperature(kitchen) is 26.5 °C, not above 30 °C",
            ] || start.reasons[0] == "temperature(kitchen) is 26.5 °C, above 26 °C")
        #expect(
            runner.receive("kitchen/temperature", "23.9").reasons == ["temperature(kitchen) is 23.9 °C, below 24 °C"])
        let warm = runner.receive("kitchen/target", "20")
        #expect(warm.commands == ["valve(kitchen)=OFF"])
        #expect(
            warm.reasons == ["warm(kitchen): temperature(kitchen) is 23.9 °C, above target(room) + 1, 21 °C"])
        #expect(runner.receive("attic/temperature", "31").reasons.contains("temperature(attic) is 31 °C, above 30 °C"))
        #expect(runner.receive("hall/press", "double").reasons == ["press(hall) is double"])
        runner.receive("kitchen/status", "offline")
        runner.receive("kitchen/temperature", "27")
        #expect(runner.wait(300).reasons == ["status(kitchen) is offline for 5 min"])
    }

    @Test("a happening that has not come is missing, and not unknown")
    func missing() throws {
        var runner = try EngineRunner(
            """
            event  press  from "s/press"  as single | double
            output lamp   to   "c/lamp"   as ON | OFF
            keep lamp
                ON   while press is double within 10 min
                OFF  otherwise
            """)
        #expect(runner.settle().reasons == ["press is double has not come within the last 10 min"])
        #expect(runner.receive("s/press", "double").reasons == ["press is double"])
        runner.receive("s/press", "single")
        #expect(runner.wait(600).reasons == ["press is double has not come within the last 10 min"])
    }

    @Test("the rule's file and line")
    func place() throws {
        var runner = try EngineRunner(Self.climate)
        runner.receive("kitchen/temperature", "27")
        guard case .command(let command)? = runner.settle().first else {
            Issue.record("no command")
            return
        }
        #expect(command.reason.rule == "test.rules:12")
        #expect(command.topic == "kitchen/fan" && command.payload == Array("ON".utf8) && command.target.qos == 1)
    }
}
