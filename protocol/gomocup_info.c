/* SPDX-License-Identifier: MIT */
/* Gomocup's INFO: limits that are stored in the state, and options of the engine. */
#include <stdio.h>

#include "gomocup_parse.h"
#include "words.h"

/* The program's memory without its table, in bytes. */
#define MEMORY_RESERVE   (INT64_C(20) << 20)
#define HASH_MAX         1024
#define MEGABYTE         (INT64_C(1) << 20)
#define MEMORY_UNLIMITED 0

/* A table larger than a turn can fill is of no use and slow to touch for the first time. It has
 * HASH_LEAST megabytes and HASH_A_SECOND more for each second of a turn. */
#define HASH_LEAST    16
#define HASH_A_SECOND 32

/* Values of INFO are limited to this, positive or negative, so that their sums do not overflow. */
#define INFO_MAX INT64_C(1000000000000)

enum { RULE_BIT_EXACT = 1, RULE_BIT_RENJU = 4, RULE_BIT_CARO = 8 };

static void set_option(struct gomocup_parse *parse, const char *name, const char *value)
{
    parse->command->kind = COMMAND_SETOPTION;
    parse->command->setoption = (struct command_setoption){name, value};
}

/* `rule` is a sum of bits. Continuous play (2) changes nothing within a game. */
static void set_rule(struct gomocup_parse *parse, int64_t bits)
{
    set_option(parse, "Rule",
               bits & RULE_BIT_RENJU   ? "renju"
               : bits & RULE_BIT_CARO  ? "caro"
               : bits & RULE_BIT_EXACT ? "standard"
                                       : "freestyle");
}

/* Gives the table the memory that the limit leaves. */
static void set_memory(struct gomocup_parse *parse, int64_t bytes)
{
    if (bytes == MEMORY_UNLIMITED) {
        return;
    }
    int64_t megabytes = (bytes - MEMORY_RESERVE) / MEGABYTE;
    int64_t turn = parse->state->has_turn ? parse->state->turn_ms : TURN_INITIAL_MS;
    int64_t useful = HASH_LEAST + (turn < 0 ? 0 : turn) * HASH_A_SECOND / 1000;
    megabytes = megabytes < useful ? megabytes : useful;
    megabytes = megabytes < 1 ? 1 : megabytes > HASH_MAX ? HASH_MAX : megabytes;
    snprintf(parse->state->text, sizeof parse->state->text, "%d", (int)megabytes);
    set_option(parse, "Hash", parse->state->text);
}

/* INFO has no answer, whatever its value. */
bool gomocup_run_info(struct gomocup_parse *parse)
{
    struct gomocup_state *state = parse->state;
    char *value = parse->rest, *key = words_take(&value);
    int64_t number;
    gomocup_note(parse, "");
    if (!key || !words_number(value, &number)) {
        return true;
    }
    number = number > INFO_MAX ? INFO_MAX : number < -INFO_MAX ? -INFO_MAX : number;
    if (words_equal_nocase(key, "timeout_turn")) {
        state->has_turn = true;
        state->turn_ms = number;
    } else if (words_equal_nocase(key, "timeout_match")) {
        state->has_match = true;
        state->match_ms = number;
    } else if (words_equal_nocase(key, "time_left")) {
        state->has_left = true;
        state->left_ms = number;
    } else if (words_equal_nocase(key, "max_node")) {
        state->max_nodes = number;
    } else if (words_equal_nocase(key, "max_depth")) {
        state->max_depth = number > 0 && number < 1000 ? (int)number : 0;
    } else if (words_equal_nocase(key, "max_memory")) {
        set_memory(parse, number);
    } else if (words_equal_nocase(key, "rule") && number >= 0) {
        set_rule(parse, number);
    } else if (words_equal_nocase(key, "thread_num") && number >= 1) {
        snprintf(state->text, sizeof state->text, "%lld", (long long)number);
        set_option(parse, "Threads", state->text);
    }
    return true;
}
