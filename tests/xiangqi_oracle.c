/* SPDX-License-Identifier: MIT */
#include "xiangqi_oracle.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_black(char piece)
{
    return piece >= 'a';
}

/* Counts the pieces strictly between two squares of a line; -1: the squares are not on a line. */
static int between(const struct oracle *oracle, int file, int rank, int file2, int rank2)
{
    int files = (file2 > file) - (file2 < file), ranks = (rank2 > rank) - (rank2 < rank);
    int count = 0;
    if ((files != 0) == (ranks != 0)) {
        return -1;
    }
    for (file += files, rank += ranks; file != file2 || rank != rank2;
         file += files, rank += ranks) {
        count += oracle->squares[rank][file] != '.';
    }
    return count;
}

static bool in_palace(int file, int depth)
{
    return file >= 3 && file <= 5 && depth <= 2;
}

/* True if the piece can move there. With `facing`, kings capture each other on an open file. */
static bool reaches(const struct oracle *oracle, int file, int rank, int file2, int rank2,
                    bool facing)
{
    char piece = oracle->squares[rank][file], target = oracle->squares[rank2][file2];
    bool black = is_black(piece);
    int depth = black ? 9 - rank : rank, depth2 = black ? 9 - rank2 : rank2;
    int files = abs(file2 - file), ranks = abs(rank2 - rank);
    if (target != '.' && is_black(target) == black) {
        return false;
    }
    switch (piece | 0x20) {
    case 'k':
        return (files + ranks == 1 && in_palace(file2, depth2)) ||
               (facing && (target | 0x20) == 'k' && files == 0 &&
                between(oracle, file, rank, file2, rank2) == 0);
    case 'a':
        return files == 1 && ranks == 1 && in_palace(file2, depth2);
    case 'b':
        return files == 2 && ranks == 2 && depth2 <= 4 &&
               oracle->squares[(rank + rank2) / 2][(file + file2) / 2] == '.';
    case 'n':
        return (files == 2 && ranks == 1 && oracle->squares[rank][(file + file2) / 2] == '.') ||
               (files == 1 && ranks == 2 && oracle->squares[(rank + rank2) / 2][file] == '.');
    case 'r':
        return between(oracle, file, rank, file2, rank2) == 0;
    case 'c':
        return between(oracle, file, rank, file2, rank2) == (target != '.');
    default:
        return (files == 0 && depth2 == depth + 1) || (depth >= 5 && files == 1 && ranks == 0);
    }
}

bool oracle_attacks_king(const struct oracle *oracle, bool black)
{
    char king = black ? 'K' : 'k';
    int place = 0;
    while (oracle->squares[place / 9][place % 9] != king) {
        place++;
    }
    for (int square = 0; square < 90; square++) {
        char piece = oracle->squares[square / 9][square % 9];
        if (piece != '.' && is_black(piece) == black &&
            reaches(oracle, square % 9, square / 9, place % 9, place / 9, true)) {
            return true;
        }
    }
    return false;
}

static void move_piece(struct oracle *oracle, int from, int to)
{
    oracle->squares[to / 9][to % 9] = oracle->squares[from / 9][from % 9];
    oracle->numbers[to / 9][to % 9] = oracle->numbers[from / 9][from % 9];
    oracle->squares[from / 9][from % 9] = '.';
}

void oracle_play(struct oracle *oracle, const char *text)
{
    const int from = (text[1] - '0') * 9 + text[0] - 'a', to = (text[3] - '0') * 9 + text[2] - 'a';
    oracle->clock = oracle->squares[to / 9][to % 9] == '.' ? oracle->clock + 1 : 0;
    oracle->number += oracle->black;
    oracle->black = !oracle->black;
    move_piece(oracle, from, to);
}

/* True if the piece can go there and its king is safe afterwards, whoever is to move. */
static bool may_go(const struct oracle *oracle, int from, int to)
{
    const char piece = oracle->squares[from / 9][from % 9];
    struct oracle after = *oracle;
    if (from == to || piece == '.' || !reaches(oracle, from % 9, from / 9, to % 9, to / 9, false)) {
        return false;
    }
    move_piece(&after, from, to);
    return !oracle_attacks_king(&after, !is_black(piece));
}

int oracle_moves(const struct oracle *oracle, char texts[MAX_MOVES][5])
{
    int count = 0;
    for (int pair = 0; pair < 90 * 90; pair++) {
        const int from = pair / 90, to = pair % 90;
        if (is_black(oracle->squares[from / 9][from % 9]) == oracle->black &&
            may_go(oracle, from, to)) {
            snprintf(texts[count++], 5, "%c%d%c%d", 'a' + from % 9, from / 9, 'a' + to % 9, to / 9);
        }
    }
    return count;
}

void oracle_format(const struct oracle *oracle, char fen[120])
{
    char *at = fen;
    for (int rank = 9; rank >= 0; rank--) {
        for (int file = 0; file < 9; file++) {
            int empty = 0;
            while (file + empty < 9 && oracle->squares[rank][file + empty] == '.') {
                empty++;
            }
            *at++ = (char)(empty ? '0' + empty : oracle->squares[rank][file]);
            file += empty ? empty - 1 : 0;
        }
        *at++ = rank > 0 ? '/' : ' ';
    }
    sprintf(at, "%c - - %d %d", oracle->black ? 'b' : 'w', oracle->clock, oracle->number);
}

void oracle_read(const char *fen, struct oracle *oracle)
{
    int place = 0;
    char side;
    for (; *fen != ' '; fen++) {
        for (int i = *fen >= '1' && *fen <= '9' ? *fen - '0' : 0; i > 0; i--) {
            oracle->squares[9 - place / 9][place % 9] = '.';
            place++;
        }
        if (*fen > '9') {
            oracle->squares[9 - place / 9][place % 9] = *fen;
            oracle->numbers[9 - place / 9][place % 9] = place;
            place++;
        }
    }
    ck_assert_int_eq(sscanf(fen, " %c - - %d %d", &side, &oracle->clock, &oracle->number), 3);
    oracle->black = side == 'b';
}

/* True if the piece is protected when one has captured it: any piece can recapture. */
static bool is_recaptured(const struct oracle *oracle, int from, int to)
{
    struct oracle after = *oracle;
    move_piece(&after, from, to);
    for (int square = 0; square < 90; square++) {
        if (may_go(&after, square, to)) {
            return true;
        }
    }
    return false;
}

/* True if the horse attacks the king as soon as the other piece is gone. */
static bool is_pinned_by(const struct oracle *oracle, int pinned, int horse)
{
    struct oracle without = *oracle;
    const bool black = is_black(oracle->squares[pinned / 9][pinned % 9]);
    without.squares[pinned / 9][pinned % 9] = '.';
    for (int square = 0; square < 90; square++) {
        if (without.squares[square / 9][square % 9] == (black ? 'k' : 'K')) {
            return reaches(&without, horse % 9, horse / 9, square % 9, square / 9, false);
        }
    }
    return false;
}

/* True if one piece threatens the other in the sense of the rules about chases. */
static bool threatens(const struct oracle *oracle, int from, int to)
{
    const char hunter = oracle->squares[from / 9][from % 9] | 0x20;
    const char piece = oracle->squares[to / 9][to % 9], prey = piece | 0x20;
    const int depth = is_black(piece) ? 9 - to / 9 : to / 9;
    if (hunter == 'k' || hunter == 'p' || prey == 'k' || (prey == 'p' && depth < 5) ||
        piece == '.' || !may_go(oracle, from, to)) {
        return false;
    }
    if (prey == 'r' && (hunter == 'n' || hunter == 'c')) {
        return true;
    }
    if ((prey == hunter && may_go(oracle, to, from)) ||
        (hunter == 'r' && prey == 'n' && is_pinned_by(oracle, from, to))) {
        return false;
    }
    return !is_recaptured(oracle, from, to);
}

/* True if any piece of a side threatens the piece with this number. */
static bool is_hunted(const struct oracle *oracle, bool by_black, int number)
{
    for (int pair = 0; pair < 90 * 90; pair++) {
        const int from = pair / 90, to = pair % 90;
        const char hunter = oracle->squares[from / 9][from % 9];
        if (hunter != '.' && is_black(hunter) == by_black &&
            oracle->squares[to / 9][to % 9] != '.' && oracle->numbers[to / 9][to % 9] == number &&
            threatens(oracle, from, to)) {
            return true;
        }
    }
    return false;
}

/* True if every move of the side in the cycle gives check; if `number` is not -1: makes a new
 * threat to the piece with this number. */
static bool always(const struct oracle *boards, int plies, bool black, int number)
{
    for (int ply = 0; ply < plies; ply++) {
        const struct oracle *before = &boards[ply], *after = &boards[ply + 1];
        if (before->black == black &&
            !(number < 0 ? oracle_attacks_king(after, black)
                         : is_hunted(after, black, number) && !is_hunted(before, black, number))) {
            return false;
        }
    }
    return true;
}

static bool always_chases(const struct oracle *boards, int plies, bool black)
{
    for (int square = 0; square < 90; square++) {
        const char prey = boards->squares[square / 9][square % 9];
        if (prey != '.' && is_black(prey) != black &&
            always(boards, plies, black, boards->numbers[square / 9][square % 9])) {
            return true;
        }
    }
    return false;
}

enum game_result oracle_judge(const struct oracle *boards, int plies)
{
    bool red = always(boards, plies, false, -1), black = always(boards, plies, true, -1);
    if (!red && !black) {
        red = always_chases(boards, plies, false);
        black = always_chases(boards, plies, true);
    }
    return red == black ? RESULT_DRAW : red ? RESULT_P2_WINS : RESULT_P1_WINS;
}
