/* SPDX-License-Identifier: MIT */
/* The embedded network. */
#include "embed.h"
#include "network.h"
#include "xiangqi_network_name.h"

EMBED_FILE(xiangqi_network, XIANGQI_NETWORK_FILE);
