/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include <regex.h>
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

void coverage_init(struct coverage *coverage, const char *specification, const char *proofs)
{
    *coverage = (struct coverage){.proofs = proofs};
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

/* One row of the proofs. */
struct proof {
    int number;
    char left[200], right[200];
};

/* Reads the next row of the proofs for an expectation and advances *at. Returns false at the
 * end. */
static bool next_proof(const char **at, int number, struct proof *proof)
{
    while (**at) {
        const size_t length = strcspn(*at, "\n");
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)length, *at);
        *at += length + ((*at)[length] == '\n');
        char *arrow = strstr(line, " => ");
        if (sscanf(line, "%d", &proof->number) == 1 && proof->number == number && arrow) {
            *arrow = '\0';
            snprintf(proof->left, sizeof proof->left, "%s", strchr(line, ' ') + 1);
            snprintf(proof->right, sizeof proof->right, "%s", arrow + 4);
            return true;
        }
    }
    return false;
}

static bool matches(const char *regex, const char *text)
{
    regex_t compiled;
    const bool good = regcomp(&compiled, regex, REG_EXTENDED | REG_NOSUB) == 0;
    const bool found = good && regexec(&compiled, text, 0, NULL, 0) == 0;
    if (good) {
        regfree(&compiled);
    } else {
        fprintf(stderr, "proofs.txt: no regular expression: %s\n", regex);
    }
    return found;
}

/* Returns what a step sends or expects, in the form of the proofs. */
static const char *text_of(const struct transcript_step *step)
{
    return step->verb == TRANSCRIPT_CLOSE  ? "close"
           : step->verb == TRANSCRIPT_END  ? "end"
           : step->verb == TRANSCRIPT_WAIT ? "wait"
                                           : step->text;
}

static bool is_sent(const struct transcript_step *step)
{
    return step->verb == TRANSCRIPT_SEND || step->verb == TRANSCRIPT_SEND_BYTES ||
           step->verb == TRANSCRIPT_CLOSE || step->verb == TRANSCRIPT_WAIT;
}

/* True if the steps send the left text and later expect the right one. */
static bool is_shown(const struct transcript *transcript, const struct proof *proof)
{
    bool sent = false;
    for (int i = 0; i < transcript->count; i++) {
        const struct transcript_step *step = &transcript->steps[i];
        if (is_sent(step)) {
            sent = sent || matches(proof->left, text_of(step));
        } else if (sent && matches(proof->right, text_of(step))) {
            return true;
        }
    }
    return false;
}

static void doubt(struct coverage *coverage, const char *who, int number)
{
    printf("%s covers %d, and has nothing that shows it; see tests/data/proofs.txt\n", who, number);
    coverage->unproved++;
}

void coverage_add_transcript(struct coverage *coverage, const struct transcript *transcript)
{
    for (int i = 0; i < TRANSCRIPT_EXPECTATIONS; i++) {
        const char *at = coverage->proofs;
        struct proof proof;
        bool shown = false;
        if (!(transcript->covers >> i & 1)) {
            continue;
        }
        while (!shown && next_proof(&at, i, &proof)) {
            shown = is_shown(transcript, &proof);
        }
        if (shown) {
            add(coverage, i, transcript->name);
        } else {
            doubt(coverage, transcript->name, i);
        }
    }
}

/* True if a test contains the text that proves an expectation and is added to a suite. */
static bool test_shows(const struct coverage *coverage, int number, const char *who,
                       const char *test, const char *source, const char *body)
{
    const char *at = coverage->proofs, *end = strstr(body, "\nEND_TEST");
    struct proof proof;
    char added[120];
    snprintf(added, sizeof added, ", %s", test);
    while (next_proof(&at, number, &proof)) {
        const char *text = strstr(body, proof.right);
        if (strcmp(proof.left, who) == 0 && text && end && text < end) {
            return strstr(source, added);
        }
    }
    return false;
}

/* Finds the name in the last `START_TEST(name)` before `at`. */
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
            const long number = strtol(at, &behind, 10);
            if (behind == at) {
                at++;
            } else if (test_shows(coverage, (int)number, who, test, source, at)) {
                add(coverage, number, who);
                at = behind;
            } else {
                doubt(coverage, who, (int)number);
                at = behind;
            }
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
