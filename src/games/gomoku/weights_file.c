/* SPDX-License-Identifier: MIT */
/* The embedded weights, separate from the code that is compiled for each level. */
#include "embed.h"
#include "gomoku_weights_name.h"
#include "shapes.h"

EMBED_FILE(gomoku_pattern_weights, GOMOKU_WEIGHTS_FILE);
