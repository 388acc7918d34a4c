/* SPDX-License-Identifier: MIT */
#include "plain.h"

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "colours.h"
#include "game_walk.h"
#include "language.h"
#include "line.h"
#include "marks.h"
#include "memory.h"
#include "picture.h"
#include "shell.h"

struct plain {
    struct table *table;
    struct buffer bytes; /* read, but not yet a complete line */
    bool is_too_long;    /* the bytes of the current line are dropped */
    char *next;          /* a line that waits until it may run; NULL: none */
    ev_io input;
    ev_prepare prepare;
    bool ascii;
    bool interactive; /* a person is typing */
    bool input_ended; /* nothing more can be read */
    bool ended;       /* all lines that were read have been run */
    /* The state shown last. */
    int shown_game, shown_plies; /* -1: nothing */
    enum player_kind shown_players[2];
    bool shown_over;
    bool coloured;
};

static void print_board(struct plain *plain)
{
    const struct game_record *record = &plain->table->record;
    struct picture_view view = {
        .look = record->game->look,
        .ascii = plain->ascii,
        .flipped = plain->table->flipped,
        .framed = true,
    };
    struct picture picture;
    struct look_board board;
    uint8_t marks[LOOK_MAX_SQUARES];
    LOCAL_BUFFER text = {0};
    view.look->board(record->position, &board);
    marks_find(record, plain->table->hint, &board, marks);
    picture_draw(&picture, &view, &board, marks);
    if (plain->coloured) {
        colours_format(&picture, view.look, &text);
    } else {
        picture_format(&picture, &text);
    }
    printf("\n%s\n", buffer_text(&text));
}

/* Prints who plays which side. */
static void announce(struct plain *plain)
{
    const struct table *table = plain->table;
    const struct game *game = table->record.game;
    bool both = table->players[0] == PLAYER_PERSON && table->players[1] == PLAYER_PERSON;
    /* The person is named first. */
    int first = table->players[0] == PLAYER_ENGINE && table->players[1] == PLAYER_PERSON;
    const char *side = language_name(game, game->look->sides[first].name);
    const char *other = language_name(game, game->look->sides[1 - first].name);
    printf("%s: ", _(game->title));
    if (both) {
        printf(_("you play both %s and %s."), side, other);
    } else if (table->players[first] == PLAYER_PERSON) {
        printf(_("you play %s, %s plays %s."), side, table_shown_name(table, 1 - first), other);
    } else {
        printf(_("%s plays %s, %s plays %s."), table_shown_name(table, first), side,
               table_shown_name(table, 1 - first), other);
    }
    printf(" %s\n", _("'help' lists the commands."));
    memcpy(plain->shown_players, table->players, sizeof plain->shown_players);
}

/* Prints the last move, with the analysis of the engine that made it. */
static void print_move(const struct table *table)
{
    const struct analysis *analysis = &table->analysis;
    int mover = game_record_mover(&table->record, table->record.plies - 1) - 1;
    LOCAL_BUFFER text = {0};
    notation_last_move(&table->record, &text);
    if (table->players[mover] == PLAYER_PERSON) {
        printf(_("You play %s"), buffer_text(&text));
    } else {
        printf(_("%s plays %s"), table_shown_name(table, mover), buffer_text(&text));
    }
    if (analysis->known && analysis->player == mover && table->players[mover] == PLAYER_ENGINE) {
        buffer_clear(&text);
        table_format_score(table, &text);
        printf(_(" (depth %d, %s, line %s)"), analysis->info.depth, buffer_text(&text),
               analysis->pv);
    }
    putchar('\n');
}

/* Ends the program if the input has ended and the game is over or waits for a person. */
static void end_if_idle(struct plain *plain)
{
    const struct table *table = plain->table;
    if (table->quitting || (plain->ended && (table->over || table_waits_for_person(table)))) {
        ev_break(table->loop, EVBREAK_ALL);
    }
}

static void prompt(struct plain *plain)
{
    const struct table *table = plain->table;
    if (table_waits_for_person(table)) {
        int64_t left;
        int player = game_record_player(&table->record) - 1;
        LOCAL_BUFFER name = {0};
        language_put_player(table->record.game, player, &name);
        if (table_clock(table, player, &left)) {
            printf(_("%s (%.1f s) to move: "), buffer_text(&name), (double)left / 1e9);
        } else {
            printf(_("%s to move: "), buffer_text(&name));
        }
    }
    fflush(stdout);
}

static void on_changed(void *context)
{
    struct plain *plain = context;
    const struct table *table = plain->table;
    bool begun = plain->shown_game != table->game_number;
    bool seated = begun || memcmp(plain->shown_players, table->players, sizeof table->players) != 0;
    bool placed = begun || plain->shown_plies != table->record.plies;
    if (!seated && !placed && plain->shown_over == table->over) {
        end_if_idle(plain);
        return;
    }
    if (seated) {
        announce(plain);
    }
    if (!begun && table->record.plies == plain->shown_plies + 1) {
        print_move(table);
    }
    if (placed) {
        print_board(plain);
    }
    plain->shown_game = table->game_number;
    plain->shown_plies = table->record.plies;
    plain->shown_over = table->over;
    if (!table->over) {
        prompt(plain);
    }
    end_if_idle(plain);
}

static void print_message(const char *text)
{
    LOCAL_BUFFER message = {0};
    language_put_message(text, &message);
    printf("%s\n", buffer_text(&message));
}

static void on_message(void *context, const char *text)
{
    struct plain *plain = context;
    print_message(text);
    fflush(stdout);
    end_if_idle(plain);
}

static void run(struct plain *plain, char *line)
{
    struct error error;
    struct table *table = plain->table;
    shell_run(table, line, &error);
    if (error.text[0]) {
        print_message(error.text);
    }
    if (table->help_wanted) {
        LOCAL_BUFFER help = {0};
        shell_format_help(table, &help);
        fputs(buffer_text(&help), stdout);
    }
    if (table->moves_wanted) {
        LOCAL_BUFFER moves = {0};
        notation_moves(&table->record, &moves);
        printf("%s\n", buffer_text(&moves));
    }
    if (error.text[0] || table->help_wanted || table->moves_wanted) {
        prompt(plain);
    }
    table->help_wanted = table->moves_wanted = false;
    end_if_idle(plain);
}

/* True if a line may run now. The lines of a script wait for the engine. A person's lines do not
 * wait, nor does a command that ends a game between engines. */
static bool may_run(const struct plain *plain, const char *line)
{
    const struct table *table = plain->table;
    bool watched = table->players[0] == PLAYER_ENGINE && table->players[1] == PLAYER_ENGINE;
    return !plain->table->quitting &&
           (plain->interactive || !table_is_busy(table) || (watched && shell_is_quit(line)));
}

/* Returns the next line that was read, for the caller to free; NULL if there is none. The line is
 * unchanged, because it may contain a file name. A line that is too long is rejected completely. */
static char *next_line(struct plain *plain)
{
    for (;;) {
        const char *text = buffer_text(&plain->bytes);
        const size_t length = buffer_length(&plain->bytes);
        const char *end = length > 0 ? memchr(text, '\n', length) : NULL;
        const size_t span = end ? (size_t)(end - text) : length;
        char *line = NULL;
        plain->is_too_long |= span > LINE_LIMIT;
        if (!end && (!plain->input_ended || length == 0)) {
            buffer_consume(&plain->bytes, plain->is_too_long ? length : 0);
            return NULL;
        }
        if (!plain->is_too_long) {
            line = memory_zeroed(span + 1, 1);
            memcpy(line, text, span);
        }
        buffer_consume(&plain->bytes, span + (end != NULL));
        if (line) {
            return line;
        }
        plain->is_too_long = false;
        printf(_("A line of more than %d bytes is not read; expected a shorter one."), LINE_LIMIT);
        putchar('\n');
        fflush(stdout);
    }
}

static void on_prepare(struct ev_loop *loop UNUSED, ev_prepare *watcher, int events UNUSED)
{
    struct plain *plain = watcher->data;
    while ((plain->next || (plain->next = next_line(plain))) && may_run(plain, plain->next)) {
        FREED char *line = plain->next;
        plain->next = NULL;
        run(plain, line);
    }
    plain->ended = plain->input_ended && !plain->next && !table_is_busy(plain->table);
    end_if_idle(plain);
}

static void on_input(struct ev_loop *loop, ev_io *watcher, int events UNUSED)
{
    struct plain *plain = watcher->data;
    char bytes[4096];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0) {
        buffer_append(&plain->bytes, bytes, (size_t)count);
    } else {
        ev_io_stop(loop, watcher);
        plain->input_ended = true;
    }
}

/* True if lines on standard output may be coloured. */
static bool is_coloured(enum colour_choice colour)
{
    const char *terminal = getenv("TERM");
    bool able = isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    return colours_wanted(colour) && (colour == COLOUR_ALWAYS || able);
}

void plain_run(struct table *table, bool ascii, enum colour_choice colour)
{
    static const struct table_handlers handlers = {.changed = on_changed, .message = on_message};
    struct ev_loop *loop = table->loop;
    struct plain plain = {.table = table,
                          .ascii = ascii,
                          .coloured = is_coloured(colour),
                          .interactive = isatty(STDIN_FILENO),
                          .shown_game = -1,
                          .shown_plies = -1};
    ev_io_init(&plain.input, on_input, STDIN_FILENO, EV_READ);
    ev_prepare_init(&plain.prepare, on_prepare);
    plain.input.data = plain.prepare.data = &plain;
    ev_io_start(loop, &plain.input);
    ev_prepare_start(loop, &plain.prepare);
    table_show(table, &handlers, &plain);
    on_changed(&plain);
    if (table->over) { /* it was over before the table was shown */
        printf("%s.\n", table->why);
    }
    table_advance(table);
    ev_run(loop, 0);
    ev_io_stop(loop, &plain.input);
    ev_prepare_stop(loop, &plain.prepare);
    buffer_finish(&plain.bytes);
    free(plain.next);
}
