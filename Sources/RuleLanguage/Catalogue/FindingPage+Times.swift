extension FindingPage {
    /// Times, days and lengths of time as they are written.
    static let times: [FindingPage] = [
        FindingPage(
            .missingTime, "a time is missing",
            "A length of time is a number and a unit, as in 5 min. A clock time is 22:30, sunrise, sunset, dawn or dusk. A date is "
                + "month and day, 12-24, and in a test 2026-07-01 14:00.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                when time is 7am
                    do light = ON
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                when time is 07:00
                    do light = ON
                """),
        FindingPage(
            .bareClockTime, "a clock time that says nothing by itself",
            "22:30 is a moment of the day. \"time is 22:30\" is that moment, \"time in 22:30..06:00\" the stretch from it on; a length "
                + "of time is written 1 h 30 min.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                when 07:00
                    do light = ON
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                when time is 07:00
                    do light = ON
                """),
        FindingPage(
            .badClockTime, "a clock time that there is not",
            "A day goes from 00:00 to 23:59:59, in hours and minutes of two digits. A time may be moved by less than a day, in whole "
                + "seconds: sunset - 15 min.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON   while time in 22:00..24:00
                    OFF  otherwise
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON   while time in 22:00..00:00
                    OFF  otherwise
                """),
        FindingPage(
            .badDate, "a date that there is not",
            "A day of the year is month and day, 01-01 to 12-31. In a test a date has its year: clock 2026-07-01 14:00.",
            example: """
                output star  to "home/star/set"  as ON | OFF

                keep star
                    ON   while date in 12-01..13-06
                    OFF  otherwise
                """,
            mended: """
                output star  to "home/star/set"  as ON | OFF

                keep star
                    ON   while date in 12-01..01-06
                    OFF  otherwise
                """),
        FindingPage(
            .unknownDay, "a day of the week that is written otherwise",
            "Days are mon, tue, wed, thu, fri, sat, sun, weekday and weekend; several are a list, day in (sat, mon), or a range, "
                + "day in mon..fri.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                when time is 07:00 and day is Monday
                    do light = ON
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                when time is 07:00 and day is mon
                    do light = ON
                """),
        FindingPage(
            .clockComparison, "the clock is asked in another way",
            "Clock, calendar and sun are asked like this: time in 22:00..06:00, time is 07:00, day is sat, day in mon..fri, date in "
                + "12-01..01-06, sun is up, sun is down.",
            example: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON   while time > 22:00
                    OFF  otherwise
                """,
            mended: """
                output light  to "home/light/set"  as ON | OFF

                keep light
                    ON   while time in 22:00..00:00
                    OFF  otherwise
                """),
        FindingPage(
            .durationTooLong, "a length of time longer than anybody waits",
            "100 years, or 36500 days, is the longest length of time.",
            example: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on within 1000000 days
                """,
            mended: """
                input  motion  from "home/motion"     as on | off
                output light   to   "home/light/set"  as ON | OFF

                keep light
                    ON while motion is on within 10 days
                """),
    ]
}
