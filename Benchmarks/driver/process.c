#include "process.h"

#include "client.h"

#include <dirent.h>
#include <stdio.h>

int64_t processor_time(pid_t process) {
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *threads = opendir(path);
    if (!threads) fail("process %d is gone", (int)process);
    int64_t sum = 0;
    for (struct dirent *thread = readdir(threads); thread; thread = readdir(threads)) {
        if (thread->d_name[0] == '.') continue;
        // In nanoseconds; utime and stime of `stat` count ticks of 10 ms.
        snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)process, thread->d_name);
        FILE *file = fopen(path, "r");
        long long time = 0;
        if (!file || fscanf(file, "%lld", &time) != 1) fail("%s cannot be read", path);
        fclose(file);
        sum += time;
    }
    closedir(threads);
    return sum;
}
