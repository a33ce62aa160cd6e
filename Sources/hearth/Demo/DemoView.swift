/// The picture of a scene: lines that fit a terminal. It draws nothing itself.
struct DemoView {
    struct House {
        var secondOfDay: Int
        /// Seconds since the house began.
        var second: Int
        /// °C.
        var outside: Double
        /// 0 to 1.
        var sun: Double
    }

    var house: House
    var scene: DemoScene
    var port: Int

    private static let firstColumns = (room: 14, reading: 10)
    private static let bars = Array("▁▂▃▄▅▆▇█")
    /// °C that the lowest and the highest bar stand for.
    private static let barRange = 22.0...28.0
    private static let leastEntries = 3
    /// Columns of a room's line without its graph; below that some words are left out.
    private static let labelledWidth = 68
    /// Below that only what is wrong with a sensor is said.
    private static let narrowWidth = 52
    /// What stands below a time of day.
    private static let indentation = String(repeating: " ", count: 11)

    /// At most `height` lines. The latest commands fill what the rest leaves.
    func lines(width: Int, height: Int) -> [StyledLine] {
        var lines = [titleLine(width: width), StyledLine(), weatherLine, StyledLine()]
        lines += scene.rooms.map { roomLine($0, width: width) }
        lines += [StyledLine(), StyledLine(" The latest, with the gateway's reasons", .dim)]
        let foot = [StyledLine(), footLine(width: width)]
        let rest = height - lines.count - foot.count
        let count = max(DemoView.leastEntries, rest)
        let entries = latestEntries(atMost: count, width: width)
        let empty = Array(repeating: StyledLine(), count: max(0, min(count, 12) - entries.count))
        return Array((lines + entries + empty + foot).prefix(height))
    }

    private func titleLine(width: Int) -> StyledLine {
        let clock = TerminalText.clock(house.secondOfDay)
        let subtitles = ["  a hot day in July, ten times faster than life", "  ten times faster than life", ""]
        let titles = subtitles.map { StyledLine(" Hearth demo", .title).with($0, .dim) }
        let title = titles.first { $0.width + 2 + clock.count < width } ?? StyledLine()
        let gap = max(2, width - title.width - clock.count - 1)
        return title.with(String(repeating: " ", count: gap)).with(clock, .bold)
    }

    private var weatherLine: StyledLine {
        let filled = Int(house.sun * 10 + 0.5)
        var line = StyledLine(" outside ", .dim).with("\(DemoView.decimal(house.outside)) °C")
        line.add("   sun ", .dim)
        line.add(String(repeating: "█", count: filled), .notable)
        line.add(String(repeating: "░", count: 10 - filled), .dim)
        line.add("   gateway ", .dim)
        line.add(scene.gateway ?? "starting", scene.gateway == "online" ? .good : .bad)
        return line
    }

    private func roomLine(_ room: DemoScene.Room, width: Int) -> StyledLine {
        let isThere = room.status == "online"
        let reading = room.readings.last.map { "\(DemoView.decimal($0)) °C" } ?? "no reading"
        var line = StyledLine(" " + TerminalText.column(room.name, DemoView.firstColumns.room), .bold)
        line.add(TerminalText.column(reading, DemoView.firstColumns.reading), isThere ? .plain : .dim)
        let isWide = width > DemoView.labelledWidth
        if isWide { line.add(" \(bars(room.readings, count: min(40, width - DemoView.labelledWidth)))  ", .dim) }
        let isNarrow = width < DemoView.narrowWidth
        let status = isThere ? "online" : "\(room.status ?? "silent") \(since(room.statusSince))"
        if isWide { line.add("thermometer ", .dim) }
        if !isNarrow || !isThere { line.add(TerminalText.column(status, isNarrow ? 14 : 15), isThere ? .good : .bad) }
        line.add("fan ", .dim)
        line.add(room.fan ?? "?", room.fan == "ON" ? .good : .dim)
        if room.fan == "ON" { line.add(" \(since(room.fanSince))", .dim) }
        return line
    }

    /// `2:05`, of the house's time.
    private func since(_ second: Int) -> String {
        let passed = max(0, house.second - second)
        return "\(passed / 60):\(passed % 60 < 10 ? "0" : "")\(passed % 60)"
    }

    /// The newest on the right.
    private func bars(_ readings: [Double], count: Int) -> String {
        let shown = readings.suffix(count).map { value -> Character in
            let part = (value - DemoView.barRange.lowerBound) / 6
            return DemoView.bars[max(0, min(7, Int(part * 8)))]
        }
        return String(repeating: " ", count: count - shown.count) + String(shown)
    }

    /// The newest entries whose lines find room, whole ones only.
    private func latestEntries(atMost count: Int, width: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        for entry in scene.entries.reversed() {
            let next = entryLines(entry, width: width)
            guard lines.count + next.count <= count else { break }
            lines = next + lines
        }
        return lines
    }

    /// The reason behind what happened, or below it where the terminal is too narrow for both.
    private func entryLines(_ entry: DemoScene.Entry, width: Int) -> [StyledLine] {
        let isOn = entry.kind == .command && entry.text.hasSuffix(" ON")
        let style: StyledLine.Style =
            switch entry.kind {
            case .command: isOn ? .good : .bold
            case .sensor: .notable
            case .gateway: .plain
            }
        let line = StyledLine(" \(TerminalText.clock(secondOfDay(entry.second)))  ", .dim).with(entry.text, style)
        guard let reason = entry.reason else { return [line] }
        let whole = line.with(": ").with(reason)
        guard whole.width > width else { return [whole] }
        return [line.with(":")] + wrapped(reason, width: width).map { StyledLine(DemoView.indentation).with($0) }
    }

    /// In lines that end between words, as far as there are blanks, and not between a number and its degrees.
    private func wrapped(_ text: String, width: Int) -> [String] {
        let room = max(1, width - DemoView.indentation.count)
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if word.hasPrefix("°"), !lines.isEmpty {
                lines[lines.count - 1] += " " + word
            } else if let last = lines.last, last.count + 1 + word.count <= room {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// The time of day of a second of the house.
    private func secondOfDay(_ second: Int) -> Int {
        let sinceMidnight = (house.secondOfDay - house.second + second) % 86_400
        return sinceMidnight < 0 ? sinceMidnight + 86_400 : sinceMidnight
    }

    private func footLine(width: Int) -> StyledLine {
        let whole = " Ctrl-C ends it. Listen in:  mosquitto_sub -p \(port) -t '\(DemoConfig.prefix)/#' -v"
        return StyledLine(whole.count <= width ? whole : " Ctrl-C ends it. The broker's port is \(port).", .dim)
    }

    /// Without a terminal: what happened, on one line.
    func plainLine(_ entry: DemoScene.Entry) -> String {
        let text = entry.reason.map { "\(entry.text): \($0)" } ?? entry.text
        return "\(TerminalText.clock(secondOfDay(entry.second)))  \(text)"
    }

    /// Without a terminal, now and then: how it stands in all rooms.
    var plainSummary: String {
        let rooms = scene.rooms.map { room in
            let reading = room.readings.last.map { "\(DemoView.decimal($0)) °C" } ?? "no reading"
            let status = room.status == "online" ? "" : " (\(room.status ?? "silent"))"
            return "\(room.name) \(reading)\(status), fan \(room.fan ?? "?")"
        }
        return "\(TerminalText.clock(house.secondOfDay))  \(rooms.joined(separator: " | "))"
    }

    static func decimal(_ value: Double) -> String {
        let tenths = Int(value * 10 + (value < 0 ? -0.5 : 0.5))
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
