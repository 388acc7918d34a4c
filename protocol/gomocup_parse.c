/* SPDX-License-Identifier: MIT */
#include "gomocup_parse.h"

#include <stdio.h>

/* The answer is sent before the end of the turn by TURN_RESERVE_MS plus TURN_RESERVE_PERMILLE of
 * the turn, for timers and for the transfer to the manager. */
#define TURN_RESERVE_MS       15
#define TURN_RESERVE_PERMILLE 30

/* Sent for `no limit`. */
#define UNLIMITED_MS INT64_C(2147483647)

void gomocup_note(struct gomocup_parse *parse, const char *reply)
{
    parse->command->kind = COMMAND_NOTE;
    snprintf(parse->state->reply, sizeof parse->state->reply, "%s", reply);
}

void gomocup_attach_board(struct gomocup_parse *parse, const char *moves)
{
    gomocup_write_fen(parse->state);
    parse->command->has_board = true;
    parse->command->board.fen = parse->state->fen;
    parse->command->board.moves = moves;
}

void gomocup_ask_for_move(struct gomocup_parse *parse)
{
    const struct gomocup_state *state = parse->state;
    struct command_go *go = &parse->command->go;
    parse->command->kind = COMMAND_GO;
    int64_t turn = state->has_turn ? state->turn_ms : TURN_INITIAL_MS;
    *go = (struct command_go){.given = GO_MOVETIME};
    go->movetime_ms = turn - TURN_RESERVE_MS - turn * TURN_RESERVE_PERMILLE / 1000;
    go->movetime_ms = go->movetime_ms < 0 ? 0 : go->movetime_ms;
    bool has_clock =
        state->has_left ? state->left_ms < UNLIMITED_MS : state->has_match && state->match_ms > 0;
    if (has_clock) {
        go->given |= GO_TIME_1 | GO_TIME_2;
        go->time_ms[0] = go->time_ms[1] = state->has_left ? state->left_ms : state->match_ms;
    }
    if (state->max_nodes > 0) {
        go->given |= GO_NODES;
        go->nodes = (uint64_t)state->max_nodes;
    }
    if (state->max_depth > 0) {
        go->given |= GO_DEPTH;
        go->depth = state->max_depth;
    }
}

bool gomocup_need_board(struct gomocup_parse *parse)
{
    return parse->state->size > 0 || error_set(parse->error, "no board yet: START comes first");
}
