/* SPDX-License-Identifier: MIT */
/* Writes constant arrays as C source, for the programs that compute them at build time. The numbers
 * of an array of arrays are in one list, in the order of memory. */
#ifndef GAMES_WRITE_TABLE_H
#define GAMES_WRITE_TABLE_H

#include <stdint.h>
#include <stdio.h>

#include "compiler.h"

/* Begins the file; `header` declares the constants. */
INLINE void write_header(const char *header)
{
    printf("#include \"%s\"\n\n#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n", header);
}

/* Each writes one constant, which `declaration` declares: "uint64_t chess_key_ep[FILES]". */
INLINE void write_words(const char *declaration, const uint64_t *words, int count)
{
    printf("const %s = {", declaration);
    for (int i = 0; i < count; i++) {
        printf("%s0x%llx,", i % 4 ? " " : "\n", (unsigned long long)words[i]);
    }
    printf("\n};\n");
}

INLINE void write_numbers(const char *declaration, const int *numbers, int count)
{
    printf("const %s = {", declaration);
    for (int i = 0; i < count; i++) {
        printf("%s%d,", i % 16 ? "" : "\n", numbers[i]);
    }
    printf("\n};\n");
}

#endif
