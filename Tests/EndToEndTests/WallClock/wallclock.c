/* Shifts the wall clock of one process, as if somebody set the machine's: loaded with LD_PRELOAD.
 *
 * WALLCLOCK_FILE holds a signed number of seconds, which is added to CLOCK_REALTIME. When the number changes, a timer that was
 * armed with TFD_TIMER_CANCEL_ON_SET is cancelled, as the kernel does. All other clocks stay as they are. Nobody has
 * synchronised it: neither the kernel nor systemd-timesyncd says so. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

static _Atomic long long shift_ns;
static _Atomic int watched = -1, cancelled;
static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static ssize_t (*real_read)(int, void *, size_t);

static long long wanted(void) {
    char text[64];
    const char *name = getenv("WALLCLOCK_FILE");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return shift_ns;
    ssize_t count = real_read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return shift_ns;
    text[count] = 0;
    return (long long)(strtod(text, NULL) * 1e9);
}

static void *follow(void *unused) {
    (void)unused;
    for (;;) {
        struct timespec pause = {0, 2000000};
        nanosleep(&pause, NULL);
        long long next = wanted();
        if (next == shift_ns) continue;
        shift_ns = next;
        if (watched < 0) continue;
        /* It becomes readable at once, and whoever reads it is told why. */
        struct itimerspec now = {{0, 0}, {0, 1}};
        cancelled = 1;
        real_settime(watched, 0, &now, NULL);
    }
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    real_settime = dlsym(RTLD_NEXT, "timerfd_settime");
    real_read = dlsym(RTLD_NEXT, "read");
    shift_ns = wanted();
    /* Signals are for the program's own threads. */
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &former);
    pthread_t thread;
    pthread_create(&thread, NULL, follow, NULL);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_gettime) real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real_gettime(clock, time);
    if (result != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
    long long now = time->tv_sec * 1000000000LL + time->tv_nsec + shift_ns;
    time->tv_sec = now / 1000000000LL;
    time->tv_nsec = now % 1000000000LL;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
    if (!real_settime) real_settime = dlsym(RTLD_NEXT, "timerfd_settime");
    if (flags & TFD_TIMER_CANCEL_ON_SET) watched = timer;
    return real_settime(timer, flags, new, old);
}

ssize_t read(int file, void *buffer, size_t size) {
    if (!real_read) real_read = dlsym(RTLD_NEXT, "read");
    ssize_t count = real_read(file, buffer, size);
    if (file == watched && count > 0 && atomic_exchange(&cancelled, 0)) {
        errno = ECANCELED;
        return -1;
    }
    return count;
}

int adjtimex(struct timex *state) {
    state->status |= STA_UNSYNC;
    return TIME_ERROR;
}

int access(const char *path, int mode) {
    static int (*real_access)(const char *, int);
    if (!real_access) real_access = dlsym(RTLD_NEXT, "access");
    if (strcmp(path, "/run/systemd/timesync/synchronized") == 0) {
        errno = ENOENT;
        return -1;
    }
    return real_access(path, mode);
}
