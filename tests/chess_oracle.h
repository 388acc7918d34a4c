/* SPDX-License-Identifier: MIT */
/* An independent, slow implementation of the rules of chess: letters on 64 squares, where every
 * move is tried and its result examined.
 *
 * It shares nothing with src/games/chess, so that the two can be compared. */
#ifndef TESTS_CHESS_ORACLE_H
#define TESTS_CHESS_ORACLE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct oracle {
    char squares[64]; /* letters of a FEN, '.' for empty; a1 first */
    bool black;
    bool rights[64]; /* the rook on this square may castle */
    int ep;          /* square or -1 */
};

struct oracle_move {
    int from, to;
    char promotion; /* 'n' 'b' 'r' 'q' or 0 */
    bool castling;  /* `to` is the square of the rook */
};

struct oracle_list {
    int count;
    struct oracle_move moves[512];
};

static inline bool oracle_own(const struct oracle *oracle, int square)
{
    char piece = oracle->squares[square];
    return piece != '.' && (islower(piece) != 0) == oracle->black;
}

static inline int oracle_find(const struct oracle *oracle, char piece)
{
    return (int)((const char *)memchr(oracle->squares, piece, 64) - oracle->squares);
}

/* Returns the square one step away, or -1 outside the board. */
static inline int oracle_step(int square, int file, int rank)
{
    int new_file = square % 8 + file, new_rank = square / 8 + rank;
    bool inside = new_file >= 0 && new_file < 8 && new_rank >= 0 && new_rank < 8;
    return inside ? new_rank * 8 + new_file : -1;
}

static const int oracle_steps[16][2] = {
    {0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1},   {1, -1},  {-1, -1}, {-1, 1},
    {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1},  {-1, 2},
};

/* Selects the range of oracle_steps that a piece uses, and whether it slides. */
static inline void oracle_reach(char piece, int *first, int *last, bool *slides)
{
    char kind = (char)tolower(piece);
    *first = kind == 'b' ? 4 : kind == 'n' ? 8 : 0;
    *last = kind == 'r' ? 4 : kind == 'n' ? 16 : 8;
    *slides = kind == 'b' || kind == 'r' || kind == 'q';
}

/* True if a piece of the given colour attacks the square. */
static inline bool oracle_attacked(const struct oracle *oracle, int square, bool by_black)
{
    for (int from = 0; from < 64; from++) {
        char piece = oracle->squares[from];
        if (piece == '.' || (islower(piece) != 0) != by_black) {
            continue;
        }
        if (tolower(piece) == 'p') {
            int ahead = by_black ? -1 : 1;
            if (oracle_step(from, 1, ahead) == square || oracle_step(from, -1, ahead) == square) {
                return true;
            }
            continue;
        }
        int first, last;
        bool slides;
        oracle_reach(piece, &first, &last, &slides);
        for (int i = first; i < last; i++) {
            int to = from;
            do {
                to = oracle_step(to, oracle_steps[i][0], oracle_steps[i][1]);
                if (to == square) {
                    return true;
                }
            } while (slides && to >= 0 && oracle->squares[to] == '.');
        }
    }
    return false;
}

static inline bool oracle_in_check(const struct oracle *oracle, bool black)
{
    return oracle_attacked(oracle, oracle_find(oracle, black ? 'k' : 'K'), !black);
}

static inline void oracle_play(struct oracle *oracle, struct oracle_move move)
{
    char piece = oracle->squares[move.from];
    int ep = oracle->ep;
    oracle->ep = -1;
    oracle->rights[move.from] = oracle->rights[move.to] = false;
    if (tolower(piece) == 'k') {
        memset(oracle->rights + (oracle->black ? 56 : 0), 0, 8);
    }
    if (move.castling) {
        char rook = oracle->squares[move.to];
        int rank = move.from / 8 * 8;
        bool east = move.to > move.from;
        oracle->squares[move.from] = oracle->squares[move.to] = '.';
        oracle->squares[rank + (east ? 6 : 2)] = piece;
        oracle->squares[rank + (east ? 5 : 3)] = rook;
    } else {
        if (tolower(piece) == 'p') {
            if (move.to == ep) {
                oracle->squares[move.from / 8 * 8 + move.to % 8] = '.';
            }
            if (abs(move.to - move.from) == 16) {
                oracle->ep = (move.from + move.to) / 2;
            }
        }
        oracle->squares[move.from] = '.';
        oracle->squares[move.to] =
            move.promotion ? (char)(oracle->black ? move.promotion : toupper(move.promotion))
                           : piece;
    }
    oracle->black = !oracle->black;
}

/* Adds the move unless it leaves the own king in check. */
static inline void oracle_add(const struct oracle *oracle, struct oracle_list *list,
                              struct oracle_move move)
{
    struct oracle after = *oracle;
    oracle_play(&after, move);
    if (!oracle_in_check(&after, oracle->black)) {
        list->moves[list->count++] = move;
    }
}

static inline void oracle_pawn(const struct oracle *oracle, struct oracle_list *list, int from,
                               int to)
{
    struct oracle_move move = {.from = from, .to = to};
    if (to / 8 != 0 && to / 8 != 7) {
        oracle_add(oracle, list, move);
        return;
    }
    for (const char *kind = "nbrq"; *kind; kind++) {
        move.promotion = *kind;
        oracle_add(oracle, list, move);
    }
}

static inline void oracle_pawn_moves(const struct oracle *oracle, struct oracle_list *list,
                                     int from)
{
    int ahead = oracle->black ? -1 : 1;
    int to = oracle_step(from, 0, ahead);
    if (to >= 0 && oracle->squares[to] == '.') {
        oracle_pawn(oracle, list, from, to);
        int twice = oracle_step(to, 0, ahead);
        if (from / 8 == (oracle->black ? 6 : 1) && oracle->squares[twice] == '.') {
            oracle_pawn(oracle, list, from, twice);
        }
    }
    for (int file = -1; file <= 1; file += 2) {
        to = oracle_step(from, file, ahead);
        if (to >= 0 &&
            ((oracle->squares[to] != '.' && !oracle_own(oracle, to)) || to == oracle->ep)) {
            oracle_pawn(oracle, list, from, to);
        }
    }
}

/* Castling by FIDE 3.8 and in Chess960: no piece is between, and the king crosses no attacked
 * square. */
static inline void oracle_castling(const struct oracle *oracle, struct oracle_list *list, int rook)
{
    int king = oracle_find(oracle, oracle->black ? 'k' : 'K');
    int rank = king / 8 * 8;
    bool east = rook > king;
    int king_to = rank + (east ? 6 : 2), rook_to = rank + (east ? 5 : 3);
    int low = king, high = king;
    const int ends[] = {rook, king_to, rook_to};
    for (int i = 0; i < 3; i++) {
        low = ends[i] < low ? ends[i] : low;
        high = ends[i] > high ? ends[i] : high;
    }
    for (int square = low; square <= high; square++) {
        if (square != king && square != rook && oracle->squares[square] != '.') {
            return;
        }
    }
    struct oracle without = *oracle;
    without.squares[king] = '.';
    int step = king_to > king ? 1 : -1;
    for (int square = king;; square += step) {
        if (oracle_attacked(&without, square, !oracle->black)) {
            return;
        }
        if (square == king_to) {
            break;
        }
    }
    oracle_add(oracle, list, (struct oracle_move){.from = king, .to = rook, .castling = true});
}

static inline void oracle_moves(const struct oracle *oracle, struct oracle_list *list)
{
    list->count = 0;
    for (int from = 0; from < 64; from++) {
        if (!oracle_own(oracle, from)) {
            continue;
        }
        if (tolower(oracle->squares[from]) == 'p') {
            oracle_pawn_moves(oracle, list, from);
            continue;
        }
        int first, last;
        bool slides;
        oracle_reach(oracle->squares[from], &first, &last, &slides);
        for (int i = first; i < last; i++) {
            int to = from;
            do {
                to = oracle_step(to, oracle_steps[i][0], oracle_steps[i][1]);
                if (to >= 0 && !oracle_own(oracle, to)) {
                    oracle_add(oracle, list, (struct oracle_move){.from = from, .to = to});
                }
            } while (slides && to >= 0 && oracle->squares[to] == '.');
        }
        if (oracle->rights[from]) {
            oracle_castling(oracle, list, from);
        }
    }
}

static inline uint64_t oracle_perft(const struct oracle *oracle, int depth)
{
    if (depth == 0) {
        return 1;
    }
    struct oracle_list list;
    oracle_moves(oracle, &list);
    uint64_t nodes = 0;
    for (int i = 0; i < list.count; i++) {
        struct oracle after = *oracle;
        oracle_play(&after, list.moves[i]);
        nodes += oracle_perft(&after, depth - 1);
    }
    return nodes;
}

/* Reads a valid FEN. Castling rights are KQkq (the outermost rook) or files. */
static inline void oracle_read(struct oracle *oracle, const char *fen)
{
    memset(oracle, 0, sizeof *oracle);
    memset(oracle->squares, '.', 64);
    oracle->ep = -1;
    int square = 56;
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            square -= 16;
        } else if (isdigit(*fen)) {
            square += *fen - '0';
        } else {
            oracle->squares[square++] = *fen;
        }
    }
    oracle->black = fen[1] == 'b';
    for (fen += 3; *fen != ' '; fen++) {
        if (*fen == '-') {
            continue;
        }
        bool black = islower(*fen) != 0;
        int rank = black ? 56 : 0, rook = rank + tolower(*fen) - 'a';
        if (tolower(*fen) == 'k' || tolower(*fen) == 'q') {
            int step = tolower(*fen) == 'k' ? -1 : 1;
            rook = step < 0 ? rank + 7 : rank;
            while (oracle->squares[rook] != (black ? 'r' : 'R')) {
                rook += step;
            }
        }
        oracle->rights[rook] = true;
    }
    if (fen[1] != '-') {
        oracle->ep = (fen[2] - '1') * 8 + fen[1] - 'a';
    }
}

#endif
