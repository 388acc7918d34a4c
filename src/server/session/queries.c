/* SPDX-License-Identifier: MIT */
#include "queries.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "alloc.h"
#include "describe.h"
#include "registry.h"

/* The most moves of `query line`, so that the answer takes less than a millisecond. */
#define LINE_LIMIT 100

/* A question about a game. */
struct query {
    const struct engine *engine;
    const struct game *game;
    const void *position;
    const char *rest;   /* the text after the question's first word, "" if there is none */
    struct buffer *out; /* for the answer */
    struct error *error;
};

static bool answer_p1turn(const struct query *query)
{
    buffer_puts(query->out, query->game->player(query->position) == 1 ? "true" : "false");
    return true;
}

static bool answer_gameover(const struct query *query)
{
    const enum game_result result = query->game->result(query->position);
    buffer_puts(query->out, result != RESULT_NONE ? "true" : "false");
    return true;
}

static bool answer_result(const struct query *query)
{
    buffer_puts(query->out, describe_result(query->game->result(query->position)));
    return true;
}

static bool answer_fen(const struct query *query)
{
    query->game->format_fen(query->position, query->out);
    return true;
}

typedef void format_move_fn(const struct game *game, const void *position, move_t move,
                            struct buffer *out);

/* Appends the legal moves in one line, in this notation or, if it is NULL, the protocol's. */
static bool put_moves(const struct query *query, format_move_fn *format)
{
    struct move_list list = {.count = 0};
    query->game->legal_moves(query->position, &list);
    for (int i = 0; i < list.count; i++) {
        if (i > 0) {
            buffer_putc(query->out, ' ');
        }
        if (format) {
            format(query->game, query->position, list.moves[i], query->out);
        } else {
            query->game->format_move(query->position, list.moves[i], query->out);
        }
    }
    return true;
}

static bool answer_moves(const struct query *query)
{
    return put_moves(query, NULL);
}

static bool answer_notation(const struct query *query)
{
    return put_moves(query, look_format_move);
}

static bool answer_vertices(const struct query *query)
{
    return put_moves(query, look_format_vertices);
}

static bool answer_move(const struct query *query)
{
    struct error reason;
    move_t move;
    if (*query->rest == '\0') {
        return error_set(query->error, "query move: expected a move");
    }
    if (!look_parse_move(query->game, query->position, query->rest, &move, &reason)) {
        return error_set(query->error, "query move: %s", reason.text);
    }
    query->game->format_move(query->position, move, query->out);
    return true;
}

/* Plays the moves of a text on the scratch position, and appends each as players write it. */
static bool put_line(const struct query *query, void *scratch, char *text)
{
    char *rest = text, *word;
    for (int count = 1; (word = strsep(&rest, " ")); count++) {
        struct error reason;
        move_t move;
        if (count > LINE_LIMIT) {
            return error_set(query->error, "query line: more than %d moves", LINE_LIMIT);
        }
        if (!look_parse_move(query->game, scratch, word, &move, &reason)) {
            return error_set(query->error, "query line: move %d: %s", count, reason.text);
        }
        buffer_puts(query->out, count > 1 ? " " : "");
        look_format_move(query->game, scratch, move, query->out);
        query->game->play(scratch, move);
    }
    return true;
}

static bool answer_line(const struct query *query)
{
    if (*query->rest == '\0') {
        return error_set(query->error, "query line: expected moves");
    }
    FREED void *scratch = alloc_local(query->game->position_size);
    FREED char *text = alloc_text(query->rest);
    bool answered = false;
    if (!scratch || !text) {
        error_set(query->error, "query line: memory is out");
    } else {
        memcpy(scratch, query->position, query->game->position_size);
        answered = put_line(query, scratch, text);
    }
    return answered;
}

/* Lists the games that a client can draw, or those whose sides have one kind of piece each. */
static bool answer_games(const struct query *query)
{
    const struct game *const *games = engine_games(query->engine);
    for (int i = 0; games[i]; i++) {
        if (games[i]->look && (!*query->rest || look_has_stones(games[i]))) {
            buffer_printf(query->out, "%s%s", buffer_length(query->out) > 0 ? " " : "",
                          games[i]->name);
        }
    }
    return true;
}

static bool answer_game(const struct query *query)
{
    const struct game *game =
        *query->rest ? registry_find(engine_games(query->engine), query->rest) : query->game;
    if (!game) {
        return error_set(query->error, "query game: unknown game '%.40s'; 'query games' lists them",
                         query->rest);
    }
    describe_game_keywords(game, query->out);
    return true;
}

static bool answer_look(const struct query *query)
{
    describe_look(query->game, engine_settings(query->engine), query->position, query->out);
    return true;
}

static bool answer_board(const struct query *query)
{
    describe_board(query->game, query->position, query->out);
    return true;
}

static const struct row {
    const char *name;
    const char *usage; /* the name and its arguments */
    bool (*answer)(const struct query *query);
    bool takes_more;   /* words may follow the name */
    bool of_the_board; /* not answered after a rejected position */
    bool of_the_look;  /* the game must have a look */
} rows[] = {
    /* clang-format off */
    {"p1turn", "p1turn", answer_p1turn, false, true, false},
    {"gameover", "gameover", answer_gameover, false, true, false},
    {"result", "result", answer_result, false, true, false},
    {"fen", "fen", answer_fen, false, true, false},
    {"moves", "moves", answer_moves, false, true, false},
    {"notation", "notation", answer_notation, false, true, false},
    {"vertices", "vertices", answer_vertices, false, true, true},
    {"move", "move TEXT", answer_move, true, true, false},
    {"line", "line MOVE...", answer_line, true, true, false},
    {"board", "board", answer_board, false, true, true},
    {"look", "look", answer_look, false, false, true},
    {"games", "games [stones]", answer_games, true, false, false},
    {"game", "game [GAME]", answer_game, true, false, false},
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
    LOCAL_BUFFER list = {0};
    queries_list(", ", " or ", &list);
    return error_set(error, "query: unknown question '%.40s'; expected %s", question,
                     buffer_text(&list));
}

bool queries_answer(const struct engine *engine, const char *question, struct buffer *answer,
                    struct error *error)
{
    const size_t length = strcspn(question, " ");
    const struct query query = {
        .engine = engine,
        .game = engine_game(engine),
        .position = engine_position(engine),
        .rest = question + length + (question[length] == ' '),
        .out = answer,
        .error = error,
    };
    for (int i = 0; i < LENGTH(rows); i++) {
        if (strlen(rows[i].name) == length && strncasecmp(question, rows[i].name, length) == 0 &&
            (rows[i].takes_more || *query.rest == '\0')) {
            return (!rows[i].of_the_board || engine_has_position(engine, "query", error)) &&
                   (!rows[i].of_the_look || query.game->look ||
                    error_set(error, "query %s: %s has no look", rows[i].name, query.game->name)) &&
                   rows[i].answer(&query);
        }
    }
    return refuse_question(question, error);
}
