/* SPDX-License-Identifier: MIT */
/* An engine for the tests of the clients: it plays legal moves that depend only on the position,
 * and misbehaves as its arguments demand.
 *
 *     fake_engine [KEY=VALUE...]
 *     dialect=uci|ugi|uai  its protocol (uci)
 *     seed=N               selects among the legal moves
 *     at=N                 the move of a game, from 1, at which it misbehaves (1)
 *     from=N, games=N      the first and the last game, from 1, in which it misbehaves (all)
 *     on=TEXT              misbehaves only if the position command ends with TEXT (all)
 *     once=FILE            misbehaves only if FILE does not exist, and then creates it (always)
 *     fault=NAME           how it misbehaves; see the table at the end
 *     think=MS             the time for each move
 *     errors=TEXT          written to standard error at start
 *     score=CP             the score that it reports
 *     info=WORDS           replaces depth, score and nodes in its infos; _ for blanks
 *     game=NAME            plays this game only, and has no option UCI_Variant
 *     ready=MS             the time for each greeting and each readyok
 *     levels=skill|elo     has the option Skill Level or UCI_Elo, and reports its value as the
 *     score */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "game.h"
#include "registry.h"
#include "rng.h"

/* With this value the option Delay ends the engine; it is also the exit status. */
#define DELAY_FATAL 13

struct fake {
    const char *dialect;
    bool crlf, limited;
    const char *levels;
    uint64_t seed;
    int at, from, games, think_ms, ready_ms, score;
    const char *fault, *on, *once, *only;
    char *info;
    bool there; /* the position is the one to misbehave in */
    const struct game *game;
    struct game_settings settings;
    void *position;
    int game_number, move_number;
};

static void say(const struct fake *fake, const char *text)
{
    printf("%s%s", text, fake->crlf ? "\r\n" : "\n");
    fflush(stdout);
}

static void wait_ms(int ms)
{
    struct timespec span = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&span, NULL);
}

static void take_game(struct fake *fake, const char *name)
{
    const struct game *game = registry_find(registry_games(), name);
    if (game && game != fake->game) {
        fake->game = game;
        game_default_settings(game, &fake->settings);
        free(fake->position);
        fake->position = calloc(1, game->position_size);
    }
    fake->game->start(&fake->settings, fake->position);
}

static void greet(struct fake *fake)
{
    /* All characters that could end or escape a name in PGN, SGF, HTML, JSON, a shell or a
     * terminal. */
    say(fake, strcmp(fake->fault, "hostile-name") == 0
                  ? "id name \x1b[31m\x1b]0;t\x07 \"q\" \\ ]) } <b>&amp;</b> ' $(id) \xc3\xa9\xff"
                  : "id name fake engine");
    if (!*fake->only) {
        printf("option name UCI_Variant type combo default %s", fake->game->name);
        for (const struct game *const *game = registry_games(); *game; game++) {
            printf(" var %s", (*game)->name);
        }
        say(fake, "");
    }
    say(fake, "option name Delay type spin default 0 min 0 max 1000");
    say(fake, "option name Polite type check default true");
    say(fake, "option name Clear All type button");
    say(fake, "option name Book File type string default <empty>");
    if (strcmp(fake->levels, "skill") == 0) {
        say(fake, "option name Skill Level type spin default 20 min 0 max 20");
    } else if (strcmp(fake->levels, "elo") == 0) {
        say(fake, "option name UCI_LimitStrength type check default false");
        say(fake, "option name UCI_Elo type spin default 1500 min 1000 max 2600");
    }
    printf("%s", fake->dialect);
    say(fake, "ok");
}

static void set_option(struct fake *fake, char *line)
{
    char *name = strstr(line, "name "), *value = strstr(line, " value ");
    if (!name || !value) {
        return;
    }
    *value = '\0';
    name += 5;
    value += 7;
    if (strcmp(name, "UCI_Variant") == 0) {
        take_game(fake, value);
    } else if (strcmp(name, "UCI_LimitStrength") == 0) {
        fake->limited = strcmp(value, "true") == 0;
    } else if (strcmp(name, "Skill Level") == 0 ||
               (strcmp(name, "UCI_Elo") == 0 && fake->limited)) {
        fake->score = atoi(value);
    } else if (strcmp(name, "Delay") == 0 && atoi(value) == DELAY_FATAL) {
        exit(DELAY_FATAL);
    } else if (strcmp(name, "Book File") == 0) {
        printf("info string error: option 'Book File': there is no file '%s'", value);
        say(fake, "");
    } else if (game_find_option(fake->game, name) >= 0) {
        int index = game_find_option(fake->game, name);
        game_read_setting(&fake->game->settings[index], value, &fake->settings.values[index], NULL);
    }
}

static void take_position(struct fake *fake, char *line)
{
    char *moves = strstr(line, " moves "), *fen = strstr(line, " fen ");
    size_t length = strlen(line), end = strlen(fake->on);
    fake->there = length >= end && strcmp(line + length - end, fake->on) == 0;
    if (moves) {
        *moves = '\0';
        moves += 7;
    }
    fake->game->start(&fake->settings, fake->position);
    if (fen) {
        fake->game->parse_fen(&fake->settings, fen + 5, fake->position, NULL);
    }
    for (char *word; (word = strsep(&moves, " "));) {
        move_t move;
        if (fake->game->parse_move(fake->position, word, &move, NULL)) {
            fake->game->play(fake->position, move);
        }
    }
}

static uint64_t mix_text(uint64_t hash, const struct buffer *text)
{
    for (const char *at = buffer_text(text); *at; at++) {
        hash = rng_mix(hash ^ (unsigned char)*at);
    }
    return hash;
}

/* Selects a legal move by a hash with the seed. The result depends only on the position's text,
 * however the game numbers its moves and positions. */
static void choose(const struct fake *fake, struct buffer *out)
{
    struct move_list list = {0};
    struct buffer text = {0};
    uint64_t best = 0;
    fake->game->legal_moves(fake->position, &list);
    fake->game->format_fen(fake->position, &text);
    uint64_t here = mix_text(rng_mix(fake->seed), &text);
    buffer_clear(out);
    for (int i = 0; i < list.count; i++) {
        buffer_clear(&text);
        fake->game->format_move(fake->position, list.moves[i], &text);
        uint64_t worth = mix_text(here, &text) | 1;
        if (worth > best) {
            best = worth;
            buffer_clear(out);
            buffer_puts(out, buffer_text(&text));
        }
    }
    buffer_finish(&text);
    if (list.count == 0) {
        buffer_puts(out, "(none)");
    }
}

static void answer(const struct fake *fake, const char *move)
{
    if (fake->info) {
        printf("info %s pv %s", fake->info, move);
    } else {
        printf("info depth 1 score cp %d nodes 1 pv %s", fake->score, move);
    }
    say(fake, "");
    printf("bestmove %s", move);
    say(fake, "");
}

static void be_silent(const struct fake *fake, const char *move)
{
    (void)fake;
    (void)move;
    for (;;) {
        pause();
    }
}

/* Waits for stop before it answers. */
static void be_slow(const struct fake *fake, const char *move)
{
    char line[256];
    while (fgets(line, sizeof line, stdin) && strncmp(line, "stop", 4) != 0) {
    }
    answer(fake, move);
}

static void crash(const struct fake *fake, const char *move)
{
    (void)fake;
    (void)move;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void leave(const struct fake *fake, const char *move)
{
    (void)fake;
    (void)move;
    exit(3);
}

static void answer_and_leave(const struct fake *fake, const char *move)
{
    answer(fake, move);
    exit(0);
}

static void play_illegal(const struct fake *fake, const char *move)
{
    (void)move;
    answer(fake, "z9");
}

static void pass(const struct fake *fake, const char *move)
{
    (void)move;
    answer(fake, "(none)");
}

static void name_no_move(const struct fake *fake, const char *move)
{
    (void)move;
    say(fake, "info depth 1 score cp 0 nodes 1");
    say(fake, "bestmove ");
}

static void reject(const struct fake *fake, const char *move)
{
    (void)move;
    say(fake, "info string error: position: move 1: not on this board");
    say(fake, "info string error: go: there is no position");
    say(fake, "bestmove (none)");
}

static void say_garbage(const struct fake *fake, const char *move)
{
    for (int i = 0; i < 100; i++) {
        fputs("\x01\xff bestmove\tgarbage %n %s score cp nan \r", stdout);
    }
    say(fake, "");
    say(fake, "info depth x score cp y nodes -z pv");
    say(fake, "info string bestmove a1");
    say(fake, "bestmov z9");
    answer(fake, move);
}

static void flood(const struct fake *fake, const char *move)
{
    (void)move;
    for (;;) {
        say(fake, "info depth 1 score cp 0 nodes 1 pv a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1");
    }
}

static void flood_without_end(const struct fake *fake, const char *move)
{
    (void)fake;
    (void)move;
    for (;;) {
        fputs("info string there is no end to this line, whatever is read of it ", stdout);
    }
}

static void flood_and_answer(const struct fake *fake, const char *move)
{
    for (int i = 0; i < 20000; i++) {
        fputs("info depth 1 currmove a1 currmovenumber 1\n", stdout);
    }
    answer(fake, move);
}

static void use_crlf(const struct fake *fake, const char *move)
{
    answer(fake, move);
}

static const struct {
    const char *name;
    void (*act)(const struct fake *fake, const char *move);
} faults[] = {
    {"silent", be_silent},
    {"slow", be_slow},
    {"crash", crash},
    {"leave", leave},
    {"answer-and-leave", answer_and_leave},
    {"illegal", play_illegal},
    {"pass", pass},
    {"bare", name_no_move},
    {"reject", reject},
    {"garbage", say_garbage},
    {"flood", flood},
    {"endless-line", flood_without_end},
    {"flood-and-answer", flood_and_answer},
    {"crlf", use_crlf},
};

/* True unless it must misbehave only once, and this process or another one has done so. */
static bool may_misbehave(const struct fake *fake)
{
    int file = *fake->once ? open(fake->once, O_CREAT | O_EXCL | O_WRONLY, 0600) : -1;
    if (file >= 0) {
        close(file);
    }
    return file >= 0 || !*fake->once;
}

static void go(struct fake *fake)
{
    struct buffer move = {0};
    fake->move_number++;
    choose(fake, &move);
    wait_ms(fake->think_ms);
    bool faulty = fake->move_number == fake->at && fake->game_number >= fake->from &&
                  fake->game_number <= fake->games && fake->there && may_misbehave(fake);
    for (int i = 0; i < LENGTH(faults); i++) {
        if (faulty && strcmp(fake->fault, faults[i].name) == 0) {
            faults[i].act(fake, buffer_text(&move));
            buffer_finish(&move);
            return;
        }
    }
    answer(fake, buffer_text(&move));
    buffer_finish(&move);
}

static void query(const struct fake *fake, const char *what)
{
    static const char *const names[] = {"none", "p1win", "p2win", "draw"};
    enum game_result result = fake->game->result(fake->position);
    if (strcmp(fake->fault, "claims") == 0) {
        say(fake, "response none");
    } else if (strcmp(what, "gameover") == 0) {
        say(fake, result == RESULT_NONE ? "response false" : "response true");
    } else {
        printf("response %s", names[result]);
        say(fake, "");
    }
}

static void be_deaf(const struct fake *fake, const char *fault)
{
    if (strcmp(fake->fault, fault) == 0 && fake->game_number > 0) {
        be_silent(fake, NULL);
    }
}

static bool run_line(struct fake *fake, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    if (strcmp(line, fake->dialect) == 0) {
        wait_ms(fake->ready_ms);
        greet(fake);
    } else if (strcmp(line, "isready") == 0) {
        be_deaf(fake, "unready");
        wait_ms(fake->ready_ms);
        say(fake, "readyok");
    } else if (strncmp(line, "setoption", 9) == 0) {
        set_option(fake, line);
    } else if (strcmp(line, "ucinewgame") == 0 || strcmp(line, "uginewgame") == 0) {
        fake->game_number++;
        fake->move_number = 0;
    } else if (strncmp(line, "position", 8) == 0) {
        take_position(fake, line);
    } else if (strncmp(line, "go", 2) == 0) {
        go(fake);
    } else if (strncmp(line, "query ", 6) == 0) {
        query(fake, line + 6);
    }
    return strcmp(line, "quit") != 0;
}

static void read_argument(struct fake *fake, char *argument)
{
    char *value = argument, *key = strsep(&value, "=");
    if (!value) {
        return;
    }
    if (strcmp(key, "dialect") == 0) {
        fake->dialect = value;
    } else if (strcmp(key, "seed") == 0) {
        fake->seed = strtoull(value, NULL, 10);
    } else if (strcmp(key, "at") == 0) {
        fake->at = atoi(value);
    } else if (strcmp(key, "from") == 0) {
        fake->from = atoi(value);
    } else if (strcmp(key, "on") == 0) {
        fake->on = value;
    } else if (strcmp(key, "once") == 0) {
        fake->once = value;
    } else if (strcmp(key, "games") == 0) {
        fake->games = atoi(value);
    } else if (strcmp(key, "think") == 0) {
        fake->think_ms = atoi(value);
    } else if (strcmp(key, "score") == 0) {
        fake->score = atoi(value);
    } else if (strcmp(key, "info") == 0) {
        fake->info = value;
        for (char *blank = value; (blank = strchr(blank, '_'));) {
            *blank = ' ';
        }
    } else if (strcmp(key, "game") == 0) {
        fake->only = value;
    } else if (strcmp(key, "errors") == 0) {
        fprintf(stderr, "%s\n", value);
    } else if (strcmp(key, "ready") == 0) {
        fake->ready_ms = atoi(value);
    } else if (strcmp(key, "levels") == 0) {
        fake->levels = value;
    } else if (strcmp(key, "fault") == 0) {
        fake->fault = value;
        fake->crlf = strcmp(value, "crlf") == 0;
    }
}

int main(int count, char **words)
{
    struct fake fake = {.at = 1,
                        .games = 1 << 30,
                        .fault = "",
                        .dialect = "uci",
                        .levels = "",
                        .on = "",
                        .once = "",
                        .only = "",
                        .there = true};
    char *line = NULL;
    size_t room = 0;
    for (int i = 1; i < count; i++) {
        read_argument(&fake, words[i]);
    }
    take_game(&fake, *fake.only ? fake.only : registry_games()[0]->name);
    while (getline(&line, &room, stdin) >= 0 && run_line(&fake, line)) {
    }
    free(line);
    free(fake.position);
    return 0;
}
