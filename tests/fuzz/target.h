/* SPDX-License-Identifier: MIT */
/* Common parts of the fuzz targets. Each target is a source file of its own. Its seeds are in
 * corpus/TARGET; words.c makes more seeds and the dictionary. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The entry point that libFuzzer calls. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Aborts if the condition is false, so that libFuzzer reports it. */
#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Copies the input as a string, which the caller frees. */
static inline char *text_of(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    EXPECT(text);
    memcpy(text, bytes, length);
    text[length] = '\0';
    return text;
}

#endif
