/* SPDX-License-Identifier: MIT */
/* myosu-play: a person at a board against an engine, or two engines to watch. */
#include <ev.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine_command.h"
#include "game_time.h"
#include "game_words.h"
#include "memory.h"
#include "plain.h"
#include "playing_level.h"
#include "registry.h"
#include "rng.h"
#include "screen.h"
#include "shell.h"

/* Time of an engine's move without any option, in ms. */
#define DEFAULT_MOVETIME_MS 1000

/* A command line that cannot be obeyed; EXIT_FAILURE is an engine or a file that failed. */
#define EXIT_WRONG_USE 2

static const char help[] =
    "myosu-play [GAME [PARAMETER=VALUE...]] [OPTION...]\n"
    "\n"
    "  --side first|second|both|none|lot  where you sit (first); lot draws it\n"
    "  --engine 'COMMAND ARGUMENT...'     the engine (myosu, beside this program or in PATH)\n"
    "  --second 'COMMAND ARGUMENT...'     another one for the second player\n"
    "  --connect unix:PATH|tcp:HOST:PORT  an engine that runs already\n"
    "  --option NAME=VALUE                an option of the engines\n"
    "  --st SECONDS                       each move has so long, for you as well\n"
    "  --tc [MOVES/]TIME[+INC]            a clock, for you as well\n"
    "  --movetime MS, --depth N, --nodes N  limits of the engine alone (movetime 1000)\n"
    "  --level N                          the engine's strength, 1 to 10 (full), where it offers "
    "it\n"
    "  --fen FEN, --load FILE             where to begin\n"
    "  --color auto|always|never          colours; auto (default) heeds NO_COLOR\n"
    "  --plain                            plain lines, also on a terminal\n"
    "  --ascii                            no characters beyond ASCII\n";

struct options {
    const struct game *game;
    struct game_settings settings;
    enum player_kind players[2];
    struct engine_command engines[2];
    struct client_spec specs[2];
    struct engine_settings engine_settings;
    int engine_count;
    struct game_time control, person_control;
    bool plain, ascii;
    int level; /* 0: none is chosen */
    enum colour_choice colour;
    const char *fen, *load;
    const char *game_word; /* the game as it was given; NULL: it was not */
};

static void add_engine(struct options *options, int number, const char *text)
{
    engine_command_finish(&options->engines[number]);
    engine_command_split(&options->engines[number], text);
    options->specs[number].program.arguments = options->engines[number].arguments;
    options->engine_count = number + 1 > options->engine_count ? number + 1 : options->engine_count;
}

static bool read_side(struct options *options, const char *value, struct error *error)
{
    bool lot = strcmp(value, "lot") == 0;
    struct rng rng = {(uint64_t)time(NULL) ^ (uint64_t)getpid() << 32};
    bool second = lot && rng_below(&rng, 2) == 1;
    bool first_is_person = strcmp(value, "first") == 0 || strcmp(value, "both") == 0;
    bool second_is_person = strcmp(value, "second") == 0 || strcmp(value, "both") == 0;
    if (!lot && !first_is_person && !second_is_person && strcmp(value, "none") != 0) {
        return error_set(error, "--side: expected first, second, both, none or lot, found '%s'",
                         value);
    }
    options->players[0] = first_is_person || (lot && !second) ? PLAYER_PERSON : PLAYER_ENGINE;
    options->players[1] = second_is_person || second ? PLAYER_PERSON : PLAYER_ENGINE;
    return true;
}

static bool read_count(const char *option, const char *value, int64_t *number, struct error *error)
{
    char *end;
    long long count = strtoll(value, &end, 10);
    if (end == value || *end || count < 1 || count > INT32_MAX) {
        return error_set(error, "%s: expected a number above 0, found '%s'", option, value);
    }
    *number = count;
    return true;
}

static bool read_colour(struct options *options, const char *value, struct error *error)
{
    static const char *const choices[] = {"auto", "always", "never"};
    for (int i = 0; i < LENGTH(choices); i++) {
        if (strcmp(value, choices[i]) == 0) {
            options->colour = (enum colour_choice)i;
            return true;
        }
    }
    return error_set(error, "--color: expected auto, always or never, found '%s'", value);
}

/* Reads --st or --tc, which hold for engines and persons. */
static bool read_clock(struct options *options, const char *option, const char *value,
                       struct error *error)
{
    struct error reason;
    struct game_time *control = &options->control;
    bool good = strcmp(option, "--st") == 0
                    ? game_time_read_seconds(value, &control->movetime_ms, &reason)
                    : game_time_read(value, control, &reason) &&
                          game_time_read(value, &options->person_control, &reason);
    if (strcmp(option, "--st") == 0) {
        options->person_control.movetime_ms = control->movetime_ms;
    }
    return good || error_set(error, "%s: %.250s", option, reason.text);
}

/* Reads an option that has a value. */
static bool read_value(struct options *options, const char *option, char *value,
                       struct error *error)
{
    int64_t number = 0;
    if (strcmp(option, "--side") == 0) {
        return read_side(options, value, error);
    }
    if (strcmp(option, "--engine") == 0 || strcmp(option, "--second") == 0) {
        if (!value[strspn(value, " ")]) {
            return error_set(error, "%s: expected a command, found none", option);
        }
        add_engine(options, option[2] == 's', value);
        return true;
    }
    if (strcmp(option, "--connect") == 0) {
        options->specs[0].address = value;
        options->engine_count = options->engine_count ? options->engine_count : 1;
        return true;
    }
    if (strcmp(option, "--option") == 0) {
        return engine_settings_read(&options->engine_settings, value, error);
    }
    if (strcmp(option, "--st") == 0 || strcmp(option, "--tc") == 0) {
        return read_clock(options, option, value, error);
    }
    if (strcmp(option, "--fen") == 0) {
        options->fen = value;
        return true;
    }
    if (strcmp(option, "--load") == 0) {
        options->load = value;
        return true;
    }
    if (strcmp(option, "--color") == 0) {
        return read_colour(options, value, error);
    }
    if (strcmp(option, "--level") == 0) {
        return level_read(value, &options->level, error);
    }
    if (!read_count(option, value, &number, error)) {
        return false;
    }
    if (strcmp(option, "--movetime") == 0) {
        options->control.movetime_ms = number;
    } else if (strcmp(option, "--depth") == 0) {
        options->control.depth = (int)number;
    } else {
        options->control.nodes = (uint64_t)number;
    }
    return true;
}

static bool takes_value(const char *word)
{
    static const char *const options[] = {
        "--side", "--engine", "--second", "--connect",  "--option", "--st",    "--tc",
        "--fen",  "--load",   "--depth",  "--movetime", "--nodes",  "--level", "--color"};
    for (int i = 0; i < LENGTH(options); i++) {
        if (strcmp(word, options[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Reads GAME, or PARAMETER=VALUE of the game. */
static bool read_word(struct options *options, char *word, struct error *error)
{
    char *sign = strchr(word, '=');
    if (!sign && options->game_word) {
        return error_set(error, "two games, '%s' and '%s'; expected one", options->game_word, word);
    }
    if (!sign) {
        options->game_word = word;
        options->game = game_words_find(word, error);
        if (!options->game) {
            return false;
        }
        game_named_settings(options->game, word, &options->settings);
        return true;
    }
    *sign = '\0';
    return game_words_set(options->game, word, sign + 1, &options->settings, error);
}

static bool read_options(struct options *options, int count, char **words, struct error *error)
{
    options->game = registry_games()[0];
    game_default_settings(options->game, &options->settings);
    options->players[1] = PLAYER_ENGINE;
    for (int i = 1; i < count; i++) {
        bool good = true;
        if (takes_value(words[i])) {
            good = i + 1 < count ? read_value(options, words[i], words[i + 1], error)
                                 : error_set(error, "%s: expected a value", words[i]);
            i++;
        } else if (strcmp(words[i], "--plain") == 0) {
            options->plain = true;
        } else if (strcmp(words[i], "--ascii") == 0) {
            options->ascii = true;
        } else if (words[i][0] == '-') {
            good = error_set(error, "'%s' is no option; see --help", words[i]);
        } else {
            good = read_word(options, words[i], error);
        }
        if (!good) {
            return false;
        }
    }
    if (options->specs[0].address && options->specs[0].program.arguments) {
        return error_set(error, "--engine and --connect: expected one of them");
    }
    if (options->fen && options->load) {
        return error_set(error, "--fen and --load: expected one of them");
    }
    if (!options->specs[0].address && !options->specs[0].program.arguments) {
        char path[ENGINE_PATH_ROOM];
        add_engine(options, 0, engine_command_default(path));
    }
    if (game_time_is_unlimited(&options->control)) {
        options->control.movetime_ms = DEFAULT_MOVETIME_MS;
    }
    return true;
}

/* Where the game begins, as the command line says. */
static int set_position(struct shell *shell, const struct options *options, struct error *error)
{
    if (!table_begin(shell->table, options->fen, NULL, error)) {
        return EXIT_WRONG_USE;
    }
    if (options->load) {
        char line[4096];
        snprintf(line, sizeof line, "load %s", options->load);
        shell_run(shell, line, error);
    }
    return error->text[0] ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Starts the engines, and waits until they have greeted. */
static bool seat_players(struct table *table, struct options *options, struct error *error)
{
    table->control = options->control;
    table->person_control = options->person_control;
    for (int i = 0; i < options->engine_count; i++) {
        options->specs[i].options = options->engine_settings.list;
        options->specs[i].option_count = options->engine_settings.count;
        table_add_engine(table, i, &options->specs[i]);
    }
    table->players[0] = options->players[0];
    table->players[1] = options->players[1];
    table->clocks = game_clocks_start(
        options->players[0] == PLAYER_PERSON ? &table->person_control : &table->control,
        options->players[1] == PLAYER_PERSON ? &table->person_control : &table->control);
    return table_await_engines(table, error);
}

/* Shows the table on the terminal or in plain lines until the person ends it. */
static void show(struct shell *shell, const struct options *options)
{
    struct ev_loop *loop = shell->table->loop;
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !options->plain;
    struct screen *screen = terminal ? screen_open(loop, options->ascii, options->colour) : NULL;
    if (screen) {
        table_show(shell->table, &screen_handlers, screen);
        screen_show(screen, shell);
        table_advance(shell->table);
        ev_run(loop, 0);
        screen_close(screen);
        return;
    }
    struct plain *plain = plain_open(loop, options->ascii, options->colour);
    table_show(shell->table, &plain_handlers, plain);
    plain_show(plain, shell);
    table_advance(shell->table);
    ev_run(loop, 0);
    plain_close(plain);
}

static int play(struct options *options)
{
    struct ev_loop *loop = ev_default_loop(0);
    struct error error = {""};
    struct shell shell = {.flipped = options->players[0] == PLAYER_ENGINE &&
                                     options->players[1] == PLAYER_PERSON};
    shell.table = table_create(loop, options->game, &options->settings);
    int status = set_position(&shell, options, &error);
    if (status == EXIT_SUCCESS && !seat_players(shell.table, options, &error)) {
        status = EXIT_FAILURE;
    }
    if (status == EXIT_SUCCESS && options->level) {
        shell_set_level(&shell, options->level, &error);
        status = error.text[0] ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    if (status == EXIT_SUCCESS) {
        show(&shell, options);
    }
    table_destroy(shell.table);
    ev_run(loop, 0); /* until the engines have ended */
    if (status != EXIT_SUCCESS) {
        fprintf(stderr, "myosu-play: %s\n", error.text);
    }
    return status;
}

int main(int count, char **words)
{
    struct options options = {0};
    struct error error = {""};
    signal(SIGPIPE, SIG_IGN);
    setlocale(LC_CTYPE, "");
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (strcmp(words[i], "--version") == 0) {
            puts("myosu-play " MYOSU_VERSION);
            return EXIT_SUCCESS;
        }
    }
    options.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    int status = EXIT_WRONG_USE;
    if (read_options(&options, count, words, &error)) {
        status = play(&options);
    } else {
        fprintf(stderr, "myosu-play: %s\n", error.text);
    }
    engine_command_finish(&options.engines[0]);
    engine_command_finish(&options.engines[1]);
    return status;
}
