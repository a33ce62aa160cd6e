/// The units that numbers may carry, spelled as home devices report them.
package enum UnitTable {
    /// Every unit, in the order of language.md.
    package static let units: [String] = [
        "°C", "°F", "K", "%", "W", "kW", "MW", "Wh", "kWh", "MWh", "VA", "kVA", "var", "kvar", "varh", "kvarh", "VAh",
        "kVAh",
        "V", "mV", "kV", "A", "mA", "Ah", "mAh", "Ω", "kΩ", "Hz", "kHz", "MHz", "lx", "lm", "cd", "W/m²", "hPa", "mbar",
        "bar",
        "kPa", "Pa", "psi", "mmHg", "inHg", "ppm", "ppb", "µg/m³", "mg/m³", "g/m³", "mg/l", "µS/cm", "mS/cm", "Bq/m³",
        "dB",
        "dBA", "dBm", "mm", "cm", "m", "km", "inch", "ft", "mi", "m²", "m/s", "km/h", "mph", "kn", "m/s²", "l", "ml",
        "m³",
        "gal", "l/min", "l/h", "l/s", "m³/h", "m³/min", "m³/s", "mm/h", "mm/s", "g", "kg", "mg", "µg", "t", "lb", "°",
        "rpm",
        "J", "kJ", "MJ", "GJ", "kcal", "B", "kB", "MB", "GB", "TB", "kB/s", "MB/s", "kbit/s", "Mbit/s", "mired", "pH",
        "ms", "s", "min", "h", "days", "€", "€/kWh", "ct/kWh", "kWh/m³", "g/kWh", "UV", "AQI", "steps", "pulses",
    ]

    private static let known = Set(units.map { Array($0.utf8) })

    /// Spellings that people use, and what to write for them.
    private static let slips: [String: String] = [
        "C": "°C", "c": "°C", "celsius": "°C", "degC": "°C", "ºC": "°C", "℃": "°C", "°c": "°C",
        "F": "°F", "fahrenheit": "°F", "degF": "°F", "ºF": "°F", "℉": "°F", "°f": "°F", "°K": "K", "kelvin": "K",
        "percent": "%", "pct": "%", "%RH": "%", "%rh": "%", "RH": "%", "lux": "lx", "lumen": "lm", "lumens": "lm",
        "watt": "W", "watts": "W", "Watt": "W", "volt": "V", "volts": "V", "Volt": "V", "amp": "A", "amps": "A",
        "ampere": "A", "hertz": "Hz", "ohm": "Ω", "deg": "°", "degree": "°", "degrees": "°", "º": "°",
        "m2": "m²", "m3": "m³", "m3/h": "m³/h", "W/m2": "W/m²", "ug/m3": "µg/m³", "ug/m³": "µg/m³", "µg/m3": "µg/m³",
        "mg/m3": "mg/m³", "L": "l", "liter": "l", "litre": "l", "liters": "l", "litres": "l", "L/min": "l/min",
        "L/h": "l/h", "kmh": "km/h", "kph": "km/h", "mps": "m/s", "meter": "m", "metre": "m", "meters": "m",
        "metres": "m", "gram": "g", "grams": "g", "KW": "kW", "Kw": "kW", "kw": "kW", "KWh": "kWh", "KWH": "kWh",
        "kwh": "kWh", "wh": "Wh", "WH": "Wh", "hpa": "hPa", "HPA": "hPa", "mb": "mbar", "db": "dB", "dbm": "dBm",
        "PPM": "ppm", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "mins": "min", "minute": "min",
        "minutes": "min", "hour": "h", "hours": "h", "hr": "h", "hrs": "h", "d": "days", "day": "days", "in": "inch",
    ]

    /// The unit as the rest of the program spells it, nil where it is none. The two code points of micro and ohm are one.
    package static func canonical(_ written: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in written.unicodeScalars.prefix(16) {
            switch scalar.value {
            case 0x03BC: scalars.append("\u{B5}")
            case 0x2126: scalars.append("\u{3A9}")
            default: scalars.append(scalar)
            }
        }
        let unit = String(scalars)
        return known.contains(Array(unit.utf8)) ? unit : nil
    }

    /// How a device may write a unit: as it is, or in another way that means the same, always in the same order.
    package static func spellings(of unit: String) -> [String] {
        let all = [unit] + slips.filter { $0.value == unit }.keys.sorted()
        // Micro and ohm have two code points each.
        let twins = all.compactMap { spelling -> String? in
            var scalars = String.UnicodeScalarView()
            for scalar in spelling.unicodeScalars {
                switch scalar.value {
                case 0xB5: scalars.append("\u{3BC}")
                case 0x3A9: scalars.append("\u{2126}")
                default: scalars.append(scalar)
                }
            }
            let twin = String(scalars)
            return twin.utf8.elementsEqual(spelling.utf8) ? nil : twin
        }
        return all + twins
    }

    /// What was probably meant by something that is no unit.
    package static func suggestion(for written: String) -> String? {
        if let unit = slips[written] ?? slips[written.lowercased()] { return unit }
        if let unit = units.first(where: { $0.lowercased() == written.lowercased() }) { return unit }
        return written.count > 2 ? Nearest.name(to: written, among: units) : nil
    }
}

/// The units of lengths of time.
enum DurationUnit {
    private static let nanosecond = 1_000_000_000.0

    /// Nanoseconds in one of it, nil where it is no unit of time.
    static func nanoseconds(in unit: String) -> Double? {
        switch unit {
        case "ms": return 1_000_000
        case "s": return nanosecond
        case "min": return 60 * nanosecond
        case "h": return 3600 * nanosecond
        case "day", "days": return 86_400 * nanosecond
        case "week", "weeks": return 7 * 86_400 * nanosecond
        default: return nil
        }
    }

    /// What to write for other spellings.
    static func suggestion(for written: String) -> String? {
        switch written.lowercased() {
        case "sec", "secs", "second", "seconds": return "s"
        case "m", "mins", "minute", "minutes", "mn": return "min"
        case "hr", "hrs", "hour", "hours": return "h"
        case "d": return "days"
        case "w", "wk", "wks": return "weeks"
        case "msec", "msecs", "millisecond", "milliseconds", "millis": return "ms"
        case "month", "months", "year", "years", "mo", "y": return "days"
        default:
            return ["ms", "s", "min", "h", "days", "day", "week", "weeks"].first { $0 == written.lowercased() }
                ?? (written.count > 2
                    ? Nearest.name(to: written, among: ["min", "day", "days", "week", "weeks"]) : nil)
        }
    }
}
