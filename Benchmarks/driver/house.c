#include "house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t millisecond = 1000000;
static const int64_t second = 1000000000;

/// Fewer than the broker's queue of a client holds (1,000).
enum { rooms_at_once = 200 };

static void command(void *context, const char *topic, const char *payload, int length) {
    struct house *house = context;
    const char *name = topic + strlen(house->prefix) + strlen("/room");
    const int room = atoi(name);
    if (room < 0 || room >= house->count) return;
    house->rooms[room].is_fan_on = length == 2 && memcmp(payload, "ON", 2) == 0;
    house->rooms[room].was_heard = true;
    house->commands++;
}

void house_open(struct house *house, int port, const char *prefix, int qos, int rooms) {
    memset(house, 0, sizeof *house);
    house->prefix = prefix;
    house->qos = qos;
    house->count = rooms;
    house->rooms = calloc((size_t)rooms, sizeof *house->rooms);
    if (!house->rooms) fail("no memory");
    for (int i = 0; i < rooms; i++) {
        struct room *room = &house->rooms[i];
        snprintf(room->reading_topic, sizeof room->reading_topic, "%s/sensors/room%d/temperature", prefix, i);
    }
    house->client.received = command;
    house->client.context = house;
    client_open(&house->client, port);
    char filter[128];
    snprintf(filter, sizeof filter, "%s/+/fan/set", prefix);
    client_subscribe(&house->client, filter, qos);
}

static void send(struct house *house, int room, const char *text) {
    client_publish(&house->client, house->rooms[room].reading_topic, text, house->qos, false);
}

static bool is_primed(const struct room *room) { return room->was_heard && !room->is_fan_on; }

/// Whatever it was told before: warm and then cool ends with the command OFF. In two steps, since a system may leave out
/// a command that is out of date before it is sent.
static bool prime(struct house *house, int first, int end, int64_t patience) {
    for (int i = first; i < end; i++) send(house, i, "30.5");
    client_drain(&house->client, 50 * millisecond);
    for (int i = first; i < end; i++) {
        house->rooms[i].was_heard = false;
        house->rooms[i].is_warm = false;
        send(house, i, "20.5");
    }
    const int64_t deadline = now() + patience;
    for (int i = first; i < end; i++) {
        while (!is_primed(&house->rooms[i])) {
            const int64_t rest = deadline - now();
            if (rest <= 0) return false;
            client_wait(&house->client, rest);
        }
    }
    return true;
}

void house_prime(struct house *house) {
    const int64_t deadline = now() + 20 * second;
    while (!prime(house, 0, 1, 100 * millisecond))
        if (now() > deadline) fail("nothing answers under the prefix %s", house->prefix);
    // An answer to an attempt that was given up may still come.
    client_drain(&house->client, 100 * millisecond);
    for (int first = 1; first < house->count; first += rooms_at_once) {
        const int end = first + rooms_at_once < house->count ? first + rooms_at_once : house->count;
        if (!prime(house, first, end, 10 * second)) fail("a room's first readings were not answered");
    }
    client_drain(&house->client, 100 * millisecond);
    house->commands = 0;
}

void house_flip(struct house *house, int room) {
    house->rooms[room].is_warm = !house->rooms[room].is_warm;
    send(house, room, house->rooms[room].is_warm ? "30.5" : "20.5");
}

void house_repeat(struct house *house, int room, unsigned variation) {
    char text[16];
    snprintf(text, sizeof text, "%d.%u", house->rooms[room].is_warm ? 28 : 21, variation % 10);
    send(house, room, text);
}

void house_await(struct house *house, long commands) {
    const int64_t deadline = now() + 10 * second;
    while (house->commands < commands) {
        const int64_t rest = deadline - now();
        if (rest <= 0) fail("%ld of %ld commands came", house->commands, commands);
        client_wait(&house->client, rest);
    }
}

void house_close(struct house *house) {
    client_close(&house->client);
    free(house->rooms);
}
