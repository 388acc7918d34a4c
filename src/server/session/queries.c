/* SPDX-License-Identifier: MIT */
#include "queries.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "describe.h"
#include "registry.h"

/* The most moves of `query line`, so that the answer takes less than a millisecond. */
#define LINE_LIMIT 100

/* Answers one question; `rest` is the text after its first word, "" if there is none. */
typedef bool answer_query(const struct engine *engine, const char *rest, struct buffer *out,
                          struct error *error);

static bool answer_p1turn(const struct engine *engine, const char *rest UNUSED, struct buffer *out,
                          struct error *error UNUSED)
{
    int player = engine_game(engine)->player(engine_position(engine));
    buffer_puts(out, player == 1 ? "true" : "false");
    return true;
}

static bool answer_gameover(const struct engine *engine, const char *rest UNUSED,
                            struct buffer *out, struct error *error UNUSED)
{
    enum game_result result = engine_game(engine)->result(engine_position(engine));
    buffer_puts(out, result != RESULT_NONE ? "true" : "false");
    return true;
}

static bool answer_result(const struct engine *engine, const char *rest UNUSED, struct buffer *out,
                          struct error *error UNUSED)
{
    buffer_puts(out, describe_result(engine_game(engine)->result(engine_position(engine))));
    return true;
}

static bool answer_fen(const struct engine *engine, const char *rest UNUSED, struct buffer *out,
                       struct error *error UNUSED)
{
    engine_game(engine)->format_fen(engine_position(engine), out);
    return true;
}

/* Appends the legal moves in one line, each formatted by `format`. */
static void put_moves(const struct engine *engine, struct buffer *out,
                      void (*format)(const struct game *game, const void *position, move_t move,
                                     struct buffer *out))
{
    const struct game *game = engine_game(engine);
    const void *position = engine_position(engine);
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (i > 0) {
            buffer_putc(out, ' ');
        }
        format(game, position, list.moves[i], out);
    }
}

static void format_plain(const struct game *game, const void *position, move_t move,
                         struct buffer *out)
{
    game->format_move(position, move, out);
}

/* Formats a move in the players' notation. A game without a look does not have one. */
static void format_played(const struct game *game, const void *position, move_t move,
                          struct buffer *out)
{
    (game->look ? look_format_move : format_plain)(game, position, move, out);
}

static bool answer_moves(const struct engine *engine, const char *rest UNUSED, struct buffer *out,
                         struct error *error UNUSED)
{
    put_moves(engine, out, format_plain);
    return true;
}

static bool answer_notation(const struct engine *engine, const char *rest UNUSED,
                            struct buffer *out, struct error *error UNUSED)
{
    put_moves(engine, out, format_played);
    return true;
}

/* Reads a legal move in the players' or the protocol's notation. */
static bool read_move(const struct game *game, const void *position, const char *text, move_t *move,
                      struct error *error)
{
    return game->look ? look_parse_move(game, position, text, move, error)
                      : game->parse_move(position, text, move, error);
}

static bool answer_move(const struct engine *engine, const char *rest, struct buffer *out,
                        struct error *error)
{
    const struct game *game = engine_game(engine);
    const void *position = engine_position(engine);
    struct error reason;
    move_t move;
    if (*rest == '\0') {
        return error_set(error, "query move: expected a move");
    }
    if (!read_move(game, position, rest, &move, &reason)) {
        return error_set(error, "query move: %s", reason.text);
    }
    game->format_move(position, move, out);
    return true;
}

/* Plays the moves of a text on the scratch position, and appends each as players write it. */
static bool put_line(const struct game *game, void *scratch, char *text, struct buffer *out,
                     struct error *error)
{
    char *rest = text, *word;
    for (int count = 1; (word = strsep(&rest, " ")); count++) {
        struct error reason;
        move_t move;
        if (count > LINE_LIMIT) {
            return error_set(error, "query line: more than %d moves", LINE_LIMIT);
        }
        if (!read_move(game, scratch, word, &move, &reason)) {
            return error_set(error, "query line: move %d: %s", count, reason.text);
        }
        buffer_puts(out, count > 1 ? " " : "");
        format_played(game, scratch, move, out);
        game->play(scratch, move);
    }
    return true;
}

static bool answer_line(const struct engine *engine, const char *rest, struct buffer *out,
                        struct error *error)
{
    const struct game *game = engine_game(engine);
    if (*rest == '\0') {
        return error_set(error, "query line: expected moves");
    }
    void *scratch = malloc(game->position_size);
    char *text = strdup(rest);
    bool answered = false;
    if (!scratch || !text) {
        error_set(error, "query line: memory is out");
    } else {
        memcpy(scratch, engine_position(engine), game->position_size);
        answered = put_line(game, scratch, text, out, error);
    }
    free(scratch);
    free(text);
    return answered;
}

static bool answer_games(const struct engine *engine, const char *rest UNUSED, struct buffer *out,
                         struct error *error UNUSED)
{
    const struct game *const *games = engine_games(engine);
    for (int i = 0; games[i]; i++) {
        buffer_printf(out, "%s%s", i > 0 ? " " : "", games[i]->name);
    }
    return true;
}

static bool answer_game(const struct engine *engine, const char *rest, struct buffer *out,
                        struct error *error)
{
    const struct game *game =
        *rest ? registry_find(engine_games(engine), rest) : engine_game(engine);
    if (!game) {
        return error_set(error, "query game: unknown game '%.40s'; 'query games' lists them", rest);
    }
    describe_game_keywords(game, out);
    return true;
}

static bool has_look(const struct engine *engine, const char *question, struct error *error)
{
    const struct game *game = engine_game(engine);
    return game->look || error_set(error, "query %s: %s has no look", question, game->name);
}

static bool answer_look(const struct engine *engine, const char *rest UNUSED, struct buffer *out,
                        struct error *error)
{
    if (!has_look(engine, "look", error)) {
        return false;
    }
    describe_look(engine_game(engine), engine_settings(engine), engine_position(engine), out);
    return true;
}

static bool answer_board(const struct engine *engine, const char *rest UNUSED, struct buffer *out,
                         struct error *error)
{
    if (!has_look(engine, "board", error)) {
        return false;
    }
    describe_board(engine_game(engine), engine_position(engine), out);
    return true;
}

static const struct row {
    const char *name;
    const char *usage; /* the name and its arguments */
    answer_query *answer;
    bool takes_more;   /* words may follow the name */
    bool of_the_board; /* not answered after a rejected position */
} rows[] = {
    /* clang-format off */
    {"p1turn", "p1turn", answer_p1turn, false, true},
    {"gameover", "gameover", answer_gameover, false, true},
    {"result", "result", answer_result, false, true},
    {"fen", "fen", answer_fen, false, true},
    {"moves", "moves", answer_moves, false, true},
    {"notation", "notation", answer_notation, false, true},
    {"move", "move TEXT", answer_move, true, true},
    {"line", "line MOVE...", answer_line, true, true},
    {"board", "board", answer_board, false, true},
    {"look", "look", answer_look, false, false},
    {"games", "games", answer_games, false, false},
    {"game", "game [GAME]", answer_game, true, false},
    /* clang-format on */
};

const char *queries_name(int index)
{
    return index < LENGTH(rows) ? rows[index].name : NULL;
}

void queries_list(const char *separator, const char *last, struct buffer *out)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        buffer_puts(out, i == 0 ? "" : i == LENGTH(rows) - 1 ? last : separator);
        buffer_puts(out, rows[i].usage);
    }
}

static bool refuse_question(const char *question, struct error *error)
{
    struct buffer list = {0};
    queries_list(", ", " or ", &list);
    error_set(error, "query: unknown question '%.40s'; expected %s", question, buffer_text(&list));
    buffer_finish(&list);
    return false;
}

bool queries_answer(const struct engine *engine, const char *question, struct buffer *answer,
                    struct error *error)
{
    size_t length = strcspn(question, " ");
    const char *rest = question + length + (question[length] == ' ');
    for (int i = 0; i < LENGTH(rows); i++) {
        if (strlen(rows[i].name) == length && strncasecmp(question, rows[i].name, length) == 0 &&
            (rows[i].takes_more || *rest == '\0')) {
            return (!rows[i].of_the_board || engine_has_position(engine, "query", error)) &&
                   rows[i].answer(engine, rest, answer, error);
        }
    }
    return refuse_question(question, error);
}
