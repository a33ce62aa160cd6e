// The measurements. Each prints lines of a name and a number.
#ifndef MEASURES_H
#define MEASURES_H

#include <sys/types.h>

/// Round trips: a reading that flips the fan, the wait for its command, the next one. With `quiet` three readings that
/// ask for nothing new go out a millisecond before. Also what a reading costs the process on a processor.
void measure_latency(int port, const char *prefix, int qos, int quiet, int rounds, pid_t process);

/// Readings a second with a window of readings that are not answered yet, of which one in `every` flips a fan, and what
/// a reading costs the process on a processor.
void measure_throughput(int port, const char *prefix, int qos, int every, int rooms, long readings, pid_t process);

/// Starts a command, measures until its first answer to a retained reading and until its READY notification, and stops
/// it.
void measure_start(int port, const char *prefix, char **command);

#endif
