/* SPDX-License-Identifier: MIT */
/* What systemd is told of a service: sd_notify(3), a datagram of KEY=VALUE lines to the socket that
 * the environment names. Without one nothing happens. */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include <stdint.h>

/* "READY=1", "STATUS=...", "WATCHDOG=1", "STOPPING=1". */
void notify_send(const char *text);

/* How often, in nanoseconds, systemd wants to hear WATCHDOG=1 at the latest; 0: never. */
int64_t notify_watchdog_ns(void);

#endif
