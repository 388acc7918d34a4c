/* SPDX-License-Identifier: MIT */
/* The network as a part of the program. */
#include "ataxx_network_name.h"
#include "embed.h"
#include "network.h"

EMBED_FILE(ataxx_network, ATAXX_NETWORK_FILE);
