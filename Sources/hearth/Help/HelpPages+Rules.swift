extension HelpPages {
    /// The rules language on one page. The part between the lines of dashes is a program that checks and passes its test.
    static let rules = """
        Rules stand in text files; # starts a comment. A whole program:

        --------
        input  temperature(room)  from "{prefix}/sensors/{room}/temperature"  as number °C in -40..60, stale after 15 min
        input  status(room)       from "{prefix}/sensors/{room}/status"       as online | offline
        output fan(room)          to   "{prefix}/{room}/fan/set"              as ON | OFF
        output notification       to   "{prefix}/notifications/send"          as text

        keep fan(room)
            OFF  while status(room) is offline for 5 min or temperature(room) is unknown for 30 min
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C
            OFF  otherwise

        when status(room) is offline for 1 h
            if  time in 08:00..22:00
            do  notification = "The thermometer in the {room} is off the air"

        test "the fan follows the heat, and somebody is told"
            clock 2026-07-01 14:00
            temperature(kitchen) = 26.5
            status(kitchen) = offline
            expect fan(kitchen) = ON
            wait 1 h
            expect fan(kitchen) = OFF
            expect notification = "The thermometer in the kitchen is off the air"
        --------

        input, event, output    give a topic a name and a type: number UNIT in LOW..HIGH, text, or words such as ON | OFF.
                                {room} in the topic captures a level; "at KEY.KEY" takes a part of a JSON payload.
                                An input keeps its value; an event, such as a button, is over at once.
          options of inputs     stale after TIME, valid while CONDITION, except 85, initially VALUE, qos N, limit N.
          options of outputs    retained, sending '{"state": "{value}"}', at least TIME apart, ON at least TIME, expires
                                after TIME, confirmed by INPUT within TIME, N tries, resend when CONDITION, resend every
                                TIME, qos N, shadow.
        keep OUTPUT             says what should be so: VALUE while CONDITION, read from the top; VALUE otherwise at the end.
        when CONDITION          says what should happen: "if CONDITION" once at the trigger, then "do" and actions, one a
                                line: OUTPUT = VALUE, toggle OUTPUT, publish TEXT to "topic", wait TIME, wait until
                                CONDITION at most TIME, log TEXT. Behind the CONDITION, each after a comma: repeating every
                                TIME, once at a time, queued, late TIME.
        let NAME = EXPRESSION   gives a value or a condition a name.
        test "TITLE"            INPUT = VALUE, receive "topic" "payload", wait TIME, clock DATE TIME, restart, offline TIME;
                                expect OUTPUT = VALUE, expect CONDITION, expect nothing.

        Conditions: is, is not, < <= > >=, in LOW..HIGH, in (a, b), is known, is unknown, and, or, not; of texts: contains,
                    begins with, ends with.
        Time:       C for 5 min (without a break), C within 5 min (at some moment), A until B (from A to B);
                    time in 22:00..06:00, time in sunset - 15 min .. 23:00, day in mon..fri, date in 12-01..01-06, sun is up.
        Rooms:      NAME(*) stands for all of them under any, all, no, count of, min of, max of, average of, sum of.
        Over time:  average of X over 10 min, min of X over 1 h, max of X over 1 day, change of X over 30 min.
        Happenings: press(b) is double, X becomes V, X changes, C begins, C ends, time is 07:00, every 15 min, startup.
        Functions:  abs, round, floor, ceil, min, max, clamp.
        Units:      26 °C, 50 %, 5 W; lengths of time: 500 ms, 30 s, 5 min, 1 h 30 min, 3 days, 1 week.

        """
}
