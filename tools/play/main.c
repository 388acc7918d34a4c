/* SPDX-License-Identifier: MIT */
/* myosu-play: a person plays against an engine on a board, or two engines play each other. */
#include <ev.h>
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine_choice.h"
#include "game_file.h"
#include "game_save.h"
#include "game_time.h"
#include "game_words.h"
#include "language.h"
#include "option_table.h"
#include "plain.h"
#include "registry.h"
#include "rng.h"
#include "screen.h"
#include "shell.h"
#include "steps.h"

/* An engine's time for a move if no option sets it, in ms. */
#define DEFAULT_MOVETIME_MS 1000

/* An invalid command line. EXIT_FAILURE is for an engine or a file that failed. */
#define EXIT_WRONG_USE 2

struct options {
    const struct game *game;
    struct game_settings settings;
    enum player_kind players[2];
    struct engine_choice engines[2]; /* the first one has the options of both */
    struct game_time control, person_control;
    bool plain, ascii;
    int level;  /* 0: not chosen */
    int trace;  /* plies of the tree to walk through; 0: a game is played */
    int colour; /* enum colour_choice */
    const char *fen, *load, *save;
    int number;            /* of the game in the file that is loaded, from 1 */
    const char *game_word; /* the game as given; NULL: not given */
    struct option_words words;
};

static bool read_side(void *at, const char *name, char *value, struct error *error)
{
    struct options *options = at;
    struct rng rng = {(uint64_t)time(NULL) ^ (uint64_t)getpid() << 32};
    const char *lot = rng_below(&rng, 2) == 1 ? "second" : "first";
    return shell_read_side(strcmp(value, "lot") == 0 ? lot : value, options->players) ||
           error_set(error, _("%s: expected first, second, both, none or lot, found '%.40s'"), name,
                     value);
}

/* Reads --st or --tc, which apply to engines and persons. */
static bool read_clock(void *at, const char *option, char *value, struct error *error)
{
    struct options *options = at;
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

#define OPTION_TYPE struct options

static const struct option_row rows[] = {
    OPTION_READ("--side", "first|second|both|none|lot", read_side,
                .help = "where you sit (first); lot draws it",
                .more = "With none the engines play both sides."),
    OPTION_ROW("--engine", "'COMMAND ARGUMENT...'", VALUE, engines[0], .read = engine_choice_read,
               .help = "the engine (myosu, beside this program or in PATH)"),
    OPTION_ROW("--second", "'COMMAND ARGUMENT...'", VALUE, engines[1], .read = engine_choice_read,
               .help = "another one for the second player"),
    OPTION_ROW("--connect", "unix:PATH|tcp:HOST:PORT", TEXT, engines[0].spec.address,
               .offers = "unix: tcp:", .help = "an engine that runs already"),
    OPTION_ROW("--option", "NAME=VALUE", VALUE, engines[0].settings,
               .read = engine_choice_read_option,
               .help = "an option of the engines; may be repeated"),
    OPTION_ROW("--dialect", ENGINE_CHOICE_DIALECTS, VALUE, engines[0].spec.dialect,
               .read = engine_choice_read_dialect,
               .help = "the dialect of the engines; auto (default) tries them in turn"),
    OPTION_ROW("--ranks", RANKS_ORIGINS, CHOICE, engines[0].spec.ranks,
               .help = "the number of the first rank in moves of UCI; auto (default) finds it"),
    OPTION_READ("--st", "SECONDS", read_clock, .help = "a fixed time for each move, yours as well",
                .more = "A player who needs longer loses."),
    OPTION_READ("--tc", "[MOVES/]TIME[+INC]", read_clock, .help = "a clock, for you as well",
                .more = "TIME is in seconds or MINUTES:SECONDS, INC in seconds."),
    OPTION_ROW("--movetime", "MS", INT64, control.movetime_ms, .min = 1, .max = INT32_MAX,
               .help = "time of the engine's moves (movetime 1000)"),
    OPTION_ROW("--depth", "N", INT, control.depth, .min = 1, .max = INT32_MAX,
               .help = "plies of the engine's searches (movetime 1000)"),
    OPTION_ROW("--nodes", "N", INT64, control.nodes, .min = 1, .max = INT32_MAX,
               .help = "nodes of the engine's searches (movetime 1000)"),
    OPTION_ROW("--level", "N", VALUE, level, .read = shell_read_level,
               .help = "the engine's strength, 1 to 10 (full), where it offers it",
               .more = "It needs the option *Skill Level* or *UCI_Elo* for the game."),
    OPTION_ROW("--fen", "FEN", TEXT, fen, .help = "the position to begin from"),
    OPTION_ROW("--load", "FILE", TEXT, load, .offers = "%file", .help = "the game to continue",
               .more =
                   "The file is PGN, SGF, GGF or WTHOR, or as *save* writes it; *.epd* and *.fen* "
                   "hold positions of the game."),
    OPTION_ROW("--game", "N", INT, number, .min = 1, .max = INT32_MAX,
               .help = "the number of the game in the file of --load (1)"),
    OPTION_ROW("--save", "FILE", TEXT, save, .offers = "%file",
               .help = "the file to which each game is appended, after each of its moves",
               .more = "The ending of the name decides the format, as for the command *save*."),
    OPTION_ROW("--trace", "N", INT, trace, .min = 1, .max = COMMAND_TRACE_DEPTH_LIMIT,
               .help = "no game: the tree of a search to N plies, node by node",
               .more = "Space shows the next node, q ends."),
    OPTION_ROW("--color", "auto|always|never", CHOICE, colour,
               .help = "colours; auto (default) heeds NO_COLOR"),
    OPTION_ROW("--plain", NULL, FLAG, plain, .help = "plain lines, also on a terminal"),
    OPTION_ROW("--ascii", NULL, FLAG, ascii, .help = "no characters beyond ASCII"),
};

static const struct option_table command_line = {
    .program = "myosu-play",
    .usage = "myosu-play [GAME [PARAMETER=VALUE...]] [OPTION...]\n\n",
    .rows = rows,
    .count = LENGTH(rows),
};

/* Reads GAME, or PARAMETER=VALUE of the game. */
static bool read_word(struct options *options, char *word, struct error *error)
{
    char *sign = strchr(word, '=');
    if (!sign && options->game_word) {
        return error_set(error, _("two games, '%s' and '%s'; expected one"), options->game_word,
                         word);
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

/* Fills in the options that the command line leaves open. */
static bool complete(struct options *options, struct error *error)
{
    for (int i = 0; i < options->words.other_count; i++) {
        if (!read_word(options, options->words.list[i], error)) {
            return false;
        }
    }
    if (!engine_choice_complete(&options->engines[0], error)) {
        return false;
    }
    options->engines[1].spec = options->engines[0].spec;
    options->engines[1].spec.program.arguments = options->engines[1].arguments;
    if (options->fen && options->load) {
        return error_set(error, _("--fen and --load: expected one of them"));
    }
    if (options->number && !options->load) {
        return error_set(error, _("--game: expected --load FILE, which has the game"));
    }
    if (game_time_is_unlimited(&options->control)) {
        options->control.movetime_ms = DEFAULT_MOVETIME_MS;
    }
    return true;
}

static enum option_outcome read_options(struct options *options, int count, char **words,
                                        struct error *error)
{
    options->words = (struct option_words){.list = words, .count = count};
    options->game = registry_games()[0];
    game_default_settings(options->game, &options->settings);
    options->players[1] = PLAYER_ENGINE;
    enum option_outcome outcome = option_table_read(&command_line, &options->words, options, error);
    return outcome == OPTIONS_READ && !complete(options, error) ? OPTIONS_REFUSED : outcome;
}

/* Sets up the players and the position that the command line asks for, and waits for the greetings
 * of the engines. Returns the exit status. */
static int set_up(struct table *table, struct options *options, struct error *error)
{
    struct game_loaded loaded = {.number = options->number ? options->number : 1};
    table->control = options->control;
    table->person_control = options->person_control;
    table->players[0] = options->players[0];
    table->players[1] = options->players[1];
    table->flipped = table->players[0] == PLAYER_ENGINE && table->players[1] == PLAYER_PERSON;
    if (!table_begin(table, options->fen, NULL, error)) {
        return EXIT_WRONG_USE;
    }
    if (options->load &&
        !game_file_load(table, options->load, loaded.number, NULL, &loaded, error)) {
        return EXIT_FAILURE;
    }
    if (options->load && loaded.cut.text[0]) {
        fputs("myosu-play: ", stderr);
        fprintf(stderr, _("%s: %s; it is read up to this move"), options->load, loaded.cut.text);
        fputc('\n', stderr);
    }
    if (options->save && !game_save_check(table, options->save, error)) {
        return EXIT_FAILURE;
    }
    table->kept.path = options->save;
    table_add_engine(table, 0, &options->engines[0].spec);
    if (options->engines[1].arguments[0]) {
        table_add_engine(table, 1, &options->engines[1].spec);
    }
    return table_await_engines(table, error) &&
                   table_check_engines(table, table->record.game, error) &&
                   (!options->level || shell_set_level(table, options->level, error))
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}

static void complain(const struct error *error)
{
    LOCAL_BUFFER message = {0};
    language_put_message(error->text, &message);
    fprintf(stderr, "myosu-play: %s\n", buffer_text(&message));
}

/* Shows a tree instead of a game. */
static int walk(struct options *options)
{
    struct ev_loop *loop = ev_default_loop(0);
    struct error error = {""};
    const struct steps_request request = {options->game, &options->settings, options->fen,
                                          options->trace};
    const bool good = steps_run(loop, &options->engines[0].spec, &request, &error);
    ev_run(loop, 0); /* until the engine has ended */
    if (!good) {
        complain(&error);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Called before the loop waits. */
static void keep(struct ev_loop *loop UNUSED, ev_prepare *watcher, int events UNUSED)
{
    struct table *table = watcher->data;
    struct error error;
    if (!game_save_progress(table, &error)) {
        table_say(table, "%s", error.text);
    }
}

static int play(struct options *options)
{
    struct ev_loop *loop = ev_default_loop(0);
    struct error error = {""};
    struct table *table = table_create(loop, options->game, &options->settings);
    int status = set_up(table, options, &error);
    bool drawn = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !options->plain;
    enum colour_choice colour = (enum colour_choice)options->colour;
    ev_prepare keeper = {.data = table};
    ev_prepare_init(&keeper, keep);
    ev_set_priority(&keeper, EV_MINPRI); /* after the views have run the lines that were typed */
    ev_prepare_start(loop, &keeper);
    if (status == EXIT_SUCCESS && !(drawn && screen_run(table, options->ascii, colour))) {
        plain_run(table, options->ascii, colour);
    }
    ev_prepare_stop(loop, &keeper);
    if (status == EXIT_SUCCESS && !game_save_kept(table, &error)) {
        status = EXIT_FAILURE;
    }
    table_destroy(table);
    ev_run(loop, 0); /* until the engines have ended */
    if (status != EXIT_SUCCESS) {
        complain(&error);
    }
    return status;
}

int main(int count, char **words)
{
    struct options options = {0};
    struct error error = {""};
    signal(SIGPIPE, SIG_IGN);
    language_begin();
    options.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    enum option_outcome outcome = read_options(&options, count - 1, words + 1, &error);
    int status = outcome == OPTIONS_ANSWERED ? EXIT_SUCCESS : EXIT_WRONG_USE;
    if (outcome == OPTIONS_READ) {
        status = options.trace ? walk(&options) : play(&options);
    } else if (outcome == OPTIONS_REFUSED) {
        complain(&error);
    }
    option_words_finish(&options.words);
    engine_choice_finish(&options.engines[0]);
    engine_choice_finish(&options.engines[1]);
    return status;
}
