extension HelpPages {
    /// The rules language on one page. The part between the lines of dashes is a program that checks and passes its test.
    static let rules = """
        Rules stand in text files; # starts a comment. A whole program:

        --------
        input  temperature(room)  from "{prefix}/sensors/{room}/temperature"  as number °C in -40..60, stale after 15 min
        input  status(room)       from "{prefix}/sensors/{room}/status"       as online | offline
        output fan(room)          to   "{prefix}/{room}/fan/set"              as ON | OFF

        keep fan(room)
            OFF  while status(room) is offline for 5 min or temperature(room) is unknown for 30 min
            ON   while temperature(room) > 26 °C until temperature(room) < 24 °C
            OFF  otherwise

        test "the fan follows the heat"
            temperature(kitchen) = 26.5
            expect fan(kitchen) = ON
            wait 1 h
            expect fan(kitchen) = OFF
        --------

        input, event, output    give a topic a name and a type: number UNIT in LOW..HIGH, text, or words such as ON | OFF.
                                {room} in the topic captures a level; "at KEY.KEY" takes a part of a JSON payload.
        keep OUTPUT             says what should be so: VALUE while CONDITION, read from the top; VALUE otherwise at the end.
        when CONDITION          says what should happen: "if CONDITION" once at the trigger, then "do" and actions, one a
                                line: OUTPUT = VALUE, toggle, publish TEXT to "topic", wait TIME, log TEXT.
        let NAME = EXPRESSION   gives a value or a condition a name.
        test "TITLE"            INPUT = VALUE, wait TIME, restart; expect OUTPUT = VALUE, expect nothing.

        Conditions: is, is not, < <= > >=, in LOW..HIGH, in (a, b), is unknown, and, or, not.
        Time:       C for 5 min (without a break), C within 5 min (at some moment), A until B (from A to B);
                    time in 22:00..06:00, time in sunset - 15 min .. 23:00, day in mon..fri, date in 12-01..01-06.
        Rooms:      NAME(*) stands for all of them under any, all, no, count of, min of, max of, average of, sum of.
        Happenings: press(b) is double, X becomes V, X changes, C begins, C ends, time is 07:00, every 15 min, startup.
        Units:      26 °C, 50 %, 5 W; lengths of time: 500 ms, 30 s, 5 min, 1 h 30 min, 3 days, 1 week.

        """
}
