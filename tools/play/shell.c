/* SPDX-License-Identifier: MIT */
#include "shell.h"

#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "game_file.h"
#include "game_save.h"
#include "game_walk.h"
#include "language.h"
#include "look.h"
#include "memory.h"

static const char help[] = N_("undo, redo  takes your turn back, plays it again\n"
                              "hint        asks the engine\n"
                              "now         the engine moves at once\n"
                              "new [GAME [PARAMETER=VALUE]...]\n"
                              "side first|second|both|none   where you sit\n"
                              "level N     engine's strength: 1 to 10 (full)\n"
                              "resign      gives the game up\n"
                              "draw        offers a draw\n"
                              "flip        turns the board\n"
                              "moves, fen  the game, the position\n"
                              "save FILE   a new file: x.pgn, x.sgf, x.ggf, or any\n"
                              "append FILE, replace FILE     one that exists\n"
                              "load FILE [N]                 its game number N\n"
                              "help, quit\n");

void shell_format_help(const struct table *table, struct buffer *out)
{
    const struct look *look = table->record.game->look;
    buffer_printf(out, _("a move      as %s"),
                  look->notation ? look->notation : _("the game writes it"));
    if (look->pass) {
        buffer_printf(out, _("; %s passes"), look->pass);
    }
    buffer_printf(out, "\n%s", _(help));
}

static bool has_person(const struct table *table)
{
    return table->players[0] == PLAYER_PERSON || table->players[1] == PLAYER_PERSON;
}

/* Takes the last move back, and keeps it for redo. */
static void undo_move(struct table *table)
{
    const size_t count = (size_t)table->undone_count + 1;
    table->undone = memory_resized(table->undone, count, sizeof *table->undone);
    game_record_last_move(&table->record, table->undone[table->undone_count++]);
    game_record_undo(&table->record, 1);
}

/* Plays the move that was taken back last; false if there is none. */
static bool redo_move(struct table *table)
{
    return table->undone_count > 0 &&
           game_record_play(&table->record, table->undone[--table->undone_count], NULL);
}

/* Continues the game after moves were taken back or played again. */
static void go_on(struct table *table)
{
    table->over = false;
    table->kept.unsaved |= table->kept.end > 0;
    table->turn_began_ns = 0;
    table_end_with(table, game_record_result(&table->record), "");
    table_tell_changed(table);
    table_advance(table);
}

/* Takes moves back until a person is to move. */
static bool undo(struct table *table, struct error *error)
{
    if (table->record.plies == 0) {
        return error_set(error, _("There is no move to take back."));
    }
    table_drop_answers(table);
    do {
        undo_move(table);
    } while (has_person(table) && table->record.plies > 0 &&
             table->players[table_player_to_move(table)] != PLAYER_PERSON);
    go_on(table);
    return true;
}

/* Plays moves that were taken back, until a person is to move. */
static bool redo(struct table *table, struct error *error)
{
    if (table->undone_count == 0) {
        return error_set(error, _("There is no move to play again."));
    }
    table_drop_answers(table);
    while (redo_move(table) && has_person(table) &&
           table->players[table_player_to_move(table)] != PLAYER_PERSON) {
    }
    go_on(table);
    return true;
}

/* Returns the person who gives a command, 0 or 1; -1 if no person plays. */
static int speaker(const struct table *table)
{
    int player = table_player_to_move(table);
    return table->players[player] == PLAYER_PERSON       ? player
           : table->players[1 - player] == PLAYER_PERSON ? 1 - player
                                                         : -1;
}

/* True if a person may end the game now. */
static bool may_end(const struct table *table, struct error *error)
{
    if (table->over) {
        return error_set(error, _("The game is over."));
    }
    return speaker(table) >= 0 || error_set(error, _("Nobody but engines plays."));
}

/* Resigns for the person who is to move, or for the only one at the table. */
static bool resign(struct table *table, struct error *error)
{
    LOCAL_BUFFER name = {0}, why = {0};
    if (!may_end(table, error)) {
        return false;
    }
    int player = speaker(table);
    language_put_player(table->record.game, player, &name);
    buffer_printf(&why, _("%s resigns"), buffer_text(&name));
    table_drop_answers(table);
    table_lose(table, player, VERDICT_RESIGNATION, buffer_text(&why));
    return true;
}

/* Offers a draw for the same person. Another person accepts it; an engine does unless it sees
 * itself ahead. */
static bool offer_draw(struct table *table, struct error *error)
{
    if (!may_end(table, error)) {
        return false;
    }
    int other = 1 - speaker(table);
    const struct analysis *seen = &table->moved[other];
    if (table->players[other] == PLAYER_ENGINE && !seen->known) {
        return error_set(error, _("%.60s declines: it has not moved yet."),
                         table_player_name(table, other));
    }
    if (table->players[other] == PLAYER_ENGINE && seen->info.score > 0) {
        return error_set(error, _("%.60s declines: it sees itself ahead."),
                         table_player_name(table, other));
    }
    table_drop_answers(table);
    table_finish(table, RESULT_DRAW, VERDICT_DRAW, _("agreed"));
    return true;
}

/* Requests a move from an engine. The answer arrives as a message. */
static bool ask_for_hint(struct table *table, struct error *error)
{
    struct table_engine *engine = table_engine_of(table, table_player_to_move(table));
    if (table->over) {
        return error_set(error, _("The game is over."));
    }
    if (!table_engine_lives(engine)) {
        return error_set(error, _("There is no engine to ask."));
    }
    if (!table_waits_for_person(table)) {
        return error_set(error, _("It is the engine's turn."));
    }
    if (!table_check_engine(table, table_player_to_move(table), table->record.game, error)) {
        return false;
    }
    table->hint_wanted = true;
    table_advance(table);
    return true;
}

/* Makes a searching engine answer now. */
static bool hurry(struct table *table, struct error *error)
{
    struct table_engine *engine = table_engine_of(table, table_player_to_move(table));
    if (engine->purpose != PURPOSE_MOVE && engine->purpose != PURPOSE_HINT) {
        return error_set(error, _("No engine is thinking."));
    }
    client_stop(engine->client);
    return true;
}

/* Makes a person or an engine player 0 or 1; false and the reason if there is no engine. */
static bool set_player(struct table *table, int player, enum player_kind kind, struct error *error)
{
    struct table_engine *engine = table_engine_of(table, player);
    if (kind == PLAYER_ENGINE && !table_engine_lives(engine)) {
        return error_set(error, _("There is no engine to sit there."));
    }
    if (kind == PLAYER_ENGINE && !table_check_engine(table, player, table->record.game, error)) {
        return false;
    }
    if (table->players[player] != kind && player == table_player_to_move(table)) {
        table_drop_answers(table);
        table->turn_began_ns = 0;
    }
    table->kept.unsaved |= table->kept.end > 0; /* the file has the players' names */
    table->players[player] = kind;
    table->clocks.controls[player] = *table_control_of(table, player);
    table_tell_changed(table);
    return true;
}

static void run_fen(struct table *table, char *rest UNUSED, struct error *error UNUSED)
{
    LOCAL_BUFFER fen = {0};
    table->record.game->format_fen(table->record.position, &fen);
    table_say(table, "%s", buffer_text(&fen));
}

bool shell_read_level(void *at, const char *name UNUSED, char *value, struct error *error)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end || number < 1 || number > LEVEL_MAX) {
        return error_set(error,
                         _("level: expected a number from 1 to %d (full strength), found '%s'"),
                         LEVEL_MAX, value);
    }
    *(int *)at = (int)number;
    return true;
}

bool shell_set_level(struct table *table, int level, struct error *error)
{
    const struct game *game = table->record.game;
    if (!table->engines[0].client) {
        return error_set(error, _("There is no engine."));
    }
    for (int i = 0; i < 2; i++) {
        struct table_engine *engine = &table->engines[i];
        if (engine->client && !table_engine_set_level(engine, game, level)) {
            return error_set(
                error,
                _("%.60s offers no levels at %s: neither Skill Level nor UCI_Elo is an "
                  "option of this game."),
                table_engine_name(engine), _(game->title));
        }
    }
    table->level = level;
    return true;
}

static void run_level(struct table *table, char *rest, struct error *error)
{
    int level = 0;
    if (shell_read_level(&level, "", rest, error) && shell_set_level(table, level, error)) {
        table_say(table, _("The engine plays at level %d of %d."), level, LEVEL_MAX);
    }
}

static void run_flip(struct table *table, char *rest UNUSED, struct error *error UNUSED)
{
    table->flipped = !table->flipped;
    table->handlers.changed(table->context);
}

static void run_new(struct table *table, char *rest, struct error *error)
{
    const struct game *game = NULL;
    struct game_settings settings;
    char line[256];
    for (char *sign = rest; (sign = strchr(sign, '=')); sign++) {
        *sign = ' '; /* PARAMETER=VALUE is allowed, as on the command line */
    }
    if (!*rest) {
        if (game_save_kept(table, error)) {
            table_begin(table, NULL, NULL, error);
        }
    } else {
        snprintf(line, sizeof line, "newgame %s", rest);
        if (!game_file_read_newgame(line, &game, &settings, error) ||
            !table_check_engines(table, game, error) || !game_save_kept(table, error)) {
            return;
        }
        table_set_game(table, game, &settings, NULL, NULL);
        if (table->level) {
            shell_set_level(table, table->level, error);
        }
    }
    table_advance(table);
}

bool shell_read_side(const char *word, enum player_kind players[2])
{
    static const struct {
        const char *name;
        enum player_kind players[2];
    } sides[] = {
        {"first", {PLAYER_PERSON, PLAYER_ENGINE}},
        {"second", {PLAYER_ENGINE, PLAYER_PERSON}},
        {"both", {PLAYER_PERSON, PLAYER_PERSON}},
        {"none", {PLAYER_ENGINE, PLAYER_ENGINE}},
    };
    for (int i = 0; i < LENGTH(sides); i++) {
        if (strcasecmp(word, sides[i].name) == 0) {
            memcpy(players, sides[i].players, sizeof sides[i].players);
            return true;
        }
    }
    return false;
}

static void run_side(struct table *table, char *rest, struct error *error)
{
    enum player_kind players[2];
    if (!shell_read_side(rest, players)) {
        error_set(error, _("side: expected first, second, both or none, found '%s'."), rest);
        return;
    }
    if (set_player(table, 0, players[0], error)) {
        set_player(table, 1, players[1], error);
    }
    table_advance(table);
}

static void save(struct table *table, const char *path, enum game_save_mode mode,
                 struct error *error)
{
    static const char *const done[] = {N_("Saved."), N_("Appended."), N_("Replaced.")};
    if (!*path) {
        error_set(error, _("Expected the name of a file."));
    } else if (game_save(table, path, mode, error)) {
        table_say(table, "%s", _(done[mode]));
    }
}

static void run_save(struct table *table, char *rest, struct error *error)
{
    save(table, rest, GAME_SAVE_NEW, error);
}

static void run_append(struct table *table, char *rest, struct error *error)
{
    save(table, rest, GAME_SAVE_APPEND, error);
}

static void run_replace(struct table *table, char *rest, struct error *error)
{
    save(table, rest, GAME_SAVE_REPLACE, error);
}

/* Splits a number of a game from the end of a line: "FILE N". Without one it is 1. */
static int take_number(char *line)
{
    char *blank = strrchr(line, ' '), *end;
    long number = blank ? strtol(blank, &end, 10) : 0;
    if (number < 1 || number > INT_MAX || *end || !isdigit((unsigned char)blank[1])) {
        return 1;
    }
    *blank = '\0';
    return (int)number;
}

static void run_load(struct table *table, char *rest, struct error *error)
{
    struct game_loaded loaded;
    const bool named = *rest && access(rest, F_OK) == 0; /* "game 2" may be a name */
    const int number = named ? 1 : take_number(rest);
    if (!*rest) {
        error_set(error, _("Expected the name of a file, and perhaps the number of a game."));
    } else if (game_file_load(table, rest, number, game_save_kept, &loaded, error)) {
        if (loaded.cut.text[0]) {
            table_say(table, _("Loaded up to this move: %s"), loaded.cut.text);
        } else if (loaded.games > 1) {
            table_say(table, _("Loaded game %d of %d."), loaded.number, loaded.games);
        } else {
            table_say(table, _("Loaded."));
        }
        table_advance(table);
    }
}

/* A command either has a function, or asks the table without further words, or sets a bool of the
 * table. */
static const struct {
    const char *name;
    void (*run)(struct table *table, char *rest, struct error *error);
    bool (*ask)(struct table *table, struct error *error);
    size_t flag;
} commands[] = {
    {"undo", .ask = undo},
    {"redo", .ask = redo},
    {"hint", .ask = ask_for_hint},
    {"now", .ask = hurry},
    {"new", .run = run_new},
    {"side", .run = run_side},
    {"level", .run = run_level},
    {"resign", .ask = resign},
    {"draw", .ask = offer_draw},
    {"flip", .run = run_flip},
    {"moves", .flag = offsetof(struct table, moves_wanted)},
    {"fen", .run = run_fen},
    {"save", .run = run_save},
    {"append", .run = run_append},
    {"replace", .run = run_replace},
    {"load", .run = run_load},
    {"help", .flag = offsetof(struct table, help_wanted)},
    {"quit", .flag = offsetof(struct table, quitting)},
    {"exit", .flag = offsetof(struct table, quitting)},
};

/* Returns the command with which a line without leading blanks begins; -1 if there is none. */
static int find_command(const char *line)
{
    size_t word = strcspn(line, " \t\r");
    for (int i = 0; i < LENGTH(commands); i++) {
        if (strlen(commands[i].name) == word && strncasecmp(line, commands[i].name, word) == 0) {
            return i;
        }
    }
    return -1;
}

bool shell_is_quit(const char *line)
{
    int command = find_command(line + strspn(line, " \t"));
    return command >= 0 && commands[command].flag == offsetof(struct table, quitting);
}

void shell_run(struct table *table, char *line, struct error *error)
{
    error->text[0] = '\0';
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = '\0';
    }
    int command = find_command(line);
    if (command >= 0 && commands[command].run) {
        char *rest = line + strlen(commands[command].name);
        commands[command].run(table, rest + strspn(rest, " \t"), error);
    } else if (command >= 0 && commands[command].ask) {
        commands[command].ask(table, error);
    } else if (command >= 0) {
        *(bool *)((char *)table + commands[command].flag) = true;
    } else if (*line && !table_move(table, line, error) && error->text[0] &&
               table_waits_for_person(table)) {
        LOCAL_BUFFER reason = {0};
        language_put_message(error->text, &reason);
        error_set(error, _("%.250s (see 'help')"), buffer_text(&reason));
    }
}
