// The load for a system that cools rooms: readings in, commands out. Scripts/bench runs it.
#include "house.h"
#include "measures.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const char usage[] =
    "usage: driver port\n"
    "       driver fill PORT PREFIX QOS ROOMS\n"
    "       driver trickle PORT PREFIX QOS ROOMS A_SECOND SECONDS\n"
    "       driver latency PORT PREFIX QOS quiet|plain ROUNDS PID\n"
    "       driver throughput PORT PREFIX QOS EVERY ROOMS READINGS PID\n"
    "       driver start PORT PREFIX COMMAND…\n";

static void print_free_port(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr *const any = (struct sockaddr *)&address;
    if (bind(socket_, any, size) != 0 || getsockname(socket_, any, &size) != 0) fail("no free port");
    printf("%d\n", ntohs(address.sin_port));
}

static void fill(int port, const char *prefix, int qos, int rooms) {
    struct house house;
    house_open(&house, port, prefix, qos, rooms);
    house_prime(&house);
    house_close(&house);
}

/// A house on an ordinary day: readings that change a little, and now and then one that switches a fan.
static void trickle(int port, const char *prefix, int qos, int rooms, int a_second, int seconds) {
    enum { readings_a_switch = 100 };
    struct house house;
    house_open(&house, port, prefix, qos, rooms);
    house_prime(&house);
    const int64_t pause = 1000000000 / a_second;
    int64_t next = now();
    for (int i = 0; i < seconds * a_second; i++) {
        const int room = (i * 7) % rooms;
        if (i % readings_a_switch == readings_a_switch - 1) house_flip(&house, room);
        else house_repeat(&house, room, (unsigned)i);
        next += pause;
        for (int64_t rest = next - now(); rest > 0; rest = next - now()) client_wait(&house.client, rest);
    }
    house_close(&house);
}

int main(int count, char **arguments) {
    const char *measure = count > 1 ? arguments[1] : "";
    const int port = count > 2 ? atoi(arguments[2]) : 0;
    const char *prefix = count > 3 ? arguments[3] : "";
    const int qos = count > 4 ? atoi(arguments[4]) : 0;
    const pid_t process = count > 1 ? atoi(arguments[count - 1]) : 0;
    if (count == 2 && strcmp(measure, "port") == 0) print_free_port();
    else if (count == 6 && strcmp(measure, "fill") == 0) fill(port, prefix, qos, atoi(arguments[5]));
    else if (count == 8 && strcmp(measure, "trickle") == 0)
        trickle(port, prefix, qos, atoi(arguments[5]), atoi(arguments[6]), atoi(arguments[7]));
    else if (count == 8 && strcmp(measure, "latency") == 0)
        measure_latency(port, prefix, qos, strcmp(arguments[5], "quiet") == 0, atoi(arguments[6]), process);
    else if (count == 9 && strcmp(measure, "throughput") == 0)
        measure_throughput(port, prefix, qos, atoi(arguments[5]), atoi(arguments[6]), atol(arguments[7]), process);
    else if (count >= 5 && strcmp(measure, "start") == 0) measure_start(port, prefix, arguments + 4);
    else {
        fputs(usage, stderr);
        return 2;
    }
    return 0;
}
