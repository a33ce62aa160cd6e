import RuleEngine
