#include "screen.h"

#define NCURSES_WIDECHAR 1
#include <ctype.h>
#include <ev.h>
#include <ncurses.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "marks.h"
#include "memory.h"
#include "picture.h"
#include "terminal.h"

/* The least terminal on which the board and the panel beside it are drawn. */
#define LEAST_COLUMNS 40
#define LEAST_ROWS    12

#define TOP         1  /* rows above the board, where there is room for them */
#define LEFT        2  /* column of the board */
#define GAP         3  /* columns between board and panel */
#define PANEL_WIDTH 34 /* columns it would like to have */
#define BAR_WIDTH   24
#define MESSAGES    3
#define MOVE_ROWS   8

/* How often clocks and thinking are redrawn, in seconds: no faster than an eye reads. */
#define REDRAW_S 0.1

#define KEY_CONTROL_C 3
#define KEY_CONTROL_U 21
#define KEY_ESCAPE    27

struct screen {
    struct ev_loop *loop;
    struct shell *shell;
    ev_io input;
    ev_timer redraw;
    ev_signal resized;
    bool ascii, stale;
    SCREEN *terminal;
    struct picture picture;
    int top, message_rows; /* as the board leaves room for them */
    char typed[128];
    int typed_length;
    char messages[MESSAGES][200]; /* the newest last */
    bool cursor_shown;
    int file, rank; /* of the cursor on the board */
};

enum { INKS = INK_HINT + 1, GROUNDS = GROUND_ALARM + 1 };

/* Writes a line of the panel, as far as there is room for it; the column behind it. */
static int put_line(int y, int x, const char *format, ...) PRINTF_LIKE(3, 4);

static int put_line(int y, int x, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (y < LINES - 1 && x < COLS - 1) {
        mvaddnstr(y, x, text, COLS - 1 - x);
    }
    return x + length;
}

static int pair_of(int ink, int ground)
{
    return 1 + ink * GROUNDS + ground;
}

/* Colours from the palette of 256 where there is one, else from the eight. */
static void define_colours(const struct look *look)
{
    bool rich = COLORS >= 256, squares = look->kind == LOOK_SQUARES;
    const struct look_colour *first = &look->sides[0].colour, *second = &look->sides[1].colour;
    const int inks[INKS] = {
        [INK_TEXT] = -1,
        [INK_FAINT] = rich ? 245 : -1,
        [INK_FIRST] = rich ? first->palette : first->basic,
        [INK_SECOND] = rich ? second->palette : second->basic,
        [INK_THREAT] = rich ? 196 : COLOR_MAGENTA,
        [INK_HINT] = rich ? 46 : COLOR_GREEN,
    };
    const int grounds[GROUNDS] = {
        [GROUND_NONE] = -1,
        [GROUND_LIGHT] = rich ? 137 : COLOR_CYAN,
        [GROUND_DARK] = rich ? 94 : COLOR_BLUE,
        [GROUND_LAST] = squares ? (rich ? 100 : COLOR_GREEN) : (rich ? 239 : -1),
        [GROUND_WIN] = rich ? 22 : COLOR_GREEN,
        [GROUND_CURSOR] = rich ? 25 : COLOR_BLUE,
        [GROUND_ALARM] = rich ? 124 : COLOR_RED,
    };
    for (int ink = 0; ink < INKS; ink++) {
        for (int ground = 0; ground < GROUNDS; ground++) {
            init_pair((short)pair_of(ink, ground), (short)inks[ink], (short)grounds[ground]);
        }
    }
}

/* A window that is low for its board takes the rows above it and of older messages. */
static void lay_out(struct screen *screen)
{
    int spare = LINES - 1 - screen->picture.height;
    screen->message_rows = spare < 1 ? 1 : spare < MESSAGES ? spare : MESSAGES;
    screen->top = spare >= TOP + screen->message_rows ? TOP : 0;
}

static struct picture_view view_of(const struct screen *screen)
{
    return (struct picture_view){.look = screen->shell->table->course.game->look,
                                 .ascii = screen->ascii,
                                 .flipped = screen->shell->flipped};
}

static void draw_board(struct screen *screen)
{
    const struct table *table = screen->shell->table;
    const struct course *course = &table->course;
    struct picture_view view = view_of(screen);
    struct look_board board;
    uint8_t marks[LOOK_MAX_SQUARES];
    view.look->board(course->position, &board);
    marks_find(course, table->hint, &board, marks);
    if (screen->cursor_shown && screen->file < board.files && screen->rank < board.ranks) {
        marks[screen->rank * board.files + screen->file] |= MARK_CURSOR;
    }
    picture_draw(&screen->picture, &view, &board, marks);
    lay_out(screen);
    define_colours(view.look);
    int end = LINES - 1 - screen->message_rows - screen->top;
    for (int y = 0; y < screen->picture.height && y < end; y++) {
        for (int x = 0; x < screen->picture.width; x++) {
            const struct glyph *glyph = &screen->picture.cells[y][x];
            if (glyph->text[0] && LEFT + x < COLS) {
                attrset(COLOR_PAIR(pair_of(glyph->ink, glyph->ground)));
                mvaddstr(screen->top + y, LEFT + x, glyph->text);
            }
        }
    }
    attrset(A_NORMAL);
}

static void draw_player(const struct screen *screen, int player, int y, int x)
{
    const struct table *table = screen->shell->table;
    bool to_move = !table->over && course_player(&table->course) - 1 == player;
    int64_t left;
    attrset(to_move ? A_BOLD : A_NORMAL);
    int end =
        put_line(y, x, "%c %-6s  %.20s", to_move ? '>' : ' ',
                 table->course.game->look->sides[player].name, table_player_name(table, player));
    /* An engine's fixed time a move is news only while it thinks. */
    if (table_clock(table, player, &left) && (to_move || table->pace.base_ms)) {
        int64_t tenths = left / 100000000;
        put_line(y, end + 2, "%d:%02d.%d", (int)(tenths / 600), (int)(tenths / 10 % 60),
                 (int)(tenths % 10));
    }
    attrset(A_NORMAL);
}

/* The balance of the game as a bar: the first player's share from the left. */
static void draw_bar(const struct screen *screen, const struct thought *thought, int y, int x)
{
    int full = (int)((table_prospect(thought) + 1) / 2 * BAR_WIDTH + 0.5);
    for (int i = 0; i < BAR_WIDTH; i++) {
        bool first = i < full;
        attrset(COLOR_PAIR(pair_of(first ? INK_FIRST : INK_SECOND, GROUND_NONE)));
        put_line(y, x + i, "%s", screen->ascii ? (first ? "#" : "-") : (first ? "█" : "░"));
    }
    attrset(A_NORMAL);
}

/* Words of `text` over at most `rows` lines. */
static void draw_wrapped(int y, int x, int width, int rows, const char *text)
{
    while (*text && rows-- > 0) {
        int length = (int)strlen(text);
        if (length > width) {
            length = width;
            while (length > 1 && text[length] != ' ' && text[length - 1] != ' ') {
                length--;
            }
        }
        put_line(y++, x, "%.*s", length, text);
        text += length;
        text += strspn(text, " ");
    }
}

static void draw_thought(const struct screen *screen, int y, int x, int width)
{
    const struct thought *thought = &screen->shell->table->thought;
    struct buffer score = {0};
    if (!thought->known) {
        return;
    }
    table_format_score(thought, &score);
    put_line(y, x, "depth %d/%d  score %s", thought->depth, thought->seldepth, buffer_text(&score));
    int end = x;
    if (thought->nodes >= 0) {
        end = put_line(y + 1, x, "%.3g M nodes  ", (double)thought->nodes / 1e6);
    }
    if (thought->nps >= 0) {
        put_line(y + 1, end, "%.3g M/s", (double)thought->nps / 1e6);
    }
    draw_bar(screen, thought, y + 2, x);
    draw_wrapped(y + 3, x, width, 3, thought->pv);
    buffer_finish(&score);
}

/* Whether the move at `ply` begins a row of the list: a row has at most one move of each player,
 * the first player's before the second's. */
static bool begins_row(const struct course *course, int ply)
{
    return ply == 0 || course_mover(course, ply) <= course_mover(course, ply - 1);
}

/* The last moves, the first player's on the left, the second's on the right. */
static void draw_moves(const struct screen *screen, int y, int x)
{
    const struct course *course = &screen->shell->table->course;
    char *moves = memory_text(buffer_text(&course->moves)), *rest = moves, *word;
    int rows = 0, row = -1;
    for (int ply = 0; ply < course->plies; ply++) {
        rows += begins_row(course, ply);
    }
    int skipped = rows > MOVE_ROWS ? rows - MOVE_ROWS : 0;
    for (int ply = 0; (word = strsep(&rest, " ")) && *word; ply++) {
        row += begins_row(course, ply);
        if (row >= skipped) {
            int line = y + row - skipped;
            put_line(line, x, "%3d.", row + 1);
            put_line(line, x + (course_mover(course, ply) == 1 ? 5 : 14), "%s", word);
        }
    }
    free(moves);
}

static void draw_title(const struct screen *screen, int y, int x)
{
    const struct table *table = screen->shell->table;
    const struct game *game = table->course.game;
    attrset(A_BOLD);
    int end = put_line(y, x, "%s", game->title);
    for (int i = 0; i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        int value = table->settings.values[i];
        if (setting->name && setting->kind == SETTING_CHOICE) {
            end = put_line(y, end, " %s", setting->choices[value]);
        } else if (setting->name && setting->kind == SETTING_SPIN) {
            end = put_line(y, end, " %d", value);
        } else if (setting->name && setting->kind == SETTING_CHECK && value) {
            end = put_line(y, end, " %s", setting->name);
        }
    }
    attrset(A_NORMAL);
}

static void draw_help(const struct screen *screen, int y, int x)
{
    struct buffer help = {0};
    shell_format_help(screen->shell->table, &help);
    const char *line = buffer_text(&help);
    while (*line) {
        int length = (int)strcspn(line, "\n");
        put_line(y++, x, "%.*s", length, line);
        line += length + (line[length] == '\n');
    }
    buffer_finish(&help);
}

static void draw_panel(struct screen *screen, int x)
{
    int width = COLS - x - 1, top = screen->top;
    draw_title(screen, top, x);
    draw_player(screen, 0, top + 2, x);
    draw_player(screen, 1, top + 3, x);
    if (screen->shell->help_wanted) {
        draw_help(screen, top + 5, x);
        return;
    }
    draw_thought(screen, top + 5, x, width);
    if (screen->shell->moves_wanted) {
        draw_wrapped(top + 12, x, width, LINES - 1 - MESSAGES - (top + 12),
                     buffer_text(&screen->shell->table->course.moves));
    } else {
        draw_moves(screen, top + 12, x);
    }
}

/* The newest messages, over whatever of the panel reaches so far down. */
static void draw_messages(const struct screen *screen)
{
    bool cut = screen->picture.height > LINES - 1 - screen->message_rows ||
               LEFT + screen->picture.width > COLS;
    for (int i = 0; i < screen->message_rows; i++) {
        const char *message = screen->messages[MESSAGES - screen->message_rows + i];
        bool last = i == screen->message_rows - 1;
        move(LINES - 1 - screen->message_rows + i, 0);
        clrtoeol();
        mvaddnstr(LINES - 1 - screen->message_rows + i, 1,
                  last && cut ? "The window is too small for the whole board." : message, COLS - 2);
    }
}

static void draw_all(struct screen *screen)
{
    screen->stale = false;
    erase();
    if (COLS < LEAST_COLUMNS || LINES < LEAST_ROWS) {
        mvaddstr(0, 0, "The terminal is too small.");
        refresh();
        return;
    }
    draw_board(screen);
    int panel = LEFT + screen->picture.width + GAP;
    draw_panel(screen, panel);
    draw_messages(screen);
    mvprintw(LINES - 1, 1, "> %s", screen->typed);
    refresh();
}

static void on_changed(void *context)
{
    struct screen *screen = context;
    screen->stale = true;
}

static void on_said(void *context, const char *text)
{
    struct screen *screen = context;
    memmove(screen->messages[0], screen->messages[1], sizeof screen->messages[0] * (MESSAGES - 1));
    snprintf(screen->messages[MESSAGES - 1], sizeof screen->messages[0], "%s", text);
    screen->stale = true;
}

const struct table_handlers screen_handlers = {on_changed, on_changed, on_said};

static void on_redraw(struct ev_loop *loop, ev_timer *watcher, int events)
{
    struct screen *screen = watcher->data;
    const struct table *table = screen->shell->table;
    int64_t left;
    (void)loop;
    (void)events;
    bool ticking = !table->over && table_clock(table, course_player(&table->course) - 1, &left);
    if (screen->stale || ticking) {
        draw_all(screen);
    }
}

/* How a text relates to the legal moves: the beginning of a longer one is not a move yet. */
enum typed_state { TYPED_OTHER, TYPED_BEGINS, TYPED_MOVE };

static enum typed_state state_of(const struct course *course, const char *text)
{
    struct move_list list = {.count = 0};
    struct buffer move = {0};
    size_t length = strlen(text);
    enum typed_state state = TYPED_OTHER;
    course->game->legal_moves(course->position, &list);
    for (int i = 0; i < list.count && state != TYPED_MOVE; i++) {
        buffer_clear(&move);
        course->game->format_move(course->position, list.moves[i], &move);
        if (strncmp(buffer_text(&move), text, length) == 0) {
            state = buffer_text(&move)[length] ? TYPED_BEGINS : TYPED_MOVE;
        }
    }
    buffer_finish(&move);
    return state;
}

/* Whether the square under the cursor goes on with what is typed: nothing, or squares of a path. */
static bool takes_cursor(const struct screen *screen)
{
    const struct course *course = &screen->shell->table->course;
    int length = screen->typed_length;
    if (!screen->cursor_shown || length == 0) {
        return screen->cursor_shown;
    }
    return course->game->look->entry == LOOK_ENTER_PATH &&
           isdigit((unsigned char)screen->typed[length - 1]) &&
           state_of(course, screen->typed) == TYPED_BEGINS;
}

/* Adds the square under the cursor to what is typed; whether more must follow, as the second square
 * of a path. */
static bool type_cursor(struct screen *screen)
{
    const struct course *course = &screen->shell->table->course;
    struct buffer text = {0};
    look_format_square(course->game->look, screen->file, screen->rank, &text);
    size_t used = (size_t)screen->typed_length;
    snprintf(screen->typed + used, sizeof screen->typed - used, "%s", buffer_text(&text));
    buffer_finish(&text);
    screen->typed_length = (int)strlen(screen->typed);
    return course->game->look->entry == LOOK_ENTER_PATH &&
           state_of(course, screen->typed) == TYPED_BEGINS;
}

static void enter_line(struct screen *screen)
{
    struct error error = {""};
    char line[sizeof screen->typed];
    memcpy(line, screen->typed, sizeof line);
    screen->typed[screen->typed_length = 0] = '\0';
    screen->shell->help_wanted = screen->shell->moves_wanted = false;
    shell_obey(screen->shell, line, &error);
    if (error.text[0]) {
        on_said(screen, error.text);
    }
    if (screen->shell->quitting) {
        ev_break(screen->loop, EVBREAK_ALL);
    }
}

/* Moves the cursor as it is seen: right is right on a flipped board too. */
static void move_cursor(struct screen *screen, int dx, int dy)
{
    const struct course *course = &screen->shell->table->course;
    struct picture_view view = view_of(screen);
    struct look_board board;
    view.look->board(course->position, &board);
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
    } else if (key == KEY_CONTROL_C) {
        ev_break(screen->loop, EVBREAK_ALL);
    } else if (key >= ' ' && key < 127 && screen->typed_length < (int)sizeof screen->typed - 1) {
        screen->typed[screen->typed_length++] = (char)key;
        screen->typed[screen->typed_length] = '\0';
    }
    screen->stale = true;
}

static void on_input(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct screen *screen = watcher->data;
    int key;
    bool any = false;
    (void)events;
    while ((key = getch()) != ERR) {
        take_key(screen, key);
        any = true;
    }
    if (any) {
        draw_all(screen);
    } else {
        ev_break(loop, EVBREAK_ALL); /* readable without a key: the terminal is gone */
    }
}

static void on_resized(struct ev_loop *loop, ev_signal *watcher, int events)
{
    struct screen *screen = watcher->data;
    struct winsize size;
    (void)loop;
    (void)events;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        resizeterm(size.ws_row, size.ws_col);
        clear();
        draw_all(screen);
    }
}

struct screen *screen_open(struct ev_loop *loop, bool ascii)
{
    SCREEN *terminal = terminal_can_draw() ? newterm(NULL, stdout, stdin) : NULL;
    if (!terminal) {
        return NULL;
    }
    struct screen *screen = memory_zeroed(1, sizeof *screen);
    screen->loop = loop;
    screen->ascii = ascii;
    screen->terminal = terminal;
    raw();
    noecho();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    ev_io_init(&screen->input, on_input, STDIN_FILENO, EV_READ);
    ev_timer_init(&screen->redraw, on_redraw, REDRAW_S, REDRAW_S);
    ev_signal_init(&screen->resized, on_resized, SIGWINCH);
    screen->input.data = screen->redraw.data = screen->resized.data = screen;
    return screen;
}

void screen_show(struct screen *screen, struct shell *shell)
{
    screen->shell = shell;
    ev_io_start(screen->loop, &screen->input);
    ev_timer_start(screen->loop, &screen->redraw);
    ev_signal_start(screen->loop, &screen->resized);
    on_said(screen, "Type a move, or 'help'. Arrow keys and Enter choose a square.");
    draw_all(screen);
}

void screen_close(struct screen *screen)
{
    ev_io_stop(screen->loop, &screen->input);
    ev_timer_stop(screen->loop, &screen->redraw);
    ev_signal_stop(screen->loop, &screen->resized);
    endwin();
    delscreen(screen->terminal);
    free(screen);
}
