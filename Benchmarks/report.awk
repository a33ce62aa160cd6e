# Makes the table of Scripts/bench. A line of input: case, figure, system, value.

{ count[$1, $2, $3]++; values[$1, $2, $3, count[$1, $2, $3]] = $4 }

function sort_values(key, sorted,    n, i, j, value) {
    n = count[key]
    for (i = 1; i <= n; i++) {
        value = values[key, i] + 0
        for (j = i - 1; j >= 1 && sorted[j] > value; j--) sorted[j + 1] = sorted[j]
        sorted[j + 1] = value
    }
    return n
}

function median(key,    sorted, n) {
    n = sort_values(key, sorted)
    return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}

# The least disturbed round: the lowest cost, or the highest rate.
function best(key, is_rate,    sorted, n) {
    n = sort_values(key, sorted)
    return is_rate ? sorted[n] : sorted[1]
}

function verdict(is_good) {
    if (!is_good) missed++
    return is_good ? "reached" : "MISSED"
}

# The median of the rounds' ratios: the two of a round ran one after the other, in the same weather.
function median_ratio(a, b,    i) {
    count["ratio"] = count[a] < count[b] ? count[a] : count[b]
    for (i = 1; i <= count["ratio"]; i++) values["ratio", i] = values[b, i] / values[a, i]
    return median("ratio")
}

# A figure of both systems. `limit` bounds the median of the ratios; `absolute`, if given, the second system's median as
# well.
function compare(label, name, figure, unit, is_rate, limit, absolute,    a, b, c, ratio, target, is_good) {
    a = name SUBSEP figure SUBSEP "bare"
    b = name SUBSEP figure SUBSEP second
    c = name SUBSEP figure SUBSEP "telling"
    if (!(a in count) || !(b in count)) return
    ratio = median_ratio(a, b)
    target = ""
    if (limit) {
        is_good = (is_rate ? ratio >= limit : ratio <= limit) && (!absolute || median(b) < absolute)
        target = sprintf("%s %.2f%s: %s", is_rate ? ">=" : "<=", limit, absolute ? " and < " absolute " " unit : "",
            verdict(is_good))
    }
    printf "%-56s %9.5g %9.5g %9.5g %9.5g  %6.2f %6.2f %7s  %-8s %s\n", label, best(a, is_rate), median(a),
        best(b, is_rate), median(b), best(b, is_rate) / best(a, is_rate), ratio,
        (c in count) ? sprintf("%.2f", median_ratio(c, b)) : "", unit, target
}

# A figure of Hearth alone; `limit` bounds its median from above, or from below for a rate.
function single(label, name, figure, unit, is_rate, limit,    key, value, target) {
    key = name SUBSEP figure SUBSEP "hearth"
    if (!(key in count)) return
    value = median(key)
    target = ""
    if (limit) target = (is_rate ? ">= " : "<= ") limit ": " verdict(is_rate ? value >= limit : value <= limit)
    printf "%-70s %12.7g %-12s %s\n", label, value, unit, target
}

END {
    titles = "%-56s %9s %9s %9s %9s  %6s %6s %7s  %-8s %s\n"
    printf "\n" titles, "", "bare", "bare", second, second, "ratio", "ratio", "ratio", "", "target"
    printf titles, "", "best", "median", "best", "median", "best", "median", "telling", "unit", "(median ratio)"
    for (qos = 0; qos <= 1; qos++)
        for (quiet = 0; quiet <= 1; quiet++) {
            name = "latency_" qos "_" (quiet ? "quiet" : "plain")
            label = "round trip, QoS " qos (quiet ? " after 3 quiet readings" : "")
            compare(label ", p50", name, "p50_us", "us", 0, 1.10, 1000)
            compare(label ", p99", name, "p99_us", "us", 0)
            compare(label ", CPU a reading", name, "cpu_us_a_reading", "us", 0, 1.30)
        }
    for (qos = 0; qos <= 1; qos++)
        for (every = 1; every <= 10; every += 9) {
            name = "throughput_" qos "_" every
            label = "QoS " qos ", " (every == 1 ? "each" : "1 of " every) " flips a fan"
            compare(label ": throughput", name, "readings_per_s", "/s", 1, 0.90)
            compare(label ": CPU a reading", name, "cpu_us_a_reading", "us", 0, 1.30)
        }
    compare("start to first command", "start", "first_command_ms", "ms", 0)
    compare("stop", "start", "stop_ms", "ms", 0)

    if (second == "hearth") report_hearth()

    print ""
    print missed ? missed " targets missed" : "all targets reached"
}

function report_engine(form, rooms, flips,    label, figure) {
    label = "engine, " (form ? "JSON of 300 bytes" : "plain numbers") ", " rooms " rooms"
    if (flips) label = label ", 1 of 10 flips"
    figure = (form ? "json_" : "plain_") (flips ? "flipping_" : "quiet_") rooms "_rooms_readings_per_s"
    single(label, "engine", figure, "readings/s", 1, rooms == 10000 ? (form ? 250000 : 1000000) : 0)
}

function report_hearth(    form, rooms, flips, rules) {
    print ""
    single("start to READY", "start", "ready_ms", "ms", 0, 50)
    single("start to first command", "start", "first_command_ms", "ms", 0)
    single("resident memory, 1 room", "rooms_1", "memory_MB", "MB", 0)
    single("resident memory, 100 rooms", "rooms_100", "memory_MB", "MB", 0, 12)
    single("resident memory, 1,000 rooms", "rooms_1000", "memory_MB", "MB", 0, 16)
    single("idle for " idle " s with 100 rooms, context switches", "idle", "switches", "", 0)
    single("idle for " idle " s with 100 rooms, CPU", "idle", "cpu_us", "us", 0)

    single("written to disk at 10 messages a second", "state", "MB_an_hour", "MB/h", 0, 20)

    print ""
    for (form = 0; form <= 1; form++)
        for (rooms = 1; rooms <= 10000; rooms *= 100)
            for (flips = 0; flips <= 1; flips++)
                report_engine(form, rooms, flips)
    for (rules = 1; rules <= 10000; rules *= 10) {
        single("engine, " rules " rules, one topic", "engine", rules "_rules_one_topic_ns_a_reading", "ns a reading", 0)
        single("engine, " rules " rules, all topics", "engine", rules "_rules_all_topics_ns_a_reading", "ns a reading")
    }
    single("engine, memory", "engine", "memory_bytes_a_room_of_10000", "bytes a room", 0)
}
