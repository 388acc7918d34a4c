#include "fours.h"

#include <string.h>

/* Fours looked at in one position. */
#define FOURS_WIDTH 40

/* Of the four kinds of fours, best first, so many make something else at the same time. */
#define FOURS_RICH 2

/* A legal move for the side to move that is not on `square`; MOVE_NONE if there is none. */
static move_t any_other_move(struct gomoku_board *board, int square)
{
    struct move_list list;
    gomoku_legal_moves(&board->position, &list);
    for (int i = 0; i < list.count; i++) {
        if (list.moves[i] != square) {
            return list.moves[i];
        }
    }
    return MOVE_NONE;
}

/* After a move that leaves two squares to win on, or one that the opponent may not play on: the
 * answer that prolongs nothing, and the five. False if, against all reason, it is not won. */
static bool finish(struct gomoku_board *board, move_t *line)
{
    enum gomoku_colour winner = (enum gomoku_colour)(1 - board->position.to_move);
    int five = gomoku_first(board, winner, THREAT_FIVE);
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
    line[1] = (move_t)gomoku_first(board, winner, THREAT_FIVE);
    gomoku_board_unmake(board, line[0]);
    return line[1] != MOVE_NONE;
}

int fours_static_line(struct gomoku_board *board, move_t *line)
{
    enum gomoku_colour mover = (enum gomoku_colour)board->position.to_move;
    int plies = fours_static_win(board);
    if (plies == 1) {
        line[0] = (move_t)gomoku_first(board, mover, THREAT_FIVE);
    }
    if (plies < 3) {
        return plies;
    }
    for (int threat = THREAT_OPEN_FOUR; threat >= THREAT_FOURS; threat--) {
        if (board->count[mover][threat]) {
            line[0] = (move_t)gomoku_first(board, mover, (enum gomoku_threat)threat);
            gomoku_board_make(board, line[0]);
            bool won = finish(board, line + 1);
            gomoku_board_unmake(board, line[0]);
            return won ? 3 : 0;
        }
    }
    return 0;
}

/* The squares where the mover makes a four, best first. */
static int list_fours(const struct fours_search *search, enum gomoku_colour mover, move_t *moves)
{
    static const enum gomoku_threat order[] = {THREAT_FOUR_THREE, THREAT_FOUR_MORE, THREAT_FOUR,
                                               THREAT_SUSPECT};
    const struct gomoku_board *board = search->board;
    int count = 0, kinds = search->only_rich ? FOURS_RICH : LENGTH(order);
    for (int i = 0; i < kinds; i++) {
        if (!board->count[mover][order[i]]) {
            continue;
        }
        for (int word = 0; word < GOMOKU_WORDS; word++) {
            uint64_t squares = board->squares[mover][order[i]][word];
            while (squares && count < FOURS_WIDTH) {
                moves[count++] = (move_t)(64 * word + bit_pop(&squares));
            }
        }
    }
    return count;
}

/* Renju's double-three that is a four, too. */
static bool makes_four(const struct gomoku_board *board, enum gomoku_colour mover, int square)
{
    unsigned threat = board->threat[mover][square];
    if (threat != THREAT_SUSPECT) {
        return threat >= THREAT_FOUR;
    }
    unsigned strongest = gomoku_cross_shapes[gomoku_cross_of[board->cross[mover][square]]] & 15;
    return strongest >= SHAPE_FOUR && strongest <= SHAPE_OPEN_FOUR;
}

static int win_at(struct fours_search *search, int plies, int at);

/* Plies of the win that begins with a four on `square`; 0 if it is none. */
static int try_four(struct fours_search *search, int square, int plies, int at)
{
    struct gomoku_board *board = search->board;
    enum gomoku_colour mover = (enum gomoku_colour)board->position.to_move;
    move_t *line = &search->line[at];
    if (!makes_four(board, mover, square) || !gomoku_board_allows(board, mover, square)) {
        return 0;
    }
    int won = 0;
    line[0] = (move_t)square;
    gomoku_board_make(board, line[0]);
    int five = gomoku_first(board, mover, THREAT_FIVE);
    line[1] = (move_t)five;
    if (board->count[mover][THREAT_FIVE] >= 2 ||
        !gomoku_board_allows(board, (enum gomoku_colour)(1 - mover), five)) {
        won = finish(board, line + 1) ? 3 : 0;
    } else if (plies > 3) {
        gomoku_board_make(board, line[1]);
        won = win_at(search, plies - 2, at + 2);
        won += won ? 2 : 0;
        gomoku_board_unmake(board, line[1]);
    }
    gomoku_board_unmake(board, line[0]);
    return won;
}

/* Plies of a win by fours within `plies`, 0 if none was found; its moves from line[at] on. */
static int win_at(struct fours_search *search, int plies, int at)
{
    struct gomoku_board *board = search->board;
    enum gomoku_colour mover = (enum gomoku_colour)board->position.to_move;
    search->nodes++;
    int won = fours_static_win(board);
    if (won) {
        return won > plies ? 0 : fours_static_line(board, &search->line[at]);
    }
    if (search->owner && search_stopped(search->owner)) {
        search->limit = 0;
    }
    if (plies < 3 || search->nodes >= search->limit) {
        return 0;
    }
    if (board->count[1 - mover][THREAT_FIVE]) {
        /* The opponent's four must be stopped by a four. */
        return board->count[1 - mover][THREAT_FIVE] > 1
                   ? 0
                   : try_four(search,
                              gomoku_first(board, (enum gomoku_colour)(1 - mover), THREAT_FIVE),
                              plies, at);
    }
    struct fours_entry *entry = &search->table->entries[board->position.key % FOURS_ENTRIES];
    /* Three plies without an open four: only if the one answer is forbidden. */
    if (plies == 3 && !gomoku_may_forbid(&board->position, (enum gomoku_colour)(1 - mover))) {
        return 0;
    }
    uint64_t left = search->limit - search->nodes;
    if (entry->key == board->position.key && entry->plies >= plies &&
        (entry->nodes == UINT32_MAX || (at == 0 && entry->nodes >= left))) {
        return 0;
    }
    move_t moves[FOURS_WIDTH];
    int count = list_fours(search, mover, moves);
    for (int i = 0; i < count && search->nodes < search->limit; i++) {
        won = try_four(search, moves[i], plies, at);
        if (won) {
            return won;
        }
    }
    /* Cut short inside a search, nothing is known; cut short as a whole, not to be tried again. */
    bool whole = search->nodes < search->limit;
    if (count > 0 && search->limit > 0 && (whole || at == 0)) {
        *entry = (struct fours_entry){
            .key = board->position.key,
            .plies = plies,
            .nodes = whole ? UINT32_MAX : (uint32_t)left,
        };
    }
    return 0;
}

bool fours_win(struct fours_search *search, int plies)
{
    plies = plies < FOURS_MAX_PLIES - 1 ? plies : FOURS_MAX_PLIES - 1;
    int room = GOMOKU_MAX_LINE - search->board->line - 3;
    search->length = win_at(search, plies < room ? plies : room, 0);
    return search->length > 0;
}
