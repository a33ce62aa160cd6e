import Testing

@testable import RuleTesting
