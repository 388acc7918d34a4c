/* SPDX-License-Identifier: MIT */
/* Victory by continuous fours (VCF): a win in which every move but the last two threatens a five,
 * so that each reply is forced. Such wins are deep and narrow, so a separate search finds them. It
 * is the threat-space search of Allis, van den Herik and Huntjens, "Go-Moku solved by new search
 * techniques", Computational Intelligence 12/1, 1996, with fours alone. */
#ifndef GOMOKU_VCF_H
#define GOMOKU_VCF_H

#include "board.h"
#include "level.h"
#include "search.h"

/* Entries of the table of positions without a VCF; a power of two. */
#define VCF_ENTRIES (1 << 15)

/* The maximum length of a win, in plies. */
#define VCF_MAX_PLIES 128

struct gomoku_vcf_entry {
    uint64_t key;
    int32_t plies;  /* there is no win within this number of plies ... */
    uint32_t nodes; /* ... in a search of this number of nodes; UINT32_MAX: of any number */
};

struct gomoku_vcf_table {
    struct gomoku_vcf_entry entries[VCF_ENTRIES];
};

struct gomoku_vcf {
    struct gomoku_board *board;
    struct gomoku_vcf_table *table; /* shared by searches with the same `only_rich` */
    bool only_rich;       /* tries only fours that also make a three or two: finds most wins with a
                             fraction of the nodes */
    struct search *owner; /* the search whose stop ends this one; NULL if none */
    uint64_t nodes;       /* searched so far */
    uint64_t limit;       /* nodes after which it ends without a result */
    int length;           /* length of the win found */
    /* For use by the search itself. */
    enum gomoku_colour attacker;
    bool is_half; /* only the attacker's data is updated: gomoku_board_make_for */
    move_t line[VCF_MAX_PLIES];
};

/* Searches for a VCF of the side to move within `plies` plies. True if there is one: line[0 ..
 * length - 1] is the win, up to the five. False if there is none, or if the limit was reached. */
PER_LEVEL bool gomoku_vcf_search(struct gomoku_vcf *search, int plies);

/* The plies of a win of the side to move that is recognised without a search, if the opponent makes
 * a five on `fives` squares: 1 (a five), 3 (an open four, or two fours); 0 if none. */
INLINE int gomoku_vcf_static_win_against(const struct gomoku_board *board, int fives)
{
    const uint16_t *own = board->count[board->position.to_move];
    return own[THREAT_FIVE] ? 1 : !fives && (own[THREAT_OPEN_FOUR] || own[THREAT_FOURS]) ? 3 : 0;
}

INLINE int gomoku_vcf_static_win(const struct gomoku_board *board)
{
    return gomoku_vcf_static_win_against(board,
                                         board->count[1 - board->position.to_move][THREAT_FIVE]);
}

/* Writes the moves of the win that gomoku_vcf_static_win finds. Returns their number; 0 if none. */
PER_LEVEL int gomoku_vcf_static_line(struct gomoku_board *board, move_t *line);

#endif
