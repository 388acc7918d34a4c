/* SPDX-License-Identifier: MIT */
#include "checksum.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The polynomial of RFC 1952, section 8, with its lowest power in the highest bit. */
#define POLYNOMIAL UINT32_C(0xedb88320)

bool checksum_file(const char *path, uint32_t *checksum, struct error *error)
{
    FILE *file = fopen(path, "r");
    uint32_t remainder = UINT32_MAX;
    if (!file) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    for (int byte; (byte = getc(file)) != EOF;) {
        remainder ^= (uint32_t)byte;
        for (int bit = 0; bit < 8; bit++) {
            remainder = (remainder >> 1) ^ (remainder & 1 ? POLYNOMIAL : 0);
        }
    }
    *checksum = ~remainder;
    const bool good = !ferror(file) || error_set(error, "%s: %s", path, strerror(errno));
    fclose(file);
    return good;
}
