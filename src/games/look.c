/* SPDX-License-Identifier: MIT */
#include "look.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

void look_format_label(const struct look_axis *axis, int index, struct buffer *out)
{
    if (axis->labels == LOOK_LETTERS) {
        buffer_putc(out, (char)('a' + index));
    } else if (axis->labels == LOOK_NUMBERS) {
        buffer_put_number(out, axis->first + index);
    }
}

void look_format_square(const struct look *look, int file, int rank, struct buffer *out)
{
    look_format_label(&look->files, file, out);
    look_format_label(&look->ranks, rank, out);
}

int look_parse_square(const struct look *look, int files, int ranks, const char **text)
{
    const int file = (**text | 0x20) - 'a', first = look->ranks.first, last = first + ranks - 1;
    const char *at = *text + 1;
    if (file < 0 || file >= files || !isdigit((unsigned char)*at)) {
        return -1;
    }
    int number = *at++ - '0';
    while (number > 0 && isdigit((unsigned char)*at) && 10 * number + (*at - '0') <= last) {
        number = 10 * number + (*at++ - '0');
    }
    if (number < first || number > last) {
        return -1;
    }
    *text = at;
    return (number - first) * files + file;
}

void look_add_square(struct look_squares *squares, int square)
{
    squares->list[squares->count++] = (uint16_t)square;
}

void look_lines(const struct look *look, const struct look_board *board, struct look_squares *ends)
{
    const int files = board->files, ranks = board->ranks;
    ends->count = 0;
    if (look->lines) {
        look->lines(ends);
        return;
    }
    for (int file = 0; file < files; file++) {
        look_add_square(ends, file);
        look_add_square(ends, (ranks - 1) * files + file);
    }
    for (int rank = 0; rank < ranks; rank++) {
        look_add_square(ends, rank * files);
        look_add_square(ends, rank * files + files - 1);
    }
}

void look_draw(const struct look *look, const void *position, struct buffer *out)
{
    struct look_board board;
    look->board(position, &board);
    for (int rank = board.ranks - 1; rank >= 0; rank--) {
        buffer_printf(out, "%2d ", look->ranks.first + rank);
        for (int file = 0; file < board.files; file++) {
            const int code = board.squares[rank * board.files + file];
            const struct look_piece *piece = &look->pieces[code - (code > 0)];
            const char *text = piece->ascii_marked ? piece->ascii_marked : piece->ascii;
            buffer_printf(out, " %s", code ? text : ".");
        }
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "   ");
    for (int file = 0; file < board.files; file++) {
        buffer_putc(out, ' ');
        look_format_label(&look->files, file, out);
    }
    buffer_putc(out, '\n');
}

/* The squares whose contents the move changes. */
static void find_changes(const struct game *game, const void *position, move_t move,
                         struct look_squares *squares)
{
    struct look_board before, after;
    FREED void *next = alloc_local(game->position_size);
    if (!next) {
        return;
    }
    memcpy(next, position, game->position_size);
    game->play(next, move);
    game->look->board(position, &before);
    game->look->board(next, &after);
    for (int square = 0; square < before.files * before.ranks; square++) {
        if (before.squares[square] != after.squares[square]) {
            look_add_square(squares, square);
        }
    }
}

void look_move_squares(const struct game *game, const void *position, move_t move,
                       struct look_squares *squares)
{
    struct look_board board;
    LOCAL_BUFFER text = {0};
    squares->count = 0;
    if (game->look->ranks.labels == LOOK_UNLABELLED) {
        find_changes(game, position, move, squares);
        return;
    }
    game->look->board(position, &board);
    game->format_move(position, move, &text);
    for (const char *at = buffer_text(&text); *at;) {
        const int square = look_parse_square(game->look, board.files, board.ranks, &at);
        if (square >= 0) {
            look_add_square(squares, square);
        } else {
            at++;
        }
    }
}

void look_format_move(const struct game *game, const void *position, move_t move,
                      struct buffer *out)
{
    if (game->look && game->look->format_move) {
        game->look->format_move(position, move, out);
    } else {
        game->format_move(position, move, out);
    }
}

bool look_parse_move(const struct game *game, const void *position, const char *text, move_t *move,
                     struct error *error)
{
    const struct look *look = game->look;
    if (look && look->parse_move && look->parse_move(position, text, move)) {
        return true;
    }
    if (look && look->refuse_move && look->refuse_move(position, text, error)) {
        return false;
    }
    return game->parse_move(position, text, move, error);
}

bool look_has_stones(const struct game *game)
{
    int counts[3] = {0};
    for (int i = 0; game->look && i < game->look->piece_count; i++) {
        counts[game->look->pieces[i].side]++;
    }
    return counts[1] == 1 && counts[2] == 1;
}

void look_format_vertices(const struct game *game, const void *position, move_t move,
                          struct buffer *out)
{
    const struct look *look = game->look;
    LOCAL_BUFFER text = {0};
    if (look->ranks.labels == LOOK_UNLABELLED) {
        struct look_board board;
        struct look_squares squares;
        look->board(position, &board);
        look_move_squares(game, position, move, &squares);
        for (int i = 0; i < squares.count; i++) {
            buffer_printf(out, "%c%d", 'a' + squares.list[i] % board.files,
                          squares.list[i] / board.files + 1);
        }
        return;
    }
    game->format_move(position, move, &text);
    const bool passes = look->pass && strcmp(buffer_text(&text), look->pass) == 0;
    buffer_puts(out, passes ? "pass" : buffer_text(&text));
}

bool look_parse_vertices(const struct game *game, const void *position, const char *text,
                         move_t *move, struct error *error)
{
    struct move_list list = {.count = 0};
    if (game->look->ranks.labels != LOOK_UNLABELLED) {
        const bool passes = game->look->pass && strcmp(text, "pass") == 0;
        return game->parse_move(position, passes ? game->look->pass : text, move, error);
    }
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        LOCAL_BUFFER vertices = {0};
        look_format_vertices(game, position, list.moves[i], &vertices);
        if (strcmp(buffer_text(&vertices), text) == 0) {
            *move = list.moves[i];
            return true;
        }
    }
    return error_set(error, list.count == 0 ? "the game is over" : "no move of the board");
}

bool look_is_implied(const struct game *game, const char *dialect)
{
    const char *const *names = game->look ? game->look->implied_by : NULL;
    for (int i = 0; names && names[i]; i++) {
        if (strcmp(names[i], dialect) == 0) {
            return true;
        }
    }
    return false;
}

/* Plays `move` on a copy in `scratch`. Returns whether it wins the game for the side that plays
 * it. */
static bool wins(const struct game *game, const void *position, move_t move, void *scratch)
{
    enum game_result won = game->player(position) == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    memcpy(scratch, position, game->position_size);
    game->play(scratch, move);
    return game->result(scratch) == won;
}

/* Adds the squares of a move that are not in the set yet. */
static void add_move(const struct game *game, const void *position, move_t move,
                     struct look_squares *squares)
{
    struct look_squares touched;
    look_move_squares(game, position, move, &touched);
    for (int i = 0; i < touched.count; i++) {
        int at = 0;
        while (at < squares->count && squares->list[at] != touched.list[i]) {
            at++;
        }
        if (at == squares->count) {
            look_add_square(squares, touched.list[i]);
        }
    }
}

/* Adds the threats of the side that is not to move: moves that would win if it were its turn. Each
 * is tried after a move of the side to move that is a different move and does not end the game; two
 * such moves suffice. `passed` and `scratch` are memory for positions. */
static void add_threats_against(const struct game *game, const void *position,
                                const struct move_list *list, void *passed, void *scratch,
                                struct look_squares *squares)
{
    int tried = 0;
    for (int quiet = 0; tried < 2 && quiet < list->count; quiet++) {
        memcpy(passed, position, game->position_size);
        game->play(passed, list->moves[quiet]);
        struct move_list replies = {.count = 0};
        if (game->player(passed) != game->player(position)) {
            game->legal_moves(passed, &replies);
        }
        tried += replies.count > 0;
        for (int i = 0; i < replies.count; i++) {
            move_t reply = replies.moves[i];
            if (reply != list->moves[quiet] && wins(game, passed, reply, scratch) &&
                move_list_find(list, reply) >= 0) {
                add_move(game, position, reply, squares);
            }
        }
    }
}

/* Finds the squares on which either side wins at once, by playing the moves. */
static void find_threats(const struct game *game, const void *position, void *passed, void *scratch,
                         struct look_squares *squares)
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (wins(game, position, list.moves[i], scratch)) {
            add_move(game, position, list.moves[i], squares);
        }
    }
    add_threats_against(game, position, &list, passed, scratch, squares);
}

/* The squares on which either side would win at once in a game that is not over. */
static void add_threats(const struct game *game, const void *position, struct look_squares *squares)
{
    if (game->look->threats) {
        game->look->threats(position, squares);
        return;
    }
    FREED void *passed = alloc_local(game->position_size);
    FREED void *scratch = alloc_local(game->position_size);
    if (passed && scratch) {
        find_threats(game, position, passed, scratch, squares);
    }
}

void look_find_marks(const struct game *game, const void *position, struct look_marks *marks)
{
    const struct look *look = game->look;
    const enum game_result result = game->result(position);
    marks->alarm.count = marks->win.count = marks->forbidden.count = marks->threats.count = 0;
    if (look->alarm) {
        look->alarm(position, &marks->alarm);
    }
    if (look->winning_squares && (result == RESULT_P1_WINS || result == RESULT_P2_WINS)) {
        look->winning_squares(position, &marks->win);
    }
    if (look->forbidden_squares && result == RESULT_NONE) {
        look->forbidden_squares(position, &marks->forbidden);
    }
    if (look->shows_threats && result == RESULT_NONE) {
        add_threats(game, position, &marks->threats);
    }
}
