/* SPDX-License-Identifier: MIT */
#include "noise.h"

#include <stdio.h>
#include <string.h>

#include "dialect.h"
#include "line.h"

/* Lines that the dialects' command tables do not have, for games and options. Searches are short,
 * since the protocol is to be tested. */
static const char *const more_lines[] = {
    "newgame connect4",
    "newgame chess",
    "newgame chess chess960 on",
    "newgame ludo",
    "setoption name Hash value 1",
    "setoption name Hash value -5",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name Move Overhead value 10",
    "setoption name UCI_Variant value connect4",
    "setoption name UCI_Variant value tictactoe",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_ShowWDL value true",
    "setoption name Algorithm value minimax",
    "setoption name Algorithm value alphabeta",
    "position startpos moves",
    "position startpos moves 4 4 4 4 4 4",
    "position startpos moves 1 2 1 2 1 2",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position startpos moves h8 h9 i8",
    "position fen 7/7/7/7/3o3/3x3 x moves 3",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen 8/P7/8/8/8/8/8/K1k5 w - - 0 1 moves a7a8q",
    "go",
    "go nodes 100",
    "go mate 1 nodes 300",
    "stop",
    "stop",
    "stop",
    "query p1turn",
    "query gameover",
    "query fen",
    "query moves",
    "query notation",
    "query move e4",
    "query line e2e4 e5 Nf3",
    "query board",
    "query look",
    "query game gomoku",
    "bench 1",
    "",
};

static const char *const more_gomocup_lines[] = {
    "START 5",
    "START 22",
    "TURN 0,14",
    "TURN 3,4",
    "TAKEBACK 8,8",
    "6,6,1",
    "5,5,2",
    "3,3",
    "DONE",
    "INFO timeout_turn 0",
    "INFO rule",
    "INFO rule 1",
    "INFO time_left -5",
    "INFO rule 8",
    "INFO rule 0",
};

/* All lines of one dialect to choose from, except those that end a conversation. */
struct lines {
    int count;
    char texts[160][80];
};

static void add_line(struct lines *lines, const char *text, size_t length)
{
    if (lines->count < LENGTH(lines->texts)) {
        snprintf(lines->texts[lines->count++], sizeof lines->texts[0], "%.*s", (int)length, text);
    }
}

static void add_samples(struct lines *lines, const struct dialect *dialect)
{
    const char *samples;
    for (int i = 0; (samples = dialect->samples(i)); i++) {
        while (*samples) {
            size_t length = strcspn(samples, "\n");
            if (strncmp(samples, "quit", 4) != 0 && strncmp(samples, "END", 3) != 0) {
                add_line(lines, samples, length);
            }
            samples += length + (samples[length] == '\n');
        }
    }
}

static const char *random_line(struct rng *rng)
{
    static struct lines lines;
    if (lines.count == 0) {
        add_samples(&lines, &dialect_uci);
        for (int i = 0; i < LENGTH(more_lines); i++) {
            add_line(&lines, more_lines[i], strlen(more_lines[i]));
        }
    }
    return lines.texts[rng_below(rng, (uint64_t)lines.count)];
}

static const char *random_gomocup_line(struct rng *rng)
{
    static struct lines lines;
    if (lines.count == 0) {
        add_samples(&lines, &dialect_gomocup);
        for (int i = 0; i < LENGTH(more_gomocup_lines); i++) {
            add_line(&lines, more_gomocup_lines[i], strlen(more_gomocup_lines[i]));
        }
    }
    return lines.texts[rng_below(rng, (uint64_t)lines.count)];
}

static const char *const words[] = {
    "go",          "depth",
    "nodes",       "movetime",
    "wtime",       "btime",
    "mate",        "infinite",
    "ponder",      "perft",
    "moves",       "fen",
    "name",        "value",
    "startpos",    "searchmoves",
    "0",           "-1",
    "1",           "7",
    "a1",          "e2e4",
    "4294967296",  "0000",
    "stop",        "isready",
    "x",           "o",
    "w",           "KQkq",
    "-",           "3/3/3",
    "<empty>",     "99999999999999999999999",
    "7/7/7/7/7/7", "8/8/8/8/8/8/8/8",
};

/* Replaces, removes, doubles or inserts a byte, or truncates the text. */
static void mutate_byte(struct rng *rng, char *text, size_t *length, size_t room)
{
    size_t at = rng_below(rng, *length + 1);
    switch (rng_below(rng, 5)) {
    case 0:
        if (at < *length) {
            text[at] = (char)rng_below(rng, 256);
        }
        break;
    case 1:
        if (at < *length) {
            memmove(text + at, text + at + 1, *length - at - 1);
            --*length;
        }
        break;
    case 2:
    case 3:
        if (*length < room) {
            memmove(text + at + 1, text + at, *length - at);
            text[at] = (char)(rng_below(rng, 4) ? ' ' + rng_below(rng, 95) : rng_below(rng, 256));
            ++*length;
        }
        break;
    default:
        *length = rng_below(rng, 8) ? *length : at;
        break;
    }
}

static void put_mutated(struct rng *rng, const char *line, struct buffer *out)
{
    char text[256];
    size_t length = strlen(line);
    memcpy(text, line, length);
    for (uint64_t left = 1 + rng_below(rng, 4); left > 0; left--) {
        mutate_byte(rng, text, &length, sizeof text);
    }
    buffer_append(out, text, length);
}

/* Appends the beginning of one line, words that mean something elsewhere, and the end of another
 * line. */
static void put_crossed(struct rng *rng, struct buffer *out)
{
    const char *first = random_line(rng), *last = random_line(rng);
    buffer_append(out, first, rng_below(rng, strlen(first) + 1));
    for (uint64_t left = rng_below(rng, 5); left > 0; left--) {
        buffer_printf(out, " %s", words[rng_below(rng, (uint64_t)LENGTH(words))]);
    }
    buffer_printf(out, " %s", last + rng_below(rng, strlen(last) + 1));
}

static void put_bytes(struct rng *rng, struct buffer *out, uint64_t length)
{
    for (; length > 0; length--) {
        buffer_putc(out, (char)rng_below(rng, 256));
    }
}

/* Appends a line that is long, or longer than the limit. */
static void put_long(struct rng *rng, struct buffer *out)
{
    size_t length = rng_below(rng, 2 * LINE_LIMIT);
    buffer_puts(out, rng_below(rng, 2) ? "position startpos moves" : "x");
    while (length > 3) {
        buffer_puts(out, " a1");
        length -= 3;
    }
}

void noise_line(struct rng *rng, struct buffer *out)
{
    uint64_t kind = rng_below(rng, 1000);
    if (kind < 500) {
        buffer_puts(out, random_line(rng));
    } else if (kind < 750) {
        put_mutated(rng, random_line(rng), out);
    } else if (kind < 920) {
        put_crossed(rng, out);
    } else if (kind < 998) {
        put_bytes(rng, out, rng_below(rng, 60));
    } else {
        put_long(rng, out);
    }
    buffer_puts(out, rng_below(rng, 8) ? "\n" : "\r\n");
}

void noise_gomocup_line(struct rng *rng, struct buffer *out)
{
    const char *line = random_gomocup_line(rng);
    uint64_t kind = rng_below(rng, 100);
    if (kind < 70) {
        buffer_puts(out, line);
    } else if (kind < 90) {
        put_mutated(rng, line, out);
    } else {
        put_bytes(rng, out, rng_below(rng, 40));
    }
    buffer_puts(out, rng_below(rng, 8) ? "\n" : "\r\n");
}
