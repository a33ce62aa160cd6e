#include "house.h"
#include "measures.h"
#include "process.h"

#include <stdio.h>

/// Readings without an answer: far fewer than the 1,000 that the broker queues for a client by default before it drops
/// some, and no more than one for a room, since a system may leave out a command that is out of date before it is sent.
enum { window = 100 };

void measure_throughput(int port, const char *prefix, int qos, int every, int rooms, long readings, pid_t process) {
    struct house house;
    house_open(&house, port, prefix, qos, rooms);
    house_prime(&house);
    if (rooms < window) fail("fewer rooms than readings at once");
    const long flips = readings / every;
    const long warm_up = flips / 10;
    int64_t start = 0, processor_start = 0;
    for (long flip = 0; flip < warm_up + flips; flip++) {
        if (flip == warm_up) {
            house_await(&house, flip);
            start = now();
            processor_start = processor_time(process);
        }
        // Messages keep their order, so a flip that was answered says that all readings before it were taken.
        while ((flip - house.commands + 1) * every > window) house_await(&house, house.commands + 1);
        for (int i = 1; i < every; i++) house_repeat(&house, (int)((flip * 7 + i * 13) % rooms), (unsigned)(flip + i));
        house_flip(&house, (int)(flip % rooms));
    }
    house_await(&house, warm_up + flips);
    const double seconds = (double)(now() - start) / 1e9;
    const double processor = (double)(processor_time(process) - processor_start);
    const double count = (double)(flips * every);
    client_drain(&house.client, 50000000);
    if (house.commands != warm_up + flips) fail("%ld commands for %ld flips", house.commands, warm_up + flips);
    for (int i = 0; i < rooms; i++)
        if (house.rooms[i].is_fan_on != house.rooms[i].is_warm) fail("the fan of room %d is wrong", i);
    printf("readings_per_s %.0f\n", count / seconds);
    printf("cpu_us_a_reading %.3f\n", processor / count / 1000);
    house_close(&house);
}
