#include "shell.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "dialect.h"
#include "look.h"
#include "memory.h"
#include "newgame.h"
#include "registry.h"

/* The largest file of a game that is read. */
#define MAX_FILE (1 << 20)

static const char help[] = "undo        takes back to your last turn\n"
                           "hint        asks the engine\n"
                           "now         the engine moves at once\n"
                           "new [GAME [PARAMETER VALUE]...]\n"
                           "side first|second|both|none   where you sit\n"
                           "flip        turns the board\n"
                           "moves       lists the game\n"
                           "save FILE, load FILE\n"
                           "help, quit\n";

void shell_format_help(const struct table *table, struct buffer *out)
{
    const struct look *look = table->record.game->look;
    buffer_puts(out, "a move      as the game writes it");
    if (look->notation) {
        buffer_printf(out, "; also %s", look->notation);
    }
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

/* Reads the parameters of a `newgame`. */
static bool read_settings(const struct game *game, const struct command_newgame *newgame,
                          struct game_settings *settings, struct error *error)
{
    game_default_settings(game, settings);
    for (int i = 0; i < newgame->count; i++) {
        const char *name = newgame->parameters[i].name, *value = newgame->parameters[i].value;
        int index = game_find_parameter(game, name);
        if (index < 0) {
            return error_set(error, "%s has no parameter '%s'.", game->title, name);
        }
        if (!game_read_setting(&game->settings[index], value ? value : "", &settings->values[index],
                               error)) {
            return false;
        }
    }
    return true;
}

/* Reads "newgame ...". */
static bool read_newgame(char *line, const struct game **game, struct game_settings *settings,
                         struct error *error)
{
    struct dialect_state state = {0};
    struct command command;
    if (!dialect_ugi.parse_command(&state, line, &command, error)) {
        return false;
    }
    if (command.kind != COMMAND_NEWGAME || !command.newgame.game) {
        return error_set(error, "Expected 'newgame GAME [PARAMETER VALUE]...'.");
    }
    *game = registry_find(registry_games(), command.newgame.game);
    if (!*game) {
        return error_set(error, "There is no game '%s'.", command.newgame.game);
    }
    return read_settings(*game, &command.newgame, settings, error);
}

static void run_new(struct shell *shell, char *rest, struct error *error)
{
    const struct game *game = NULL;
    struct game_settings settings;
    char line[256];
    for (char *sign = rest; (sign = strchr(sign, '=')); sign++) {
        *sign = ' '; /* PARAMETER=VALUE, as on the command line */
    }
    if (!*rest) {
        table_begin(shell->table, NULL, NULL, error);
    } else {
        snprintf(line, sizeof line, "newgame %s", rest);
        if (!read_newgame(line, &game, &settings, error)) {
            return;
        }
        table_set_game(shell->table, game, &settings);
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

void shell_format_game(const struct table *table, struct buffer *out)
{
    struct newgame_room room;
    struct dialect_state state = {0};
    struct command command = newgame_command(table->record.game, &table->settings, &room);
    dialect_ugi.format_command(&state, &command, out);
    command =
        (struct command){.kind = COMMAND_POSITION, .position = game_record_command(&table->record)};
    dialect_ugi.format_command(&state, &command, out);
}

/* Reads a `position` line: into another record first, so that an illegal one changes nothing. */
static bool read_position(struct table *table, const struct game *game,
                          const struct game_settings *settings, char *line, struct error *error)
{
    struct dialect_state state = {0};
    struct command command;
    struct game_record tried;
    if (!dialect_ugi.parse_command(&state, line, &command, error)) {
        return false;
    }
    if (command.kind != COMMAND_POSITION) {
        return error_set(error, "Expected 'position ...' in the second line.");
    }
    game_record_init(&tried, game, settings);
    bool good = game_record_begin(&tried, command.position.fen, command.position.moves, error);
    if (good) {
        table_set_game(table, game, settings);
        table_begin(table, command.position.fen, command.position.moves, error);
    }
    game_record_finish(&tried);
    return good;
}

bool shell_read_game(struct table *table, const char *text, struct error *error)
{
    const struct game *game = NULL;
    struct game_settings settings;
    char *copy = memory_text(text), *rest = copy;
    char *first = strsep(&rest, "\n"), *second = strsep(&rest, "\n");
    bool good = second || error_set(error, "Expected two lines: newgame and position.");
    good = good && read_newgame(first, &game, &settings, error) &&
           read_position(table, game, &settings, second, error);
    free(copy);
    return good;
}

static void run_save(struct shell *shell, char *rest, struct error *error)
{
    struct buffer text = {0};
    FILE *file = *rest ? fopen(rest, "w") : NULL;
    if (!*rest) {
        error_set(error, "save: expected the name of a file.");
        return;
    }
    shell_format_game(shell->table, &text);
    bool good = file && fputs(buffer_text(&text), file) >= 0;
    if ((file && fclose(file) != 0) || !good) {
        error_set(error, "%s: %s", rest, strerror(errno));
    } else {
        table_say(shell->table, "Saved.");
    }
    buffer_finish(&text);
}

static void run_load(struct shell *shell, char *rest, struct error *error)
{
    if (!*rest) {
        error_set(error, "load: expected the name of a file.");
        return;
    }
    FILE *file = fopen(rest, "r");
    if (!file) {
        error_set(error, "%s: %s", rest, strerror(errno));
        return;
    }
    char *text = memory_zeroed(MAX_FILE + 1, 1);
    size_t length = fread(text, 1, MAX_FILE, file);
    text[length] = '\0';
    fclose(file);
    if (shell_read_game(shell->table, text, error)) {
        table_say(shell->table, "Loaded.");
        table_advance(shell->table);
    } else {
        struct error reason = *error;
        error_set(error, "%s: %.250s", rest, reason.text);
    }
    free(text);
}

static const struct {
    const char *name;
    void (*run)(struct shell *shell, char *rest, struct error *error);
} commands[] = {
    {"undo", run_undo}, {"hint", run_hint},   {"now", run_now},   {"new", run_new},
    {"side", run_side}, {"flip", run_flip},   {"save", run_save}, {"load", run_load},
    {"help", run_help}, {"moves", run_moves}, {"quit", run_quit}, {"exit", run_quit},
};

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
