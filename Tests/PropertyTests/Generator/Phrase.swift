/// A piece of a program's text that knows what it is made of, so that a failing program can be made smaller
/// by putting a part in the place of the whole.
struct Phrase {
    /// What it gives; a phrase may stand where another one of its kind does.
    enum Kind: Equatable {
        case condition, happening, number, text
        /// A word of one of the vocabulary's sets.
        case word(Int)
        /// A line of a statement.
        case line
    }

    /// How tightly its outermost operator binds.
    enum Strength: Int {
        case until, or, and, not, time, comparison, sum, product, unary, primary
    }

    var kind: Kind
    var strength: Strength
    var words: Words

    init(_ kind: Kind, _ strength: Strength, _ words: Words) {
        self.kind = kind
        self.strength = strength
        self.words = words
    }

    /// A line of a statement.
    init(line words: Words) {
        self.init(.line, .primary, words)
    }

    var text: String {
        words.pieces.reduce(into: "") { text, piece in
            switch piece {
            case .literal(let literal): text += literal
            case .part(let part, let needed):
                text += part.strength.rawValue < needed.rawValue ? "(\(part.text))" : part.text
            }
        }
    }

    /// What it says, with phrases in it: `"\(x, .sum) > \(y, .sum)"`. Parentheses come by themselves.
    struct Words: ExpressibleByStringInterpolation {
        enum Piece {
            case literal(String)
            indirect case part(Phrase, Strength)
        }

        var pieces: [Piece] = []

        init(stringLiteral value: String) { pieces = [.literal(value)] }

        init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

        struct Interpolation: StringInterpolationProtocol {
            var pieces: [Piece] = []

            init(literalCapacity: Int, interpolationCount: Int) {}

            mutating func appendLiteral(_ literal: String) { pieces.append(.literal(literal)) }

            mutating func appendInterpolation(_ text: String) { pieces.append(.literal(text)) }

            mutating func appendInterpolation(_ number: Int) { pieces.append(.literal("\(number)")) }

            mutating func appendInterpolation(_ part: Phrase, _ needed: Strength) {
                pieces.append(.part(part, needed))
            }

            mutating func appendInterpolation(_ words: Words) { pieces += words.pieces }
        }
    }
}

extension Phrase {
    /// All phrases of a kind inside it, the outer ones first.
    private func parts(of kind: Kind) -> [Phrase] {
        words.pieces.flatMap { piece -> [Phrase] in
            guard case .part(let part, _) = piece else { return [] }
            return part.kind == kind ? [part] : part.parts(of: kind)
        }
    }

    /// The same with one phrase in it replaced by a smaller one, in all ways, the greatest steps first.
    var smaller: [Phrase] {
        var result = kind == .line ? [] : parts(of: kind)
        for (index, piece) in words.pieces.enumerated() {
            guard case .part(let part, let needed) = piece else { continue }
            for other in part.smaller {
                var copy = self
                copy.words.pieces[index] = .part(other, needed)
                result.append(copy)
            }
        }
        return result
    }
}
