/* SPDX-License-Identifier: MIT */
/* In the place of websocket.c where the program was built without wslay. */
#include "websocket.h"

const bool websocket_is_offered = false;

static void *create(void)
{
    return NULL;
}

const struct framing framing_websocket = {.create = create};
