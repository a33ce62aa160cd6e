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

int main(int count, char **arguments) {
    const char *measure = count > 1 ? arguments[1] : "";
    const int port = count > 2 ? atoi(arguments[2]) : 0;
    const char *prefix = count > 3 ? arguments[3] : "";
    const int qos = count > 4 ? atoi(arguments[4]) : 0;
    const pid_t process = count > 1 ? atoi(arguments[count - 1]) : 0;
    if (count == 2 && strcmp(measure, "port") == 0) print_free_port();
    else if (count == 6 && strcmp(measure, "fill") == 0) fill(port, prefix, qos, atoi(arguments[5]));
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
