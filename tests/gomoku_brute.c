/* SPDX-License-Identifier: MIT */
#include "gomoku_brute.h"

#include <stdlib.h>
#include <string.h>

struct square {
    int file, rank;
};

static bool may_play(const struct oracle_board *board, int file, int rank, char who)
{
    return board->at[file][rank] == '.' &&
           oracle_forbidden(*board, file, rank, who) == FORBIDDEN_NOT;
}

/* Returns the number of squares on which `who` wins with the next move. Lists at most two of
 * them. */
static int list_fives(const struct oracle_board *board, char who, struct square fives[2])
{
    int count = 0;
    for (int file = 0; file < board->size; file++) {
        for (int rank = 0; rank < board->size; rank++) {
            if (board->at[file][rank] == '.' && oracle_wins(*board, file, rank, who)) {
                if (count < 2) {
                    fives[count] = (struct square){file, rank};
                }
                count++;
            }
        }
    }
    return count;
}

/* True if a stone on the square can be part of a four: it is in some row of five squares with three
 * stones of its colour and none of the other. Other squares need no search. */
static bool has_three_near(const struct oracle_board *board, int file, int rank, char who)
{
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        struct oracle_line line = oracle_line_of(board, file, rank, (enum gomoku_direction)d);
        for (int first = line.at - 4; first <= line.at; first++) {
            int own = 0, empty = 0;
            for (int i = first; i < first + 5; i++) {
                char cell = i < 0 || i >= line.length ? '#' : line.cells[i];
                own += cell == who;
                empty += cell == '.';
            }
            if (own >= 3 && own + empty == 5) {
                return true;
            }
        }
    }
    return false;
}

static bool wins_within(struct oracle_board *board, char who, int plies)
{
    struct square fives[2], other_fives[2];
    char other = who == 'x' ? 'o' : 'x';
    if (list_fives(board, who, fives) > 0) {
        return plies >= 1;
    }
    if (plies < 3) {
        return false;
    }
    int threats = list_fives(board, other, other_fives);
    bool won = false;
    for (int file = 0; file < board->size && !won && threats < 2; file++) {
        for (int rank = 0; rank < board->size && !won; rank++) {
            if ((threats && (file != other_fives[0].file || rank != other_fives[0].rank)) ||
                board->at[file][rank] != '.' || !has_three_near(board, file, rank, who) ||
                !may_play(board, file, rank, who)) {
                continue;
            }
            board->at[file][rank] = who;
            int count = list_fives(board, who, fives);
            if (count >= 2) {
                won = true; /* the opponent can block only one */
            } else if (count == 1) {
                struct square five = fives[0];
                if (!may_play(board, five.file, five.rank, other)) {
                    won = true;
                } else {
                    board->at[five.file][five.rank] = other;
                    won = wins_within(board, who, plies - 2);
                    board->at[five.file][five.rank] = '.';
                }
            }
            board->at[file][rank] = '.';
        }
    }
    return won;
}

int brute_fours(struct oracle_board *board, char who, int most)
{
    for (int plies = 1; plies <= most; plies += 2) {
        if (wins_within(board, who, plies)) {
            return plies;
        }
    }
    return 0;
}
