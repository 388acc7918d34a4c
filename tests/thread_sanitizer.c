/* SPDX-License-Identifier: MIT */
/* Linked into the engine that is built with ThreadSanitizer, whose runtime delays a signal until
 * the thread waits. The list of delayed signals is allocated by the first wait or the first signal;
 * if that signal interrupts that wait, the runtime of gcc 12 allocates two lists and forgets the
 * signal. So the first wait comes before main. */
#include <poll.h>
#include <stddef.h>

__attribute__((constructor)) static void wait_for_nothing(void)
{
    poll(NULL, 0, 0);
}
