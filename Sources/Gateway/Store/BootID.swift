/// Which start of the machine this is.
enum BootID {
    /// Empty where nobody knows.
    static var current: String {
        let file = "/proc/sys/kernel/random/boot_id"
        guard let bytes = try? FileReading.text(of: FileReading.path(file), named: file) else { return "" }
        return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}
