/* SPDX-License-Identifier: MIT */
/* Notifies systemd: sd_notify(3), a datagram of KEY=VALUE lines to the socket that the environment
 * names. Does nothing if it names none. */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include <stdint.h>

/* "READY=1", "STATUS=...", "WATCHDOG=1", "STOPPING=1". */
void notify_send(const char *text);

/* Returns the longest time between two WATCHDOG=1 that systemd accepts, in nanoseconds; 0: it
 * expects none. */
int64_t notify_watchdog_ns(void);

#endif
