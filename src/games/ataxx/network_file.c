/* SPDX-License-Identifier: MIT */
/* The embedded network. */
#include "ataxx_network_name.h"
#include "embed.h"
#include "network.h"

EMBED_FILE(ataxx_network, ATAXX_NETWORK_FILE);
