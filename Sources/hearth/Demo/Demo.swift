/// `hearth demo`.
enum Demo {}
