/* SPDX-License-Identifier: MIT */
/* The network as a part of the program, apart from the code that is compiled for each level. */
#include "embed.h"
#include "network.h"

/* The file of CHESS_NETWORK_FILE. */
EMBED_FILE(chess_network, CHESS_NETWORK_FILE);
