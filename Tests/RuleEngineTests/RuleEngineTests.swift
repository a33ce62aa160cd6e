import Testing

@testable import RuleEngine
