/* SPDX-License-Identifier: MIT */
#include "shell.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "game_file.h"
#include "look.h"
#include "playing_level.h"

static const char help[] = "undo, redo  takes your turn back, plays it again\n"
                           "hint        asks the engine\n"
                           "now         the engine moves at once\n"
                           "new [GAME [PARAMETER=VALUE]...]\n"
                           "side first|second|both|none   where you sit\n"
                           "level N     engine's strength: 1 to 10 (full)\n"
                           "resign      gives the game up\n"
                           "draw        offers a draw\n"
                           "flip        turns the board\n"
                           "moves, fen  the game, the position\n"
                           "save FILE, load FILE   also x.pgn, x.sgf, x.ggf\n"
                           "help, quit\n";

void shell_format_help(const struct table *table, struct buffer *out)
{
    const struct look *look = table->record.game->look;
    buffer_printf(out, "a move      as %s", look->notation ? look->notation : "the game writes it");
    if (look->pass) {
        buffer_printf(out, "; %s passes", look->pass);
    }
    buffer_printf(out, "\n%s", help);
}

static void run_undo(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    table_undo(shell->table, error);
}

static void run_redo(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    table_redo(shell->table, error);
}

static void run_resign(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    table_resign(shell->table, error);
}

static void run_draw(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    table_offer_draw(shell->table, error);
}

static void run_fen(struct shell *shell, char *rest, struct error *error)
{
    struct table *table = shell->table;
    struct buffer fen = {0};
    (void)rest;
    (void)error;
    table->record.game->format_fen(table->record.position, &fen);
    table_say(table, buffer_text(&fen));
    buffer_finish(&fen);
}

void shell_set_level(struct shell *shell, int level, struct error *error)
{
    if (table_set_level(shell->table, level, error)) {
        shell->level = level;
    }
}

static void run_level(struct shell *shell, char *rest, struct error *error)
{
    char line[64];
    int level;
    if (!level_read(rest, &level, error)) {
        return;
    }
    shell_set_level(shell, level, error);
    if (!error->text[0]) {
        snprintf(line, sizeof line, "The engine plays at level %d of %d.", level, LEVEL_MAX);
        table_say(shell->table, line);
    }
}

static void run_hint(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    table_hint(shell->table, error);
}

static void run_now(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    table_hurry(shell->table, error);
}

static void run_flip(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    (void)error;
    shell->flipped = !shell->flipped;
    shell->table->handlers.changed(shell->table->context);
}

static void run_moves(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    (void)error;
    shell->moves_wanted = true;
}

static void run_help(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    (void)error;
    shell->help_wanted = true;
}

static void run_quit(struct shell *shell, char *rest, struct error *error)
{
    (void)rest;
    (void)error;
    shell->quitting = true;
}

static void run_new(struct shell *shell, char *rest, struct error *error)
{
    const struct game *game = NULL;
    struct game_settings settings;
    char line[256];
    for (char *sign = rest; (sign = strchr(sign, '=')); sign++) {
        *sign = ' '; /* PARAMETER=VALUE is allowed, as on the command line */
    }
    if (!*rest) {
        table_begin(shell->table, NULL, NULL, error);
    } else {
        snprintf(line, sizeof line, "newgame %s", rest);
        if (!game_file_read_newgame(line, &game, &settings, error)) {
            return;
        }
        table_set_game(shell->table, game, &settings, NULL, NULL);
        if (shell->level) {
            table_set_level(shell->table, shell->level, error);
        }
    }
    table_advance(shell->table);
}

static void run_side(struct shell *shell, char *rest, struct error *error)
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
        if (strcasecmp(rest, sides[i].name) == 0) {
            if (table_set_player(shell->table, 0, sides[i].players[0], error)) {
                table_set_player(shell->table, 1, sides[i].players[1], error);
            }
            table_advance(shell->table);
            return;
        }
    }
    error_set(error, "side: expected first, second, both or none, found '%s'.", rest);
}

static void run_save(struct shell *shell, char *rest, struct error *error)
{
    if (!*rest) {
        error_set(error, "save: expected the name of a file.");
    } else if (game_file_save(shell->table, rest, error)) {
        table_say(shell->table, "Saved.");
    }
}

static void run_load(struct shell *shell, char *rest, struct error *error)
{
    int games;
    if (!*rest) {
        error_set(error, "load: expected the name of a file.");
    } else if (game_file_load(shell->table, rest, &games, error)) {
        if (games > 1) {
            struct buffer text = {0};
            buffer_printf(&text, "Loaded the first of %d games.", games);
            table_say(shell->table, buffer_text(&text));
            buffer_finish(&text);
        } else {
            table_say(shell->table, "Loaded.");
        }
        table_advance(shell->table);
    }
}

static const struct {
    const char *name;
    void (*run)(struct shell *shell, char *rest, struct error *error);
} commands[] = {
    {"undo", run_undo}, {"redo", run_redo}, {"hint", run_hint},   {"now", run_now},
    {"new", run_new},   {"side", run_side}, {"level", run_level}, {"resign", run_resign},
    {"draw", run_draw}, {"flip", run_flip}, {"moves", run_moves}, {"fen", run_fen},
    {"save", run_save}, {"load", run_load}, {"help", run_help},   {"quit", run_quit},
    {"exit", run_quit},
};

bool shell_is_quit(const char *line)
{
    line += strspn(line, " \t");
    size_t word = strcspn(line, " \t\r");
    for (int i = 0; i < LENGTH(commands); i++) {
        if (commands[i].run == run_quit && strlen(commands[i].name) == word &&
            strncasecmp(line, commands[i].name, word) == 0) {
            return true;
        }
    }
    return false;
}

void shell_run(struct shell *shell, char *line, struct error *error)
{
    error->text[0] = '\0';
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = '\0';
    }
    size_t word = strcspn(line, " \t");
    for (int i = 0; word > 0 && i < LENGTH(commands); i++) {
        if (strlen(commands[i].name) == word && strncasecmp(line, commands[i].name, word) == 0) {
            commands[i].run(shell, line + word + strspn(line + word, " \t"), error);
            return;
        }
    }
    if (word > 0 && !table_move(shell->table, line, error) && error->text[0] &&
        table_waits_for_person(shell->table)) {
        struct error reason = *error;
        error_set(error, "%.250s (see 'help')", reason.text);
    }
}
