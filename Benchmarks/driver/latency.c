#include "house.h"
#include "measures.h"
#include "process.h"

#include <stdio.h>
#include <stdlib.h>

static const int64_t millisecond = 1000000;
enum { warm_up = 100, quiet_readings = 3 };

static int by_size(const void *left, const void *right) {
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static void be_quiet(struct house *house, int round) {
    for (int i = 0; i < quiet_readings; i++) house_repeat(house, 0, (unsigned)(round + i));
    const int64_t deadline = now() + millisecond;
    for (int64_t rest = millisecond; rest > 0; rest = deadline - now()) client_wait(&house->client, rest);
}

void measure_latency(int port, const char *prefix, int qos, int quiet, int rounds, pid_t process) {
    struct house house;
    house_open(&house, port, prefix, qos, 1);
    house_prime(&house);
    int64_t *times = calloc((size_t)rounds, sizeof *times);
    if (!times) fail("no memory");
    int64_t processor_start = 0;
    for (int round = -warm_up; round < rounds; round++) {
        if (round == 0) processor_start = processor_time(process);
        if (quiet) be_quiet(&house, round + warm_up);
        const int64_t start = now();
        house_flip(&house, 0);
        house_await(&house, house.commands + 1);
        if (round >= 0) times[round] = now() - start;
        if (house.rooms[0].is_fan_on != house.rooms[0].is_warm) fail("the wrong command came");
    }
    const double processor = (double)(processor_time(process) - processor_start);
    qsort(times, (size_t)rounds, sizeof *times, by_size);
    printf("p50_us %.1f\n", (double)times[rounds / 2] / 1000);
    printf("p99_us %.1f\n", (double)times[(long)rounds * 99 / 100] / 1000);
    printf("cpu_us_a_reading %.3f\n", processor / rounds / (quiet ? quiet_readings + 1 : 1) / 1000);
    free(times);
    house_close(&house);
}
