/* SPDX-License-Identifier: MIT */
/* Gomocup's lists of stones, one per line up to DONE. */
#include <stdio.h>
#include <string.h>

#include "gomocup_parse.h"

static bool begin_list(struct gomocup_parse *parse, enum gomocup_list list)
{
    struct gomocup_state *state = parse->state;
    if (!gomocup_need_board(parse)) {
        return false;
    }
    state->list = list;
    state->list_is_wrong = false;
    state->listed_count = 0;
    memset(state->listed, 0, sizeof state->listed);
    gomocup_note(parse, "");
    return true;
}

bool gomocup_run_board(struct gomocup_parse *parse)
{
    return begin_list(parse, GOMOCUP_BOARD);
}

bool gomocup_run_yxboard(struct gomocup_parse *parse)
{
    return begin_list(parse, GOMOCUP_YXBOARD);
}

bool gomocup_run_swap2board(struct gomocup_parse *parse)
{
    return begin_list(parse, GOMOCUP_SWAP2);
}

/* Parses one stone of a list. An error is reported once, at DONE. */
bool gomocup_take_listed(struct gomocup_parse *parse)
{
    struct gomocup_state *state = parse->state;
    int64_t numbers[3] = {0, 0, 0};
    bool swap2 = state->list == GOMOCUP_SWAP2;
    gomocup_note(parse, "");
    if (!gomocup_numbers(parse->rest, swap2 ? 2 : 3, 3, numbers) || numbers[0] < 0 ||
        numbers[0] >= state->size || numbers[1] < 0 || numbers[1] >= state->size) {
        state->list_is_wrong = true;
        return true;
    }
    uint8_t *listed = &state->listed[numbers[1] * state->size + numbers[0]];
    if (!swap2 && numbers[2] == 3) {
        return true; /* marks a winning line or a forbidden square: not a stone */
    }
    if (*listed || (!swap2 && numbers[2] != 1 && numbers[2] != 2)) {
        state->list_is_wrong = true;
        return true;
    }
    state->listed_count++;
    *listed = (uint8_t)(swap2 ? state->listed_count : numbers[2]);
    return true;
}

/* Ends a SWAP2BOARD with no, three or five stones of alternating colours. */
static bool end_swap2(struct gomocup_parse *parse)
{
    struct gomocup_state *state = parse->state;
    int count = state->listed_count, middle = state->size / 2, counts[3];
    if (count != 0 && count != 3 && count != 5) {
        return error_set(parse->error, "SWAP2BOARD lists 0, 3 or 5 stones, not %d", count);
    }
    for (int i = 0; i < state->size * state->size; i++) {
        state->stones[i] = state->listed[i] ? state->listed[i] % 2 ? GOMOCUP_FIRST : GOMOCUP_SECOND
                                            : GOMOCUP_EMPTY;
    }
    if (count == 0) {
        /* Place three stones apart from each other near a corner, where neither colour gains much.
         * On the smallest board the third stone would otherwise be on the first one's square. */
        const int third = middle > 2 ? middle - 1 : 3;
        const int x[] = {1, middle, third}, y[] = {2, 1, middle > 2 ? middle : 3};
        char reply[64];
        for (int i = 0; i < 3; i++) {
            *gomocup_stone(state, x[i], y[i]) = (uint8_t)gomocup_to_move(state, counts);
        }
        snprintf(reply, sizeof reply, "%d,%d %d,%d %d,%d", x[0], y[0], x[1], y[1], x[2], y[2]);
        gomocup_note(parse, reply);
        return true;
    }
    state->swap = count == 3 ? GOMOCUP_SWAP_OF_THREE : GOMOCUP_SWAP_OF_FIVE;
    state->second_move[0] = '\0';
    gomocup_attach_board(parse, NULL);
    gomocup_ask_for_move(parse);
    return true;
}

static bool end_board(struct gomocup_parse *parse, bool answer)
{
    struct gomocup_state *state = parse->state;
    int own = 0, others = 0, counts[3];
    for (int i = 0; i < state->size * state->size; i++) {
        own += state->listed[i] == 1;
        others += state->listed[i] == 2;
    }
    /* If the board is only shown, either side may be to move. */
    int ahead = others - own;
    if (ahead < (answer ? 0 : -1) || ahead > 1) {
        return error_set(parse->error,
                         "BOARD: %d own stones and %d of the opponent's: no game has "
                         "them with us to move",
                         own, others);
    }
    bool own_is_first = ahead <= 0;
    for (int i = 0; i < state->size * state->size; i++) {
        int who = state->listed[i];
        state->stones[i] = (uint8_t)(!who                         ? GOMOCUP_EMPTY
                                     : (who == 1) == own_is_first ? GOMOCUP_FIRST
                                                                  : GOMOCUP_SECOND);
    }
    gomocup_to_move(state, counts);
    gomocup_note(parse, "");
    gomocup_attach_board(parse, NULL);
    if (answer) {
        gomocup_ask_for_move(parse);
    }
    return true;
}

bool gomocup_end_list(struct gomocup_parse *parse)
{
    enum gomocup_list list = parse->state->list;
    parse->state->list = GOMOCUP_NO_LIST;
    parse->state->board_is_rejected = true;
    if (parse->state->list_is_wrong) {
        return error_set(parse->error, "the list holds a line that is no stone on an empty square "
                                       "of the board");
    }
    bool accepted =
        list == GOMOCUP_SWAP2 ? end_swap2(parse) : end_board(parse, list == GOMOCUP_BOARD);
    parse->state->board_is_rejected = !accepted;
    return accepted;
}
