/* SPDX-License-Identifier: MIT */
/* Makes the book of Connect Four:
 *
 *     connect4_book [-p PLIES] [-m MEBIBYTES] FILE
 *     connect4_book -c NODES [-s SKIPPED] [-p PLIES] [-m MEBIBYTES] FILE
 *
 * The book has every position of up to PLIES stones (default 6) in which nobody has won, one of
 * each mirrored pair, with its exact value and best move. Positions of PLIES stones are solved; the
 * values of the others follow from them. FILE is written from time to time; a run that was
 * interrupted continues from there.
 *
 * With -c, FILE is a book already, and gets of the positions of PLIES stones those that are costly:
 * that take more than NODES nodes, with an empty table. They are looked at in an order that is
 * always the same; a run that was interrupted continues behind the SKIPPED that it has said to have
 * looked at. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "connect4/book.h"
#include "connect4/children.h"
#include "connect4/moves.h"
#include "connect4/proof.h"
#include "connect4/rules.h"
#include "registry.h"
#include "tt.h"

#define PLIES_INITIAL     6
#define PLIES_MOST        12
#define MEGABYTES_INITIAL 1024
#define MEGABYTES_COST    16 /* what an engine has at first */

#define USAGE "usage: connect4_book [-c NODES [-s SKIPPED]] [-p PLIES] [-m MEBIBYTES] FILE"

/* The file is written each time this number of positions has been solved. */
#define SAVE_INTERVAL 100

/* Of an entry in memory: it was in FILE. The values of positions of fewer plies are made anew, so
 * that a book is extended, or completed, with what they follow from. */
#define ENTRY_LOADED (UINT64_C(1) << 63)

/* A hash table of entries by their codes, with open addressing; 0 is a free place. */
struct known {
    uint64_t *entries;
    uint64_t capacity, count; /* capacity is a power of two */
};

struct maker {
    const char *path;
    int plies;
    uint64_t cost;    /* nodes; 0: every position is kept */
    uint64_t skipped; /* of those looked at */
    uint64_t looked_at;
    uint64_t complete; /* plies to which the loaded book is complete */
    struct known seen; /* positions that the walk to the costly ones has met */
    struct known known;
    uint64_t solved;
    int64_t began; /* clock_process_ns */
    struct search search;
    struct search_worker worker;
    struct search_worker *workers[1];
    struct tt tt;
    struct connect4_solver_job job;
    struct connect4_solver solver;
};

static void give_up(const char *what)
{
    fprintf(stderr, "connect4_book: %s\n", what);
    exit(EXIT_FAILURE);
}

static uint64_t entry_code(uint64_t entry)
{
    return (entry & ~ENTRY_LOADED) >> CONNECT4_BOOK_CODE_SHIFT;
}

static uint64_t *known_place(const struct known *known, uint64_t code)
{
    uint64_t place = rng_mix(code) & (known->capacity - 1);
    while (known->entries[place] && entry_code(known->entries[place]) != code) {
        place = (place + 1) & (known->capacity - 1);
    }
    return &known->entries[place];
}

static void known_add(struct known *known, uint64_t entry)
{
    if (known->count * 2 >= known->capacity) {
        struct known larger = {.capacity = known->capacity ? known->capacity * 2 : 1024};
        larger.entries = calloc(larger.capacity, sizeof *larger.entries);
        if (!larger.entries) {
            give_up("out of memory");
        }
        for (uint64_t i = 0; i < known->capacity; i++) {
            if (known->entries[i]) {
                known_add(&larger, known->entries[i]);
            }
        }
        free(known->entries);
        *known = larger;
    }
    uint64_t *place = known_place(known, entry_code(entry));
    known->count += *place == 0;
    *place = entry;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Writes the known entries to a new file, then renames it to FILE. */
static void save(const struct maker *maker, uint64_t plies)
{
    const struct known *known = &maker->known;
    size_t bytes = sizeof(struct connect4_book) + known->count * sizeof(uint64_t);
    struct connect4_book *book = malloc(bytes);
    if (!book) {
        give_up("out of memory");
    }
    *book = (struct connect4_book){
        .magic = CONNECT4_BOOK_MAGIC,
        .version = CONNECT4_BOOK_VERSION,
        .plies = plies,
    };
    for (uint64_t i = 0; i < known->capacity; i++) {
        if (known->entries[i]) {
            book->entries[book->count++] = known->entries[i] & ~ENTRY_LOADED;
        }
    }
    qsort(book->entries, book->count, sizeof book->entries[0], compare);
    book->checksum = connect4_book_checksum(book->entries, book->count);
    char path[4096];
    snprintf(path, sizeof path, "%s.new", maker->path);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(book, bytes, 1, file) != 1 || fclose(file) != 0 ||
        rename(path, maker->path) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    free(book);
}

static void load(struct maker *maker)
{
    const void *memory;
    if (access(maker->path, F_OK) != 0) {
        return;
    }
    struct error error;
    if (!connect4_book_open(maker->path, &memory, &error)) {
        give_up(error.text);
    }
    const struct connect4_book *book = memory;
    maker->complete = book->plies;
    for (uint64_t i = 0; i < book->count; i++) {
        known_add(&maker->known, book->entries[i] | ENTRY_LOADED);
    }
    connect4_book_close(book);
}

/* The solver begins with an empty table. */
static void begin_solver(struct maker *maker)
{
    size_t bytes;
    tt_clear(&maker->tt);
    void *memory = tt_memory(&maker->tt, &bytes);
    connect4_solver_init(&maker->solver, &maker->worker, &maker->job, memory, bytes);
    connect4_solver_threads_begin(&maker->solver);
}

static void prepare_solver(struct maker *maker, size_t megabytes)
{
    struct search *search = &maker->search;
    struct error error;
    search_init(search);
    tt_init(&maker->tt);
    if (!tt_resize(&maker->tt, megabytes, &error)) {
        give_up(error.text);
    }
    search->limits = (struct search_limits){.depth = MAX_PLY - 1, .nodes = UINT64_MAX};
    search->worker_count = 1;
    search->workers = maker->workers;
    maker->workers[0] = &maker->worker;
    maker->worker.search = search;
    begin_solver(maker);
}

static uint64_t make_entry(int value, int column)
{
    return (uint64_t)column << CONNECT4_BOOK_COLUMN_SHIFT |
           (uint64_t)(value + CONNECT4_BOOK_VALUE_OFFSET) << CONNECT4_BOOK_VALUE_SHIFT;
}

/* Solves a position by a search; returns its entry without the code. */
static uint64_t search_entry(struct maker *maker, const struct connect4_position *position)
{
    struct move_list moves = {.count = 0};
    connect4_legal_moves(position, &moves);
    int value = connect4_proof_value(&maker->solver, position);
    return make_entry(
        value, connect4_move_column(connect4_proof_move(&maker->solver, position, &moves, value)));
}

static uint64_t solve(struct maker *maker, const struct connect4_position *position)
{
    uint64_t entry = search_entry(maker, position);
    if (++maker->solved % SAVE_INTERVAL == 0) {
        save(maker, 0);
        printf("%llu solved, %llu known, %.0f s of processor time\n",
               (unsigned long long)maker->solved, (unsigned long long)maker->known.count,
               (double)(clock_process_ns() - maker->began) / NS_PER_SECOND);
        fflush(stdout);
    }
    return entry;
}

/* The one of the position and its mirror image that has the entry. */
static struct connect4_position with_entry(const struct connect4_position *position,
                                           bool is_mirrored)
{
    struct connect4_position here = *position;
    if (is_mirrored) {
        here.own = connect4_mirror(here.own);
        here.other = connect4_mirror(here.other);
    }
    return here;
}

/* The value of a position in which nobody has won; adds the entries found on the way. */
static int value_of(struct maker *maker, const struct connect4_position *position)
{
    bool is_mirrored;
    uint64_t code = connect4_book_code(position, &is_mirrored);
    uint64_t entry = maker->known.capacity ? *known_place(&maker->known, code) : 0;
    if (entry && (position->ply >= maker->plies || !(entry & ENTRY_LOADED))) {
        return (int)(entry >> CONNECT4_BOOK_VALUE_SHIFT & 63) - CONNECT4_BOOK_VALUE_OFFSET;
    }
    struct connect4_position here = with_entry(position, is_mirrored);
    int value, column = SOLVER_NO_COLUMN;
    if (here.ply < maker->plies) {
        value = -SOLVER_VALUE_LIMIT;
        for (int i = 0; i < CONNECT4_COLUMNS; i++) {
            bitboard_t landing =
                connect4_landings(&here) & connect4_column(connect4_middle_first(i));
            if (!landing) {
                continue;
            }
            struct connect4_position child = here;
            connect4_drop(&child, landing);
            int child_value = connect4_result(&child) == RESULT_NONE ? -value_of(maker, &child)
                              : connect4_is_won(&child) ? connect4_win_value(here.ply, 1)
                                                        : 0;
            if (child_value > value) {
                value = child_value;
                column = connect4_middle_first(i);
            }
        }
        entry = make_entry(value, column);
    } else {
        entry = solve(maker, &here);
        value = (int)(entry >> CONNECT4_BOOK_VALUE_SHIFT & 63) - CONNECT4_BOOK_VALUE_OFFSET;
    }
    known_add(&maker->known, code << CONNECT4_BOOK_CODE_SHIFT | entry);
    return value;
}

/* Keeps a position if it is costly. */
static void look_at(struct maker *maker, const struct connect4_position *position, uint64_t code)
{
    if (maker->looked_at++ < maker->skipped) {
        return;
    }
    begin_solver(maker);
    uint64_t before = maker->solver.nodes, entry = search_entry(maker, position);
    if (maker->solver.nodes - before > maker->cost) {
        known_add(&maker->known, code << CONNECT4_BOOK_CODE_SHIFT | entry);
    }
    if (maker->looked_at % SAVE_INTERVAL == 0) {
        save(maker, maker->complete);
        printf("%llu looked at, %llu known, %.0f s of processor time\n",
               (unsigned long long)maker->looked_at, (unsigned long long)maker->known.count,
               (double)(clock_process_ns() - maker->began) / NS_PER_SECOND);
        fflush(stdout);
    }
}

/* Looks at every position of PLIES stones that can follow and in which nobody has won, once. */
static void walk(struct maker *maker, const struct connect4_position *position)
{
    bool is_mirrored;
    uint64_t code = connect4_book_code(position, &is_mirrored);
    if (maker->seen.capacity && *known_place(&maker->seen, code)) {
        return;
    }
    known_add(&maker->seen, code << CONNECT4_BOOK_CODE_SHIFT | 1);
    const struct connect4_position here = with_entry(position, is_mirrored);
    if (here.ply == maker->plies) {
        look_at(maker, &here, code);
        return;
    }
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        bitboard_t landing = connect4_landings(&here) & connect4_column(column);
        struct connect4_position child = here;
        if (landing) {
            connect4_drop(&child, landing);
            if (connect4_result(&child) == RESULT_NONE) {
                walk(maker, &child);
            }
        }
    }
}

/* A number of an option: at least 1 but for -p and -s, where it may be 0. */
static uint64_t read_number(const char *text, uint64_t least)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*end || end == text || *text == '-' || errno || number < least) {
        give_up(USAGE);
    }
    return number;
}

static void read_options(struct maker *maker, size_t *megabytes, int argc, char **argv)
{
    uint64_t plies = PLIES_INITIAL;
    int option;
    while ((option = getopt(argc, argv, "p:m:c:s:")) != -1) {
        switch (option) {
        case 'p':
            plies = read_number(optarg, 0);
            break;
        case 'm':
            *megabytes = read_number(optarg, 1);
            break;
        case 'c':
            maker->cost = read_number(optarg, 1);
            break;
        case 's':
            maker->skipped = read_number(optarg, 0);
            break;
        default:
            give_up(USAGE);
        }
    }
    if (optind + 1 != argc || plies > PLIES_MOST || (maker->skipped && !maker->cost)) {
        give_up(USAGE);
    }
    maker->plies = (int)plies;
    maker->path = argv[optind];
}

int main(int argc, char **argv)
{
    size_t megabytes = 0;
    struct maker *maker =
        aligned_alloc(CACHE_LINE, (sizeof *maker + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!maker) {
        give_up("out of memory");
    }
    memset(maker, 0, sizeof *maker);
    read_options(maker, &megabytes, argc, argv);
    maker->began = clock_process_ns();
    load(maker);
    if (maker->cost && !maker->known.count) {
        give_up("-c adds to a book: FILE is none yet");
    }
    size_t usual = maker->cost ? MEGABYTES_COST : MEGABYTES_INITIAL;
    prepare_solver(maker, megabytes ? megabytes : usual);
    const struct connect4_position start = {0};
    if (maker->cost) {
        walk(maker, &start);
        save(maker, maker->complete);
    } else {
        value_of(maker, &start);
        save(maker, (uint64_t)maker->plies);
    }
    printf("%llu positions, %llu solved, %llu looked at, %.0f s of processor time\n",
           (unsigned long long)maker->known.count, (unsigned long long)maker->solved,
           (unsigned long long)maker->looked_at,
           (double)(clock_process_ns() - maker->began) / NS_PER_SECOND);
    return EXIT_SUCCESS;
}
