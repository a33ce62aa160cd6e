import Glibc
import RuleTesting

// Lives through simulated years of a house, a broker and a gateway; see Scripts/simulate.

var options = SimulateOptions()
guard options.read(Array(CommandLine.arguments.dropFirst())) else {
    print("usage: simulate [--seed N] [--years N] [--days N] [--pace X] [--sabotage NAME] [--no-shrink]")
    exit(2)
}
exit(SimulateRun(options).run())
