#include "export.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "course.h"
#include "memory.h"
#include "san.h"

/* Columns of a line of moves in PGN. */
#define PGN_COLUMNS 80

bool export_fits(enum export_format format, const struct game *game)
{
    switch (format) {
    case EXPORT_PGN:
        return strcmp(game->name, "chess") == 0;
    case EXPORT_SGF:
    case EXPORT_PSQ:
        return strcmp(game->name, "gomoku") == 0;
    case EXPORT_MOVES:
        break;
    }
    return true;
}

static const char *name_of(const struct export_context *context, const struct game_record *record,
                           int player)
{
    return context->names[record->engines[player]];
}

static void put_date(const struct game_record *record, const char *format, struct buffer *out)
{
    char date[32];
    struct tm broken;
    time_t began = (time_t)record->began;
    gmtime_r(&began, &broken);
    strftime(date, sizeof date, format, &broken);
    buffer_puts(out, date);
}

/* A value in quotes, with what PGN wants escaped. */
static void put_tag(struct buffer *out, const char *tag, const char *value)
{
    buffer_printf(out, "[%s \"", tag);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *value);
    }
    buffer_puts(out, "\"]\n");
}

/* PGN's word for how a game ended. */
static const char *termination(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_RULES:
        return "normal";
    case VERDICT_TIME:
        return "time forfeit";
    case VERDICT_ILLEGAL:
        return "rules infraction";
    case VERDICT_CRASH:
    case VERDICT_HANG:
        return "abandoned";
    default:
        return "adjudication";
    }
}

static void put_tags(const struct export_context *context, const struct game_record *record,
                     struct buffer *out)
{
    struct buffer text = {0};
    put_tag(out, "Event", context->event ? context->event : "myosu-match");
    put_tag(out, "Site", "?");
    put_date(record, "%Y.%m.%d", &text);
    put_tag(out, "Date", buffer_text(&text));
    buffer_clear(&text);
    buffer_printf(&text, "%d.%lld", record->round + 1, (long long)record->number + 1);
    put_tag(out, "Round", buffer_text(&text));
    put_tag(out, "White", name_of(context, record, 0));
    put_tag(out, "Black", name_of(context, record, 1));
    put_tag(out, "Result", result_name(record->result));
    if (record->fen) {
        put_tag(out, "SetUp", "1");
        put_tag(out, "FEN", record->fen);
    }
    int chess960 = game_find_parameter(context->game, "chess960");
    if (chess960 >= 0 && context->settings->values[chess960]) {
        put_tag(out, "Variant", "Chess960");
    }
    buffer_clear(&text);
    buffer_printf(&text, "%d", record->count);
    put_tag(out, "PlyCount", buffer_text(&text));
    put_tag(out, "Termination", termination(record->verdict));
    buffer_putc(out, '\n');
    buffer_finish(&text);
}

/* Adds a word to a text whose lines hold at most PGN_COLUMNS; `column` is where its line stands. */
static void put_wrapped(struct buffer *out, const char *word, int *column)
{
    int length = (int)strlen(word);
    if (*column > 0 && *column + 1 + length > PGN_COLUMNS) {
        buffer_putc(out, '\n');
        *column = 0;
    }
    if (*column > 0) {
        buffer_putc(out, ' ');
        ++*column;
    }
    buffer_puts(out, word);
    *column += length;
}

/* "{+0.31/12 0.052s}", as runners write it: from the mover's side. */
static void format_comment(const struct move_record *move, struct buffer *out)
{
    buffer_clear(out);
    buffer_putc(out, '{');
    if (move->has_score && move->is_mate) {
        int moves = move->score > 0 ? (move->score + 1) / 2 : -move->score / 2;
        buffer_printf(out, "%sM%d", move->score > 0 ? "+" : "-", moves);
    } else if (move->has_score) {
        buffer_printf(out, "%+.2f", move->score / 100.0);
    }
    if (move->has_score) {
        buffer_printf(out, "/%d ", move->depth);
    }
    buffer_printf(out, "%.3fs}", (double)move->time_us / 1e6);
}

/* The number of the move at ply 0: the last field of a FEN, and whether Black begins. */
static int first_number(const struct game_record *record, bool *black)
{
    const char *side = record->fen ? strchr(record->fen, ' ') : NULL;
    const char *last = record->fen ? strrchr(record->fen, ' ') : NULL;
    *black = side && side[1] == 'b';
    int number = last ? atoi(last + 1) : 1;
    return number > 0 ? number : 1;
}

static void put_pgn(const struct export_context *context, const struct game_record *record,
                    struct buffer *out)
{
    put_tags(context, record, out);
    struct course course;
    course_init(&course, context->game, context->settings);
    course_begin(&course, record->fen, NULL, NULL);
    bool black;
    int number = first_number(record, &black), column = 0;
    struct buffer word = {0};
    for (int ply = 0; ply < record->count; ply++) {
        move_t move;
        const char *text = record->moves[ply].text;
        if (!context->game->parse_move(course.position, text, &move, NULL)) {
            break;
        }
        buffer_clear(&word);
        buffer_printf(&word, black ? "%d..." : "%d.", number);
        if (!black || ply == 0) {
            put_wrapped(out, buffer_text(&word), &column);
        }
        buffer_clear(&word);
        san_format(context->game, course.position, move, &word);
        put_wrapped(out, buffer_text(&word), &column);
        if (ply >= record->opening_plies) {
            format_comment(&record->moves[ply], &word);
            put_wrapped(out, buffer_text(&word), &column);
        }
        course_play(&course, text, NULL);
        number += black;
        black = !black;
    }
    if (record->detail.text[0]) {
        buffer_clear(&word);
        buffer_printf(&word, "{%s}", record->detail.text);
        put_wrapped(out, buffer_text(&word), &column);
    }
    put_wrapped(out, result_name(record->result), &column);
    buffer_puts(out, "\n\n");
    buffer_finish(&word);
    course_finish(&course);
}

/* Column and row of a square, from the top left, counted from 0. */
static void square_of(const char *text, int size, int *x, int *y)
{
    *x = tolower((unsigned char)text[0]) - 'a';
    *y = size - atoi(text + 1);
}

static int size_of(const struct export_context *context)
{
    int index = game_find_parameter(context->game, "size");
    return index >= 0 ? context->settings->values[index] : 0;
}

static const char *rule_of(const struct export_context *context)
{
    int index = game_find_parameter(context->game, "rule");
    if (index < 0) {
        return "";
    }
    return context->game->settings[index].choices[context->settings->values[index]];
}

static void put_sgf_text(struct buffer *out, const char *property, const char *text)
{
    buffer_printf(out, "%s[", property);
    for (; *text; text++) {
        if (*text == ']' || *text == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *text);
    }
    buffer_putc(out, ']');
}

/* Stones of a position given as FEN. */
static void put_sgf_stones(struct buffer *out, const char *fen, char symbol, const char *property)
{
    int x = 0, y = 0;
    bool any = false;
    for (const char *at = fen; *at && *at != ' '; at++) {
        if (*at == '/') {
            y++;
            x = 0;
        } else if (isdigit((unsigned char)*at)) {
            char *end;
            x += (int)strtol(at, &end, 10);
            at = end - 1;
        } else {
            if (*at == symbol) {
                buffer_printf(out, "%s[%c%c]", any ? "" : property, 'a' + x, 'a' + y);
                any = true;
            }
            x++;
        }
    }
}

static void put_sgf(const struct export_context *context, const struct game_record *record,
                    struct buffer *out)
{
    int size = size_of(context);
    bool white_begins = record->fen && strstr(record->fen, " o");
    /* GM[4] is gomoku. */
    buffer_printf(out, "(;FF[4]GM[4]CA[US-ASCII]AP[myosu-match]SZ[%d]", size);
    put_sgf_text(out, "PB", name_of(context, record, 0));
    put_sgf_text(out, "PW", name_of(context, record, 1));
    put_sgf_text(out, "RU", rule_of(context));
    buffer_puts(out, "DT[");
    put_date(record, "%Y-%m-%d", out);
    buffer_printf(out, "]RO[%d.%lld]", record->round + 1, (long long)record->number + 1);
    const char *how = record->verdict == VERDICT_TIME          ? "T"
                      : record->verdict == VERDICT_RESIGNATION ? "R"
                      : verdict_is_forfeit(record->verdict)    ? "F"
                                                               : "";
    if (record->result == RESULT_DRAW) {
        buffer_puts(out, "RE[Draw]");
    } else {
        buffer_printf(out, "RE[%c+%s]", record->result == RESULT_P1_WINS ? 'B' : 'W', how);
    }
    if (record->fen) {
        put_sgf_stones(out, record->fen, 'x', "AB");
        put_sgf_stones(out, record->fen, 'o', "AW");
    }
    for (int ply = 0; ply < record->count; ply++) {
        int x, y;
        square_of(record->moves[ply].text, size, &x, &y);
        buffer_printf(out, "%s;%c[%c%c]", ply % 10 == 0 ? "\n" : "",
                      (ply % 2 == 1) != white_begins ? 'W' : 'B', 'a' + x, 'a' + y);
    }
    buffer_puts(out, ")\n\n");
}

static void put_psq(const struct export_context *context, const struct game_record *record,
                    struct buffer *out)
{
    int size = size_of(context);
    buffer_printf(out, "Piskvorky %dx%d, 11:11, 0\n", size, size);
    for (int ply = 0; ply < record->count; ply++) {
        int x, y;
        square_of(record->moves[ply].text, size, &x, &y);
        buffer_printf(out, "%d,%d,%lld\n", x + 1, y + 1,
                      (long long)record->moves[ply].time_us / 1000);
    }
    buffer_printf(out, "%s\n%s\n-1\n", name_of(context, record, 0), name_of(context, record, 1));
}

static void put_moves(const struct export_context *context, const struct game_record *record,
                      struct buffer *out)
{
    buffer_printf(out, "# %lld: %s - %s %s (%s%s%s)\n", (long long)record->number + 1,
                  name_of(context, record, 0), name_of(context, record, 1),
                  result_name(record->result), verdict_name(record->verdict),
                  record->detail.text[0] ? ": " : "", record->detail.text);
    if (record->fen) {
        buffer_puts(out, record->fen);
    } else {
        buffer_puts(out, "startpos");
    }
    buffer_puts(out, record->count ? " moves" : "");
    for (int ply = 0; ply < record->count; ply++) {
        buffer_printf(out, " %s", record->moves[ply].text);
    }
    buffer_putc(out, '\n');
}

void export_game(enum export_format format, const struct export_context *context,
                 const struct game_record *record, struct buffer *out)
{
    static void (*const writers[])(const struct export_context *, const struct game_record *,
                                   struct buffer *) = {
        [EXPORT_PGN] = put_pgn,
        [EXPORT_SGF] = put_sgf,
        [EXPORT_PSQ] = put_psq,
        [EXPORT_MOVES] = put_moves,
    };
    writers[format](context, record, out);
}

/* An export under way. */
struct job {
    enum export_format format;
    const struct export_context *context;
    const char *path;
    FILE *file; /* NULL: a file for each game */
    struct error error;
};

static bool write_text(struct job *job, FILE *file, const char *path, const struct buffer *text)
{
    size_t length = buffer_length(text);
    if (fwrite(buffer_text(text), 1, length, file) != length) {
        return error_set(&job->error, "%s: %s", path, strerror(errno));
    }
    return true;
}

static void visit(void *opaque, const struct game_record *record)
{
    struct job *job = opaque;
    struct buffer text = {0}, path = {0};
    if (job->error.text[0]) {
        return;
    }
    export_game(job->format, job->context, record, &text);
    if (job->file) {
        write_text(job, job->file, job->path, &text);
    } else {
        buffer_printf(&path, "%s/%06lld.psq", job->path, (long long)record->number + 1);
        FILE *file = fopen(buffer_text(&path), "w");
        if (!file || !write_text(job, file, buffer_text(&path), &text) || fclose(file) != 0) {
            error_set(&job->error, "%s: %s", buffer_text(&path), strerror(errno));
        }
    }
    buffer_finish(&text);
    buffer_finish(&path);
}

bool export_games(enum export_format format, const struct export_context *context,
                  struct store *store, const char *path, struct error *error)
{
    struct job job = {.format = format, .context = context, .path = path};
    if (format == EXPORT_PSQ) {
        if (mkdir(path, 0777) < 0 && errno != EEXIST) {
            return error_set(error, "%s: %s", path, strerror(errno));
        }
    } else if (!(job.file = fopen(path, "w"))) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    bool good = store_each(store, true, visit, &job, error);
    if (job.file && fclose(job.file) != 0 && good) {
        good = error_set(error, "%s: %s", path, strerror(errno));
    }
    if (good && job.error.text[0]) {
        good = error_set(error, "%s", job.error.text);
    }
    return good;
}
