/* SPDX-License-Identifier: MIT */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "rng.h"

/* The longest random game, in plies. */
#define MAX_PLIES 200
/* The most moves of a position that are made and unmade. */
#define MAX_TRIED 8
/* In one of so many positions, all codes of moves are tried, and trees are counted. */
#define THOROUGH_EVERY 16
/* The deepest tree that is counted, in plies, and about how many leaves it has. */
#define MAX_DEPTH  8
#define MAX_LEAVES 20000

enum property { UNMAKE, PLAY, LEGAL, END, KEY, TEXT, PERFT, RANGE, OPPOSITE, SAMPLES, PROPERTIES };

static const char *const names[PROPERTIES] = {
    [UNMAKE] = "unmake restores the position",          [PLAY] = "make and play agree",
    [LEGAL] = "is_legal agrees with legal_moves",       [END] = "moves end with the game",
    [KEY] = "key and evaluation equal a fresh start's", [TEXT] = "FENs and moves read back",
    [PERFT] = "perft equals the count by moves",        [RANGE] = "the evaluation is no mate score",
    [OPPOSITE] = "the evaluation is antisymmetric",     [SAMPLES] = "the samples are what they say",
};

struct check {
    const struct game *game;
    struct game_settings settings;
    struct rng rng;
    void *position, *other, *undo;
    struct buffer path; /* the position as the command `position` reads it */
    int visited;
    int tried[PROPERTIES];
    struct buffer wrong[PROPERTIES]; /* the first violation; empty: none */
};

/* All that can be seen of a position: one line each for FEN, key, side to move and evaluation,
 * which the FEN determines, and for the result and the moves, which may also depend on earlier
 * moves. */
#define LINES_OF_FEN 4
struct view {
    enum game_result result;
    score_t evaluation;
    struct move_list moves;
    struct buffer text;
};

/* Notes the first violation of a property. The text continues with `detail`. */
static bool expect(struct check *check, bool holds, enum property property, const char *text,
                   const char *detail)
{
    struct buffer *wrong = &check->wrong[property];
    check->tried[property]++;
    if (!holds && buffer_length(wrong) == 0) {
        buffer_printf(wrong, "  %s%s\n  position %s\n", text, detail, buffer_text(&check->path));
        check->game->draw(check->position, wrong);
    }
    return holds;
}

static void look_at(const struct game *game, const void *position, struct view *view)
{
    struct buffer *text = &view->text;
    view->result = game->result(position);
    view->evaluation = game->evaluate(position);
    view->moves.count = 0;
    game->legal_moves(position, &view->moves);
    buffer_clear(text);
    buffer_puts(text, "FEN ");
    game->format_fen(position, text);
    buffer_printf(text, "\nkey %016llX\nplayer %d\nevaluation %d\nresult %d\nmoves",
                  (unsigned long long)game->key(position), game->player(position), view->evaluation,
                  (int)view->result);
    for (int i = 0; i < view->moves.count; i++) {
        buffer_printf(text, " %04X", view->moves.moves[i]);
    }
}

/* Compares the first lines of two views; `out` is the first difference. */
static bool is_same(const struct view *is, const struct view *was, int lines, struct buffer *out)
{
    const char *a = buffer_text(&is->text), *b = buffer_text(&was->text);
    buffer_clear(out);
    for (int line = 0; line < lines && *a && *b; line++) {
        const size_t length = strcspn(a, "\n"), other = strcspn(b, "\n");
        if (length != other || memcmp(a, b, length) != 0) {
            buffer_printf(out, ": %.*s, not %.*s", (int)length, a, (int)other, b);
            return false;
        }
        a += length + (a[length] == '\n');
        b += other + (b[other] == '\n');
    }
    return true;
}

static void check_texts(struct check *check, const struct view *view, struct buffer *text)
{
    const struct game *game = check->game;
    struct view again = {.text = {0}};
    struct error error = {""};
    game->format_fen(check->position, &again.text);
    if (expect(check,
               game->parse_fen(&check->settings, buffer_text(&again.text), check->other, &error),
               TEXT, "the FEN is refused: ", error.text)) {
        look_at(game, check->other, &again);
        expect(check, is_same(&again, view, 1, text), TEXT, "reading the FEN", buffer_text(text));
        expect(check, is_same(view, &again, LINES_OF_FEN, text), KEY, "against the FEN",
               buffer_text(text));
    }
    buffer_finish(&again.text);
    for (int i = 0; i < view->moves.count; i++) {
        move_t move = MOVE_NONE;
        buffer_clear(text);
        game->format_move(check->position, view->moves.moves[i], text);
        expect(check,
               game->parse_move(check->position, buffer_text(text), &move, &error) &&
                   move == view->moves.moves[i],
               TEXT, "not read back: the move ", buffer_text(text));
    }
}

static void check_codes(struct check *check, const struct view *view, struct buffer *text)
{
    for (unsigned code = 1; code <= UINT16_MAX; code++) {
        const bool listed = move_list_find(&view->moves, (move_t)code) >= 0;
        const bool legal = check->game->is_legal(check->position, (move_t)code);
        buffer_clear(text);
        if (listed != legal) {
            check->game->format_move(check->position, (move_t)code, text);
        }
        expect(check, listed == legal, LEGAL,
               listed ? "legal_moves lists a move that is_legal rejects: "
                      : "is_legal accepts a move that legal_moves omits: ",
               buffer_text(text));
    }
    for (int i = 0; i < view->moves.count; i++) {
        expect(check, move_list_find(&view->moves, view->moves.moves[i]) == i, LEGAL,
               "a move is listed twice", "");
    }
}

static void check_move(struct check *check, const struct view *before, move_t move,
                       struct buffer *text)
{
    const struct game *game = check->game;
    struct view made = {.text = {0}}, played = {.text = {0}};
    LOCAL_BUFFER name = {0};
    game->format_move(check->position, move, &name);
    memcpy(check->other, check->position, game->position_size);
    game->play(check->other, move);
    look_at(game, check->other, &played);
    game->make(check->position, move, check->undo);
    look_at(game, check->position, &made);
    game->unmake(check->position, move, check->undo);
    const bool same = is_same(&made, &played, INT32_MAX, text);
    buffer_puts(&name, buffer_text(text));
    expect(check, same, PLAY, "make, unlike play, of ", buffer_text(&name));
    look_at(game, check->position, &made);
    const bool restored = is_same(&made, before, INT32_MAX, text);
    buffer_puts(&name, buffer_text(text));
    expect(check, restored, UNMAKE, "make and unmake ", buffer_text(&name));
    buffer_finish(&made.text);
    buffer_finish(&played.text);
}

/* Compares three counts of a tree: `known` (0: not known), perft, and the moves one by one. */
static bool check_tree(struct check *check, int depth, uint64_t known, struct buffer *text)
{
    const uint64_t leaves = game_count_leaves(check->game, check->position, depth, NULL);
    const uint64_t found = check->game->perft(check->position, depth, NULL);
    buffer_clear(text);
    buffer_printf(text, "perft %d: %llu; by moves: %llu; known: %llu", depth,
                  (unsigned long long)found, (unsigned long long)leaves, (unsigned long long)known);
    const bool equal = found == leaves || (check->game->perft_counts_ends && found > leaves);
    expect(check, equal && (!known || known == leaves), PERFT, buffer_text(text), "");
    return leaves > 0 && leaves < MAX_LEAVES / 8;
}

/* Checks everything in the position. Its moves are made and unmade, so if unmake forgets something,
 * the rest of the game shows it. */
static void visit(struct check *check, struct view *view)
{
    const struct game *game = check->game;
    LOCAL_BUFFER text = {0};
    look_at(game, check->position, view);
    const bool over = view->result != RESULT_NONE;
    const int count = view->moves.count;
    expect(check, over ? count == 0 || view->result == RESULT_DRAW : count > 0, END,
           over ? "the game is won, and there are moves" : "the game is not over without moves",
           "");
    check_texts(check, view, &text);
    for (int i = 0; !over && i < count && i < MAX_TRIED; i++) {
        const int index = count <= MAX_TRIED ? i : (int)rng_below(&check->rng, (uint64_t)count);
        check_move(check, view, view->moves.moves[index], &text);
    }
    buffer_clear(&text);
    buffer_printf(&text, "it is %d; expected less than %d", view->evaluation, SCORE_MATE_FOUND);
    if (!over) {
        expect(check, !score_is_mate(view->evaluation), RANGE, buffer_text(&text), "");
    }
    if (!over && game->evaluate_opposite) {
        expect(check, game->evaluate_opposite(check->position) == -view->evaluation, OPPOSITE,
               "with the other side to move it is not the negative", "");
    }
    if (!over && check->visited++ % THOROUGH_EVERY == 0) {
        check_codes(check, view, &text);
        for (int depth = 0; depth <= MAX_DEPTH && check_tree(check, depth, 0, &text); depth++) {
        }
    }
}

/* Sets up "startpos", "fen FEN" or either with "moves MOVE...". */
static bool set_up(struct check *check, const char *text, struct error *error)
{
    const struct game *game = check->game;
    char words[4096];
    buffer_clear(&check->path);
    buffer_puts(&check->path, text);
    snprintf(words, sizeof words, "%s", text);
    char *moves = strstr(words, " moves ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    game->start(&check->settings, check->position);
    bool good = strncmp(words, "fen ", 4) != 0 ||
                game->parse_fen(&check->settings, words + 4, check->position, error);
    for (char *word; good && moves && (word = strsep(&moves, " "));) {
        move_t move;
        good = game->parse_move(check->position, word, &move, error);
        if (good) {
            game->play(check->position, move);
        }
    }
    return good;
}

/* Plays a random game from a position, and sets it up again. False if it is not read. */
static bool play_from(struct check *check, const char *text)
{
    struct error error = {""};
    struct view view = {.text = {0}};
    if (!expect(check, set_up(check, text, &error), SAMPLES, "refused: ", error.text)) {
        return false;
    }
    visit(check, &view);
    for (int ply = 0; ply < MAX_PLIES && view.result == RESULT_NONE && view.moves.count > 0;
         ply++) {
        const move_t move = view.moves.moves[rng_below(&check->rng, (uint64_t)view.moves.count)];
        buffer_puts(&check->path, strstr(buffer_text(&check->path), " moves") ? " " : " moves ");
        check->game->format_move(check->position, move, &check->path);
        check->game->make(check->position, move, check->undo);
        visit(check, &view);
    }
    buffer_finish(&view.text);
    return set_up(check, text, &error);
}

/* Plays from a sample, whose move (NULL: none) must be legal and may have to win. */
static void check_sample(struct check *check, const char *position, const char *text, bool wins)
{
    const struct game *game = check->game;
    struct error error = {""};
    move_t move;
    if (!position || !play_from(check, position) || !text) {
        return;
    }
    const int player = game->player(check->position);
    if (expect(check, game->parse_move(check->position, text, &move, &error), SAMPLES,
               "illegal: ", error.text)) {
        game->play(check->position, move);
        expect(check, !wins || (int)game->result(check->position) == player, SAMPLES,
               "this does not win: ", text);
    }
}

static void check_samples(struct check *check, const struct look_samples *samples)
{
    const char *const positions[] = {samples->after, samples->elsewhere, samples->loss,
                                     samples->over};
    struct move_list list = {.count = 0};
    struct error error;
    check_sample(check, samples->win, samples->win_move, true);
    check_sample(check, "startpos", samples->first_move, false);
    for (int i = 0; samples->moves && samples->moves[i].position; i++) {
        check_sample(check, samples->moves[i].position, samples->moves[i].move, false);
    }
    for (int i = 0; samples->forms && samples->forms[i]; i++) {
        check_sample(check, samples->forms[i], NULL, false);
    }
    for (int i = 0; samples->refused && samples->refused[i]; i++) {
        expect(check, !set_up(check, samples->refused[i], &error), SAMPLES,
               "not refused: ", samples->refused[i]);
    }
    for (int i = 0; i < LENGTH(positions); i++) {
        check_sample(check, positions[i], NULL, false);
    }
    if (samples->over && set_up(check, samples->over, &error)) {
        check->game->legal_moves(check->position, &list);
        expect(check, list.count == 0, SAMPLES, "`over` has a legal move", "");
    }
}

static bool report_all(struct check *check, struct buffer *report)
{
    bool good = true;
    for (int i = 0; i < PROPERTIES; i++) {
        const bool wrong = buffer_length(&check->wrong[i]) > 0;
        buffer_printf(report, "%-40s %9d times  %s\n%s", names[i], check->tried[i],
                      wrong             ? "WRONG"
                      : check->tried[i] ? "ok"
                                        : "not claimed",
                      buffer_text(&check->wrong[i]));
        good &= !wrong;
        buffer_finish(&check->wrong[i]);
    }
    return good;
}

bool check_game(const struct game *game, int games, uint64_t seed, struct buffer *report)
{
    struct check check = {.game = game, .rng = {.state = seed}};
    LOCAL_BUFFER text = {0};
    check.position = malloc(game->position_size);
    check.other = malloc(game->position_size);
    check.undo = malloc(game->undo_size);
    bool good = check.position && check.other && check.undo;
    game_default_settings(game, &check.settings);
    for (int i = 0; good && i < games; i++) {
        play_from(&check, "startpos");
    }
    for (int i = 0; good && game->known_leaves && game->known_leaves[i]; i++) {
        check_tree(&check, i + 1, game->known_leaves[i], &text);
    }
    if (good && game->look && game->look->samples) {
        check_samples(&check, game->look->samples);
    }
    for (int i = 0; good && game->bench_positions && game->bench_positions[i]; i++) {
        buffer_clear(&text);
        buffer_printf(&text, "fen %s", game->bench_positions[i]);
        play_from(&check, buffer_text(&text));
    }
    if (good) {
        good = report_all(&check, report);
    } else {
        buffer_puts(report, "out of memory\n");
    }
    free(check.position);
    free(check.other);
    free(check.undo);
    buffer_finish(&check.path);
    return good;
}
