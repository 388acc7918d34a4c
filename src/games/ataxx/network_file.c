/* SPDX-License-Identifier: MIT */
/* The network as a part of the program. */
#include "embed.h"
#include "network.h"

/* The file of ATAXX_NETWORK_FILE. */
EMBED_FILE(ataxx_network, ATAXX_NETWORK_FILE);
