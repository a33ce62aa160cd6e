// Rooms with a thermometer and a fan, as the system under test sees them.
#ifndef HOUSE_H
#define HOUSE_H

#include "client.h"

struct room {
    char reading_topic[128];
    /// The command last received.
    bool is_fan_on;
    bool was_heard;
    /// What the reading last sent asks for.
    bool is_warm;
};

struct house {
    struct client client;
    const char *prefix;
    int qos;
    int count;
    struct room *rooms;
    /// Commands received since it was last set to 0.
    long commands;
};

/// Connects, and subscribes to the commands of all rooms.
void house_open(struct house *house, int port, const char *prefix, int qos, int rooms);

/// Makes every room known to the system under test, with its fan off. Returns when each room's command has come and
/// nothing more comes. Waits for a system that is still starting.
void house_prime(struct house *house);

/// Sends a reading that asks for the other state of the fan.
void house_flip(struct house *house, int room);

/// Sends another reading that asks for the state that the fan has. `variation` makes it differ from the one before.
void house_repeat(struct house *house, int room, unsigned variation);

/// Returns when so many commands have come in all; ends the program if they do not come.
void house_await(struct house *house, long commands);

void house_close(struct house *house);

#endif
