/* SPDX-License-Identifier: MIT */
#include "candidates.h"

#include <string.h>

#include "rules.h"

INLINE enum gomoku_colour mover_of(const struct gomoku_board *board)
{
    return (enum gomoku_colour)board->position.to_move;
}

static void add_squares(struct gomoku_board *board, const uint64_t *words, struct move_list *list)
{
    for (int word = 0; word < GOMOKU_WORDS; word++) {
        uint64_t squares = words[word];
        while (squares) {
            int square = 64 * word + bit_pop(&squares);
            if (gomoku_board_allows(board, mover_of(board), square)) {
                move_list_add(list, (move_t)square);
            }
        }
    }
}

static void add_threats(struct gomoku_board *board, enum gomoku_colour colour,
                        enum gomoku_threat threat, struct move_list *list)
{
    if (board->count[colour][threat]) {
        add_squares(board, board->squares[colour][threat], list);
    }
}

/* Whether the opponent's threat on a square is less than `below` once the mover has a stone on
 * `stone`, on the same line of the direction. */
static bool stone_stops(const struct gomoku_board *board, int square, int stone,
                        enum gomoku_direction direction, enum gomoku_threat below)
{
    const struct gomoku_position *position = &board->position;
    enum gomoku_colour mover = mover_of(board), opponent = (enum gomoku_colour)(1 - mover);
    enum gomoku_rule rule = (enum gomoku_rule)position->rule;
    struct gomoku_place place = gomoku_place(square, direction);
    uint32_t own = position->stones[mover].line[direction][place.index] |
                   UINT32_C(1) << gomoku_place(stone, direction).bit;
    unsigned shape = gomoku_shape_at(gomoku_five_of(rule, opponent),
                                     position->stones[opponent].line[direction][place.index], own,
                                     position->outside.line[direction][place.index], place.bit);
    unsigned pattern = gomoku_board_pattern(board, (int)opponent, square);
    pattern = (pattern & ~(15U << 4 * direction)) | shape << 4 * direction;
    return gomoku_kind_threat(gomoku_pattern_kind[gomoku_ban_of(rule, opponent)][pattern]) < below;
}

/* The squares on which a stone of the mover stops the opponent's threat on `square`. */
static void find_stops(const struct gomoku_board *board, int square, enum gomoku_threat below,
                       uint64_t *words)
{
    memset(words, 0, GOMOKU_WORDS * sizeof(*words));
    words[square / 64] |= UINT64_C(1) << square % 64;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        enum gomoku_direction direction = (enum gomoku_direction)d;
        enum gomoku_colour opponent = (enum gomoku_colour)(1 - mover_of(board));
        if (gomoku_pattern_shape(gomoku_board_pattern(board, (int)opponent, square), direction) <
            SHAPE_FOUR) {
            continue;
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int distance = 1; distance <= GOMOKU_REACH; distance++) {
                int stone = square + sign * distance * gomoku_step(direction);
                struct gomoku_place place = gomoku_place(square, direction);
                if (board->position.outside.line[direction][place.index] >>
                        (place.bit + sign * distance) &
                    1) {
                    break;
                }
                if (gomoku_is_empty(&board->position, stone) &&
                    stone_stops(board, square, stone, direction, below)) {
                    words[stone / 64] |= UINT64_C(1) << stone % 64;
                }
            }
        }
    }
}

/* Adds the moves that stop the opponent's threats of two kinds on all their squares at once. */
static void add_stops(struct gomoku_board *board, enum gomoku_threat least, enum gomoku_threat most,
                      struct move_list *list)
{
    uint64_t stops[GOMOKU_WORDS], words[GOMOKU_WORDS];
    enum gomoku_colour opponent = (enum gomoku_colour)(1 - mover_of(board));
    memset(stops, 0xff, sizeof(stops));
    for (int threat = (int)least; threat <= (int)most; threat++) {
        for (int word = 0; word < GOMOKU_WORDS && board->count[opponent][threat]; word++) {
            uint64_t squares = board->squares[opponent][threat][word];
            while (squares) {
                find_stops(board, 64 * word + bit_pop(&squares), least, words);
                for (int i = 0; i < GOMOKU_WORDS; i++) {
                    stops[i] &= words[i];
                }
            }
        }
    }
    add_squares(board, stops, list);
}

void gomoku_defences(struct gomoku_board *board, struct move_list *list)
{
    add_stops(board, THREAT_FOURS, THREAT_OPEN_FOUR, list);
}

enum gomoku_urgency gomoku_urgency(struct gomoku_board *board)
{
    const uint16_t *threats = board->count[1 - board->position.to_move];
    if (!gomoku_fours_are_plain(board)) {
        struct move_list list = {.count = 0};
        if (threats[THREAT_FIVE]) {
            add_stops(board, THREAT_FIVE, THREAT_FIVE, &list);
            return list.count ? URGENCY_FOUR : URGENCY_LOST;
        }
        return URGENCY_NONE;
    }
    if (threats[THREAT_FIVE] == 1) {
        int five =
            gomoku_board_first(board, (enum gomoku_colour)(1 - mover_of(board)), THREAT_FIVE);
        return gomoku_board_allows(board, mover_of(board), five) ? URGENCY_FOUR : URGENCY_LOST;
    }
    if (threats[THREAT_FIVE]) {
        return URGENCY_LOST;
    }
    return threats[THREAT_OPEN_FOUR] || threats[THREAT_FOURS] ? URGENCY_THREE : URGENCY_NONE;
}

/* Whether one of the four shapes has another stone of the colour nearby. */
INLINE bool has_company(unsigned pattern)
{
    _Static_assert(SHAPE_TWO == 3, "four bits each: 3, or 4 and above");
    return (pattern & 0xcccc) | (pattern & pattern << 1 & 0x2222);
}

/* Adds the squares near stones: those where a colour has a shape of SHAPE_TWO or more. */
static void add_near(struct gomoku_board *board, struct move_list *list)
{
    const struct gomoku_position *position = &board->position;
    for (int rank = 1; rank <= position->size; rank++) {
        for (uint64_t files = gomoku_empty(position, rank); files;) {
            int square = gomoku_square(bit_pop(&files) - GOMOKU_REACH + 1, rank);
            if ((has_company(gomoku_board_pattern(board, BLACK, square)) ||
                 has_company(gomoku_board_pattern(board, WHITE, square))) &&
                gomoku_board_allows(board, mover_of(board), square)) {
                move_list_add(list, (move_t)square);
            }
        }
    }
}

void gomoku_candidates(struct gomoku_board *board, struct move_list *list)
{
    enum gomoku_colour mover = mover_of(board), opponent = (enum gomoku_colour)(1 - mover);
    int before = list->count;
    bool plain = gomoku_fours_are_plain(board);
    if (board->count[mover][THREAT_FIVE]) {
        add_threats(board, mover, THREAT_FIVE, list);
    } else if (board->count[opponent][THREAT_FIVE]) {
        add_stops(board, THREAT_FIVE, THREAT_FIVE, list);
    } else if (plain &&
               (board->count[mover][THREAT_OPEN_FOUR] || board->count[mover][THREAT_FOURS])) {
        add_threats(board, mover, THREAT_OPEN_FOUR, list);
        add_threats(board, mover, THREAT_FOURS, list);
    } else if (plain && gomoku_urgency(board) == URGENCY_THREE) {
        gomoku_defences(board, list);
        struct move_list fours = {.count = 0};
        for (int threat = THREAT_FOUR; threat <= THREAT_FOUR_THREE; threat++) {
            add_threats(board, mover, (enum gomoku_threat)threat, &fours);
        }
        add_threats(board, mover, THREAT_SUSPECT, &fours);
        for (int i = 0; i < fours.count; i++) {
            if (move_list_find(list, fours.moves[i]) < 0) {
                move_list_add(list, fours.moves[i]);
            }
        }
    }
    if (list->count == before) {
        gomoku_heedless_candidates(board, list);
    }
}

void gomoku_heedless_candidates(struct gomoku_board *board, struct move_list *list)
{
    int before = list->count;
    if (board->position.stone_count == 0) {
        int middle = (board->position.size + 1) / 2;
        move_list_add(list, (move_t)gomoku_square(middle, middle));
    } else {
        add_near(board, list);
    }
    if (list->count == before) {
        gomoku_legal_moves(&board->position, list);
    }
}
