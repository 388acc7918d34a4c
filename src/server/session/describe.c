/* SPDX-License-Identifier: MIT */
#include "describe.h"

/* Appends a parameter of newgame and its range. */
static void put_choices(const struct setting *setting, struct buffer *out)
{
    buffer_printf(out, " %s ", setting->name);
    switch (setting->kind) {
    case SETTING_CHECK:
        buffer_puts(out, setting->initial ? "on|off" : "off|on");
        break;
    case SETTING_SPIN:
        buffer_printf(out, "%d..%d", setting->min, setting->max);
        break;
    case SETTING_CHOICE:
        for (int i = 0; setting->choices[i]; i++) {
            buffer_printf(out, "%s%s", i > 0 ? "|" : "", setting->choices[i]);
        }
        break;
    case SETTING_TEXT:
        buffer_puts(out, "TEXT");
        break;
    case SETTING_BUTTON:
        break;
    }
}

void describe_games(const struct game *const *games, struct buffer *text)
{
    for (const struct game *const *at = games; *at; at++) {
        const struct game *game = *at;
        buffer_printf(text, "%-10s %s", game->name, game->title);
        for (int i = 0; game->aliases && game->aliases[i]; i++) {
            buffer_printf(text, "%s%s", i == 0 ? "; also called " : ", ", game->aliases[i]);
        }
        bool first = true;
        for (int i = 0; i < game->setting_count; i++) {
            if (game->settings[i].name) {
                buffer_puts(text, first ? "; parameters:" : ",");
                put_choices(&game->settings[i], text);
                first = false;
            }
        }
        buffer_putc(text, '\n');
    }
}

/* Appends the parameters of `newgame` or the options, one on each line. A line must not look like
 * an answer of the protocol, such as `option`. */
static void put_settings(const struct game *game, bool options, struct buffer *text)
{
    const char *head = options ? "Options:\n" : "Parameters of newgame:\n";
    for (int i = 0; i < game->setting_count; i++) {
        struct setting shown = game->settings[i];
        shown.name = options ? shown.option : shown.name;
        if (shown.name) {
            buffer_printf(text, "%s  ", head);
            put_choices(&shown, text);
            buffer_printf(text, ": %s\n", shown.help);
            head = "";
        }
    }
}

void describe_variants(const struct game *const *games, struct buffer *text)
{
    for (; *games; games++) {
        if ((*games)->look && (*games)->look->cecp_variants) {
            buffer_printf(text, "%s%s", buffer_length(text) > 0 ? "," : "",
                          (*games)->look->cecp_variants);
        }
    }
}

void describe_game(const struct game *game, struct buffer *text)
{
    buffer_printf(text, "%s: newgame %s\n", game->title, game->name);
    if (game->rules) {
        buffer_printf(text, "%s\n", game->rules);
    }
    put_settings(game, false, text);
    put_settings(game, true, text);
}

const char *describe_result(enum game_result result)
{
    static const char *const names[] = {
        [RESULT_NONE] = "none",
        [RESULT_P1_WINS] = "p1win",
        [RESULT_P2_WINS] = "p2win",
        [RESULT_DRAW] = "draw",
    };
    return names[result];
}

/* Appends a parameter of newgame, in the syntax of an `option` line. */
static void put_parameter(const struct setting *setting, struct buffer *out)
{
    buffer_printf(out, " parameter %s type ", setting->name);
    switch (setting->kind) {
    case SETTING_CHECK:
        buffer_printf(out, "check default %s", setting->initial ? "true" : "false");
        break;
    case SETTING_SPIN:
        buffer_printf(out, "spin default %d min %d max %d", setting->initial, setting->min,
                      setting->max);
        break;
    case SETTING_CHOICE:
        buffer_printf(out, "combo default %s", setting->choices[setting->initial]);
        for (int i = 0; setting->choices[i]; i++) {
            buffer_printf(out, " var %s", setting->choices[i]);
        }
        break;
    case SETTING_TEXT:
        buffer_puts(out, "string");
        break;
    case SETTING_BUTTON:
        break;
    }
}

void describe_game_keywords(const struct game *game, struct buffer *out)
{
    buffer_printf(out, "name %s title %s", game->name, game->title);
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].name) {
            put_parameter(&game->settings[i], out);
        }
    }
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].option && game->settings[i].kind != SETTING_TEXT) {
            buffer_printf(out, " option %s", game->settings[i].option);
        }
    }
}

/* Appends "files 8 letters", "ranks 8 numbers 1" or "ranks 6 none". */
static void put_axis(const char *name, int size, const struct look_axis *axis, struct buffer *out)
{
    static const char *const labels[] = {
        [LOOK_UNLABELLED] = "none", [LOOK_LETTERS] = "letters", [LOOK_NUMBERS] = "numbers"};
    buffer_printf(out, " %s %d %s", name, size, labels[axis->labels]);
    if (axis->labels == LOOK_NUMBERS) {
        buffer_printf(out, " %d", axis->first);
    }
}

/* Appends a keyword and its squares, with the indices of look.h; nothing if there are none. */
static void put_squares(const char *keyword, const struct look_squares *squares, struct buffer *out)
{
    if (squares->count > 0) {
        buffer_printf(out, " %s", keyword);
    }
    for (int i = 0; i < squares->count; i++) {
        buffer_printf(out, " %d", squares->list[i]);
    }
}

/* Appends the formats of finished games, with the game's own parts of them. */
static void put_formats(const struct look *look, const struct game_settings *settings,
                        struct buffer *out)
{
    const struct look_sgf *sgf = look->sgf;
    if (look->pgn) {
        const char *variant = look->pgn->variant ? look->pgn->variant(settings) : NULL;
        buffer_printf(out, " pgn %s", variant ? variant : "Standard");
    }
    /* Each move is a single square. The page does not write games whose squares have names in SGF.
     */
    if (sgf && look->entry == LOOK_ENTER_SQUARE && !look->ggf) {
        buffer_printf(out, " sgf %d %c%c", sgf->game_number, sgf->colours[0], sgf->colours[1]);
        if (sgf->rules) {
            buffer_printf(out, " %s", sgf->rules(settings));
        }
    }
    if (look->psq) {
        buffer_printf(out, " psq %s", look->psq);
    }
}

static void put_sides(const struct look *look, struct buffer *out)
{
    for (int i = 0; i < 2; i++) {
        buffer_printf(out, " side %d colour %s name %s", i + 1, look->sides[i].colour.web,
                      look->sides[i].name);
    }
    for (int i = 0; i < look->piece_count; i++) {
        const struct look_piece *piece = &look->pieces[i];
        buffer_printf(out, " piece %s owner %d shape %s name %s", piece->ascii, piece->side,
                      piece->shape, piece->name);
    }
}

void describe_look(const struct game *game, const struct game_settings *settings,
                   const void *position, struct buffer *out)
{
    static const char *const kinds[] = {
        [LOOK_SQUARES] = "squares", [LOOK_CROSSINGS] = "crossings", [LOOK_BOXES] = "boxes"};
    static const char *const entries[] = {
        [LOOK_ENTER_SQUARE] = "square", [LOOK_ENTER_COLUMN] = "column", [LOOK_ENTER_PATH] = "path"};
    const struct look *look = game->look;
    struct look_board board;
    struct look_squares stars = {.count = 0}, lines = {.count = 0};
    look->board(position, &board);
    if (look->star_points) {
        look->star_points(&board, &stars);
    }
    if (look->kind == LOOK_CROSSINGS) {
        look_lines(look, &board, &lines);
    }
    buffer_printf(out, "game %s kind %s", game->name, kinds[look->kind]);
    put_axis("files", board.files, &look->files, out);
    put_axis("ranks", board.ranks, &look->ranks, out);
    buffer_printf(out, " upright %s entry %s", look->upright ? "true" : "false",
                  entries[look->entry]);
    if (look->promotions) {
        buffer_printf(out, " promotions %s", look->promotions);
    }
    if (look->pass) {
        buffer_printf(out, " pass %s", look->pass);
    }
    put_squares("stars", &stars, out);
    put_squares("lines", &lines, out);
    if (look->notation) {
        buffer_printf(out, " notation %s", look->notation);
    }
    put_formats(look, settings, out);
    put_sides(look, out);
}

/* Appends the ranks from the top, separated by '/'; '.' is an empty square. */
static void put_contents(const struct look *look, const struct look_board *board,
                         struct buffer *out)
{
    for (int rank = board->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < board->files; file++) {
            int code = board->squares[rank * board->files + file];
            buffer_puts(out, code ? look->pieces[code - 1].ascii : ".");
        }
        buffer_puts(out, rank > 0 ? "/" : "");
    }
}

void describe_board(const struct game *game, const void *position, struct buffer *out)
{
    struct look_board board;
    struct look_marks marks;
    game->look->board(position, &board);
    look_find_marks(game, position, &marks);
    buffer_printf(out, "turn %d result %s squares ", game->player(position),
                  describe_result(game->result(position)));
    put_contents(game->look, &board, out);
    put_squares("alarm", &marks.alarm, out);
    put_squares("win", &marks.win, out);
    put_squares("forbidden", &marks.forbidden, out);
    put_squares("threat", &marks.threats, out);
}
