/* SPDX-License-Identifier: MIT */
/* Makes the book of Connect Four:
 *
 *     connect4_book [-p PLIES] [-m MEBIBYTES] FILE
 *
 * The book has every position of up to PLIES stones (default 6) in which nobody has won, one of
 * each mirrored pair, with its exact value and best move. Positions of PLIES stones are solved; the
 * values of the others follow from them. FILE is written from time to time; a run that was
 * interrupted continues from there. */
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

/* The file is written each time this number of positions has been solved. */
#define SAVE_INTERVAL 100

/* A hash table of entries by their codes, with open addressing; 0 is a free place. */
struct known {
    uint64_t *entries;
    uint64_t capacity, count; /* capacity is a power of two */
};

struct maker {
    const char *path;
    int plies;
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

static uint64_t *known_place(const struct known *known, uint64_t code)
{
    uint64_t place = rng_mix(code) & (known->capacity - 1);
    while (known->entries[place] && known->entries[place] >> CONNECT4_BOOK_CODE_SHIFT != code) {
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
    *known_place(known, entry >> CONNECT4_BOOK_CODE_SHIFT) = entry;
    known->count++;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Writes the known entries to a new file, then renames it to FILE. */
static void save(const struct maker *maker, int plies)
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
        .plies = (uint64_t)plies,
    };
    for (uint64_t i = 0; i < known->capacity; i++) {
        if (known->entries[i]) {
            book->entries[book->count++] = known->entries[i];
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
    for (uint64_t i = 0; i < book->count; i++) {
        known_add(&maker->known, book->entries[i]);
    }
    connect4_book_close(book);
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
    size_t bytes;
    void *memory = tt_memory(&maker->tt, &bytes);
    connect4_solver_init(&maker->solver, &maker->worker, &maker->job, memory, bytes);
    connect4_solver_threads_begin(&maker->solver);
}

/* Solves a position by a search; returns its entry without the code. */
static uint64_t solve(struct maker *maker, const struct connect4_position *position)
{
    struct move_list moves = {.count = 0};
    connect4_legal_moves(position, &moves);
    int value = connect4_proof_value(&maker->solver, position);
    int column = connect4_move_column(connect4_proof_move(&maker->solver, position, &moves, value));
    if (++maker->solved % SAVE_INTERVAL == 0) {
        save(maker, 0);
        printf("%llu solved, %llu known, %.0f s of processor time\n",
               (unsigned long long)maker->solved, (unsigned long long)maker->known.count,
               (double)(clock_process_ns() - maker->began) / NS_PER_SECOND);
        fflush(stdout);
    }
    return (uint64_t)column << CONNECT4_BOOK_COLUMN_SHIFT |
           (uint64_t)(value + CONNECT4_BOOK_VALUE_OFFSET) << CONNECT4_BOOK_VALUE_SHIFT;
}

/* The value of a position in which nobody has won; adds the entries found on the way. */
static int value_of(struct maker *maker, const struct connect4_position *position)
{
    bool is_mirrored;
    uint64_t code = connect4_book_code(position, &is_mirrored);
    uint64_t entry = maker->known.capacity ? *known_place(&maker->known, code) : 0;
    if (entry) {
        return (int)(entry >> CONNECT4_BOOK_VALUE_SHIFT & 63) - CONNECT4_BOOK_VALUE_OFFSET;
    }
    /* The one of the position and its mirror image that has the entry. */
    struct connect4_position here = *position;
    if (is_mirrored) {
        here.own = connect4_mirror(here.own);
        here.other = connect4_mirror(here.other);
    }
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
        entry = (uint64_t)column << CONNECT4_BOOK_COLUMN_SHIFT |
                (uint64_t)(value + CONNECT4_BOOK_VALUE_OFFSET) << CONNECT4_BOOK_VALUE_SHIFT;
    } else {
        entry = solve(maker, &here);
        value = (int)(entry >> CONNECT4_BOOK_VALUE_SHIFT & 63) - CONNECT4_BOOK_VALUE_OFFSET;
    }
    known_add(&maker->known, code << CONNECT4_BOOK_CODE_SHIFT | entry);
    return value;
}

int main(int argc, char **argv)
{
    int plies = PLIES_INITIAL, megabytes = MEGABYTES_INITIAL, option;
    while ((option = getopt(argc, argv, "p:m:")) != -1) {
        if (option != 'p' && option != 'm') {
            return EXIT_FAILURE;
        }
        *(option == 'p' ? &plies : &megabytes) = atoi(optarg);
    }
    if (optind + 1 != argc || plies < 0 || plies > PLIES_MOST || megabytes < 1) {
        give_up("usage: connect4_book [-p PLIES] [-m MEBIBYTES] FILE");
    }
    struct maker *maker =
        aligned_alloc(CACHE_LINE, (sizeof *maker + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!maker) {
        give_up("out of memory");
    }
    memset(maker, 0, sizeof *maker);
    maker->path = argv[optind];
    maker->plies = plies;
    maker->began = clock_process_ns();
    load(maker);
    prepare_solver(maker, (size_t)megabytes);
    struct connect4_position start = {0};
    value_of(maker, &start);
    save(maker, plies);
    printf("%llu positions, %llu solved, %.0f s of processor time\n",
           (unsigned long long)maker->known.count, (unsigned long long)maker->solved,
           (double)(clock_process_ns() - maker->began) / NS_PER_SECOND);
    return EXIT_SUCCESS;
}
