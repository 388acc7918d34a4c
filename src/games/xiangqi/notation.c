/* SPDX-License-Identifier: MIT */
/* Moves as people write them: ICCS, "H2-E2", and WXF, "C2.5", "H8+7", "R+-1", "+R-1". */
#include <ctype.h>
#include <string.h>

#include "rules.h"

/* A move in WXF. Files are counted from 1 at the mover's right. */
struct wxf {
    enum kind kind;
    int file;   /* 0: not given */
    int tandem; /* 1: the front one of several on a file, -1: the rear one, 0: not given */
    int way;    /* 1: forward, -1: back, 0: sideways */
    int number; /* the new file, or the ranks that a piece moves straight */
};

/* Returns 1 for '+', -1 for '-' and 0 for another sign. */
static int direction(char sign)
{
    return (sign == '+') - (sign == '-');
}

static bool read_kind(char letter, enum kind *kind)
{
    static const char letters[] = "KAENRCP"; /* in the order of the kinds */
    const char upper = (char)toupper((unsigned char)letter);
    const char *at = strchr(letters, upper == 'B' ? 'E' : upper == 'H' ? 'N' : upper);
    if (!upper || !at) {
        return false;
    }
    *kind = (enum kind)(at - letters);
    return true;
}

static bool read_wxf(const char *text, struct wxf *wxf)
{
    *wxf = (struct wxf){.kind = KING};
    if (strlen(text) != 4 || !strchr("+-.=", text[2]) || text[3] < '1' || text[3] > '9') {
        return false;
    }
    const bool leads = direction(text[0]) != 0; /* "+R-1" */
    const char place = text[!leads];
    wxf->tandem = leads ? direction(text[0]) : direction(place);
    wxf->file = !leads && isdigit((unsigned char)place) ? place - '0' : 0;
    wxf->way = direction(text[2]);
    wxf->number = text[3] - '0';
    if (!leads) {
        return read_kind(text[0], &wxf->kind) && (wxf->tandem != 0 || wxf->file > 0);
    }
    return read_kind(text[1], &wxf->kind);
}

/* True if a piece is the front or the rear one of several of its kind on its file. */
static bool leads_file(const struct xiangqi_position *position, int square, int side, int tandem)
{
    const int forward = side == 0 ? 1 : -1;
    bool others = false, beyond = false;
    for (int rank = 0; rank < RANKS; rank++) {
        const int other = rank * FILES + file_of(square);
        if (other != square && position->squares[other] == position->squares[square]) {
            others = true;
            beyond |= (rank - rank_of(square)) * forward * tandem > 0;
        }
    }
    return others && !beyond;
}

/* True if a legal move agrees with the text. */
static bool agrees(const struct xiangqi_position *position, const struct wxf *wxf, move_t move,
                   int side)
{
    const int from = move_from(move), to = move_to(move);
    const enum kind kind = piece_kind(position->squares[from]);
    const int forward = side == 0 ? 1 : -1;
    const int ranks = (rank_of(to) - rank_of(from)) * forward;
    const int old_file = side == 0 ? FILES - file_of(from) : file_of(from) + 1;
    const int new_file = side == 0 ? FILES - file_of(to) : file_of(to) + 1;
    if (kind != wxf->kind || (wxf->file && wxf->file != old_file) ||
        (ranks > 0) - (ranks < 0) != wxf->way ||
        (wxf->tandem && !leads_file(position, from, side, wxf->tandem))) {
        return false;
    }
    return wxf->way == 0 || old_file != new_file ? new_file == wxf->number
                                                 : ranks * wxf->way == wxf->number;
}

/* Reads a square, "H2"; -1 if it is none. */
static int read_square(const char *text)
{
    const int file = (text[0] | 0x20) - 'a', rank = text[1] - '0';
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS ? rank * FILES + file : -1;
}

/* Reads a move of ICCS: "H2-E2". */
static bool read_iccs(const char *text, move_t *move)
{
    if (strlen(text) != 5 || text[2] != '-') {
        return false;
    }
    const int from = read_square(text), to = read_square(text + 3);
    *move = from >= 0 && to >= 0 ? move_make(from, to) : MOVE_NONE;
    return *move != MOVE_NONE;
}

bool xiangqi_parse_notation(const void *opaque, const char *text, move_t *move)
{
    const struct xiangqi_position *position = opaque;
    struct move_list list = {.count = 0};
    struct wxf wxf = {.kind = KING};
    move_t iccs = MOVE_NONE;
    int found = 0;
    if (!read_iccs(text, &iccs) && !read_wxf(text, &wxf)) {
        return false;
    }
    xiangqi_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (iccs != MOVE_NONE ? list.moves[i] == iccs
                              : agrees(position, &wxf, list.moves[i], position->side)) {
            *move = list.moves[i];
            found++;
        }
    }
    return found == 1;
}
