/* SPDX-License-Identifier: MIT */
#include "game_time.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

/* The longest time that is accepted: ten years, in seconds. */
#define MAX_SECONDS 3.2e8

/* Reads `[MINUTES:]SECONDS` at *text and advances *text past it. */
static bool read_seconds(const char **text, int64_t *ms)
{
    char *end;
    double seconds = strtod(*text, &end);
    if (!isdigit((unsigned char)**text) && **text != '.') {
        return false; /* no sign and no words such as "inf" */
    }
    if (end > *text && *end == ':') {
        const char *rest = end + 1;
        double more = strtod(rest, &end);
        if (end == rest) {
            return false;
        }
        seconds = seconds * 60 + more;
    }
    if (end == *text || !(seconds >= 0 && seconds < MAX_SECONDS)) {
        return false;
    }
    *text = end;
    *ms = llround(seconds * 1000);
    return true;
}

bool game_time_read_seconds(const char *text, int64_t *ms, struct error *error)
{
    const char *at = text;
    int64_t read;
    if (!read_seconds(&at, &read) || *at || read == 0) {
        return error_set(error, "expected seconds or minutes:seconds, found '%s'", text);
    }
    *ms = read;
    return true;
}

bool game_time_read(const char *text, struct game_time *control, struct error *error)
{
    const char *at = text, *slash = strchr(at, '/');
    int64_t base_ms = 0, inc_ms = 0;
    long moves = 0;
    bool good = true;
    if (slash) {
        char *end;
        moves = strtol(at, &end, 10);
        good = end == slash && moves >= 1 && moves <= INT_MAX;
        at = slash + 1;
    }
    if (strcmp(text, "inf") != 0) {
        good = good && read_seconds(&at, &base_ms) && base_ms > 0;
        if (good && *at == '+') {
            at++;
            good = read_seconds(&at, &inc_ms);
        }
        good = good && *at == '\0';
    }
    if (!good) {
        return error_set(error, "expected a clock [MOVES/]TIME[+INC], found '%s'", text);
    }
    control->moves = (int)moves;
    control->base_ms = base_ms;
    control->inc_ms = inc_ms;
    return true;
}

static void put_seconds(struct buffer *out, int64_t ms)
{
    buffer_printf(out, "%g", (double)ms / 1000);
}

void game_time_format(const struct game_time *control, struct buffer *out)
{
    const char *comma = "";
    if (control->base_ms) {
        if (control->moves) {
            buffer_printf(out, "%d/", control->moves);
        }
        put_seconds(out, control->base_ms);
        if (control->inc_ms) {
            buffer_putc(out, '+');
            put_seconds(out, control->inc_ms);
        }
        comma = ", ";
    }
    if (control->movetime_ms) {
        buffer_puts(out, comma);
        put_seconds(out, control->movetime_ms);
        buffer_puts(out, " s a move");
        comma = ", ";
    }
    if (control->depth) {
        buffer_printf(out, "%sdepth %d", comma, control->depth);
        comma = ", ";
    }
    if (control->nodes) {
        buffer_printf(out, "%snodes %llu", comma, (unsigned long long)control->nodes);
    }
}

bool game_time_is_unlimited(const struct game_time *control)
{
    return !control->base_ms && !control->movetime_ms && !control->depth && !control->nodes;
}

struct game_clocks game_clocks_start(const struct game_time *first, const struct game_time *second)
{
    return (struct game_clocks){
        .controls = {*first, *second},
        .left_ns = {first->base_ms * NS_PER_MS, second->base_ms * NS_PER_MS},
        .moves_left = {first->moves, second->moves},
    };
}

struct command_go game_clocks_go(const struct game_clocks *clocks, int player)
{
    const struct game_time *own = &clocks->controls[player];
    struct command_go go = {0};
    for (int i = 0; i < 2; i++) {
        const struct game_time *control = &clocks->controls[i];
        if (own->base_ms && control->base_ms) {
            int64_t ms = clocks->left_ns[i] / NS_PER_MS;
            go.given |= i == 0 ? GO_TIME_1 | GO_INC_1 : GO_TIME_2 | GO_INC_2;
            go.time_ms[i] = ms > 0 ? ms : 1;
            go.inc_ms[i] = control->inc_ms;
        }
    }
    if (own->base_ms && own->moves) {
        go.given |= GO_MOVESTOGO;
        go.movestogo = clocks->moves_left[player];
    }
    if (own->movetime_ms) {
        go.given |= GO_MOVETIME;
        go.movetime_ms = own->movetime_ms;
    }
    if (own->depth) {
        go.given |= GO_DEPTH;
        go.depth = own->depth;
    }
    if (own->nodes) {
        go.given |= GO_NODES;
        go.nodes = own->nodes;
    }
    return go;
}

int64_t game_clocks_limit_ns(const struct game_clocks *clocks, int player)
{
    const struct game_time *own = &clocks->controls[player];
    int64_t limit = own->base_ms ? clocks->left_ns[player] : INT64_MAX;
    int64_t fixed = own->movetime_ms ? own->movetime_ms * NS_PER_MS : INT64_MAX;
    return limit < fixed ? limit : fixed;
}

void game_clocks_charge(struct game_clocks *clocks, int player, int64_t elapsed_ns)
{
    const struct game_time *control = &clocks->controls[player];
    int64_t left = clocks->left_ns[player] - elapsed_ns;
    if (!control->base_ms) {
        return;
    }
    clocks->left_ns[player] = (left > 0 ? left : 0) + control->inc_ms * NS_PER_MS;
    if (control->moves && --clocks->moves_left[player] == 0) {
        clocks->left_ns[player] += control->base_ms * NS_PER_MS;
        clocks->moves_left[player] = control->moves;
    }
}
