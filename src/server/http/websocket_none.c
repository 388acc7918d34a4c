/* SPDX-License-Identifier: MIT */
/* In place of websocket.c where the library of frames is missing: nobody is served by WebSocket. */
#include "websocket.h"

#include <stddef.h>

bool websocket_is_offered(void)
{
    return false;
}

static void *create(void)
{
    return NULL; /* so that nothing else is ever called */
}

const struct framing framing_websocket = {.create = create};
