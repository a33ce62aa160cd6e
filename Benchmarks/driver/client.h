// The driver's own MQTT client: one connection, one thread, every wait with an end.
#ifndef CLIENT_H
#define CLIENT_H

#include <mosquitto.h>
#include <stdbool.h>
#include <stdint.h>

/// Called for each message while the client waits.
typedef void (*message_handler)(void *context, const char *topic, const char *payload, int length);

struct client {
    struct mosquitto *mosq;
    message_handler received;
    void *context;
    bool is_connected;
    int subscriptions;
};

/// Nanoseconds of the monotonic clock.
int64_t now(void);

/// Ends the program with a message.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Connects to a broker on loopback with MQTT 5 and TCP_NODELAY.
void client_open(struct client *client, int port);

/// Returns when the broker has confirmed the subscription.
void client_subscribe(struct client *client, const char *filter, int qos);

void client_publish(struct client *client, const char *topic, const char *payload, int qos, bool retained);

/// Waits at most so many nanoseconds for something to read, then reads until the socket is empty and writes once.
void client_wait(struct client *client, int64_t nanoseconds);

/// What `client_wait` does when it is known that there may be something to read.
void client_turn(struct client *client);

/// Returns after so many nanoseconds without a message.
void client_drain(struct client *client, int64_t nanoseconds);

void client_close(struct client *client);

#endif
