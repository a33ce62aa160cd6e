import Glibc

exit(Hearth.run(Array(CommandLine.arguments.dropFirst())))
