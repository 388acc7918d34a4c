/* SPDX-License-Identifier: MIT */
/* The embedded weights, separate from the code that is compiled for each level. */
#include "embed.h"
#include "evaluate.h"
#include "othello_weights_name.h"

EMBED_FILE(othello_weights, OTHELLO_WEIGHTS_FILE);
