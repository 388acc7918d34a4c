/* SPDX-License-Identifier: MIT */
#include "book.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "connect4_book_name.h"
#include "embed.h"
#include "rng.h"

EMBED_FILE(connect4_book_file, CONNECT4_BOOK_FILE);
extern const char connect4_book_file[];

const struct connect4_book *connect4_book_built_in(void)
{
    /* Part of the program: not checked for damage. */
    return (const struct connect4_book *)(const void *)connect4_book_file;
}

uint64_t connect4_book_checksum(const uint64_t *entries, uint64_t count)
{
    uint64_t sum = count;
    for (uint64_t i = 0; i < count; i++) {
        sum = rng_mix(sum ^ entries[i]) + entries[i];
    }
    return sum;
}

const struct connect4_book *connect4_book_check(const void *memory, size_t bytes,
                                                struct error *error)
{
    const struct connect4_book *book = memory;
    if (bytes < sizeof *book || book->magic != CONNECT4_BOOK_MAGIC) {
        error_set(error, "not a book of Connect Four");
        return NULL;
    }
    if (book->version != CONNECT4_BOOK_VERSION) {
        error_set(error, "a book of version %llu; expected version %d",
                  (unsigned long long)book->version, CONNECT4_BOOK_VERSION);
        return NULL;
    }
    uint64_t held = (bytes - sizeof *book) / sizeof book->entries[0];
    if (book->count != held || bytes % sizeof book->entries[0] != 0) {
        error_set(error, "a book of %llu positions, but %llu are there",
                  (unsigned long long)book->count, (unsigned long long)held);
        return NULL;
    }
    if (book->checksum != connect4_book_checksum(book->entries, book->count)) {
        error_set(error, "a damaged book: its checksum is wrong");
        return NULL;
    }
    return book;
}

bool connect4_book_open(const char *path, const void **book, struct error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return error_set(error, "cannot open the book '%s': %s", path, strerror(errno));
    }
    struct stat status;
    size_t bytes =
        fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
    void *memory = bytes ? mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (memory == MAP_FAILED) {
        return error_set(error, "'%s' is not a file with a book in it", path);
    }
    struct error reason;
    *book = connect4_book_check(memory, bytes, &reason);
    if (!*book) {
        munmap(memory, bytes);
        return error_set(error, "'%s' is %s", path, reason.text);
    }
    return true;
}

void connect4_book_close(const void *opened)
{
    const struct connect4_book *book = opened;
    munmap((void *)(uintptr_t)opened, sizeof *book + book->count * sizeof book->entries[0]);
}

uint64_t connect4_book_code(const struct connect4_position *position, bool *is_mirrored)
{
    uint64_t code = connect4_code(position), mirrored = connect4_mirror(code);
    *is_mirrored = mirrored < code;
    return *is_mirrored ? mirrored : code;
}

bool connect4_book_find(const struct connect4_book *book, const struct connect4_position *position,
                        int *value, int *column)
{
    bool is_mirrored;
    uint64_t code = connect4_book_code(position, &is_mirrored);
    uint64_t low = 0, high = book->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (book->entries[middle] >> CONNECT4_BOOK_CODE_SHIFT < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == book->count || book->entries[low] >> CONNECT4_BOOK_CODE_SHIFT != code) {
        return false;
    }
    uint64_t entry = book->entries[low];
    *value = (int)(entry >> CONNECT4_BOOK_VALUE_SHIFT & 63) - CONNECT4_BOOK_VALUE_OFFSET;
    *column = (int)(entry >> CONNECT4_BOOK_COLUMN_SHIFT & 7);
    *column = is_mirrored ? CONNECT4_COLUMNS - 1 - *column : *column;
    return true;
}
