import Glibc

/// The terminal's keyboard, kept quiet while a picture is drawn: what is typed would stand in the middle of it, and a
/// line break would move all of it. Ctrl-C works as ever.
final class Keyboard {
    private var before: termios?

    private static let input: Int32 = 0

    /// Does nothing where this program does not have the terminal to itself: in the background, or in a pipe.
    func quieten() {
        var settings = termios()
        guard before == nil, tcgetpgrp(Keyboard.input) == getpgrp(), tcgetattr(Keyboard.input, &settings) == 0 else {
            return
        }
        before = settings
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(Keyboard.input, TCSANOW, &settings)
    }

    /// As it was; what was typed meanwhile was meant for nobody.
    func restore() {
        guard var settings = before else { return }
        before = nil
        tcsetattr(Keyboard.input, TCSAFLUSH, &settings)
    }
}
