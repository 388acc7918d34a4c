/* SPDX-License-Identifier: MIT */
/* What every fuzz target has in common. Each is a file of its own name; its seeds are
 * in corpus/TARGET, more of them and its dictionary are made by words.c. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libFuzzer's entry. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Ends the program, for libFuzzer to report, when the condition does not hold. */
#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input as a text, for the caller to free. */
static inline char *text_of(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    EXPECT(text);
    memcpy(text, bytes, length);
    text[length] = '\0';
    return text;
}

#endif
