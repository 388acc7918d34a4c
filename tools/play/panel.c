/* SPDX-License-Identifier: MIT */
#include "panel.h"

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "colours.h"
#include "expectation.h"
#include "game_walk.h"
#include "language.h"
#include "messages.h"
#include "picture.h"
#include "shell.h"

/* The maximum width of the bar that shows the balance, and height of the list of moves. */
#define BAR_WIDTH 24
#define MOVE_ROWS 8

/* The columns of a side's name. */
#define NAME_COLUMNS 6

static const char *side_name(const struct game *game, int player)
{
    return language_name(game, game->look->sides[player].name);
}

/* Writes a line of the panel, clipped to the available width; returns the column after it. */
static int put_line(int y, int x, const char *format, ...) PRINTF_LIKE(3, 4);

static int put_line(int y, int x, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text[utf8_whole(text, strlen(text))] = '\0';
    if (y < LINES - 1 && x < COLS - 1) {
        mvaddnstr(y, x, text, messages_clip(text, COLS - 1 - x));
    }
    return x + messages_columns(text);
}

static void draw_player(const struct table *table, int player, int y, int x)
{
    bool to_move = !table->over && game_record_player(&table->record) - 1 == player;
    int64_t left;
    const char *side = side_name(table->record.game, player);
    const char *name = table_shown_name(table, player);
    const int room = NAME_COLUMNS - messages_columns(side);
    (void)attrset(to_move ? A_BOLD : A_NORMAL);
    int end = put_line(y, x, "%c %s%*s  %.*s", to_move ? '>' : ' ', side, room > 0 ? room : 0, "",
                       messages_clip(name, 20), name);
    /* An engine's fixed time for a move is shown only while it searches. */
    if (table_clock(table, player, &left) && (to_move || table->control.base_ms)) {
        int64_t tenths = left / 100000000;
        put_line(y, end + 2, "%d:%02d.%d", (int)(tenths / 600), (int)(tenths / 10 % 60),
                 (int)(tenths % 10));
    }
    (void)attrset(A_NORMAL);
}

/* Draws how the game ended. It stays until the position changes. */
static void draw_result(const struct table *table, int y, int x, int width)
{
    if (table->over) {
        (void)attrset(A_BOLD);
        put_line(y, x, "%.*s.", messages_clip(table->why, width - 1), table->why);
        (void)attrset(A_NORMAL);
    }
}

/* Draws the balance of the game as a bar between the names: the first player's share is on the
 * left. */
static void draw_bar(const struct game *game, bool ascii, const struct analysis *analysis, int y,
                     int x, int width)
{
    const char *first_name = side_name(game, 0), *second_name = side_name(game, 1);
    const int names = messages_columns(first_name) + messages_columns(second_name) + 2;
    int length = width - names < BAR_WIDTH ? width - names : BAR_WIDTH;
    double own = expectation(analysis->info.score, analysis->info.is_mate);
    int full = (int)((analysis->player == 0 ? own : 1 - own) * length + 0.5);
    int begin = put_line(y, x, "%s ", first_name);
    for (int i = 0; i < length; i++) {
        bool first = i < full;
        (void)attrset(colours_attribute(game->look, first ? INK_FIRST : INK_SECOND, GROUND_BOARD));
        put_line(y, begin + i, "%s", ascii ? (first ? "#" : "-") : (first ? "█" : "░"));
    }
    (void)attrset(A_NORMAL);
    put_line(y, begin + (length > 0 ? length : 0), " %s", second_name);
}

/* Draws the words of `text` on at most `rows` lines. Returns the number of lines. */
static int draw_wrapped(int y, int x, int width, int rows, const char *text)
{
    const int first = y;
    while (*text && y - first < rows) {
        const int length = messages_fit(text, width);
        put_line(y++, x, "%.*s", length, text);
        text += length;
        text += strspn(text, " ");
    }
    return y - first;
}

struct count {
    char text[32];
};

/* Writes a number with its unit: "950", "12 k", "1.2 M", "1.23 G". Returns the text. */
static const char *count_text(int64_t number, struct count *count)
{
    const double value = (double)number;
    if (number < 10000) {
        snprintf(count->text, sizeof count->text, "%d", (int)number);
    } else if (number < 1000000) {
        snprintf(count->text, sizeof count->text, "%.0f k", value / 1e3);
    } else if (number < 1000000000) {
        snprintf(count->text, sizeof count->text, "%.1f M", value / 1e6);
    } else {
        snprintf(count->text, sizeof count->text, "%.2f G", value / 1e9);
    }
    return count->text;
}

static void draw_analysis(const struct table *table, bool ascii, int y, int x, int width)
{
    const struct analysis *analysis = &table->analysis;
    const struct event_info *info = &analysis->info;
    LOCAL_BUFFER score = {0};
    if (!analysis->known) {
        return;
    }
    table_format_score(table, &score);
    put_line(y, x, _("depth %d/%d  %s"), info->depth, info->seldepth, buffer_text(&score));
    int end = x;
    if (info->nodes >= 0) {
        end = put_line(y + 1, x, _("%s nodes  "), count_text(info->nodes, &(struct count){""}));
    }
    if (info->nps >= 0) {
        put_line(y + 1, end, "%s/s", count_text(info->nps, &(struct count){""}));
    }
    draw_bar(table->record.game, ascii, analysis, y + 2, x, width);
    draw_wrapped(y + 3, x, width, 3, analysis->pv);
}

/* True if the move at `ply` begins a row of the list. A row has at most one move of each player,
 * the first player's before the second's. */
static bool begins_row(const struct game_record *record, int ply)
{
    return ply == 0 || game_record_mover(record, ply) <= game_record_mover(record, ply - 1);
}

/* Draws the last moves: the first player's on the left, the second player's on the right. */
static void draw_moves(const struct table *table, int y, int x, int count)
{
    const struct game_record *record = &table->record;
    LOCAL_BUFFER text = {0};
    struct game_walk walk;
    int rows = 0, row = -1;
    for (int ply = 0; ply < record->plies; ply++) {
        rows += begins_row(record, ply);
    }
    int skipped = rows > count ? rows - count : 0;
    for (game_walk_along(&walk, record); game_walk_next(&walk);) {
        row += begins_row(record, walk.ply);
        if (row >= skipped) {
            int line = y + row - skipped;
            buffer_clear(&text);
            look_format_move(walk.game, walk.position, walk.move, &text);
            put_line(line, x, "%3d.", row + 1);
            put_line(line, x + (game_walk_player(&walk) == 0 ? 5 : 14), "%s", buffer_text(&text));
        }
    }
    game_walk_finish(&walk);
}

static void draw_title(const struct table *table, int y, int x)
{
    const struct game *game = table->record.game;
    (void)attrset(A_BOLD);
    int end = put_line(y, x, "%s", _(game->title));
    for (int i = 0; i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        if (setting->name && (setting->kind == SETTING_CHOICE || setting->kind == SETTING_SPIN)) {
            struct newgame_room room;
            end = put_line(y, end, " %s",
                           language_name(game, newgame_value(game, &table->settings, i, &room)));
        } else if (setting->name && setting->kind == SETTING_CHECK && table->settings.values[i]) {
            end = put_line(y, end, " %s", language_name(game, setting->name));
        }
    }
    if (table->level) {
        put_line(y, end, _(", level %d"), table->level);
    }
    (void)attrset(A_NORMAL);
}

static void draw_help(const struct table *table, int y, int x)
{
    LOCAL_BUFFER help = {0};
    shell_format_help(table, &help);
    const char *line = buffer_text(&help);
    while (*line) {
        int length = (int)strcspn(line, "\n");
        char text[256];
        snprintf(text, sizeof text, "%.*s", length, line);
        y += draw_wrapped(y, x, COLS - 1 - x, LINES, text);
        line += length + (line[length] == '\n');
    }
}

void panel_draw(const struct table *table, bool ascii, int top, int x, int end)
{
    int width = COLS - x - 1;
    draw_title(table, top, x);
    draw_player(table, 0, top + 2, x);
    draw_player(table, 1, top + 3, x);
    draw_result(table, top + 4, x, width);
    if (table->help_wanted) {
        draw_help(table, top + 5, x);
        return;
    }
    draw_analysis(table, ascii, top + 5, x, width);
    if (table->moves_wanted) {
        LOCAL_BUFFER moves = {0};
        notation_moves(&table->record, &moves);
        draw_wrapped(top + 12, x, width, end - (top + 12), buffer_text(&moves));
    } else {
        draw_moves(table, top + 12, x, MOVE_ROWS);
    }
}
