/* SPDX-License-Identifier: MIT */
/* The embedded network, separate from the code that is compiled for each level. */
#include "chess_network_name.h"
#include "embed.h"
#include "network.h"

EMBED_FILE(chess_network, CHESS_NETWORK_FILE);
