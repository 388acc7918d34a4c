/* SPDX-License-Identifier: MIT */
/* The shared search with the plain node, compiled for leap. It is exact. */
#include "params_plain.h"

#define SEARCH_NODE "node_plain.h"

#include "search_functions.h"
#include "search_template.h"
