/// The topic of an input, event or output with its captures.
package struct TopicPattern: Sendable, Hashable {
    package enum Level: Sendable, Hashable {
        case literal(String)
        /// Text and captures by turns, at least one capture: `{plug}-plug`.
        case captures([Piece])
        /// `+`
        case anyLevel
        /// `#`, at the end only
        case anyRest
    }

    package enum Piece: Sendable, Hashable {
        case text(String)
        /// Index of the parameter.
        case parameter(Int)
    }

    package var levels: [Level]

    package init(levels: [Level]) {
        self.levels = levels
    }
}
