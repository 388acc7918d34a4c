/* SPDX-License-Identifier: MIT */
/* The CRC-32 of a file, as zlib, gzip and zip compute it. */
#ifndef MATCH_CHECKSUM_H
#define MATCH_CHECKSUM_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

/* Reads the whole file. */
bool checksum_file(const char *path, uint32_t *checksum, struct error *error);

#endif
