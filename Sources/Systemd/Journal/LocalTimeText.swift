import Glibc

/// The local time of day, "07:05:09", made anew only when the second has changed.
struct LocalTimeText {
    private var second = Int64.min
    private var text = ""

    mutating func text(of nanoseconds: Int64) -> String {
        let second = nanoseconds / 1_000_000_000
        guard second != self.second else { return text }
        self.second = second
        var time = time_t(second)
        var fields = tm()
        localtime_r(&time, &fields)
        text = [fields.tm_hour, fields.tm_min, fields.tm_sec]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return text
    }
}
