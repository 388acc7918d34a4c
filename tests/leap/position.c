/* SPDX-License-Identifier: MIT */
#include "position.h"

/* Returns the square `steps` away in a direction, or -1 if it is outside the board. */
static int neighbour(int square, int direction, int steps)
{
    static const int files[] = {0, 1, 0, -1}, ranks[] = {1, 0, -1, 0};
    int file = square % LEAP_SIZE + files[direction] * steps;
    int rank = square / LEAP_SIZE + ranks[direction] * steps;
    bool inside = file >= 0 && file < LEAP_SIZE && rank >= 0 && rank < LEAP_SIZE;
    return inside ? rank * LEAP_SIZE + file : -1;
}

static bool holds(uint32_t stones, int square)
{
    return stones >> square & 1;
}

static void path_add(struct leap_path *path, int square)
{
    path->squares[path->length++] = square;
}

/* Adds a leap in the direction to a path. Returns false if there is no stone to leap over or no
 * place to land. The moving stone has left its first square, and captured stones are gone. */
static bool leap_on(const struct leap_position *position, struct leap_path *path, int direction)
{
    const int at = path->squares[path->length - 1], from = path->squares[0];
    const uint32_t own = position->stones[position->side] & ~(1U << from);
    const uint32_t enemy = position->stones[!position->side] & ~path->taken;
    int over = neighbour(at, direction, 1), to = neighbour(at, direction, 2);
    if (to < 0 || path->length > LEAP_STONES || !holds(enemy, over) || holds(own | enemy, to)) {
        return false;
    }
    path->taken |= 1U << over;
    path_add(path, to);
    return true;
}

bool leap_follow(const struct leap_position *position, move_t move, struct leap_path *path)
{
    *path = (struct leap_path){.length = 0};
    if (move == MOVE_PASS) {
        return true;
    }
    const int from = leap_from(move), leaps = leap_count(move), used = leaps > 0 ? leaps : 1;
    if (from < 0 || from >= LEAP_SQUARES || leaps > LEAP_STONES || (move & 0xff) >> 2 * used != 0 ||
        !holds(position->stones[position->side], from)) {
        return false;
    }
    path_add(path, from);
    if (leaps == 0) {
        int to = neighbour(from, leap_direction(move, 0), 1);
        if (to < 0 || holds(position->stones[0] | position->stones[1], to)) {
            return false;
        }
        path_add(path, to);
        return true;
    }
    for (int n = 0; n < leaps; n++) {
        if (!leap_on(position, path, leap_direction(move, n))) {
            return false;
        }
    }
    return true;
}

bool leap_is_over(const struct leap_position *position, int *balance)
{
    *balance = bit_count(position->stones[0]) - bit_count(position->stones[1]);
    return position->passed == 2 || position->plies_left == 0 || position->stones[0] == 0 ||
           position->stones[1] == 0;
}

static score_t value_of(uint32_t stones)
{
    score_t value = 0;
    for (int square = 0; square < LEAP_SQUARES; square++) {
        value += holds(stones, square) ? 100 + square * 37 % 23 : 0;
    }
    return value;
}

/* 100 centipawns for each stone, and a bonus for its square. */
score_t leap_evaluate(const struct leap_position *position)
{
    return value_of(position->stones[position->side]) - value_of(position->stones[!position->side]);
}

/* Adds a path of leaps and all its continuations to the list. */
static void add_leaps(const struct leap_position *position, struct move_list *list,
                      const struct leap_path *path, unsigned directions)
{
    const int leaps = path->length - 1;
    for (int direction = 0; direction < 4; direction++) {
        struct leap_path longer = *path;
        if (leap_on(position, &longer, direction)) {
            unsigned all = directions | (unsigned)direction << 2 * leaps;
            move_list_add(list, (move_t)((unsigned)(path->squares[0] + 1) << 11 |
                                         (unsigned)(leaps + 1) << 8 | all));
            add_leaps(position, list, &longer, all);
        }
    }
}

void leap_legal_moves(const struct leap_position *position, struct move_list *list)
{
    int balance;
    if (leap_is_over(position, &balance)) {
        return;
    }
    for (int from = 0; from < LEAP_SQUARES; from++) {
        if (!holds(position->stones[position->side], from)) {
            continue;
        }
        for (unsigned direction = 0; direction < 4; direction++) {
            struct leap_path path;
            move_t step = (move_t)((unsigned)(from + 1) << 11 | direction);
            if (leap_follow(position, step, &path)) {
                move_list_add(list, step);
            }
        }
        add_leaps(position, list, &(struct leap_path){.length = 1, .squares = {from}}, 0);
    }
    move_list_add(list, MOVE_PASS);
}

void leap_play(struct leap_position *position, move_t move)
{
    struct leap_path path;
    leap_follow(position, move, &path);
    position->plies_left--;
    position->passed = (uint8_t)(path.length == 0 ? position->passed + 1 : 0);
    int to = -1;
    if (path.length > 0) {
        to = path.squares[path.length - 1];
        uint32_t *own = &position->stones[position->side];
        *own = (*own & ~(1U << path.squares[0])) | 1U << to;
        position->stones[!position->side] &= ~path.taken;
    }
    if (to != LEAP_MIDDLE) {
        position->side ^= 1;
    }
}
