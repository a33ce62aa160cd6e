// Figures of another process.
#ifndef PROCESS_H
#define PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/// Nanoseconds on a processor, of all its threads.
int64_t processor_time(pid_t process);

#endif
