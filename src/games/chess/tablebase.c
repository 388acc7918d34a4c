/* SPDX-License-Identifier: MIT */
#include "tablebase.h"

#include <pthread.h>
#include <string.h>
#include <tbprobe.h>

#include "alloc.h"
#include "library.h"
#include "rules.h"

/* The library is loaded when tables are opened: a program that needs none starts without it. */
static struct {
    TYPE_OF(&tb_init) init;
    TYPE_OF(&tb_probe_wdl_impl) probe;
    TYPE_OF(&tb_probe_root_impl) probe_root;
    const TYPE_OF(TB_LARGEST) * largest; /* pieces of the largest table */
} fathom;

/* A board as the library's functions take it. */
#define PIECES_OF(board)                                                                           \
    (board)->sides[WHITE], (board)->sides[BLACK], (board)->kinds[KING], (board)->kinds[QUEEN],     \
        (board)->kinds[ROOK], (board)->kinds[BISHOP], (board)->kinds[KNIGHT], (board)->kinds[PAWN]

/* The folders of a set of tables, and how many have opened it. */
struct table_set {
    char *paths;
    int users;
};

/* The one set of tables of the program, because the library has only one. */
static struct {
    pthread_mutex_t lock;
    pthread_mutex_t probe_lock; /* held by the thread that probes: Debian builds the library, which
                                   reads a table when it is first probed, without locks */
    struct table_set *set;      /* NULL: no tables are in use */
    int searches;               /* that use the tables: the library must not close them */
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER, .probe_lock = PTHREAD_MUTEX_INITIALIZER};

_Atomic int chess_tablebase_largest;

static bool load(struct error *error)
{
    static const char *const names[] = {"libfathom.so.1"};
    const struct library_function functions[] = {
        {"tb_init", &fathom.init},
        {"tb_probe_wdl_impl", &fathom.probe},
        {"tb_probe_root_impl", &fathom.probe_root},
        {"TB_LARGEST", &fathom.largest},
    };
    return fathom.largest ||
           library_load(names, LENGTH(names), functions, LENGTH(functions), error);
}

/* Opens a set of tables, with the lock held. The library closes the set before, and prints a line
 * for each of its mapped files to standard error, although nothing is wrong. */
static struct table_set *open_set(const char *paths, struct error *error)
{
    if (shared.searches > 0) {
        error_set(error, "the open tables are in use by searches (%d)", shared.searches);
        return NULL;
    }
    struct table_set *set = calloc(1, sizeof *set);
    char *copy = strdup(paths);
    if (!set || !copy || !load(error)) {
        if (!set || !copy) {
            error_set(error, "out of memory for the tables");
        }
        free(copy);
        free(set);
        return NULL;
    }
    set->paths = copy;
    fathom.init(paths);
    shared.set = set;
    atomic_store(&chess_tablebase_largest, (int)*fathom.largest);
    return set;
}

bool chess_tablebase_open_setting(const char *folders, const void **resource, struct error *error)
{
    LOCAL_BUFFER paths = {0};
    int count;
    if (!chess_tablebase_check(folders, &paths, &count, error)) {
        return false;
    }
    if (count == 0) {
        return error_set(error, "there are no Syzygy tables (*.rtbw) in '%.150s'", folders);
    }
    pthread_mutex_lock(&shared.lock);
    struct table_set *set = shared.set;
    if (!set || strcmp(set->paths, buffer_text(&paths)) != 0) {
        set = open_set(buffer_text(&paths), error);
    }
    if (set) {
        set->users++;
    }
    pthread_mutex_unlock(&shared.lock);
    *resource = set;
    return set;
}

void chess_tablebase_close_setting(const void *resource)
{
    pthread_mutex_lock(&shared.lock);
    struct table_set *set = (struct table_set *)(uintptr_t)resource;
    if (--set->users == 0) {
        if (shared.set == set) {
            shared.set = NULL;
            atomic_store(&chess_tablebase_largest, 0);
        }
        free(set->paths);
        free(set);
    }
    pthread_mutex_unlock(&shared.lock);
}

int chess_tablebase_open(const char *folders, struct error *error)
{
    const void *set;
    const bool open = chess_tablebase_open_setting(folders, &set, error);
    return open ? atomic_load(&chess_tablebase_largest) : 0;
}

int chess_tablebase_enter(void)
{
    pthread_mutex_lock(&shared.lock);
    const int largest = atomic_load(&chess_tablebase_largest);
    shared.searches += largest > 0;
    pthread_mutex_unlock(&shared.lock);
    return largest;
}

void chess_tablebase_leave(void)
{
    pthread_mutex_lock(&shared.lock);
    shared.searches--;
    pthread_mutex_unlock(&shared.lock);
}

bool chess_tablebase_probe(const struct chess_position *position, enum chess_wdl *wdl)
{
    const struct chess_board *board = &position->state.board;
    if (!fathom.largest || (unsigned)bit_count(occupied(board)) > *fathom.largest ||
        board->castling != 0) {
        return false;
    }
    pthread_mutex_lock(&shared.probe_lock);
    const unsigned found = fathom.probe(PIECES_OF(board), board->ep, board->side == WHITE);
    pthread_mutex_unlock(&shared.probe_lock);
    *wdl = (enum chess_wdl)found;
    return found != TB_RESULT_FAILED;
}

/* The distance for the side to move that a result of the library has for a move: plies until the
 * next capture or pawn's move, negative if the move loses, 0 if it draws. False if it is not the
 * result of this move. */
static bool read_distance(unsigned result, move_t move, int *distance)
{
    static const unsigned promotions[] = {[TB_PROMOTES_QUEEN] = QUEEN,
                                          [TB_PROMOTES_ROOK] = ROOK,
                                          [TB_PROMOTES_BISHOP] = BISHOP,
                                          [TB_PROMOTES_KNIGHT] = KNIGHT};
    const unsigned promoted =
        move_type(move) == MOVE_PROMOTION ? (unsigned)move_promoted(move) : (unsigned)PAWN;
    const int plies = (int)TB_GET_DTZ(result);
    *distance = TB_GET_WDL(result) < TB_DRAW ? -plies : plies;
    return TB_GET_FROM(result) == (unsigned)move_from(move) &&
           TB_GET_TO(result) == (unsigned)move_to(move) &&
           promotions[TB_GET_PROMOTES(result)] == promoted;
}

/* Finds the distances of legal moves. */
static bool find_distances(const struct chess_position *position, const struct move_list *moves,
                           int *distances)
{
    const struct chess_board *board = &position->state.board;
    unsigned results[TB_MAX_MOVES];
    const unsigned clock = position->state.clock < FIFTY_MOVES ? position->state.clock : 99;
    pthread_mutex_lock(&shared.probe_lock);
    const unsigned found =
        fathom.probe_root(PIECES_OF(board), clock, board->ep, board->side == WHITE, results);
    pthread_mutex_unlock(&shared.probe_lock);
    if (found == TB_RESULT_FAILED || found == TB_RESULT_CHECKMATE || found == TB_RESULT_STALEMATE) {
        return false;
    }
    for (int i = 0; i < moves->count; i++) {
        const unsigned *at = results;
        while (*at != TB_RESULT_FAILED && !read_distance(*at, moves->moves[i], &distances[i])) {
            at++;
        }
        if (*at == TB_RESULT_FAILED) {
            return false;
        }
    }
    return true;
}

/* Finds results instead, as the distances of moves that reach them at once. */
static bool find_results(const struct chess_position *position, const struct move_list *moves,
                         int *distances)
{
    static const int distance_of[] = {
        [WDL_LOSS] = 1, [WDL_CURSED_LOSS] = 101, [WDL_CURSED_WIN] = -101, [WDL_WIN] = -1};
    for (int i = 0; i < moves->count; i++) {
        struct chess_position after = *position;
        enum chess_wdl wdl;
        chess_play(&after, moves->moves[i]);
        if (!chess_tablebase_probe(&after, &wdl)) {
            return false;
        }
        distances[i] = distance_of[wdl];
    }
    return true;
}

/* Whether a position has occurred twice since the last capture or pawn's move. */
static bool has_repeated(const struct chess_position *position)
{
    const struct chess_state *state = &position->state;
    for (int last = 0; last + 4 <= state->repeatable; last++) {
        const uint64_t key =
            last ? position->keys[(state->ply - last) % CHESS_RING] : position->state.key;
        for (int first = last + 4; first <= state->repeatable; first += 2) {
            if (position->keys[(state->ply - first) % CHESS_RING] == key) {
                return true;
            }
        }
    }
    return false;
}

/* The rank of a move that wins for certain, above any distance in plies. */
#define RANK_WIN (1 << 18)

/* Ranks a move by its distance. The tables' distances may be too small by one ply, so a win is
 * certain up to 99 plies. As long as nothing has been repeated, all certain wins are equal, and the
 * search chooses the most natural; and likewise all losses that no count of fifty moves can save.
 */
static int rank_by_distance(int distance, int clock, bool repeated)
{
    if (distance > 0) {
        return distance + clock <= 99 && !repeated ? RANK_WIN : RANK_WIN - (distance + clock);
    }
    if (distance < 0) {
        return clock - 2 * distance < 100 ? -RANK_WIN : -RANK_WIN + (clock - distance);
    }
    return 0;
}

bool chess_tablebase_rank(const struct chess_position *position, const struct move_list *moves,
                          bool fifty, struct chess_ranking *ranking)
{
    int distances[MAX_MOVES];
    const struct chess_board *board = &position->state.board;
    if (bit_count(occupied(board)) > atomic_load(&chess_tablebase_largest) ||
        board->castling != 0) {
        return false;
    }
    ranking->by_distance = find_distances(position, moves, distances);
    if (!ranking->by_distance && !find_results(position, moves, distances)) {
        return false;
    }
    const bool repeated = ranking->by_distance && has_repeated(position);
    const int clock = ranking->by_distance ? position->state.clock : 0;
    const int bound = fifty ? RANK_WIN - FIFTY_MOVES : 1;
    for (int i = 0; i < moves->count; i++) {
        const int rank = rank_by_distance(distances[i], clock, repeated);
        ranking->ranks[i] = rank;
        ranking->scores[i] = rank >= bound    ? SCORE_TABLES
                             : rank <= -bound ? -SCORE_TABLES
                             : rank > 0       ? SCORE_DRAW + CHESS_CURSED_WIN
                             : rank < 0       ? SCORE_DRAW - CHESS_CURSED_WIN
                                              : SCORE_DRAW;
    }
    return true;
}

/* A win or a loss of the tables is one only if the count of fifty moves begins with the position. A
 * draw does not depend on it. */
static bool find(const void *opaque, int pieces, bool ignores_clock, enum game_result *result)
{
    const struct chess_position *position = opaque;
    enum chess_wdl wdl;
    if (bit_count(occupied(&position->state.board)) > pieces ||
        !chess_tablebase_probe(position, &wdl)) {
        return false;
    }
    const bool cursed = wdl == WDL_CURSED_LOSS || wdl == WDL_CURSED_WIN;
    if (wdl == WDL_DRAW || (cursed && !ignores_clock)) {
        *result = RESULT_DRAW;
        return true;
    }
    const bool first_wins = (wdl > WDL_DRAW) == (side_to_move(position) == WHITE);
    *result = first_wins ? RESULT_P1_WINS : RESULT_P2_WINS;
    return ignores_clock || position->state.clock == 0;
}

const struct game_tables chess_tables_for_clients = {.open = chess_tablebase_open, .find = find};
