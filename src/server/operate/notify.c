/* SPDX-License-Identifier: MIT */
#include "notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify_send(const char *text)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || (path[0] != '/' && path[0] != '@') || strlen(path) >= sizeof address.sun_path) {
        return;
    }
    memcpy(address.sun_path, path, strlen(path));
    if (path[0] == '@') {
        address.sun_path[0] = '\0'; /* the abstract namespace: unix(7) */
    }
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor >= 0) {
        socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
        sendto(descriptor, text, strlen(text), MSG_NOSIGNAL, (const struct sockaddr *)&address,
               length);
        close(descriptor);
    }
}

int64_t notify_watchdog_ns(void)
{
    const char *interval = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
    if (!interval || (process && strtol(process, NULL, 10) != (long)getpid())) {
        return 0;
    }
    long long microseconds = strtoll(interval, NULL, 10);
    return microseconds > 0 && microseconds < INT64_MAX / 1000 ? microseconds * 1000 : 0;
}
