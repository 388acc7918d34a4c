/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct coverage *coverage, long number, const char *who)
{
    if (number > 0 && number < TRANSCRIPT_EXPECTATIONS) {
        struct buffer *covers = &coverage->covers[number];
        buffer_printf(covers, "%s%s", buffer_length(covers) ? ", " : "", who);
    }
}

void coverage_init(struct coverage *coverage, const char *specification)
{
    *coverage = (struct coverage){0};
    const char *at = strstr(specification, "\n## What clients expect\n");
    const char *end = at ? strstr(at + 1, "\n## ") : NULL;
    for (; at && *at && at != end; at = strchr(at + 1, '\n')) {
        char *behind;
        long number = strtol(at + 1, &behind, 10);
        if (behind > at + 1 && strncmp(behind, ". ", 2) == 0 && number > 0 &&
            number < TRANSCRIPT_EXPECTATIONS) {
            coverage->expected |= UINT64_C(1) << number;
            snprintf(coverage->titles[number], sizeof coverage->titles[number], "%.*s",
                     (int)strcspn(behind + 2, "\n"), behind + 2);
        }
    }
}

void coverage_finish(struct coverage *coverage)
{
    for (int i = 0; i < TRANSCRIPT_EXPECTATIONS; i++) {
        buffer_finish(&coverage->covers[i]);
    }
}

void coverage_add_transcript(struct coverage *coverage, const struct transcript *transcript)
{
    for (int i = 0; i < TRANSCRIPT_EXPECTATIONS; i++) {
        if (transcript->covers >> i & 1) {
            add(coverage, i, transcript->name);
        }
    }
}

/* The name in the last `START_TEST(name)` before `at`. */
static void name_of_test(const char *source, const char *at, char *name, size_t size)
{
    static const char mark[] = "START_TEST(";
    const char *last = NULL;
    for (const char *test = source; (test = strstr(test, mark)) && test < at; test++) {
        last = test + sizeof mark - 1;
    }
    snprintf(name, size, "%.*s", last ? (int)strcspn(last, ")") : 0, last ? last : "");
}

void coverage_add_source(struct coverage *coverage, const char *name, const char *source)
{
    static const char mark[] = "    COVERS(";
    for (const char *at = source; (at = strstr(at, mark));) {
        char test[100], who[200];
        name_of_test(source, at, test, sizeof test);
        snprintf(who, sizeof who, "%s:%s", name, test);
        at += sizeof mark - 1;
        while (*at && *at != ')') {
            char *behind;
            add(coverage, strtol(at, &behind, 10), who);
            at = behind > at ? behind : at + 1;
        }
    }
}

int coverage_print(const struct coverage *coverage)
{
    int uncovered = 0;
    for (int i = 0; i < TRANSCRIPT_EXPECTATIONS; i++) {
        if (coverage->expected >> i & 1) {
            bool covered = buffer_length(&coverage->covers[i]) > 0;
            uncovered += !covered;
            printf("%2d  %s\n      %s\n", i, coverage->titles[i],
                   covered ? buffer_text(&coverage->covers[i]) : "NOT COVERED");
        }
    }
    fflush(stdout);
    return uncovered;
}
