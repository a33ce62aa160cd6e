extension Checking { mutating func checkConflicts() {} ; mutating func checkCycles() {} ; mutating func checkFeedback() {} ; mutating func warn() {} }
