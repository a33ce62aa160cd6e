// The yardstick: the fans of climate.rules in plain C over libmosquitto, with nothing else that a gateway does.
//     bare-client PORT PREFIX QOS [telling]
// With `telling` it says with each command what Hearth says: rule and reason as user properties, and a line in the log.
#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { room_slots = 4096 };  // a power of two, more than the rooms of any run

struct room { char name[64]; const char *fan; };

static struct room rooms[room_slots];
static const char *prefix;
static int qos;
static bool tells;
static char log_lines[65536];
static size_t log_length;
static volatile sig_atomic_t is_stopped;

static void stop(int signal) { (void)signal; is_stopped = true; }

static struct room *room_named(const char *name, size_t length) {
    unsigned hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    struct room *room = &rooms[hash % room_slots];
    while (room->name[0] && (strncmp(room->name, name, length) != 0 || room->name[length]))
        room = room == &rooms[room_slots - 1] ? rooms : room + 1;
    if (!room->name[0]) memcpy(room->name, name, length);
    return room;
}

/// A decimal number and nothing behind it; strtod alone takes hexadecimal, infinities and nan as well.
static bool is_number(const struct mosquitto_message *message, double *number) {
    char text[32], *end;
    if (message->payloadlen == 0 || message->payloadlen >= (int)sizeof text) return false;
    memcpy(text, message->payload, (size_t)message->payloadlen);
    text[message->payloadlen] = 0;
    if (strspn(text, "0123456789.eE+-") != (size_t)message->payloadlen) return false;
    *number = strtod(text, &end);
    return end == text + message->payloadlen && *number >= -40 && *number <= 60;
}

/// The reason goes with the command; the line waits until the commands of this turn are out.
static mosquitto_property *tell(const struct room *room, double temperature) {
    const bool is_warm = temperature > 26;
    char reason[160];
    snprintf(
        reason, sizeof reason, "temperature(%s) is %g °C, %s", room->name, temperature,
        is_warm ? "above 26 °C" : "below 24 °C");
    mosquitto_property *properties = NULL;
    mosquitto_property_add_string_pair(&properties, MQTT_PROP_USER_PROPERTY, "rule", "climate.rules:7");
    mosquitto_property_add_string_pair(&properties, MQTT_PROP_USER_PROPERTY, "reason", reason);
    if (log_length < sizeof log_lines - 512) {
        const time_t now = time(NULL);
        struct tm local;
        localtime_r(&now, &local);
        log_length += strftime(log_lines + log_length, 16, "%H:%M:%S  ", &local);
        log_length += (size_t)snprintf(
            log_lines + log_length, 400, "%s fan %s: %s (climate.rules:7)\n", room->name, room->fan, reason);
    }
    return properties;
}

static void received(
    struct mosquitto *mosq, void *context, const struct mosquitto_message *message,
    const mosquitto_property *properties) {
    (void)context, (void)properties;
    const char *name = message->topic + strlen(prefix) + strlen("/sensors/"), *end = strchr(name, '/');
    double temperature;
    if (!end || end - name >= 64 || !is_number(message, &temperature)) return;
    struct room *room = room_named(name, (size_t)(end - name));
    const char *fan = temperature > 26 ? "ON" : temperature < 24 || !room->fan ? "OFF" : room->fan;
    if (room->fan && strcmp(fan, room->fan) == 0) return;
    room->fan = fan;
    char topic[256];
    snprintf(topic, sizeof topic, "%s/%s/fan/set", prefix, room->name);
    mosquitto_property *told = tells ? tell(room, temperature) : NULL;
    mosquitto_publish_v5(mosq, NULL, topic, (int)strlen(fan), fan, qos, false, told);
    mosquitto_property_free_all(&told);
}

static void connected(
    struct mosquitto *mosq, void *context, int code, int flags, const mosquitto_property *properties) {
    (void)context, (void)flags, (void)properties;
    char filter[256];
    snprintf(filter, sizeof filter, "%s/sensors/+/temperature", prefix);
    if (code == 0) mosquitto_subscribe_v5(mosq, NULL, filter, qos, 0, NULL);
}

int main(int count, char **arguments) {
    if (count != 4 && count != 5) return 2;
    tells = count == 5;
    prefix = arguments[2], qos = atoi(arguments[3]);
    signal(SIGTERM, stop), signal(SIGINT, stop);
    mosquitto_lib_init();
    struct mosquitto *mosq = mosquitto_new(NULL, true, NULL);
    mosquitto_int_option(mosq, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
    mosquitto_int_option(mosq, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_connect_v5_callback_set(mosq, connected);
    mosquitto_message_v5_callback_set(mosq, received);
    int status = mosquitto_connect_bind_v5(mosq, "127.0.0.1", atoi(arguments[1]), 30, NULL, NULL);
    while (status == MOSQ_ERR_SUCCESS && !is_stopped) {
        struct pollfd socket = {mosquitto_socket(mosq), POLLIN | (mosquitto_want_write(mosq) ? POLLOUT : 0), 0};
        poll(&socket, 1, 1000);
        // Until the socket is empty, then one turn of writing.
        if (socket.revents & (POLLIN | POLLHUP | POLLERR)) {
            do errno = 0, status = mosquitto_loop_read(mosq, 1);
            while (status == MOSQ_ERR_SUCCESS && errno != EAGAIN);
            setsockopt(socket.fd, IPPROTO_TCP, TCP_QUICKACK, &(int){1}, sizeof(int));
        }
        if (status == MOSQ_ERR_SUCCESS && mosquitto_want_write(mosq)) status = mosquitto_loop_write(mosq, 1);
        if (log_length > 0 && write(STDERR_FILENO, log_lines, log_length) < 0) return 1;
        log_length = 0;
        if (status == MOSQ_ERR_SUCCESS) status = mosquitto_loop_misc(mosq);
    }
    return status == MOSQ_ERR_SUCCESS ? 0 : 1;
}
