/* Victory by continuous fours (VCF): a win in which every move but the last two threatens five at
 * once, so that each answer is forced. Such wins are deep but narrow, and found by a search of
 * their own. Allis, van den Herik and Huntjens, "Go-Moku solved by new search techniques",
 * Computational Intelligence 12/1, 1996, call it threat-space search. */
#ifndef GAMES_GOMOKU_FOURS_H
#define GAMES_GOMOKU_FOURS_H

#include "board.h"

/* Entries of the table of positions without such a win; a power of two. */
#define FOURS_ENTRIES (1 << 15)

/* Longest win found, in plies. */
#define FOURS_MAX_PLIES 128

struct fours_entry {
    uint64_t key;
    int32_t plies;  /* no win within so many plies of play ... */
    uint32_t nodes; /* ... in a search of so many nodes; UINT32_MAX: in any */
};

struct fours_table {
    struct fours_entry entries[FOURS_ENTRIES];
};

struct fours_search {
    struct gomoku_board *board;
    struct fours_table *table; /* of searches that are `only_rich` alike */
    bool only_rich;            /* only fours that make a three or a two as well: misses wins that
                                  need others, at a fraction of the positions */
    struct search *owner;      /* whose stop ends it; NULL: nobody's */
    uint64_t nodes;            /* looked at so far */
    uint64_t limit;            /* end without a result at so many */
    int length;                /* of the win found */
    move_t line[FOURS_MAX_PLIES];
};

/* Whether the side to move wins by fours, in at most `plies` plies; the win, to the five, is then
 * in line[0 .. length - 1]. A false may mean that the limit was reached. */
bool fours_win(struct fours_search *search, int plies);

/* The win that can be seen without a search: its plies, 1 (a five) or 3 (an open four, or two
 * fours), for the side to move, which the opponent cannot prevent; 0 if there is none. */
INLINE int fours_static_win(const struct gomoku_board *board)
{
    const uint16_t *own = board->count[board->position.to_move];
    const uint16_t *other = board->count[1 - board->position.to_move];
    if (own[THREAT_FIVE]) {
        return 1;
    }
    return !other[THREAT_FIVE] && (own[THREAT_OPEN_FOUR] || own[THREAT_FOURS]) ? 3 : 0;
}

/* The moves of a win that fours_static_win sees; their number, 0 if there is none. */
int fours_static_line(struct gomoku_board *board, move_t *line);

#endif
