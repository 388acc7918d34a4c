/* SPDX-License-Identifier: MIT */
/* The dialects UCI, UGI and UAI: the words in which they differ, and the events that they write. */
#include "universal.h"

#include <string.h>

#include "dialect.h"
#include "line.h"
#include "words.h"

/* Appends a text with `between` in place of each line end. Other control characters, and bytes that
 * are not UTF-8, become '?'. */
static void put_lines(struct buffer *out, const char *text, const char *between)
{
    for (;;) {
        const size_t length = strcspn(text, "\n");
        buffer_put_clean(out, text, length, '?');
        text += length;
        if (!*text) {
            return;
        }
        buffer_puts(out, between);
        text++;
    }
}

static void put_text(struct buffer *out, const char *text)
{
    put_lines(out, text, " ");
}

static void format_id(const struct event_id *id, struct buffer *out)
{
    if (id->name) {
        line_put_text(out, "id name ", id->name);
    }
    if (id->author) {
        line_put_text(out, "id author ", id->author);
    }
}

static void format_option(const struct event_option *option, struct buffer *out)
{
    buffer_puts(out, "option name ");
    put_text(out, option->name);
    buffer_printf(out, " type %s", universal_option_kinds[option->kind]);
    if (option->kind != OPTION_BUTTON && option->initial) {
        buffer_puts(out, " default ");
        put_text(out, *option->initial ? option->initial : "<empty>");
    }
    if (option->kind == OPTION_SPIN) {
        buffer_printf(out, " min %lld max %lld", (long long)option->min, (long long)option->max);
    }
    if (option->kind == OPTION_COMBO && option->choices) {
        buffer_puts(out, " var ");
        put_lines(out, option->choices, " var ");
    }
    buffer_putc(out, '\n');
}

static void put_number(struct buffer *out, const char *key, int64_t number, int64_t least)
{
    if (number >= least) {
        buffer_putc(out, ' ');
        buffer_puts(out, key);
        buffer_putc(out, ' ');
        buffer_put_number(out, number);
    }
}

static void format_score(const struct universal *dialect, const struct event_info *info,
                         struct buffer *out)
{
    static const char *const bounds[] = {
        [EVENT_EXACT] = "",
        [EVENT_LOWER] = " lowerbound",
        [EVENT_UPPER] = " upperbound",
    };
    int64_t score = info->score;
    if (info->is_mate && dialect->mate_in_moves) {
        score = universal_moves_of_plies(score);
    }
    buffer_puts(out, dialect->is_ucci ? " score " : info->is_mate ? " score mate " : " score cp ");
    buffer_put_number(out, score);
    buffer_puts(out, bounds[info->bound]);
}

static void format_info(const struct universal *dialect, const struct event_info *info,
                        struct buffer *out)
{
    buffer_puts(out, "info");
    /* Clients expect a depth with each score, even if no iteration was completed. */
    put_number(out, "depth", info->depth, info->has_score ? 0 : 1);
    put_number(out, "seldepth", info->seldepth, 1);
    put_number(out, "multipv", info->multipv, 1);
    if (info->has_score) {
        format_score(dialect, info, out);
    }
    if (info->has_wdl) {
        buffer_printf(out, " wdl %d %d %d", info->wdl[0], info->wdl[1], info->wdl[2]);
    }
    put_number(out, "nodes", info->nodes, 0);
    put_number(out, "nps", info->nps, 0);
    put_number(out, "hashfull", info->hashfull, 0);
    put_number(out, "tbhits", info->tb_hits, 0);
    put_number(out, "time", info->time_ms, 0);
    if (info->pv && *info->pv) {
        buffer_puts(out, " pv ");
        put_text(out, info->pv);
    }
    buffer_putc(out, '\n');
}

static void format_bestmove(const struct universal *dialect, const struct event_bestmove *bestmove,
                            struct buffer *out)
{
    buffer_puts(out, "bestmove ");
    put_text(out, bestmove->move ? bestmove->move : "(none)");
    if (bestmove->move && bestmove->ponder && dialect->says_ponder) {
        buffer_puts(out, " ponder ");
        put_text(out, bestmove->ponder);
    }
    buffer_putc(out, '\n');
}

void universal_format_event(const struct universal *dialect, const struct event *event,
                            struct buffer *out)
{
    const char *string = dialect->is_ucci ? "info message " : "info string ";
    switch (event->kind) {
    case EVENT_NOTHING:
        break;
    case EVENT_ID:
        format_id(&event->id, out);
        break;
    case EVENT_OPTION:
        format_option(&event->option, out);
        break;
    case EVENT_HELLO_OK:
        line_put_text(out, "", dialect->hello_ok);
        break;
    case EVENT_READY:
        line_put_text(out, "", "readyok");
        break;
    case EVENT_INFO:
        format_info(dialect, &event->info, out);
        break;
    case EVENT_STRING:
        line_put_text(out, string, event->text);
        break;
    case EVENT_ERROR:
    case EVENT_ILLEGAL:
    case EVENT_UNKNOWN:
        buffer_printf(out, "%serror: ", string);
        put_text(out, event->text);
        buffer_putc(out, '\n');
        break;
    case EVENT_BESTMOVE:
        format_bestmove(dialect, &event->bestmove, out);
        break;
    case EVENT_RESPONSE:
        buffer_puts(out, "response ");
        put_text(out, event->text);
        buffer_putc(out, '\n');
        break;
    case EVENT_TEXT:
        line_put_text(out, "", event->text);
        break;
    case EVENT_DONE:
    case EVENT_RESULT:
    case EVENT_REVIEWED:
        break;
    }
}

/* Defines dialect_NAME, whose functions are those of every universal dialect with the words in
 * `NAME`. The other parameters are the fields in which the dialects differ. */
#define DIALECT(NAME, ...)                                                                         \
    static bool NAME##_is_first_line(const char *line)                                             \
    {                                                                                              \
        return words_begin(line, NAME.hello);                                                      \
    }                                                                                              \
    static bool NAME##_parse_command(struct dialect_state *state UNUSED, char *line,               \
                                     struct command *command, struct error *error)                 \
    {                                                                                              \
        return universal_parse_command(&NAME, line, command, error);                               \
    }                                                                                              \
    static void NAME##_format_event(struct dialect_state *state UNUSED, const struct event *event, \
                                    struct buffer *out)                                            \
    {                                                                                              \
        universal_format_event(&NAME, event, out);                                                 \
    }                                                                                              \
    static void NAME##_format_command(struct dialect_state *state UNUSED,                          \
                                      const struct command *command, struct buffer *out)           \
    {                                                                                              \
        universal_format_command(&NAME, command, out);                                             \
    }                                                                                              \
    static bool NAME##_parse_event(struct dialect_state *state UNUSED, char *line,                 \
                                   struct event *event, struct error *error)                       \
    {                                                                                              \
        return universal_parse_event(&NAME, line, event, error);                                   \
    }                                                                                              \
    const struct dialect dialect_##NAME = {.name = #NAME,                                          \
                                           .is_first_line = NAME##_is_first_line,                  \
                                           .samples = universal_samples,                           \
                                           .parse_command = NAME##_parse_command,                  \
                                           .format_event = NAME##_format_event,                    \
                                           .format_command = NAME##_format_command,                \
                                           .parse_event = NAME##_parse_event,                      \
                                           __VA_ARGS__}

/* The Universal Chess Interface: mates in moves, a ponder move, clocks of White and Black. */
static const struct universal uci = {
    .hello = "uci",
    .hello_ok = "uciok",
    .newgame = "ucinewgame",
    .mate_in_moves = true,
    .says_ponder = true,
};

DIALECT(uci, .answers_when_asked = true);

/* The Universal Game Interface: mates in plies, clocks by the numbers of the players, and never a
 * ponder move (cutegames hangs when it receives one). */
static const struct universal ugi = {
    .hello = "ugi",
    .hello_ok = "ugiok",
    .newgame = "uginewgame",
    .numbered_players = true,
};

DIALECT(ugi, .answers_when_asked = false);

/* The Universal Ataxx Interface (kz04px, github.com/kz04px/libataxx): UCI with other command names,
 * for one game whose first player is Black. Its interfaces do not expect a ponder move. */
static const struct universal uai = {
    .hello = "uai",
    .hello_ok = "uaiok",
    .newgame = "uainewgame",
    .black_first = true,
    .mate_in_moves = true,
};

DIALECT(uai, .has_own_game = true, .answers_when_asked = true);
