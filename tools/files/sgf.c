/* SPDX-License-Identifier: MIT */
#include "sgf.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "encoding.h"
#include "look.h"
#include "memory.h"
#include "properties.h"
#include "registry.h"

/* Moves in each line of a file without notes. */
#define LINE_MOVES 10

bool sgf_fits(const struct game *game)
{
    return game->look && game->look->sgf && game->look->entry == LOOK_ENTER_SQUARE;
}

const struct game *sgf_find_game(int number)
{
    const struct game *const *game = registry_games();
    while (*game && !(sgf_fits(*game) && (*game)->look->sgf->game_number == number)) {
        game++;
    }
    return *game;
}

/* True if squares have their names in SGF, and set stones are a position: see sgf.h. */
static bool has_names(const struct look *look)
{
    return look->ggf;
}

/* A stone that AB or AW puts on a square. */
struct set_stone {
    int side; /* 1 or 2; 0: none */
    int square;
    int64_t order;
};

struct sgf_reader {
    struct saved_game *saved;
    const char *charset; /* CA */
    struct look_board board;
    struct set_stone set[LOOK_MAX_SQUARES]; /* by their squares */
    int64_t set_count;                      /* the order of the next one */
    char turn;   /* the colour in PL, which moves first; '\0': not given */
    bool moving; /* the first move has been made */
};

/* True if settings have these rules, by their name in RU. */
static bool has_rules(const struct game *game, const struct game_settings *settings,
                      const void *rules)
{
    return game->look->sgf->rules && strcasecmp(game->look->sgf->rules(settings), rules) == 0;
}

static bool choose_size(struct saved_game *saved, const char *value, struct error *error)
{
    struct error reason;
    char *end;
    const int size = (int)strtol(value, &end, 10);
    if (*end && (*end != ':' || atoi(end + 1) != size)) {
        return error_set(error, "SZ: expected the size of a square board, found '%.20s'", value);
    }
    return !size || saved_game_choose_size(saved, size, &reason) ||
           error_set(error, "SZ: %.200s", reason.text);
}

static bool choose_game(struct saved_game *saved, const struct properties *properties,
                        struct error *error)
{
    const int number = atoi(properties_find(properties, "GM"));
    const char *rules = properties_find(properties, "RU");
    saved->game = sgf_find_game(number);
    if (!saved->game) {
        return error_set(error, "GM: no game here has the number %d", number);
    }
    game_default_settings(saved->game, &saved->settings);
    return choose_size(saved, properties_find(properties, "SZ"), error) &&
           (!*rules || saved_game_choose(saved, has_rules, rules) ||
            error_set(error, "RU: %s has no rules '%.60s'", saved->game->name, rules));
}

/* Returns the row of SGF for a rank, and the other way round. Named squares are counted as they are
 * named, others from the top. */
static int row_of(const struct look *look, const struct look_board *board, int rank)
{
    return has_names(look) ? rank : board->ranks - 1 - rank;
}

/* Reads a square at the beginning of *text and moves past it: two letters, column and row, or its
 * name, if the game has names in SGF. Returns -1 if there is none. */
static int read_square(const struct sgf_reader *reader, const char **text)
{
    const struct look *look = reader->saved->game->look;
    const struct look_board *board = &reader->board;
    const int column = **text - 'a', row = **text ? (*text)[1] - 'a' : -1;
    if (column >= 0 && column < board->files && row >= 0 && row < board->ranks) {
        *text += 2;
        return row_of(look, board, row) * board->files + column;
    }
    return has_names(look) ? look_parse_square(look, board->files, board->ranks, text) : -1;
}

/* Plays a move to a square; -1: a pass. */
static bool play_square(struct sgf_reader *reader, int square, struct error *error)
{
    const struct look *look = reader->saved->game->look;
    const int files = reader->board.files;
    struct buffer name = {0};
    if (square < 0) {
        buffer_puts(&name, look->pass);
    } else {
        look_format_square(look, square % files, square / files, &name);
    }
    const bool good = game_record_play(&reader->saved->record, buffer_text(&name), error);
    buffer_finish(&name);
    return good;
}

static int by_order(const void *one, const void *other)
{
    const struct set_stone *a = one, *b = other;
    return (a->order > b->order) - (a->order < b->order);
}

/* Begins at the position of the stones that are set, with the first player unless PL says
 * otherwise. */
static bool begin_position(struct sgf_reader *reader, struct error *error)
{
    struct saved_game *saved = reader->saved;
    const struct look *look = saved->game->look;
    struct buffer fen = {0}, start = {0}, found = {0};
    struct error reason;
    for (int i = 0; i < reader->board.files * reader->board.ranks; i++) {
        const int side = reader->set[i].side;
        buffer_putc(&fen, side > 0 ? look->ggf->signs[side - 1] : '-');
    }
    buffer_printf(&fen, " %c", look->ggf->signs[reader->turn == look->sgf->colours[1]]);
    saved->game->format_fen(saved->record.start, &start);
    bool good = game_record_begin(&saved->record, buffer_text(&fen), NULL, &reason) ||
                error_set(error, "AB, AW: %.200s", reason.text);
    saved->game->format_fen(saved->record.start, &found);
    if (good && strcmp(buffer_text(&start), buffer_text(&found)) == 0) {
        game_record_begin(&saved->record, NULL, NULL, NULL);
    }
    buffer_finish(&fen);
    buffer_finish(&start);
    buffer_finish(&found);
    return good;
}

/* Plays the stones that are set before the first move, in turn. */
static bool play_stones(struct sgf_reader *reader, struct error *error)
{
    struct saved_game *saved = reader->saved;
    int next[3] = {0, 0, 0}; /* by sides */
    qsort(reader->set, LENGTH(reader->set), sizeof *reader->set, by_order);
    for (;;) {
        const int side = game_record_player(&saved->record);
        while (next[side] < LENGTH(reader->set) && reader->set[next[side]].side != side) {
            next[side]++;
        }
        if (next[side] == LENGTH(reader->set)) {
            break;
        }
        if (!play_square(reader, reader->set[next[side]++].square, error)) {
            return false;
        }
    }
    const int other = 3 - game_record_player(&saved->record);
    for (int i = next[other]; i < LENGTH(reader->set); i++) {
        if (reader->set[i].side == other) {
            return error_set(error, "AB, AW: the stones cannot have been played in turn");
        }
    }
    return true;
}

/* Sets the stones before the first move. */
static bool set_stones(struct sgf_reader *reader, struct error *error)
{
    struct saved_game *saved = reader->saved;
    const char *colours = saved->game->look->sgf->colours;
    if (reader->set_count > 0 && !(has_names(saved->game->look) ? begin_position(reader, error)
                                                                : play_stones(reader, error))) {
        return false;
    }
    const char turn = colours[game_record_player(&saved->record) - 1];
    return !reader->turn || reader->turn == turn ||
           error_set(error, "PL[%c]: after these stones it is the turn of %c", reader->turn, turn);
}

/* Adds the stones of AB and AW, or removes those of AE, before the first move. */
static bool take_stones(struct sgf_reader *reader, const struct property *property,
                        struct error *error)
{
    const struct look *look = reader->saved->game->look;
    const struct look_board *board = &reader->board;
    const int files = board->files;
    const char *value = property->value;
    const int first = read_square(reader, &value);
    value += *value == ':';
    const int last = *value ? read_square(reader, &value) : first;
    const int top = row_of(look, board, first / files), bottom = row_of(look, board, last / files);
    if (reader->moving || first < 0 || last < 0 || *value || bottom < top ||
        last % files < first % files) {
        return error_set(error,
                         "line %d: %s[%.20s]: expected a square or the corners of a rectangle, "
                         "as %s[ca:ed], before the first move",
                         property->line, property->name, property->value, property->name);
    }
    const bool removes = property_is(property, "AE");
    const int side = removes ? 0 : 1 + (property->name[1] == look->sgf->colours[1]);
    for (int row = top; row <= bottom; row++) {
        for (int file = first % files; file <= last % files; file++) {
            const int square = row_of(look, board, row) * files + file;
            reader->set[square] =
                (struct set_stone){.side = side, .square = square, .order = reader->set_count++};
        }
    }
    return true;
}

static bool take_move(struct sgf_reader *reader, const struct property *property,
                      struct error *error)
{
    struct error reason;
    struct saved_game *saved = reader->saved;
    const struct look *look = saved->game->look;
    const char *value = property->value;
    if (!reader->moving && !set_stones(reader, error)) {
        return false;
    }
    reader->moving = true;
    const bool passes =
        look->pass && (!*value || strcasecmp(value, look->pass) == 0 || strcmp(value, "@@@@") == 0);
    const int square = passes ? -1 : read_square(reader, &value);
    if (!passes && (square < 0 || *value)) {
        error_set(&reason, "'%.20s' is no square of the board; expected %stwo letters, as hh",
                  property->value, has_names(look) ? "a name, as h8, or " : "");
    } else if (!property_takes_turn(property, saved, look->sgf->colours, !passes, error)) {
        return false;
    } else if (play_square(reader, square, &reason)) {
        return true;
    }
    return error_set(error, "line %d: %c[%.20s]: %.200s", property->line, property->name[0],
                     property->value, reason.text);
}

/* Reads "B+R", "W+", "Draw" or "0". RESULT_NONE for any other text. */
static enum game_result find_result(const char *colours, const char *value)
{
    if (value[0] && value[1] == '+') {
        return value[0] == colours[0]   ? RESULT_P1_WINS
               : value[0] == colours[1] ? RESULT_P2_WINS
                                        : RESULT_NONE;
    }
    bool drawn = strcmp(value, "Draw") == 0 || strcmp(value, "0") == 0;
    return drawn ? RESULT_DRAW : RESULT_NONE;
}

static bool take(struct sgf_reader *reader, const struct property *property, struct error *error)
{
    static const char *const stones[] = {"AB", "AW", "AE", NULL}, *const moves[] = {"B", "W", NULL};
    /* These describe the whole game, not the board. */
    static const char *const tags[] = {"BR", "BT", "CP", "DT", "EV", "GC", "GN", "KM",
                                       "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU",
                                       "SO", "TM", "US", "WR", "WT", NULL};
    struct saved_game *saved = reader->saved;
    if (property_is_any(property, stones)) {
        return take_stones(reader, property, error);
    }
    if (property_is_any(property, moves)) {
        return take_move(reader, property, error);
    }
    if (property_is(property, "PL") && !reader->moving) {
        const char colour = (char)toupper((unsigned char)property->value[0]);
        if (!colour || !strchr("BW", colour)) {
            return error_set(error, "line %d: PL[%.20s]: expected B or W", property->line,
                             property->value);
        }
        reader->turn = colour;
    }
    if (property_is(property, "RE")) {
        saved->result = find_result(saved->game->look->sgf->colours, property->value);
    }
    if (!reader->moving && property_is_any(property, tags)) {
        saved_game_add_tag(saved, property->name, property->value, reader->charset);
    }
    return true;
}

bool sgf_read(const struct cursor *text, struct saved_game *saved, struct error *error)
{
    struct sgf_reader reader = {.saved = saved};
    struct properties properties;
    if (cursor_peek(text) != '(') {
        return error_set(error, "line %d: expected a game tree, as (;GM[4]SZ[15];B[hh])",
                         text->line);
    }
    bool good = properties_read(&properties, text, error) &&
                choose_game(saved, &properties, error) && saved_game_begin(saved, NULL, error);
    reader.charset = properties_find(&properties, "CA");
    if (good) {
        saved->game->look->board(saved->record.position, &reader.board);
    }
    for (int i = 0; i < properties.count && good; i++) {
        good = take(&reader, &properties.list[i], error);
    }
    good = good && (reader.moving || set_stones(&reader, error));
    properties_finish(&properties);
    return good;
}

void sgf_put_property(const char *name, const char *text, struct buffer *out)
{
    struct buffer lines = {0};
    encoding_put_lines(text, &lines);
    buffer_printf(out, "%s[", name);
    for (const char *at = buffer_text(&lines); *at; at++) {
        if (*at == ']' || *at == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *at);
    }
    buffer_putc(out, ']');
    buffer_finish(&lines);
}

/* Appends a square in brackets. */
static void put_square(const struct look *look, const struct look_board *board, int file, int rank,
                       struct buffer *out)
{
    buffer_putc(out, '[');
    if (has_names(look)) {
        look_format_square(look, file, rank, out);
    } else {
        buffer_printf(out, "%c%c", 'a' + file, 'a' + row_of(look, board, rank));
    }
    buffer_putc(out, ']');
}

/* Appends one side's stones that are on the board before the first move, from the top left. */
static void put_stones(const struct look *look, const struct look_board *board, int side,
                       struct buffer *out)
{
    bool any = false;
    for (int row = 0; row < board->ranks; row++) {
        for (int column = 0; column < board->files; column++) {
            const int rank = board->ranks - 1 - row;
            int code = board->squares[rank * board->files + column];
            if (code && look->pieces[code - 1].side == side) {
                if (!any) {
                    buffer_printf(out, "A%c", look->sgf->colours[side - 1]);
                }
                put_square(look, board, column, rank, out);
                any = true;
            }
        }
    }
}

static void put_root(const struct saved_game *saved, const char *program, struct buffer *out)
{
    struct look_board board;
    const char *value;
    const struct game_record *record = &saved->record;
    const struct look *look = saved->game->look;
    look->board(record->start, &board);
    buffer_printf(out, "(;FF[4]GM[%d]CA[UTF-8]AP[%s:%s]SZ[%d", look->sgf->game_number, program,
                  MYOSU_VERSION, board.files);
    if (board.ranks != board.files) {
        buffer_printf(out, ":%d", board.ranks);
    }
    buffer_putc(out, ']');
    for (const char *tag = NULL; (tag = saved_game_next_tag(saved, tag, &value));) {
        sgf_put_property(tag, value, out);
    }
    if (look->sgf->rules && !saved_game_tag(saved, "RU")) {
        sgf_put_property("RU", look->sgf->rules(&saved->settings), out);
    }
    if (record->fen) {
        put_stones(look, &board, 1, out);
        put_stones(look, &board, 2, out);
        buffer_printf(out, "PL[%c]", look->sgf->colours[saved->game->player(record->start) - 1]);
    }
}

static void put_move(const struct game_walk *at, struct buffer *out)
{
    const struct look *look = at->game->look;
    struct look_board board;
    int column, row;
    buffer_printf(out, ";%c", look->sgf->colours[game_walk_player(at)]);
    if (game_walk_square(at, &column, &row)) {
        look->board(at->position, &board);
        put_square(look, &board, column, board.ranks - 1 - row, out);
    } else {
        buffer_puts(out, "[]");
    }
}

/* Appends the moves of a variation as a subtree. */
static void put_variation(const struct game_walk *at, const char *moves, struct buffer *out)
{
    struct game_walk walk;
    game_walk_init(&walk, at->game, at->position, moves);
    buffer_putc(out, '(');
    for (int i = 0; i < VARIATION_MOVES && game_walk_next(&walk); i++) {
        put_move(&walk, out);
    }
    buffer_puts(out, ")\n");
    game_walk_finish(&walk);
}

void sgf_write(const struct saved_game *saved, const char *program, const struct game_notes *notes,
               struct buffer *out)
{
    struct game_walk walk;
    struct game_note note = {.mark = NULL};
    /* A variation follows the rest of the game that it replaces, so the last one is written
     * first. */
    struct buffer *variations = memory_zeroed((size_t)saved->record.plies + 1, sizeof *variations);
    int open = 0;
    put_root(saved, program, out);
    game_walk_along(&walk, &saved->record);
    for (bool more = game_walk_next(&walk);; more = game_walk_next(&walk)) {
        game_note_take(&note, notes, &walk);
        buffer_puts(out, buffer_text(&note.comment));
        if (!more) {
            break;
        }
        buffer_puts(out, notes || walk.ply % LINE_MOVES == 0 ? "\n" : "");
        if (note.variation) {
            put_variation(&walk, note.variation, &variations[open++]);
            buffer_putc(out, '(');
        }
        put_move(&walk, out);
        buffer_puts(out, note.mark ? note.mark : "");
    }
    while (open > 0) {
        buffer_puts(out, ")\n");
        buffer_puts(out, buffer_text(&variations[--open]));
        buffer_finish(&variations[open]);
    }
    buffer_puts(out, ")\n\n");
    free(variations);
    game_note_finish(&note);
    game_walk_finish(&walk);
}
