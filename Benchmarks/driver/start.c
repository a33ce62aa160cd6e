#include "client.h"
#include "measures.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t second = 1000000000;

static void answered(void *context, const char *topic, const char *payload, int length) {
    (void)topic, (void)payload, (void)length;
    int64_t *time = context;
    if (*time == 0) *time = now();
}

/// The socket that the service manager would listen on; its name goes into the environment.
static int notification_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "hearth-bench-%d", (int)getpid());
    const int socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    if (socket_ < 0 || bind(socket_, (struct sockaddr *)&address, size) != 0) fail("no notification socket");
    char name[sizeof address.sun_path + 1];
    snprintf(name, sizeof name, "@%s", address.sun_path + 1);
    setenv("NOTIFY_SOCKET", name, 1);
    return socket_;
}

static pid_t start(char **command) {
    const pid_t child = fork();
    if (child < 0) fail("no process");
    if (child > 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    execvp(command[0], command);
    _exit(127);
}

static bool says_ready(int notifications) {
    char text[1024];
    const ssize_t length = recv(notifications, text, sizeof text - 1, 0);
    if (length <= 0) return false;
    text[length] = 0;
    return strstr(text, "READY=1") != NULL;
}

void measure_start(int port, const char *prefix, char **command) {
    int64_t answer = 0, ready = 0;
    struct client client = {.received = answered, .context = &answer};
    char topic[128], filter[128];
    snprintf(topic, sizeof topic, "%s/sensors/start/temperature", prefix);
    snprintf(filter, sizeof filter, "%s/start/fan/set", prefix);
    client_open(&client, port);
    client_publish(&client, topic, "30.5", 1, true);
    client_subscribe(&client, filter, 1);
    const int notifications = notification_socket();
    const int64_t begin = now();
    const pid_t child = start(command);
    // A process that does not notify gets half a second more for it.
    while ((answer == 0 || (ready == 0 && now() < answer + second / 2)) && now() < begin + 10 * second) {
        struct pollfd sockets[] = {{mosquitto_socket(client.mosq), POLLIN, 0}, {notifications, POLLIN, 0}};
        poll(sockets, 2, 100);
        if (sockets[0].revents) client_turn(&client);
        if (sockets[1].revents && says_ready(notifications) && ready == 0) ready = now();
    }
    const int64_t stop = now();
    kill(child, SIGTERM);
    int status = 0;
    waitpid(child, &status, 0);
    const int64_t end = now();
    client_publish(&client, topic, "", 1, true);
    client_drain(&client, second / 20);
    client_close(&client);
    if (answer == 0) fail("%s did not answer", command[0]);
    printf("first_command_ms %.2f\n", (double)(answer - begin) / 1e6);
    if (ready) printf("ready_ms %.2f\n", (double)(ready - begin) / 1e6);
    printf("stop_ms %.2f\n", (double)(end - stop) / 1e6);
}
