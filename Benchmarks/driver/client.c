#define _GNU_SOURCE
#include "client.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static const int64_t patience = 10000000000;

int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("driver: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    exit(1);
}

static void check(int status, const char *what) {
    if (status != MOSQ_ERR_SUCCESS) fail("%s: %s", what, mosquitto_strerror(status));
}

static void connected(
    struct mosquitto *mosq, void *context, int code, int flags, const mosquitto_property *properties) {
    (void)mosq, (void)flags, (void)properties;
    if (code != 0) fail("the broker refuses the connection: %s", mosquitto_reason_string(code));
    ((struct client *)context)->is_connected = true;
}

static void subscribed(
    struct mosquitto *mosq, void *context, int mid, int count, const int *granted,
    const mosquitto_property *properties) {
    (void)mosq, (void)mid, (void)properties;
    for (int i = 0; i < count; i++)
        if (granted[i] >= 0x80) fail("the broker refuses the subscription");
    ((struct client *)context)->subscriptions++;
}

static void received(
    struct mosquitto *mosq, void *context, const struct mosquitto_message *message,
    const mosquitto_property *properties) {
    (void)mosq, (void)properties;
    struct client *client = context;
    if (client->received) client->received(client->context, message->topic, message->payload, message->payloadlen);
}

void client_open(struct client *client, int port) {
    mosquitto_lib_init();
    client->mosq = mosquitto_new(NULL, true, client);
    if (!client->mosq) fail("no memory");
    mosquitto_int_option(client->mosq, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(client->mosq, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_connect_v5_callback_set(client->mosq, connected);
    mosquitto_subscribe_v5_callback_set(client->mosq, subscribed);
    mosquitto_message_v5_callback_set(client->mosq, received);
    check(mosquitto_connect_bind_v5(client->mosq, "127.0.0.1", port, 60, NULL, NULL), "connecting");
    const int64_t deadline = now() + patience;
    while (!client->is_connected) {
        if (now() > deadline) fail("the broker does not answer");
        client_wait(client, 100000000);
    }
}

void client_subscribe(struct client *client, const char *filter, int qos) {
    const int before = client->subscriptions;
    check(mosquitto_subscribe_v5(client->mosq, NULL, filter, qos, 0, NULL), "subscribing");
    const int64_t deadline = now() + patience;
    while (client->subscriptions == before) {
        if (now() > deadline) fail("the broker does not answer a subscription");
        client_wait(client, 100000000);
    }
}

void client_publish(struct client *client, const char *topic, const char *payload, int qos, bool retained) {
    const int length = (int)strlen(payload);
    check(mosquitto_publish_v5(client->mosq, NULL, topic, length, payload, qos, retained, NULL), "publishing");
}

void client_turn(struct client *client) {
    // libmosquitto does not tell that the socket is empty; the read that found it so leaves EAGAIN.
    do {
        errno = 0;
        check(mosquitto_loop_read(client->mosq, 1), "reading");
    } while (errno != EAGAIN);
    setsockopt(mosquitto_socket(client->mosq), IPPROTO_TCP, TCP_QUICKACK, &(int){1}, sizeof(int));
    if (mosquitto_want_write(client->mosq)) check(mosquitto_loop_write(client->mosq, 1), "writing");
}

void client_wait(struct client *client, int64_t nanoseconds) {
    struct pollfd socket = {mosquitto_socket(client->mosq), POLLIN, 0};
    if (mosquitto_want_write(client->mosq)) socket.events |= POLLOUT;
    const struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    const int count = ppoll(&socket, 1, &limit, NULL);
    if (count > 0 && socket.revents & (POLLIN | POLLHUP | POLLERR)) client_turn(client);
    else if (count > 0) check(mosquitto_loop_write(client->mosq, 1), "writing");
    check(mosquitto_loop_misc(client->mosq), "keeping the connection");
}

struct drain {
    message_handler received;
    void *context;
    int64_t last;
};

static void drained(void *context, const char *topic, const char *payload, int length) {
    struct drain *drain = context;
    drain->last = now();
    if (drain->received) drain->received(drain->context, topic, payload, length);
}

void client_drain(struct client *client, int64_t nanoseconds) {
    struct drain drain = {client->received, client->context, now()};
    client->received = drained;
    client->context = &drain;
    for (int64_t rest = nanoseconds; rest > 0; rest = drain.last + nanoseconds - now()) client_wait(client, rest);
    client->received = drain.received;
    client->context = drain.context;
}

void client_close(struct client *client) {
    mosquitto_disconnect(client->mosq);
    mosquitto_destroy(client->mosq);
}
