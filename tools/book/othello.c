/* SPDX-License-Identifier: MIT */
/* Makes a book of Othello's openings:
 *
 *     othello_book [-p PLIES] [-n NODES] [-m MARGIN] FILE
 *
 * The book has moves for the positions with fewer than PLIES moves behind them (default 10) that
 * both sides can reach by moves of which none loses more than MARGIN hundredths of a disc (default
 * 300). A position is searched until an iteration ends after more than NODES nodes (default
 * 200000); its value is the mean of the last two iterations. The value of a position whose moves
 * are known is that of its best one, so that a move that loses too much by later searches is
 * dropped, and another one is followed instead. It ends when every move within the margin has been
 * followed.
 *
 * The values of searches are written to FILE.searched once a minute. An interrupted run continues
 * from there; a run with another PLIES or MARGIN uses them, too. The book depends only on the three
 * numbers and on the version of this program. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book_file.h"
#include "clock.h"
#include "memory.h"
#include "othello/book.h"
#include "othello/evaluate.h"
#include "othello/rules.h"
#include "othello/symmetry.h"
#include "player.h"
#include "registry.h"
#include "ticker.h"

#define PLIES_INITIAL  10
#define NODES_INITIAL  200000
#define MARGIN_INITIAL 300 /* centipawns */

#define PLIES_MOST  40
#define MARGIN_MOST 6400

#define USAGE "usage: othello_book [-p PLIES] [-n NODES] [-m MARGIN] FILE"

/* A move that loses more than this is not in the book, in centipawns. Half of a disc is less than
 * the values err. */
#define CHOICE_MARGIN 50

/* The size of the transposition table, which is empty at the beginning of each search. */
#define TABLE_MEGABYTES 16

/* The interval between two writes of FILE.searched. */
#define SAVE_INTERVAL_NS (60 * NS_PER_SECOND)

/* FILE.searched begins with SEARCHED_MAGIC and NODES. */
#define SEARCHED_MAGIC UINT64_C(0x6f622d6f6c6c6574) /* "tello-bo" */

/* The value of a position for the side to move, by a search, in centipawns. */
struct result {
    uint64_t key;
    int64_t value;
};

/* A move and the position after it. If the opponent must pass there, it is the position after the
 * pass. */
struct edge {
    uint32_t node;
    int16_t sign; /* of the position's value for the side that moved: -1, or 1 after a pass */
    int16_t square;
};

/* A position on the canonical board, and its value for the side to move. */
struct node {
    struct othello_position position;
    uint64_t key;
    score_t value;
    bool is_over;
    uint32_t edges, edge_count; /* the place in maker->edges; 0: its moves are not known */
    uint32_t round;             /* in which both sides could reach it last */
};

struct maker {
    const char *path;
    char searched_path[4096];
    uint64_t plies, nodes_per_search, margin;
    struct player player;
    struct node *nodes; /* the first one is the start */
    uint32_t *places;   /* a hash table by key, with open addressing: numbers of nodes plus 1 */
    uint32_t node_count, place_count; /* place_count is a power of two */
    struct edge *edges;
    uint32_t edge_count;
    uint32_t round;
    uint32_t *reached; /* the nodes that both sides can reach in this round, by plies */
    uint32_t reached_count;
    struct result *results; /* of an earlier run, by key, then those of this one */
    size_t result_count, loaded_count;
    int64_t saved; /* on clock_ns */
};

static void give_up(const char *what)
{
    fprintf(stderr, "othello_book: %s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- Searches and their file ---- */

static int by_key(const void *a, const void *b)
{
    const uint64_t first = ((const struct result *)a)->key,
                   second = ((const struct result *)b)->key;
    return (first > second) - (first < second);
}

static void add_result(struct maker *maker, struct result result)
{
    maker->results = memory_extended(maker->results, maker->result_count, sizeof result);
    maker->results[maker->result_count++] = result;
}

static void save(const struct maker *maker)
{
    const uint64_t head[] = {SEARCHED_MAGIC, maker->nodes_per_search};
    book_file_write(maker->searched_path, head, sizeof head, maker->results,
                    maker->result_count * sizeof *maker->results);
}

/* Loads the values of an earlier run, if there was one. */
static void load(struct maker *maker)
{
    FILE *file = fopen(maker->searched_path, "rb");
    if (!file && errno == ENOENT) {
        return;
    }
    uint64_t head[2];
    struct result result;
    if (!file || fread(head, sizeof head, 1, file) != 1 || head[0] != SEARCHED_MAGIC ||
        head[1] != maker->nodes_per_search) {
        fprintf(stderr, "othello_book: '%s' has no searches of %" PRIu64 " nodes\n",
                maker->searched_path, maker->nodes_per_search);
        exit(EXIT_FAILURE);
    }
    size_t length;
    while ((length = fread(&result, 1, sizeof result, file)) == sizeof result) {
        add_result(maker, result);
    }
    fclose(file);
    if (length > 0) {
        fprintf(stderr, "othello_book: '%s' is damaged: its last value is cut off\n",
                maker->searched_path);
        exit(EXIT_FAILURE);
    }
    maker->loaded_count = maker->result_count;
    if (maker->loaded_count > 0) {
        qsort(maker->results, maker->loaded_count, sizeof result, by_key);
    }
}

/* Returns the value of a position by a search, of this run or an earlier one. */
static score_t searched_value(struct maker *maker, const struct node *node)
{
    const struct result wanted = {.key = node->key};
    const struct result *known =
        maker->loaded_count > 0
            ? bsearch(&wanted, maker->results, maker->loaded_count, sizeof wanted, by_key)
            : NULL;
    if (known) {
        return (score_t)known->value;
    }
    player_clear(&maker->player);
    player_search(&maker->player, &node->position, maker->nodes_per_search, UINT64_MAX);
    const score_t value = player_mean_score(&maker->player);
    add_result(maker, (struct result){.key = node->key, .value = value});
    if (clock_ns() - maker->saved >= SAVE_INTERVAL_NS) {
        maker->saved = clock_ns();
        save(maker);
    }
    return value;
}

/* ---- The graph of positions ---- */

static uint32_t *place_of(const struct maker *maker, uint64_t key)
{
    uint32_t place = (uint32_t)key & (maker->place_count - 1);
    while (maker->places[place] && maker->nodes[maker->places[place] - 1].key != key) {
        place = (place + 1) & (maker->place_count - 1);
    }
    return &maker->places[place];
}

static void enlarge_places(struct maker *maker)
{
    free(maker->places);
    maker->place_count = maker->place_count ? maker->place_count * 2 : 1024;
    maker->places = memory_zeroed(maker->place_count, sizeof *maker->places);
    for (uint32_t i = 0; i < maker->node_count; i++) {
        *place_of(maker, maker->nodes[i].key) = i + 1;
    }
}

/* Returns the number of the node with a position that is equal by symmetry, a new one if there is
 * none. */
static uint32_t node_of(struct maker *maker, const struct othello_position *position)
{
    if (maker->node_count * 2 >= maker->place_count) {
        enlarge_places(maker);
    }
    const uint64_t key = othello_book_key(position);
    uint32_t *place = place_of(maker, key);
    if (!*place) {
        struct node node = {.position = *position, .key = key};
        make_canonical(8, &node.position.own[0], &node.position.other[0]);
        node.position.side = 0; /* a position and its value are the same for both colours */
        node.is_over = othello_is_over(position);
        node.value = node.is_over ? othello_final_score(position) : searched_value(maker, &node);
        maker->nodes = memory_extended(maker->nodes, maker->node_count, sizeof node);
        maker->nodes[maker->node_count++] = node;
        *place = maker->node_count;
    }
    return *place - 1;
}

static uint64_t plies_of(const struct node *node)
{
    return (uint64_t)(64 - othello_empties(&node->position) - 4);
}

static score_t edge_value(const struct maker *maker, const struct edge *edge)
{
    return edge->sign * maker->nodes[edge->node].value;
}

/* Adds the position after each move. Of moves that are equal by symmetry, only one is added. */
static void expand(struct maker *maker, uint32_t number)
{
    const struct othello_position position = maker->nodes[number].position;
    struct move_list list = {.count = 0};
    const uint32_t first = maker->edge_count;
    uint64_t seen = 0;
    othello_legal_moves(&position, &list);
    for (int i = 0; i < list.count; i++) {
        struct othello_position after = position;
        struct edge edge = {.sign = -1};
        edge.square = (int16_t)othello_book_square(&position, list.moves[i]);
        if (seen >> edge.square & 1) {
            continue;
        }
        seen |= UINT64_C(1) << edge.square;
        othello_play(&after, list.moves[i]);
        if (othello_is_legal(&after, MOVE_PASS)) {
            othello_play(&after, MOVE_PASS);
            edge.sign = 1;
        }
        edge.node = node_of(maker, &after);
        maker->edges = memory_extended(maker->edges, maker->edge_count, sizeof edge);
        maker->edges[maker->edge_count++] = edge;
    }
    maker->nodes[number].edges = first;
    maker->nodes[number].edge_count = maker->edge_count - first;
}

/* Lists the positions that both sides can reach now, by moves within the margin, from the start. */
static void reach(struct maker *maker)
{
    maker->round++;
    maker->reached = memory_resized(maker->reached, maker->node_count, sizeof *maker->reached);
    maker->reached[0] = 0;
    maker->reached_count = 1;
    for (uint32_t i = 0; i < maker->reached_count; i++) {
        const struct node *node = &maker->nodes[maker->reached[i]];
        for (uint32_t k = node->edges; k < node->edges + node->edge_count; k++) {
            const struct edge *edge = &maker->edges[k];
            struct node *after = &maker->nodes[edge->node];
            if (edge_value(maker, edge) >= node->value - (score_t)maker->margin &&
                after->round < maker->round) {
                after->round = maker->round;
                maker->reached[maker->reached_count++] = edge->node;
            }
        }
    }
}

/* Whether a position should be in the book and has no moves yet. */
static bool is_open(const struct maker *maker, uint32_t number)
{
    const struct node *node = &maker->nodes[number];
    return node->edge_count == 0 && !node->is_over && plies_of(node) < maker->plies;
}

/* Expands the positions that can be reached and have no moves yet. Returns false if there are
 * none. */
static bool expand_reached(struct maker *maker)
{
    struct ticker ticker;
    int64_t open = 0, done = 0;
    char what[64];
    for (uint32_t i = 0; i < maker->reached_count; i++) {
        open += is_open(maker, maker->reached[i]);
    }
    snprintf(what, sizeof what, "positions of round %" PRIu32, maker->round);
    ticker_begin(&ticker, what, open);
    for (uint32_t i = 0; i < maker->reached_count; i++) {
        if (is_open(maker, maker->reached[i])) {
            expand(maker, maker->reached[i]);
            ticker_show(&ticker, ++done);
        }
    }
    ticker_clear(&ticker);
    return open > 0;
}

/* Gives each position with known moves the value of its best one, those with the most discs
 * first. */
static void back_up(struct maker *maker)
{
    for (uint64_t plies = maker->plies; plies-- > 0;) {
        for (uint32_t i = 0; i < maker->node_count; i++) {
            struct node *node = &maker->nodes[i];
            if (node->edge_count == 0 || plies_of(node) != plies) {
                continue;
            }
            node->value = -SCORE_INFINITE;
            for (uint32_t k = node->edges; k < node->edges + node->edge_count; k++) {
                const score_t value = edge_value(maker, &maker->edges[k]);
                node->value = value > node->value ? value : node->value;
            }
        }
    }
}

/* ---- The book ---- */

static void put(unsigned char *bytes, uint64_t number, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(number >> 8 * (count - 1 - i));
    }
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, OTHELLO_BOOK_ENTRY_BYTES);
}

/* Writes an entry for each move within CHOICE_MARGIN of the best one, in each position that can be
 * reached. Its weight falls with the square of what it loses. Returns the number of entries. */
static size_t write_book(const struct maker *maker)
{
    FREED unsigned char *book = memory_zeroed(maker->edge_count, OTHELLO_BOOK_ENTRY_BYTES);
    size_t count = 0;
    for (uint32_t i = 0; i < maker->reached_count; i++) {
        const struct node *node = &maker->nodes[maker->reached[i]];
        for (uint32_t k = node->edges; k < node->edges + node->edge_count; k++) {
            const score_t value = edge_value(maker, &maker->edges[k]);
            const score_t rest = CHOICE_MARGIN + 1 - (node->value - value);
            if (rest > 0) {
                unsigned char *entry = book + OTHELLO_BOOK_ENTRY_BYTES * count++;
                put(entry, node->key, 8);
                put(entry + 8, (uint64_t)maker->edges[k].square, 2);
                put(entry + 10, (uint64_t)rest * (uint64_t)rest, 2);
                put(entry + 12, (uint64_t)value, 4);
            }
        }
    }
    qsort(book, count, OTHELLO_BOOK_ENTRY_BYTES, by_bytes);
    book_file_write(maker->path, NULL, 0, book, OTHELLO_BOOK_ENTRY_BYTES * count);
    return count;
}

/* Prints the moves of the best line, and the value of the start. */
static void print_line(const struct maker *maker)
{
    struct othello_position position;
    const struct node *node = maker->nodes;
    othello_clear(&position, 8);
    printf("best line, %+d for the first player:", (int)node->value);
    while (node->edge_count > 0) {
        const struct edge *best = &maker->edges[node->edges];
        for (uint32_t k = 0; k < node->edge_count; k++) {
            const struct edge *edge = &maker->edges[node->edges + k];
            best = edge_value(maker, edge) > edge_value(maker, best) ? edge : best;
        }
        struct move_list list = {.count = 0};
        LOCAL_BUFFER text = {0};
        othello_legal_moves(&position, &list);
        int i = 0;
        while (othello_book_square(&position, list.moves[i]) != best->square) {
            i++;
        }
        othello_format_move(&position, list.moves[i], &text);
        printf(" %s", buffer_text(&text));
        othello_play(&position, list.moves[i]);
        if (best->sign > 0) {
            othello_play(&position, MOVE_PASS);
        }
        node = &maker->nodes[best->node];
    }
    printf("\n");
}

static void read_options(struct maker *maker, int argc, char **argv)
{
    bool is_right = true;
    int option;
    *maker = (struct maker){
        .plies = PLIES_INITIAL, .nodes_per_search = NODES_INITIAL, .margin = MARGIN_INITIAL};
    while ((option = getopt(argc, argv, "p:n:m:")) != -1) {
        switch (option) {
        case 'p':
            is_right &= book_number_read(option, optarg, 1, PLIES_MOST, &maker->plies);
            break;
        case 'n':
            is_right &= book_number_read(option, optarg, 1, UINT64_MAX, &maker->nodes_per_search);
            break;
        case 'm':
            is_right &=
                book_number_read(option, optarg, CHOICE_MARGIN, MARGIN_MOST, &maker->margin);
            break;
        default:
            is_right = false;
        }
    }
    if (!is_right || optind + 1 != argc) {
        give_up(USAGE);
    }
    maker->path = argv[optind];
    book_file_check(maker->path);
    snprintf(maker->searched_path, sizeof maker->searched_path, "%s.searched", maker->path);
}

/* Finds all positions of the book and their values. */
static void build(struct maker *maker)
{
    struct othello_position start;
    othello_clear(&start, 8);
    node_of(maker, &start);
    do {
        back_up(maker);
        reach(maker);
    } while (expand_reached(maker));
}

static void finish(struct maker *maker)
{
    player_finish(&maker->player);
    free(maker->nodes);
    free(maker->places);
    free(maker->edges);
    free(maker->reached);
    free(maker->results);
}

int main(int argc, char **argv)
{
    struct maker maker;
    read_options(&maker, argc, argv);
    load(&maker);
    save(&maker); /* reports immediately, not after a minute, if the folder is not writable */
    maker.saved = clock_ns();
    if (!player_init(&maker.player, registry_find(registry_games(), game_othello.name),
                     TABLE_MEGABYTES)) {
        give_up("out of memory");
    }
    build(&maker);
    save(&maker);
    const size_t entries = write_book(&maker);
    print_line(&maker);
    printf("%" PRIu32 " positions reached, %zu moves in the book; %zu searches, %zu of them new, "
           "%.0f s of processor time\n",
           maker.reached_count, entries, maker.result_count,
           maker.result_count - maker.loaded_count, (double)clock_process_ns() / NS_PER_SECOND);
    finish(&maker);
    return EXIT_SUCCESS;
}
