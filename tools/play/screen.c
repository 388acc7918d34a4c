/* SPDX-License-Identifier: MIT */
#include "screen.h"

#define NCURSES_WIDECHAR 1
#include <ctype.h>
#include <ev.h>
#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "colours.h"
#include "language.h"
#include "marks.h"
#include "messages.h"
#include "panel.h"
#include "picture.h"
#include "shell.h"
#include "terminal.h"

/* The smallest terminal on which the board and the panel beside it are drawn. */
#define LEAST_COLUMNS 40
#define LEAST_ROWS    12

#define TOP  1 /* rows above the board, if there is room for them */
#define LEFT 2 /* column of the board */
#define GAP  3 /* columns between board and panel */

/* How often clocks and analysis are redrawn, in seconds. */
#define REDRAW_S 0.1

#define KEY_CONTROL_C 3
#define KEY_CONTROL_D 4
#define KEY_CONTROL_U 21
#define KEY_CONTROL_Z 26
#define KEY_ESCAPE    27

/* Shown during the first WELCOME_PLIES plies. */
#define WELCOME       N_("Type a move, or 'help'. Arrow keys and Enter choose a square.")
#define WELCOME_PLIES 2

struct screen {
    struct table *table;
    ev_io input;
    ev_timer redraw;
    ev_signal resized;
    bool ascii, stale;
    struct picture picture;
    int top, message_rows; /* depend on the room that the board leaves */
    char typed[128];
    int typed_length;
    struct messages messages;
    bool cursor_shown;
    int file, rank; /* of the cursor on the board */
};

/* If the window has few rows, the board also uses the row above it and the rows of older
 * messages. */
static void lay_out(struct screen *screen)
{
    int spare = LINES - 1 - screen->picture.height;
    screen->message_rows = spare < 1 ? 1 : spare < MESSAGES_KEPT ? spare : MESSAGES_KEPT;
    screen->top = spare >= TOP + screen->message_rows ? TOP : 0;
}

static struct picture_view view_of(const struct screen *screen)
{
    return (struct picture_view){.look = screen->table->record.game->look,
                                 .ascii = screen->ascii,
                                 .flipped = screen->table->flipped};
}

static void draw_board(struct screen *screen)
{
    const struct table *table = screen->table;
    const struct game_record *record = &table->record;
    struct picture_view view = view_of(screen);
    struct look_board board;
    uint8_t marks[LOOK_MAX_SQUARES];
    view.look->board(record->position, &board);
    marks_find(record, table->hint, &board, marks);
    if (screen->cursor_shown && screen->file < board.files && screen->rank < board.ranks) {
        marks[screen->rank * board.files + screen->file] |= MARK_CURSOR;
    }
    /* Labels are on all sides if there are enough rows. */
    view.framed = board.ranks + 2 + 1 < LINES;
    picture_draw(&screen->picture, &view, &board, marks);
    lay_out(screen);
    colours_define(view.look);
    int end = LINES - 1 - screen->message_rows - screen->top;
    for (int y = 0; y < screen->picture.height && y < end; y++) {
        for (int x = 0; x < screen->picture.width; x++) {
            const struct glyph *glyph = &screen->picture.cells[y][x];
            if (glyph->text[0] && LEFT + x < COLS) {
                (void)attrset(colours_attribute(view.look, glyph->ink, glyph->ground));
                mvaddstr(screen->top + y, LEFT + x, glyph->text);
            }
        }
    }
    attrset(A_NORMAL);
}

/* Draws the newest messages, over the lower end of the panel. */
static void draw_messages(struct screen *screen)
{
    const struct table *table = screen->table;
    bool cut = screen->picture.height > LINES - 1 - screen->message_rows ||
               LEFT + screen->picture.width > COLS;
    messages_drop_old(&screen->messages, table->game_number, table->record.plies);
    for (int i = 0; i < screen->message_rows; i++) {
        const char *text = screen->messages.list[MESSAGES_KEPT - screen->message_rows + i].text;
        bool last = i == screen->message_rows - 1;
        if (last && cut) {
            text = _("The window is too small for the whole board.");
        } else if (last && !*text && !table->over && table->record.plies < WELCOME_PLIES) {
            text = _(WELCOME);
        }
        move(LINES - 1 - screen->message_rows + i, 0);
        clrtoeol();
        mvaddnstr(LINES - 1 - screen->message_rows + i, 1, text, messages_clip(text, COLS - 2));
    }
}

static void draw_all(struct screen *screen)
{
    screen->stale = false;
    erase();
    if (COLS < LEAST_COLUMNS || LINES < LEAST_ROWS) {
        mvaddstr(0, 0, _("The terminal is too small."));
        refresh();
        return;
    }
    draw_board(screen);
    int panel = LEFT + screen->picture.width + GAP;
    panel_draw(screen->table, screen->ascii, screen->top, panel, LINES - 1 - MESSAGES_KEPT);
    draw_messages(screen);
    mvprintw(LINES - 1, 1, "> %s", screen->typed);
    refresh();
}

static void on_changed(void *context)
{
    struct screen *screen = context;
    screen->stale = true;
}

/* Adds a message in as many rows as it needs; of a long one, the last rows are kept. */
static void on_message(void *context, const char *text)
{
    struct screen *screen = context;
    const struct table *table = screen->table;
    char row[sizeof screen->messages.list[0].text];
    const int width = COLS - 2 < MESSAGE_COLUMNS ? COLS - 2 : MESSAGE_COLUMNS;
    LOCAL_BUFFER message = {0};
    language_put_message(text, &message);
    text = buffer_text(&message);
    do {
        const int length = messages_fit(text, width);
        snprintf(row, sizeof row, "%.*s", length, text);
        messages_add(&screen->messages, row, table->game_number, table->record.plies);
        text += length;
        text += strspn(text, " ");
    } while (*text);
    screen->stale = true;
}

static void on_redraw(struct ev_loop *loop UNUSED, ev_timer *watcher, int events UNUSED)
{
    struct screen *screen = watcher->data;
    const struct table *table = screen->table;
    int64_t left;
    bool ticking =
        !table->over && table_clock(table, game_record_player(&table->record) - 1, &left);
    if (screen->stale || ticking) {
        draw_all(screen);
    }
}

/* How a text compares with the legal moves. The beginning of a longer move is not a move yet. */
enum typed_state { TYPED_OTHER, TYPED_BEGINS, TYPED_MOVE };

static enum typed_state state_of(const struct game_record *record, const char *text)
{
    struct move_list list = {.count = 0};
    LOCAL_BUFFER move = {0};
    size_t length = strlen(text);
    enum typed_state state = TYPED_OTHER;
    record->game->legal_moves(record->position, &list);
    for (int i = 0; i < list.count && state != TYPED_MOVE; i++) {
        buffer_clear(&move);
        record->game->format_move(record->position, list.moves[i], &move);
        if (strncmp(buffer_text(&move), text, length) == 0) {
            state = buffer_text(&move)[length] ? TYPED_BEGINS : TYPED_MOVE;
        }
    }
    return state;
}

/* True if the square under the cursor can follow the text that was typed: nothing, or the squares
 * of a path. */
static bool takes_cursor(const struct screen *screen)
{
    const struct game_record *record = &screen->table->record;
    int length = screen->typed_length;
    if (!screen->cursor_shown || length == 0) {
        return screen->cursor_shown;
    }
    return record->game->look->entry == LOOK_ENTER_PATH &&
           isdigit((unsigned char)screen->typed[length - 1]) &&
           state_of(record, screen->typed) == TYPED_BEGINS;
}

/* Appends the square under the cursor to the text that was typed. True if more squares must follow,
 * such as the end of a path. */
static bool type_cursor(struct screen *screen)
{
    const struct game_record *record = &screen->table->record;
    LOCAL_BUFFER text = {0};
    look_format_square(record->game->look, screen->file, screen->rank, &text);
    size_t used = (size_t)screen->typed_length;
    snprintf(screen->typed + used, sizeof screen->typed - used, "%s", buffer_text(&text));
    screen->typed_length = (int)strlen(screen->typed);
    return record->game->look->entry == LOOK_ENTER_PATH &&
           state_of(record, screen->typed) == TYPED_BEGINS;
}

static void enter_line(struct screen *screen)
{
    struct error error = {""};
    char line[sizeof screen->typed];
    memcpy(line, screen->typed, sizeof line);
    screen->typed[screen->typed_length = 0] = '\0';
    screen->table->help_wanted = screen->table->moves_wanted = false;
    shell_run(screen->table, line, &error);
    if (error.text[0]) {
        on_message(screen, error.text);
    }
    if (screen->table->quitting) {
        ev_break(screen->table->loop, EVBREAK_ALL);
    }
}

/* Moves the cursor in the direction on the screen, also if the board is flipped. */
static void move_cursor(struct screen *screen, int dx, int dy)
{
    const struct game_record *record = &screen->table->record;
    struct picture_view view = view_of(screen);
    struct look_board board;
    view.look->board(record->position, &board);
    int sign = picture_is_turned(&view) ? -1 : 1;
    if (!screen->cursor_shown) {
        screen->cursor_shown = true;
        screen->file = board.files / 2;
        screen->rank = board.ranks / 2;
        return;
    }
    int file = screen->file + sign * dx, rank = screen->rank + sign * dy;
    screen->file = file < 0 ? 0 : file >= board.files ? board.files - 1 : file;
    screen->rank = rank < 0 ? 0 : rank >= board.ranks ? board.ranks - 1 : rank;
}

/* Stops this program and the processes it started, as the terminal would, with the terminal's
 * settings restored. Returns when the shell continues the program. */
static void suspend(void)
{
    endwin();
    kill(0, SIGTSTP);
    refresh();
    clear();
}

static void take_key(struct screen *screen, int key)
{
    if (key == KEY_UP || key == KEY_DOWN) {
        move_cursor(screen, 0, key == KEY_UP ? 1 : -1);
    } else if (key == KEY_LEFT || key == KEY_RIGHT) {
        move_cursor(screen, key == KEY_RIGHT ? 1 : -1, 0);
    } else if (key == KEY_BACKSPACE || key == 127 || key == '\b') {
        screen->typed_length -= screen->typed_length > 0;
        screen->typed[screen->typed_length] = '\0';
    } else if (key == '\n' || key == '\r' || key == KEY_ENTER) {
        bool unfinished = takes_cursor(screen) && type_cursor(screen);
        if (!unfinished) {
            enter_line(screen);
        }
    } else if (key == KEY_ESCAPE || key == KEY_CONTROL_U) {
        screen->typed[screen->typed_length = 0] = '\0';
        screen->cursor_shown = false;
    } else if (key == KEY_CONTROL_C || key == KEY_CONTROL_D) {
        ev_break(screen->table->loop, EVBREAK_ALL);
    } else if (key == KEY_CONTROL_Z) {
        suspend();
    } else if (key >= ' ' && key < 127 && screen->typed_length < (int)sizeof screen->typed - 1) {
        screen->typed[screen->typed_length++] = (char)key;
        screen->typed[screen->typed_length] = '\0';
    }
    screen->stale = true;
}

static void on_input(struct ev_loop *loop, ev_io *watcher, int events UNUSED)
{
    struct screen *screen = watcher->data;
    int key;
    bool any = false;
    while ((key = getch()) != ERR) {
        take_key(screen, key);
        any = true;
    }
    if (any) {
        draw_all(screen);
    } else {
        ev_break(loop, EVBREAK_ALL); /* readable without a key: the terminal is closed */
    }
}

static void on_resized(struct ev_loop *loop UNUSED, ev_signal *watcher, int events UNUSED)
{
    struct screen *screen = watcher->data;
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        resizeterm(size.ws_row, size.ws_col);
        clear();
        draw_all(screen);
    }
}

/* Takes over the terminal; NULL if it cannot draw. */
static SCREEN *open_terminal(enum colour_choice colour)
{
    SCREEN *terminal = terminal_can_draw() ? newterm(NULL, stdout, stdin) : NULL;
    if (!terminal) {
        return NULL;
    }
    raw();
    noecho();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    if (has_colors() && colours_wanted(colour)) {
        start_color();
        use_default_colors();
    }
    return terminal;
}

bool screen_run(struct table *table, bool ascii, enum colour_choice colour)
{
    static const struct table_handlers handlers = {on_changed, on_message};
    struct ev_loop *loop = table->loop;
    struct screen screen = {.table = table, .ascii = ascii};
    SCREEN *terminal = open_terminal(colour);
    if (!terminal) {
        return false;
    }
    ev_io_init(&screen.input, on_input, STDIN_FILENO, EV_READ);
    ev_timer_init(&screen.redraw, on_redraw, REDRAW_S, REDRAW_S);
    ev_signal_init(&screen.resized, on_resized, SIGWINCH);
    screen.input.data = screen.redraw.data = screen.resized.data = &screen;
    ev_io_start(loop, &screen.input);
    ev_timer_start(loop, &screen.redraw);
    ev_signal_start(loop, &screen.resized);
    table_show(table, &handlers, &screen);
    draw_all(&screen);
    table_advance(table);
    ev_run(loop, 0);
    ev_io_stop(loop, &screen.input);
    ev_timer_stop(loop, &screen.redraw);
    ev_signal_stop(loop, &screen.resized);
    endwin();
    delscreen(terminal);
    return true;
}
