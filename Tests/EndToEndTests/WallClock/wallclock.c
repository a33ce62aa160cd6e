/* The clocks of one process, as if somebody set the machine's, or the machine had slept: loaded with LD_PRELOAD.
 *
 * WALLCLOCK_FILE holds two signed numbers of seconds: what is added to CLOCK_REALTIME, and to CLOCK_BOOTTIME. When the first one
 * is set, a timer that was armed with TFD_TIMER_CANCEL_ON_SET is cancelled, as the kernel does; timers on CLOCK_BOOTTIME come when
 * that clock says so. CLOCK_MONOTONIC stays as it is: it does not count what the machine sleeps. Nobody has synchronised the
 * clock: neither the kernel nor systemd-timesyncd says so. */
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

static _Atomic long long wall_ns, boot_ns;
static _Atomic int watched = -1, cancelled;
/* The timers on CLOCK_BOOTTIME by descriptor, and what each was armed for. */
enum { MOST_FILES = 256 };
static _Atomic int counts_boot[MOST_FILES];
static struct itimerspec armed[MOST_FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static ssize_t (*real_read)(int, void *, size_t);

static int wanted(long long *wall, long long *boot) {
    char text[100], *rest;
    const char *name = getenv("WALLCLOCK_FILE");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    ssize_t count = real_read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    *wall = (long long)(strtod(text, &rest) * 1e9);
    *boot = (long long)(strtod(rest, NULL) * 1e9);
    return *wall != wall_ns || *boot != boot_ns;
}

/* An absolute time by the shifted clock, as the kernel's clock counts. */
static int arm(int timer, int flags, const struct itimerspec *time, struct itimerspec *old) {
    struct itimerspec real = *time;
    long long due = time->it_value.tv_sec * 1000000000LL + time->it_value.tv_nsec;
    if (due != 0 && (flags & TFD_TIMER_ABSTIME) && timer < MOST_FILES && counts_boot[timer]) {
        due = due - boot_ns > 1 ? due - boot_ns : 1;
        real.it_value.tv_sec = due / 1000000000LL;
        real.it_value.tv_nsec = due % 1000000000LL;
    }
    return real_settime(timer, flags, &real, old);
}

static void *follow(void *unused) {
    (void)unused;
    for (;;) {
        struct timespec pause = {0, 2000000};
        long long wall, boot;
        nanosleep(&pause, NULL);
        if (!wanted(&wall, &boot)) continue;
        pthread_mutex_lock(&lock);
        /* A sleep moves both clocks alike, and sets neither. */
        int is_set = wall - wall_ns != boot - boot_ns;
        wall_ns = wall;
        boot_ns = boot;
        for (int timer = 0; timer < MOST_FILES; timer++)
            if (counts_boot[timer]) arm(timer, TFD_TIMER_ABSTIME, &armed[timer], NULL);
        pthread_mutex_unlock(&lock);
        if (!is_set || watched < 0) continue;
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
    long long wall, boot;
    if (wanted(&wall, &boot)) {
        wall_ns = wall;
        boot_ns = boot;
    }
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
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (result != 0 || (!is_wall && clock != CLOCK_BOOTTIME)) return result;
    long long now = time->tv_sec * 1000000000LL + time->tv_nsec + (is_wall ? wall_ns : boot_ns);
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

int timerfd_create(int clock, int flags) {
    static int (*real_create)(int, int);
    if (!real_create) real_create = dlsym(RTLD_NEXT, "timerfd_create");
    int timer = real_create(clock, flags);
    if (timer >= 0 && timer < MOST_FILES) {
        pthread_mutex_lock(&lock);
        memset(&armed[timer], 0, sizeof armed[timer]);
        counts_boot[timer] = clock == CLOCK_BOOTTIME;
        pthread_mutex_unlock(&lock);
    }
    return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
    if (!real_settime) real_settime = dlsym(RTLD_NEXT, "timerfd_settime");
    if (flags & TFD_TIMER_CANCEL_ON_SET) watched = timer;
    pthread_mutex_lock(&lock);
    if (timer >= 0 && timer < MOST_FILES) armed[timer] = *new;
    int result = arm(timer, flags, new, old);
    pthread_mutex_unlock(&lock);
    return result;
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
