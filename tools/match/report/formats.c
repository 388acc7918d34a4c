/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "encoding.h"
#include "ggf.h"
#include "look.h"
#include "pgn.h"
#include "sgf.h"

/* The words for each ending: PGN's word, the letter after "B+" in SGF, the flag after the margin in
 * GGF, and PGN's word for testing frameworks, if they look for another. The last row is for
 * verdicts of a database that this program does not know. */
static const struct {
    const char *pgn, *sgf, *ggf, *framework;
} endings[VERDICT_COUNT + 1] = {
    [VERDICT_RULES] = {"normal", "", "", NULL},
    [VERDICT_RESIGNATION] = {"adjudication", "R", ":r", NULL},
    [VERDICT_DRAW] = {"adjudication", "", "", NULL},
    [VERDICT_LENGTH] = {"adjudication", "", "", NULL},
    [VERDICT_TABLES] = {"adjudication", "", "", NULL},
    [VERDICT_TIME] = {"time forfeit", "T", ":t", NULL},
    [VERDICT_ILLEGAL] = {"rules infraction", "F", ":r", "illegal move"},
    [VERDICT_CRASH] = {"abandoned", "F", ":r", NULL},
    [VERDICT_HANG] = {"abandoned", "F", ":r", "stalled connection"},
    [VERDICT_COUNT] = {"adjudication", "F", ":r", NULL},
};

/* A game that is being written. */
struct job {
    const struct format_context *context;
    const struct played_game *played;
    struct saved_game saved;
};

static const char *player_name(const struct job *job, int player)
{
    return job->context->names[job->played->engines[player]];
}

static const char *program_name(const struct job *job)
{
    return job->context->program ? job->context->program : "myosu-match";
}

static void add_tag(struct job *job, const char *name, const char *value)
{
    saved_game_add_tag(&job->saved, name, value, "");
}

/* Adds the day on which the game began, in a format of strftime(). */
static void add_date(struct job *job, const char *name, const char *pattern)
{
    char date[32];
    struct tm broken;
    time_t began = (time_t)job->played->began;
    gmtime_r(&began, &broken);
    strftime(date, sizeof date, pattern, &broken);
    add_tag(job, name, date);
}

static void add_round(struct job *job, const char *name)
{
    struct buffer text = {0};
    buffer_printf(&text, "%d.%lld", job->played->round + 1, (long long)job->played->number + 1);
    add_tag(job, name, buffer_text(&text));
    buffer_finish(&text);
}

/* Adds the players with the tags of SGF and GGF: PB, PW. */
static void add_players(struct job *job, const char *colours)
{
    for (int player = 0; player < 2; player++) {
        const char name[] = {'P', colours[player], '\0'};
        add_tag(job, name, player_name(job, player));
    }
}

/* Adds the time controls: one tag if both are the same. */
static void add_controls(struct job *job)
{
    struct buffer texts[2] = {{0}, {0}};
    for (int player = 0; player < 2; player++) {
        pgn_style_control(&job->context->controls[job->played->engines[player]], &texts[player]);
    }
    const char *first = buffer_text(&texts[0]), *second = buffer_text(&texts[1]);
    if (strcmp(first, second) == 0) {
        add_tag(job, "TimeControl", first);
    } else {
        add_tag(job, "WhiteTimeControl", first);
        add_tag(job, "BlackTimeControl", second);
    }
    buffer_finish(&texts[0]);
    buffer_finish(&texts[1]);
}

/* Adds the opening as the file of openings names it, or else as the table of openings does. */
static void add_opening(struct job *job)
{
    const char *code = job->played->code, *opening = job->played->opening;
    int plies;
    const struct opening_name *found =
        code || opening || !job->context->openings
            ? NULL
            : opening_names_of(job->context->openings, &job->saved.record, &plies);
    code = found ? found->eco : code;
    opening = found ? found->name : opening;
    if (code) {
        add_tag(job, "ECO", code);
    }
    if (opening) {
        add_tag(job, "Opening", opening);
    }
}

static void put_pgn(struct job *job, struct buffer *out)
{
    const struct pgn_style *style = &job->context->style;
    const struct pgn_style_notes source = {job->played, style};
    const struct game_notes notes = {.source = &source,
                                     .take = style->minimal ? NULL : pgn_style_note,
                                     .protocol_moves = style->uci != 0};
    const bool ends = job->played->result != RESULT_NONE;
    char count[16];
    snprintf(count, sizeof count, "%d", job->played->count);
    add_tag(job, "Event", job->context->event ? job->context->event : "myosu-match");
    if (job->context->site) {
        add_tag(job, "Site", job->context->site);
    }
    add_date(job, "Date", "%Y.%m.%d");
    add_round(job, "Round");
    add_tag(job, "White", player_name(job, 0));
    add_tag(job, "Black", player_name(job, 1));
    pgn_add_start_tags(&job->saved);
    if (!style->minimal) {
        add_opening(job);
        add_tag(job, "PlyCount", count);
        const char *word = style->framework ? endings[job->played->verdict].framework : NULL;
        add_tag(job, "Termination",
                !ends  ? "unterminated"
                : word ? word
                       : endings[job->played->verdict].pgn);
        if (job->context->controls) {
            add_controls(job);
        }
    }
    pgn_write(&job->saved, &notes, out);
}

static void put_sgf(struct job *job, struct buffer *out)
{
    const struct look_sgf *sgf = job->context->game->look->sgf;
    const struct played_game *played = job->played;
    const char result[] = {sgf->colours[played->result == RESULT_P2_WINS], '+',
                           endings[played->verdict].sgf[0], '\0'};
    add_players(job, sgf->colours);
    if (sgf->rules) {
        add_tag(job, "RU", sgf->rules(job->context->settings));
    }
    add_date(job, "DT", "%Y-%m-%d");
    add_round(job, "RO");
    add_tag(job, "RE",
            played->result == RESULT_NONE   ? "?"
            : played->result == RESULT_DRAW ? "Draw"
                                            : result);
    sgf_write(&job->saved, program_name(job), NULL, out);
}

/* Returns the first player's margin in pieces at the end. Empty squares count for the winner, as in
 * tournaments. A player who resigned or forfeited has lost all squares. */
static int find_margin(const struct job *job, const struct look_board *board)
{
    const struct played_game *played = job->played;
    const int squares = board->files * board->ranks;
    const int sign = played->result == RESULT_P1_WINS ? 1 : -1;
    int margin = 0, left = squares;
    for (int i = 0; i < squares; i++) {
        const int code = board->squares[i];
        const int side = code ? job->context->game->look->pieces[code - 1].side : 0;
        margin += (side == 1) - (side == 2);
        left -= side != 0;
    }
    return played->result == RESULT_DRAW ? 0
           : played->verdict == VERDICT_RESIGNATION || verdict_is_forfeit(played->verdict)
               ? sign * squares
               : margin + sign * left;
}

/* Writes the score of a move in pieces, and its seconds, as far as they are known: "/1.50/0.10". */
static void take_ggf_note(const void *source, const struct game_walk *at, struct game_note *note)
{
    const struct played_move *move = &((const struct played_game *)source)->moves[at->ply];
    const bool scored = move->has_score && !move->is_mate;
    if (scored) {
        buffer_printf(&note->remark, "/%.2f", move->score / 100.);
    }
    if (move->time_us >= 0) {
        buffer_printf(&note->remark, "%s/%.2f", scored ? "" : "/", (double)move->time_us / 1e6);
    }
}

static void put_ggf(struct job *job, struct buffer *out)
{
    const struct game *game = job->context->game;
    const struct played_game *played = job->played;
    const struct game_notes notes = {.source = played, .take = take_ggf_note};
    struct look_board board;
    char size[16], result[32] = "?";
    game->look->board(job->saved.record.position, &board);
    snprintf(size, sizeof size, "%d", board.files);
    if (played->result != RESULT_NONE) {
        snprintf(result, sizeof result, "%+.2f%s", (double)find_margin(job, &board),
                 endings[played->verdict].ggf);
    }
    add_tag(job, "PC", program_name(job));
    add_date(job, "DT", "%Y.%m.%d_%H:%M:%S.UTC");
    add_players(job, game->look->ggf->colours);
    add_tag(job, "TY", size);
    add_tag(job, "RE", result);
    ggf_write(&job->saved, &notes, out);
}

static void put_psq(struct job *job, struct buffer *out)
{
    const struct look *look = job->context->game->look;
    struct game_walk walk;
    struct look_board board;
    int column, row;
    look->board(job->saved.record.start, &board);
    buffer_printf(out, "%s %dx%d, 11:11, 0\n", look->psq, board.files, board.ranks);
    game_walk_along(&walk, &job->saved.record);
    while (game_walk_next(&walk) && game_walk_square(&walk, &column, &row)) {
        buffer_printf(out, "%d,%d,%lld\n", column + 1, row + 1,
                      (long long)job->played->moves[walk.ply].time_us / 1000);
    }
    game_walk_finish(&walk);
    for (int player = 0; player < 2; player++) {
        encoding_put_line(player_name(job, player), out);
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "-1\n");
}

static void put_moves(struct job *job, struct buffer *out)
{
    const struct played_game *played = job->played;
    struct buffer line = {0};
    buffer_printf(&line, "# %lld: %s - %s %s (%s%s%s)", (long long)played->number + 1,
                  player_name(job, 0), player_name(job, 1), pgn_result_name(played->result),
                  verdict_name(played->verdict), played->detail.text[0] ? ": " : "",
                  played->detail.text);
    encoding_put_line(buffer_text(&line), out);
    buffer_finish(&line);
    buffer_printf(out, "\n%s%s", played->fen ? played->fen : "startpos",
                  played->count ? " moves" : "");
    for (int ply = 0; ply < played->count; ply++) {
        buffer_printf(out, " %s", played->moves[ply].text);
    }
    buffer_putc(out, '\n');
}

static void put_epd(struct job *job, struct buffer *out)
{
    job->context->game->format_fen(job->saved.record.position, out);
    buffer_putc(out, '\n');
}

static const struct {
    const char *name;
    void (*put)(struct job *job, struct buffer *out);
} formats[EXPORT_FORMATS] = {
    [EXPORT_PGN] = {"pgn", put_pgn},       [EXPORT_SGF] = {"sgf", put_sgf},
    [EXPORT_GGF] = {"ggf", put_ggf},       [EXPORT_PSQ] = {"psq", put_psq},
    [EXPORT_MOVES] = {"moves", put_moves}, [EXPORT_EPD] = {"epd", put_epd},
};

const char *export_name(enum export_format format)
{
    return formats[format].name;
}

bool export_fits(enum export_format format, const struct game *game)
{
    const struct look *look = game->look;
    const void *const needs[EXPORT_FORMATS] = {
        [EXPORT_PGN] = look->pgn, [EXPORT_SGF] = look->sgf, [EXPORT_GGF] = look->ggf,
        [EXPORT_PSQ] = look->psq, [EXPORT_MOVES] = game,    [EXPORT_EPD] = game};
    return needs[format];
}

void export_game(enum export_format format, const struct format_context *context,
                 const struct played_game *played, struct buffer *out)
{
    struct job job = {
        .context = context,
        .played = played,
        .saved = {.game = context->game, .settings = *context->settings, .result = played->result}};
    saved_game_begin(&job.saved, played->fen, NULL);
    for (int ply = 0; ply < played->count; ply++) {
        if (!game_record_play(&job.saved.record, played->moves[ply].text, NULL)) {
            break;
        }
    }
    formats[format].put(&job, out);
    saved_game_finish(&job.saved);
}
