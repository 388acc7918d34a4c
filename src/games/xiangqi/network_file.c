/* SPDX-License-Identifier: MIT */
/* The network as a part of the program. */
#include "embed.h"
#include "network.h"

/* The file of XIANGQI_NETWORK_FILE. */
EMBED_FILE(xiangqi_network, XIANGQI_NETWORK_FILE);
