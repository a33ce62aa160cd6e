/// A room and how it is warmed and cooled. Rates are for a minute.
///
/// The rooms are those of a light summer house: they follow the weather within minutes and not within hours, so that a
/// few minutes of watching show something, and a day shows a lot.
package struct Room: Sendable {
    package var name: String
    /// °C.
    package var temperature: Double
    package var fanIsOn = false

    /// Minutes in which the walls let through all but a third of a difference.
    var wallMinutes: Double
    /// The same for the fan, which draws air from the cellar.
    var fanMinutes: Double
    /// °C a minute with the sun straight in the window.
    var sunGain: Double
    /// The hours between which the sun reaches the window.
    var windowHours: (from: Double, to: Double)
    /// °C a minute from those who work here between nine and six.
    var workGain: Double

    private static let cellarTemperature = 15.0

    /// A second passes, with this air outside and these temperatures behind the doors.
    mutating func advanceSecond(air: Air, neighbours: [Double]) {
        var rate = (air.temperature - temperature) / wallMinutes
        rate += sunGain * air.sun * Weather.hump(air.hour, from: windowHours.from, to: windowHours.to)
        if air.hour > 9, air.hour < 18 { rate += workGain }
        for neighbour in neighbours { rate += (neighbour - temperature) / Room.doorMinutes }
        if fanIsOn { rate += (Room.cellarTemperature - temperature) / fanMinutes }
        temperature += rate / 60
    }

    private static let doorMinutes = 60.0

    /// Kitchen, office and living room, side by side in this order.
    static let all = [
        Room(
            name: "kitchen", temperature: 25.7, wallMinutes: 10, fanMinutes: 4, sunGain: 0.7,
            windowHours: (8, 19), workGain: 0),
        Room(
            name: "office", temperature: 23.5, wallMinutes: 12, fanMinutes: 4.5, sunGain: 0.6,
            windowHours: (5, 15), workGain: 0.35),
        Room(
            name: "living room", temperature: 24.8, wallMinutes: 14, fanMinutes: 5, sunGain: 0.7,
            windowHours: (11, 21), workGain: 0.1),
    ]
}

/// What is around the house at one moment.
struct Air: Sendable {
    var hour: Double
    var temperature: Double
    var sun: Double
}
