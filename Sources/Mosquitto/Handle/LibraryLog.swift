/// Lines that libmosquitto logs, made readable.
enum LibraryLog {
    /// `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed` becomes `certificate verify failed`;
    /// other lines lose their `Error: `.
    static func words(_ line: String) -> String {
        guard line.hasPrefix("OpenSSL Error") else {
            for prefix in ["Error: ", "Warning: "] where line.hasPrefix(prefix) {
                return String(line.dropFirst(prefix.count))
            }
            return line
        }
        return line.split(separator: ":").last.map(String.init) ?? line
    }
}
