/* SPDX-License-Identifier: MIT */
/* The network as a part of the program, apart from the code that is compiled for each level. */
#include "chess_network_name.h"
#include "embed.h"
#include "network.h"

EMBED_FILE(chess_network, CHESS_NETWORK_FILE);
