/* SPDX-License-Identifier: MIT */
#include "vcf.h"

#include "candidates.h"
#include "rules.h"

/* The maximum number of fours tried in one position. */
#define VCF_WIDTH 40

/* The first VCF_RICH of the four kinds of fours also make a three or two. */
#define VCF_RICH 2

/* A legal move for the side to move that is not on `square`; MOVE_NONE if there is none. */
static move_t any_other_move(struct gomoku_board *board, int square)
{
    struct move_list list = {.count = 0};
    gomoku_legal_moves(&board->position, &list);
    for (int i = 0; i < list.count; i++) {
        if (list.moves[i] != square) {
            return list.moves[i];
        }
    }
    return MOVE_NONE;
}

/* Writes the last two moves, after a move that leaves two winning squares, or one that the rule
 * forbids the opponent: a reply, and the five. False if there is no win after all. */
static bool finish(struct gomoku_board *board, move_t *line)
{
    enum gomoku_colour winner = (enum gomoku_colour)(1 - board->position.to_move);
    int five = gomoku_board_first(board, winner, THREAT_FIVE);
    if (!five) {
        return false;
    }
    line[0] = (move_t)five;
    if (!gomoku_board_allows(board, (enum gomoku_colour)board->position.to_move, five)) {
        line[0] = any_other_move(board, five);
        if (line[0] == MOVE_NONE) {
            return false;
        }
        line[1] = (move_t)five;
        return true;
    }
    gomoku_board_make(board, line[0]);
    line[1] = (move_t)gomoku_board_first(board, winner, THREAT_FIVE);
    gomoku_board_unmake(board, line[0]);
    return line[1] != MOVE_NONE;
}

/* Writes a win within `plies`, 1 or 3, that gomoku_vcf_static_win has found. Returns its plies; 0
 * if there is none after all. */
static int write_static_line(struct gomoku_board *board, int plies, move_t *line)
{
    enum gomoku_colour mover = (enum gomoku_colour)board->position.to_move;
    if (plies == 1) {
        line[0] = (move_t)gomoku_board_first(board, mover, THREAT_FIVE);
    }
    if (plies < 3) {
        return plies;
    }
    for (int threat = THREAT_OPEN_FOUR; threat >= THREAT_FOURS; threat--) {
        if (board->count[mover][threat]) {
            line[0] = (move_t)gomoku_board_first(board, mover, (enum gomoku_threat)threat);
            gomoku_board_make(board, line[0]);
            bool won = finish(board, line + 1);
            gomoku_board_unmake(board, line[0]);
            return won ? 3 : 0;
        }
    }
    return 0;
}

int gomoku_vcf_static_line(struct gomoku_board *board, move_t *line)
{
    return write_static_line(board, gomoku_vcf_static_win(board), line);
}

/* The squares on which the opponent of the side to move makes a five. */
struct danger {
    int count; /* 2: two or more */
    int square;
};

static struct danger danger_of(const struct gomoku_board *board)
{
    const enum gomoku_colour opponent = (enum gomoku_colour)(1 - board->position.to_move);
    return (struct danger){board->count[opponent][THREAT_FIVE],
                           gomoku_board_first(board, opponent, THREAT_FIVE)};
}

/* The same after the opponent's move to `last`, if there was no such square before it. */
static struct danger danger_after(const struct gomoku_position *position, int last)
{
    const enum gomoku_colour opponent = (enum gomoku_colour)(1 - position->to_move);
    struct danger danger = {0, 0};
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        const enum gomoku_direction direction = (enum gomoku_direction)d;
        const enum gomoku_shape shape = gomoku_shape_of(position, last, opponent, direction);
        if (shape < SHAPE_FOUR || shape == SHAPE_OVERLINE) {
            continue;
        }
        const struct gomoku_place place = gomoku_place(last, direction);
        const uint32_t taken = position->stones[BLACK].line[d][place.index] |
                               position->stones[WHITE].line[d][place.index] |
                               position->outside.line[d][place.index];
        danger.count += shape == SHAPE_FOUR ? 1 : 2;
        for (int distance = -GOMOKU_REACH; distance <= GOMOKU_REACH; distance++) {
            const int square = last + distance * gomoku_step(direction);
            if (!(taken >> (place.bit + distance) & 1) &&
                gomoku_shape_of(position, square, opponent, direction) == SHAPE_FIVE) {
                danger.square = square;
            }
        }
    }
    return danger;
}

/* Lists the squares where the mover makes a four, best first. */
static int list_fours(const struct gomoku_vcf *search, enum gomoku_colour mover, move_t *moves)
{
    static const enum gomoku_threat order[] = {THREAT_FOUR_THREE, THREAT_FOUR_MORE, THREAT_FOUR,
                                               THREAT_SUSPECT};
    const struct gomoku_board *board = search->board;
    int count = 0, kinds = search->only_rich ? VCF_RICH : LENGTH(order);
    for (int i = 0; i < kinds; i++) {
        if (!board->count[mover][order[i]]) {
            continue;
        }
        for (int word = 0; word < GOMOKU_WORDS; word++) {
            uint64_t squares = board->squares[mover][order[i]][word];
            while (squares && count < VCF_WIDTH) {
                moves[count++] = (move_t)(64 * word + bit_pop(&squares));
            }
        }
    }
    return count;
}

/* Whether a move makes a four; THREAT_SUSPECT may be a double-three with or without a four. */
static bool makes_four(const struct gomoku_board *board, enum gomoku_colour mover, int square)
{
    enum gomoku_threat threat = gomoku_board_threat(board, (int)mover, square);
    if (threat != THREAT_SUSPECT) {
        return threat >= THREAT_FOUR;
    }
    unsigned strongest = gomoku_code_pattern[gomoku_board_code(board, (int)mover, square)] & 15;
    return strongest >= SHAPE_FOUR && strongest <= SHAPE_OPEN_FOUR;
}

/* Makes a move. The attacker is the side that moves first. */
INLINE void make(struct gomoku_vcf *search, move_t move)
{
    if (search->is_half) {
        gomoku_board_make_for(search->board, move, search->attacker);
    } else {
        gomoku_board_make(search->board, move);
    }
}

static int search_at(struct gomoku_vcf *search, int plies, int at, struct danger danger);

/* The plies of a win that begins with a four on `square`; 0 if none was found. */
static int try_four(struct gomoku_vcf *search, int square, int plies, int at)
{
    struct gomoku_board *board = search->board;
    enum gomoku_colour mover = search->attacker;
    move_t *line = &search->line[at];
    if (!makes_four(board, mover, square) || !gomoku_board_allows(board, mover, square)) {
        return 0;
    }
    int won = 0;
    line[0] = (move_t)square;
    make(search, line[0]);
    int five = gomoku_board_first(board, mover, THREAT_FIVE);
    line[1] = (move_t)five;
    if (board->count[mover][THREAT_FIVE] >= 2 ||
        (!search->is_half && !gomoku_board_allows(board, (enum gomoku_colour)(1 - mover), five))) {
        won = finish(board, line + 1) ? 3 : 0;
    } else if (plies > 3) {
        make(search, line[1]);
        won = search_at(search, plies - 2, at + 2,
                        search->is_half ? danger_after(&board->position, five) : danger_of(board));
        won += won ? 2 : 0;
        gomoku_board_unmake(board, line[1]);
    }
    gomoku_board_unmake(board, line[0]);
    return won;
}

/* The plies of a VCF within `plies`, whose moves are in line[at] and after; 0 if none was found. */
static int search_at(struct gomoku_vcf *search, int plies, int at, struct danger danger)
{
    struct gomoku_board *board = search->board;
    enum gomoku_colour mover = search->attacker;
    search->nodes++;
    int won = gomoku_vcf_static_win_against(board, danger.count);
    if (won) {
        return won > plies ? 0 : write_static_line(board, won, &search->line[at]);
    }
    if (search->owner && search_stopped(search->owner)) {
        search->limit = 0;
    }
    if (plies < 3 || search->nodes >= search->limit) {
        return 0;
    }
    if (danger.count) {
        /* A move that stops the opponent's four must also make a four. */
        return danger.count > 1 ? 0 : try_four(search, danger.square, plies, at);
    }
    struct gomoku_vcf_entry *entry = &search->table->entries[board->position.key % VCF_ENTRIES];
    /* A win in three plies without an open four requires a forbidden reply. */
    if (plies == 3 && !gomoku_may_forbid(&board->position, (enum gomoku_colour)(1 - mover))) {
        return 0;
    }
    uint64_t left = search->limit - search->nodes;
    if (entry->key == board->position.key && entry->plies >= plies &&
        (entry->nodes == UINT32_MAX || (at == 0 && entry->nodes >= left))) {
        return 0;
    }
    move_t moves[VCF_WIDTH];
    int count = list_fours(search, mover, moves);
    for (int i = 0; i < count && search->nodes < search->limit; i++) {
        won = try_four(search, moves[i], plies, at);
        if (won) {
            return won;
        }
    }
    /* Stores that there is no win at all, or none from the root of a search with this limit. */
    bool whole = search->nodes < search->limit;
    if (count > 0 && search->limit > 0 && (whole || at == 0)) {
        *entry = (struct gomoku_vcf_entry){
            .key = board->position.key,
            .plies = plies,
            .nodes = whole ? UINT32_MAX : (uint32_t)left,
        };
    }
    return 0;
}

bool gomoku_vcf_search(struct gomoku_vcf *search, int plies)
{
    plies = plies < VCF_MAX_PLIES - 1 ? plies : VCF_MAX_PLIES - 1;
    int room = GOMOKU_MAX_LINE - search->board->line - 3;
    const struct gomoku_board *board = search->board;
    search->attacker = (enum gomoku_colour)board->position.to_move;
    search->is_half =
        gomoku_fours_are_plain(board) &&
        !gomoku_may_forbid(&board->position, (enum gomoku_colour)(1 - search->attacker));
    search->length = search_at(search, plies < room ? plies : room, 0, danger_of(board));
    return search->length > 0;
}
