#include <sqlite3.h>

// The end of an argument list that a macro of SQLite would have made: the value is copied by SQLite.
static inline sqlite3_destructor_type hearth_sqlite_transient(void) { return SQLITE_TRANSIENT; }
