/* SPDX-License-Identifier: MIT */
/* Makes the book of Connect Four:
 *
 *     connect4_book [-p PLIES] [-m MEBIBYTES] [-r] FILE [SOLVED...]
 *
 * The book has the exact value of every position of up to PLIES stones (default 6). Positions of
 * PLIES stones are solved; the values of the others follow from theirs. The results so far are
 * written to FILE.solved once a minute. An interrupted run continues from there, and from other
 * such files, SOLVED. -r reverses the order of the columns, so that a second run can start at the
 * other end of the work. The solver's table has MEBIBYTES (default 1024); a larger one is
 * faster. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book_file.h"
#include "clock.h"
#include "connect4/book.h"
#include "connect4/solver/children.h"
#include "connect4/solver/proof.h"
#include "memory.h"
#include "registry.h"
#include "tt.h"

#define PLIES_INITIAL     6
#define MEGABYTES_INITIAL 1024

#define USAGE "usage: connect4_book [-p PLIES] [-m MEBIBYTES] [-r] FILE [SOLVED...]"

/* The interval between two writes of FILE.solved. */
#define SAVE_INTERVAL_NS (60 * NS_PER_SECOND)

/* FILE.solved consists of 8-byte numbers: SOLVED_MAGIC, PLIES, and entries: key << ENTRY_KEY_SHIFT
 * | value + ENTRY_VALUE_OFFSET. */
#define SOLVED_MAGIC       UINT64_C(0x65766c6f732d3463) /* "c4-solve" */
#define ENTRY_KEY_SHIFT    6
#define ENTRY_VALUE_OFFSET 31

/* A hash table of entries by their keys, with open addressing; 0 is an empty slot. */
struct known {
    uint64_t *entries;
    uint64_t capacity, count; /* capacity is a power of two */
};

struct maker {
    const char *path;
    char solved_path[4096];
    int plies;
    bool reversed; /* the columns are in reverse order */
    struct known known;
    struct known visited; /* only keys */
    uint64_t solved;
    int64_t began, saved; /* on clock_process_ns */
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

static uint64_t *known_place(const struct known *known, uint64_t key)
{
    uint64_t place = rng_mix(key) & (known->capacity - 1);
    while (known->entries[place] && known->entries[place] >> ENTRY_KEY_SHIFT != key) {
        place = (place + 1) & (known->capacity - 1);
    }
    return &known->entries[place];
}

/* Returns the entry with a key; 0: there is none. */
static uint64_t known_find(const struct known *known, uint64_t key)
{
    return known->capacity ? *known_place(known, key) : 0;
}

static void known_add(struct known *known, uint64_t entry)
{
    if (known->count * 2 >= known->capacity) {
        struct known larger = {.capacity = known->capacity ? known->capacity * 2 : 1024};
        larger.entries = memory_zeroed(larger.capacity, sizeof *larger.entries);
        for (uint64_t i = 0; i < known->capacity; i++) {
            if (known->entries[i]) {
                known_add(&larger, known->entries[i]);
            }
        }
        free(known->entries);
        *known = larger;
    }
    uint64_t *place = known_place(known, entry >> ENTRY_KEY_SHIFT);
    known->count += *place == 0;
    *place = entry;
}

static int value_of_entry(uint64_t entry)
{
    return (int)(entry & ((1 << ENTRY_KEY_SHIFT) - 1)) - ENTRY_VALUE_OFFSET;
}

/* Writes the solved positions. */
static void save(const struct maker *maker)
{
    const struct known *known = &maker->known;
    const uint64_t head[] = {SOLVED_MAGIC, (uint64_t)maker->plies};
    FREED uint64_t *entries = memory_zeroed(known->count, sizeof *entries);
    uint64_t count = 0;
    for (uint64_t i = 0; i < known->capacity; i++) {
        if (known->entries[i]) {
            entries[count++] = known->entries[i];
        }
    }
    book_file_write(maker->solved_path, head, sizeof head, entries, count * sizeof *entries);
}

/* Loads solved positions if the file exists. If `must_exist`, a missing file is an error. */
static void load(struct maker *maker, const char *path, bool must_exist)
{
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOENT && !must_exist) {
        return;
    }
    uint64_t head[2], entry;
    if (!file || fread(head, sizeof head, 1, file) != 1 || head[0] != SOLVED_MAGIC ||
        head[1] != (uint64_t)maker->plies) {
        fprintf(stderr, "connect4_book: '%s' has no solved positions of %d plies\n", path,
                maker->plies);
        exit(EXIT_FAILURE);
    }
    while (fread(&entry, sizeof entry, 1, file) == 1) {
        known_add(&maker->known, entry);
    }
    fclose(file);
}

/* Writes the book of all known positions. */
static void write_book(const struct maker *maker)
{
    const struct known *known = &maker->known;
    FREED uint64_t *keys = memory_zeroed(known->count, sizeof *keys);
    FREED uint64_t *numbers = memory_zeroed(known->count, sizeof *numbers);
    struct connect4_book head = {
        .magic = CONNECT4_BOOK_MAGIC,
        .version = CONNECT4_BOOK_VERSION,
        .plies = (uint64_t)maker->plies,
    };
    for (uint64_t i = 0; i < known->capacity; i++) {
        if (known->entries[i]) {
            keys[head.count] = known->entries[i] >> ENTRY_KEY_SHIFT;
            numbers[head.count++] = connect4_book_number(value_of_entry(known->entries[i]));
        }
    }
    FREED uint64_t *words = memory_checked(
        static_function_make(&head.values, keys, numbers, head.count, CONNECT4_BOOK_VALUE_BITS));
    head.checksum = connect4_book_checksum(&head, words);
    book_file_write(maker->path, &head, sizeof head, words,
                    static_function_words(&head.values) * sizeof *words);
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

/* Writes the solved positions and prints the progress, if it is time to. */
static void show_progress(struct maker *maker)
{
    int64_t now = clock_process_ns();
    if (now - maker->saved >= SAVE_INTERVAL_NS) {
        maker->saved = now;
        save(maker);
        printf("%llu solved, %llu known, %.0f s of processor time\n",
               (unsigned long long)maker->solved, (unsigned long long)maker->known.count,
               (double)(now - maker->began) / NS_PER_SECOND);
        fflush(stdout);
    }
}

static int value_of(struct maker *maker, const struct connect4_position *position);

/* Computes the value from those after all moves. Nobody has won before. If the side to move can
 * win, its other moves are followed, too, since a game may continue with them. */
static int value_by_children(struct maker *maker, const struct connect4_position *position)
{
    int value = -SOLVER_VALUE_LIMIT;
    for (int i = 0; i < CONNECT4_COLUMNS; i++) {
        const int column = connect4_middle_first(maker->reversed ? CONNECT4_COLUMNS - 1 - i : i);
        const bitboard_t landing = connect4_landings(position) & connect4_column(column);
        struct connect4_position child = *position;
        if (landing) {
            connect4_drop(&child, landing);
            const int child_value = connect4_is_won(&child) ? connect4_win_value(position->ply, 1)
                                                            : -value_of(maker, &child);
            value = child_value > value ? child_value : value;
        }
    }
    return value;
}

/* Returns the value of a position in which nobody has won, of at most maker->plies stones. Visits
 * all its descendants once, and collects those that must be solved. */
static int value_of(struct maker *maker, const struct connect4_position *position)
{
    struct connect4_solver_node node;
    int value;
    const bool is_static = connect4_solver_static_value(position, &node, &value);
    const uint64_t key = connect4_book_key(position);
    const uint64_t entry = known_find(&maker->known, key);
    const bool is_visited = known_find(&maker->visited, key) != 0;
    if (!is_visited) {
        known_add(&maker->visited, key << ENTRY_KEY_SHIFT);
    }
    if (position->ply < maker->plies && !is_visited) {
        const int by_children = value_by_children(maker, position);
        if ((is_static && value != by_children) ||
            (entry && value_of_entry(entry) != by_children)) {
            give_up("values that contradict each other: a file of solved positions is damaged");
        }
        value = by_children;
    } else if (!is_static && entry) {
        value = value_of_entry(entry);
    } else if (!is_static) {
        value = connect4_proof_value(&maker->solver, position);
        maker->solved++;
    }
    if (!is_static && !entry) {
        known_add(&maker->known, key << ENTRY_KEY_SHIFT | (uint64_t)(value + ENTRY_VALUE_OFFSET));
        show_progress(maker);
    }
    return value;
}

static void read_options(struct maker *maker, size_t *megabytes, int argc, char **argv)
{
    uint64_t plies = PLIES_INITIAL, mebibytes = MEGABYTES_INITIAL;
    bool is_right = true;
    int option;
    while ((option = getopt(argc, argv, "p:m:r")) != -1) {
        switch (option) {
        case 'p':
            is_right &= book_number_read(option, optarg, 0, CONNECT4_BOOK_PLIES_MOST, &plies);
            break;
        case 'm':
            is_right &= book_number_read(option, optarg, 1, SIZE_MAX, &mebibytes);
            break;
        case 'r':
            maker->reversed = true;
            break;
        default:
            is_right = false;
        }
    }
    if (optind == argc || !is_right) {
        give_up(USAGE);
    }
    *megabytes = mebibytes;
    maker->plies = (int)plies;
    maker->path = argv[optind];
    book_file_check(maker->path);
    snprintf(maker->solved_path, sizeof maker->solved_path, "%s.solved", maker->path);
    load(maker, maker->solved_path, false);
    while (++optind < argc) {
        load(maker, argv[optind], true);
    }
}

int main(int argc, char **argv)
{
    size_t megabytes;
    struct maker *maker = memory_checked(
        aligned_alloc(CACHE_LINE, (sizeof *maker + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE));
    memset(maker, 0, sizeof *maker);
    read_options(maker, &megabytes, argc, argv);
    maker->began = maker->saved = clock_process_ns();
    save(maker); /* reports immediately, not after a minute, if the folder is not writable */
    prepare_solver(maker, megabytes);
    const struct connect4_position start = {0};
    value_of(maker, &start);
    save(maker);
    write_book(maker);
    printf("%llu positions, %llu solved, %.0f s of processor time\n",
           (unsigned long long)maker->known.count, (unsigned long long)maker->solved,
           (double)(clock_process_ns() - maker->began) / NS_PER_SECOND);
    return EXIT_SUCCESS;
}
