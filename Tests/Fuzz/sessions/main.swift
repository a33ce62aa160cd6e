import FuzzBodies
import Glibc
import LibFuzzer

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzBody.sessions.test(UnsafeBufferPointer(start: bytes, count: count))
    return 0
}

// SwiftPM gives each executable a main of its own, so libFuzzer's is not the one that runs.
var count = CommandLine.argc
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&count, &words, testOneInput))
