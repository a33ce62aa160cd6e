import Foundation
import Glibc
import TestSupport

/// A gateway that is stopped and looked at before it is killed.
extension RunningProcess {
    /// Where its main thread is.
    enum Place {
        /// In the system call that sends.
        case sending
        /// Waiting for something to happen.
        case waiting
        case elsewhere
    }

    /// SIGKILL in any instant. The process stands still from there on, and is killed when a condition holds.
    /// - Returns: where that was.
    func killAnywhere(once isReady: () -> Bool) -> Place {
        let place = standStill()
        while !isReady() { usleep(500) }
        kill()
        wait()
        return place
    }

    /// SIGKILL while it waits: nothing of what it has begun is half done.
    func killWhileWaiting() {
        while standStill() != .waiting, !hasEnded {
            send(SIGCONT)
            usleep(500)
        }
        kill()
        wait()
    }

    private func standStill() -> Place {
        send(SIGSTOP)
        while let state, !["T", "Z"].contains(state) { usleep(200) }
        let text = (try? String(contentsOfFile: "/proc/\(pid)/syscall", encoding: .utf8)) ?? ""
        // The numbers of x86-64 and of arm64.
        return switch text.prefix(while: { $0 != " " }) {
        case "1", "64": .sending
        case "232", "281", "22", "441": .waiting
        default: .elsewhere
        }
    }

    /// The letter in /proc/PID/stat: R, S, T, Z …
    private var state: Character? {
        let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return text?.split(separator: ")").last?.first { $0 != " " }
    }
}
