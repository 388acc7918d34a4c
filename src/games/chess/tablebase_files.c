/* SPDX-License-Identifier: MIT */
/* Checks files of endgame tables before the library maps them, because it ends the program if a
 * file is not what it expects. Only the head of a file is read, in the order in which the library
 * reads it: Ronald de Man's generator defines the format. */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "bitboard.h"
#include "file.h"
#include "tablebase.h"

/* The most pieces of a table, kings included. */
#define PIECES_MOST 7

enum table_type { TYPE_WDL, TYPE_DTM, TYPE_DTZ, TYPES };

static const struct {
    const char *suffix;
    uint32_t magic;
} types[TYPES] = {
    [TYPE_WDL] = {".rtbw", 0x5d23e871},
    [TYPE_DTM] = {".rtbm", 0x88ac504b},
    [TYPE_DTZ] = {".rtbz", 0xa50c66d7},
};

/* Bits of a table's first byte, and of the flags of one of its parts. */
enum { TABLE_SPLIT = 1, TABLE_PAWNS = 2 };
enum { PART_MAPPED = 2, PART_WIDE = 16, PART_CONSTANT = 128 };

/* The pieces of both sides that a table's name has, such as KRPvKR. */
struct material {
    int counts[SIDES][KINDS];
    int pieces;
};

/* A table's file while its head is read. */
struct table_file {
    int descriptor;
    size_t bytes, at;
    bool failed; /* the file ended */
};

/* The bytes of a part's three sections behind the head: its index, the lengths of its blocks, and
 * the blocks. */
struct part {
    uint64_t index, lengths, blocks;
};

/* Reads the name of a table, up to its suffix. False if no table has this name: its pieces are in
 * order of value. */
static bool read_name(const char *name, struct material *material, enum table_type *type)
{
    static const char letters[] = "PNBRQK";
    *material = (struct material){.pieces = 0};
    int side = 0, last = KING;
    for (; *name && *name != '.'; name++) {
        const char *letter = strchr(letters, *name);
        const bool next = *name == 'v' && side == 0;
        if (next) {
            side = 1;
            last = KING;
        } else if (letter && letter - letters <= last && ++material->pieces <= PIECES_MOST) {
            last = (int)(letter - letters);
            material->counts[side][last]++;
        } else {
            return false;
        }
    }
    for (int i = 0; i < TYPES; i++) {
        if (strcmp(name, types[i].suffix) == 0) {
            *type = (enum table_type)i;
            return material->counts[0][KING] == 1 && material->counts[1][KING] == 1 &&
                   material->pieces > 2;
        }
    }
    return false;
}

/* Reads a little-endian number of 1 to 4 bytes. */
static uint32_t take(struct table_file *file, int bytes)
{
    unsigned char read[4] = {0};
    file->failed |= !regular_file_read(file->descriptor, file->at, read, (size_t)bytes);
    file->at += (size_t)bytes;
    return (uint32_t)read[0] | (uint32_t)read[1] << 8 | (uint32_t)read[2] << 16 |
           (uint32_t)read[3] << 24;
}

/* The number of ways to choose `chosen` of `all` squares. */
static uint64_t binomial(int all, int chosen)
{
    uint64_t ways = 1;
    for (int i = 0; i < chosen; i++) {
        ways = ways * (uint64_t)(all - i) / (uint64_t)(i + 1);
    }
    return ways;
}

/* The number of positions that a part indexes; `file` is that of its leading pawns. The leading
 * pieces are the pawns, or else three single pieces, or else the kings. Symmetries leave few
 * placements of them; each group of the other pieces takes any of the free squares. */
static uint64_t position_count(const struct material *material, int file)
{
    const int white = material->counts[0][PAWN], black = material->counts[1][PAWN];
    uint64_t count;
    int free_squares = SQUARES, leading = 0;
    if (white || black) {
        const int first = !white || (black && black < white) ? black : white;
        const int second = white + black - first;
        count = 0;
        for (int rank = 0; rank < 6; rank++) {
            count += binomial(47 - 12 * file - 2 * rank, first - 1);
        }
        count *= binomial(48 - first, second);
        free_squares -= first + second;
    } else {
        int single = 0;
        for (int i = 0; i < SIDES * KINDS; i++) {
            single += material->counts[i / KINDS][i % KINDS] == 1;
        }
        leading = single > 2 ? 3 : 2;
        count = single > 2 ? 31332 : 462;
        free_squares -= leading;
    }
    for (int i = 0; i < SIDES * KINDS; i++) {
        const int pieces = material->counts[i / KINDS][i % KINDS];
        if (i % KINDS != PAWN && pieces == 1 && leading > 0) {
            leading--;
        } else if (i % KINDS != PAWN) {
            count *= binomial(free_squares, pieces);
            free_squares -= pieces;
        }
    }
    return count;
}

/* Reads the pieces of one file of leading pawns, in the order in which it indexes them. False if
 * they are not those of the table's name. */
static bool read_pieces(struct table_file *file, const struct material *material)
{
    struct material found = {.pieces = 0};
    take(file, material->counts[0][PAWN] && material->counts[1][PAWN] ? 2 : 1);
    for (int i = 0; i < material->pieces; i++) {
        const int piece = (int)take(file, 1) & 15, kind = (piece & 7) - 1;
        if (kind < PAWN || kind > KING) {
            return false;
        }
        found.counts[piece >> 3][kind]++;
    }
    return memcmp(found.counts, material->counts, sizeof found.counts) == 0;
}

/* Reads the head of a part: how its positions are compressed. Returns its flags. */
static unsigned read_part(struct table_file *file, uint64_t positions, struct part *part)
{
    const unsigned flags = take(file, 1), block_bits = take(file, 1);
    *part = (struct part){0};
    if (flags & PART_CONSTANT) {
        return flags;
    }
    const unsigned index_bits = take(file, 1), extra = take(file, 1);
    const uint64_t blocks = take(file, 4);
    const unsigned longest = take(file, 1), shortest = take(file, 1);
    file->failed |= block_bits > 31 || index_bits > 63 || longest < shortest || longest > 32;
    if (file->failed) {
        return 0;
    }
    file->at += (size_t)2 * (longest - shortest + 1);
    const unsigned symbols = take(file, 2);
    file->at += 3 * (size_t)symbols + (symbols & 1);
    part->index = ((positions + (UINT64_C(1) << index_bits) - 1) >> index_bits) * 6;
    part->lengths = 2 * (blocks + extra);
    part->blocks = blocks << block_bits;
    return flags;
}

/* Skips the four lists of distances of a part with these flags. */
static void skip_distances(struct table_file *file, unsigned flags)
{
    const int bytes = flags & PART_WIDE ? 2 : 1;
    for (int i = 0; i < 4 && flags & PART_MAPPED; i++) {
        file->at += bytes == 2 && i == 0 ? file->at & 1 : 0;
        file->at += (size_t)take(file, bytes) * (size_t)bytes;
    }
}

/* Reads the head behind the magic number. Returns what is wrong with it; NULL: nothing. */
static const char *read_head(struct table_file *file, const struct material *material,
                             enum table_type type)
{
    const bool pawns = material->counts[0][PAWN] || material->counts[1][PAWN];
    const bool symmetric =
        memcmp(material->counts[0], material->counts[1], sizeof material->counts[0]) == 0;
    const unsigned flags = take(file, 1);
    const int sides = type == TYPE_WDL && flags & TABLE_SPLIT ? 2 : 1, files = pawns ? 4 : 1;
    if (!(flags & TABLE_PAWNS) != !pawns || (type == TYPE_WDL && (sides == 1) != symmetric)) {
        return "it has other pieces than its name";
    }
    for (int i = 0; i < files; i++) {
        if (!read_pieces(file, material)) {
            return "it has other pieces than its name";
        }
    }
    file->at += file->at & 1;
    struct part parts[8], sum = {0};
    unsigned part_flags[8];
    for (int i = 0; i < files * sides && !file->failed; i++) {
        part_flags[i] = read_part(file, position_count(material, i / sides), &parts[i]);
        sum.index += parts[i].index;
        sum.lengths += parts[i].lengths;
    }
    for (int i = 0; i < files && type == TYPE_DTZ && !file->failed; i++) {
        skip_distances(file, part_flags[i]);
    }
    if (file->failed) {
        return "its head is damaged";
    }
    uint64_t end = file->at + (type == TYPE_DTZ ? file->at & 1 : 0) + sum.index + sum.lengths;
    for (int i = 0; i < files * sides; i++) {
        end = ((end + 63) & ~UINT64_C(63)) + parts[i].blocks;
    }
    /* A checksum of 16 bytes follows the blocks. */
    return file->bytes == ((end + 63) & ~UINT64_C(63)) + 16 ? NULL : "it is not complete";
}

/* Checks a file of this name. A DTM table (*.rtbm) is never mapped, but the library measures it. */
static bool check_file(const char *path, const struct material *material, enum table_type type,
                       struct error *error)
{
    struct table_file file = {.at = 0};
    file.descriptor = regular_file_open(path, &file.bytes, error);
    if (file.descriptor < 0) {
        return false;
    }
    const char *fault = take(&file, 4) != types[type].magic ? "it begins otherwise"
                        : file.bytes % 64 != 16             ? "it is not complete"
                        : type != TYPE_DTM                  ? read_head(&file, material, type)
                                                            : NULL;
    close(file.descriptor);
    return !fault || error_set(error, "'%s' is no Syzygy table: %s", path, fault);
}

/* Checks the tables in a folder, and counts those of results. */
static bool check_folder(const char *folder, int *count, struct error *error)
{
    DIR *open = opendir(folder);
    if (!open) {
        return error_set(error, "there are no Syzygy tables (*.rtbw) in '%.150s': %s", folder,
                         strerror(errno));
    }
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(open));) {
        struct material material;
        enum table_type type;
        if (read_name(entry->d_name, &material, &type)) {
            LOCAL_BUFFER path = {0};
            buffer_printf(&path, "%s/%s", folder, entry->d_name);
            good = check_file(buffer_text(&path), &material, type, error);
            *count += type == TYPE_WDL;
        }
    }
    closedir(open);
    return good;
}

bool chess_tablebase_check(const char *folders, struct buffer *paths, int *count,
                           struct error *error)
{
    FREED char *copy = alloc_text(folders);
    *count = 0;
    if (!copy) {
        return error_set(error, "out of memory for the tables in '%.150s'", folders);
    }
    char *rest = copy;
    for (char *folder; (folder = strsep(&rest, ":;"));) {
        if (*folder && !check_folder(folder, count, error)) {
            return false;
        }
        buffer_puts(paths, *folder && buffer_length(paths) > 0 ? ":" : "");
        buffer_puts(paths, folder);
    }
    return !paths->failed || error_set(error, "out of memory for the tables in '%.150s'", folders);
}
