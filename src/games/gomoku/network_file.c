/* SPDX-License-Identifier: MIT */
/* The embedded network, separate from the code that is compiled for each level. */
#include "embed.h"
#include "gomoku_network_name.h"
#include "network.h"

EMBED_FILE(gomoku_network, GOMOKU_NETWORK_FILE);
