/* SPDX-License-Identifier: MIT */
/* Plays gomoku against itself and writes the games for gomoku-fit and gomoku-network.
 *
 *     gomoku-selfplay games=14000 nodes=1500 seed=1 rule=0 size=15 > FILE
 *     gomoku-selfplay games=14000 ... --shard 3/8 > FILE
 *     gomoku-selfplay openings=100 nodes=3000000 seed=1 rule=0 size=15 > FILE
 *     gomoku-selfplay mates=150 nodes=20000 seed=1 rule=0 size=15 > FILE
 *
 * The first writes games. A line has the number of the rule, the board size, the result for the
 * first player (1, 0, -1), the number of stones of the opening, and `square score` for each move. A
 * score is in centipawns for the side to move, 32002 if unknown. A negative square is an
 * exploration move. selfplay.h describes the shards.
 *
 * The third command writes openings for matches, one per line, in the format of match runners: for
 * each stone its distance from the centre as `files,ranks`, with ranks counted downwards. Two
 * searches, one with 1/8 of the nodes and one with all, must find the opening balanced.
 *
 * The fourth writes positions with a forced win, at most one per game. A line has the rule, the
 * board size, the plies and the first move of the win, and the FEN. The winner is to move. A search
 * with `nodes` nodes does not see the win; a search with MATE_PROOF times as many does, in this
 * position and at the winner's next move. */

#include "gomoku/board.h"
#include "gomoku/candidates.h"
#include "gomoku/rules.h"
#include "selfplay.h"

/* An opening for matches is used if two searches score it within MATCH_LIMIT centipawns. The first
 * one has 1/MATCH_FIRST_DIVISOR of the nodes. */
#define MATCH_LIMIT         60
#define MATCH_FIRST_DIVISOR 8

/* One move in EXPLORE_EVERY is chosen at random from the first EXPLORE_WIDTH of the move order. */
#define EXPLORE_EVERY 10
#define EXPLORE_WIDTH 8

/* A forced win must be found by a search with MATE_PROOF times the nodes of a move. The search for
 * its first position goes back at most MATE_BACK moves of the winner from where the game's own
 * search saw the win. */
#define MATE_PROOF 100
#define MATE_BACK  4

static void clear_board(const struct selfplayer *self, struct gomoku_position *position)
{
    gomoku_clear(position, (int)selfplay_value(self->values, "size"),
                 (enum gomoku_rule)selfplay_value(self->values, "rule"));
}

/* Plays three to seven random stones near the centre. */
static bool open(struct selfplayer *self)
{
    struct gomoku_position *position = self->position;
    struct rng *rng = &self->rng;
    clear_board(self, position);
    const int stones = 3 + (int)rng_below(rng, 5);
    int span = 5 + (int)rng_below(rng, 5);
    span = span < position->size ? span : position->size;
    int corner = 1 + (position->size - span) / 2;
    while (self->record.plies < stones && !position->winner) {
        int square = gomoku_square(corner + (int)rng_below(rng, (uint64_t)span),
                                   corner + (int)rng_below(rng, (uint64_t)span));
        if (gomoku_check_move(position, square, NULL)) {
            selfplay_put(self, (move_t)square);
        }
    }
    return true;
}

/* Once in EXPLORE_EVERY moves, returns a random one of the first moves of the move order; `move`
 * otherwise, or if a threat must be answered. */
static move_t explore(struct selfplayer *self, move_t move)
{
    static struct gomoku_board board;
    struct move_list list = {.count = 0};
    if (rng_below(&self->rng, EXPLORE_EVERY) != 0) {
        return move;
    }
    gomoku_board_set(&board, self->position);
    if (gomoku_urgency(&board) != URGENCY_NONE) {
        return move;
    }
    gomoku_candidates(&board, &list);
    int mover = board.position.to_move;
    int width = list.count < EXPLORE_WIDTH ? list.count : EXPLORE_WIDTH;
    for (int i = 0; i < width; i++) {
        int best = i, best_order = INT32_MIN;
        for (int k = i; k < list.count; k++) {
            int order =
                gomoku_weights[gomoku_board_code(&board, mover, list.moves[k])].making +
                gomoku_weights[gomoku_board_code(&board, 1 - mover, list.moves[k])].blocking;
            if (order > best_order) {
                best = k;
                best_order = order;
            }
        }
        move_t swap = list.moves[i];
        list.moves[i] = list.moves[best];
        list.moves[best] = swap;
    }
    return list.moves[rng_below(&self->rng, (uint64_t)width)];
}

static bool write_opening(struct selfplayer *self, FILE *out)
{
    const struct selfplay_game *record = &self->record;
    const int middle = ((int)selfplay_value(self->values, "size") + 1) / 2;
    const uint64_t nodes = (uint64_t)selfplay_value(self->values, "nodes");
    if (!selfplay_open(self) || !selfplay_is_even(self, nodes / MATCH_FIRST_DIVISOR, MATCH_LIMIT) ||
        !selfplay_is_even(self, nodes, MATCH_LIMIT)) {
        return false;
    }
    for (int i = 0; i < record->plies; i++) {
        fprintf(out, "%s%d,%d", i ? ", " : "", gomoku_file(record->moves[i]) - middle,
                middle - gomoku_rank(record->moves[i]));
    }
    fputc('\n', out);
    return true;
}

/* Returns the score of a ply for the side to move. */
static int score_of(const struct selfplay_game *record, int ply)
{
    const int score = record->scores[ply];
    return score == NO_SEARCH ? SCORE_NONE : ply % 2 ? -score : score;
}

/* True if a search with an empty table finds a win for the side to move; *line is then its best
 * line. */
static bool finds_win(struct selfplayer *self, const struct gomoku_position *position,
                      uint64_t nodes, struct search_line *line)
{
    player_clear(&self->player);
    *line = *player_search(&self->player, position, PLAYER_NOT_SOFT, nodes);
    return line->score >= SCORE_MATE_FOUND;
}

static void print_mate(const struct gomoku_position *position, const struct search_line *line,
                       FILE *out)
{
    LOCAL_BUFFER text = {0};
    buffer_printf(&text, "%s %d %d ", gomoku_rule_names[position->rule], position->size,
                  score_mate_plies(line->score));
    gomoku_format_square(line->pv[0], &text);
    buffer_puts(&text, " ");
    gomoku_format_fen(position, &text);
    fprintf(out, "%s\n", buffer_text(&text));
}

/* Plays a game, finds its earliest position with a proven forced win and writes it, unless a search
 * with the nodes of a move finds the win, too. */
static bool write_mate(struct selfplayer *self, FILE *out)
{
    const struct selfplay_game *record = &self->record;
    const uint64_t nodes = (uint64_t)selfplay_value(self->values, "nodes");
    struct gomoku_position found = {.size = 0};
    struct search_line line, proof = {0};
    if (!selfplay_play(self) || !score_is_mate(record->scores[record->plies - 1])) {
        return false;
    }
    /* The game ends with the move whose score is a mate: the winner's or the loser's. */
    const int last = record->plies - (score_of(record, record->plies - 1) > 0 ? 1 : 2);
    for (int back = 1; back <= MATE_BACK && last - 2 * back >= record->random_plies; back++) {
        struct gomoku_position position;
        clear_board(self, &position);
        for (int i = 0; i < last - 2 * back; i++) {
            gomoku_play(&position, record->moves[i]);
        }
        if (!finds_win(self, &position, MATE_PROOF * nodes, &line)) {
            break;
        }
        found = position;
        proof = line;
    }
    if (proof.length == 0 || finds_win(self, &found, nodes, &line)) {
        return false;
    }
    print_mate(&found, &proof, out);
    return true;
}

static bool write_game(struct selfplayer *self, FILE *out)
{
    const struct selfplay_game *record = &self->record;
    fprintf(out, "%ld %ld %d %d", selfplay_value(self->values, "rule"),
            selfplay_value(self->values, "size"), (int)record->end - 1, record->random_plies);
    for (int i = 0; i < record->plies; i++) {
        fprintf(out, " %d %d", record->explored[i] ? -record->moves[i] : record->moves[i],
                score_of(record, i));
    }
    return fputc('\n', out) != EOF;
}

const struct selfplay selfplay = {
    .game = "gomoku",
    .settings = {{"games", 1000, 0, 0},
                 {"openings", 0, 0, 0},
                 {"mates", 0, 0, 0},
                 {"nodes", 1500, 0, 0},
                 {"seed", 1, 0, 0},
                 {"rule", RULE_FREESTYLE, 0, GOMOKU_RULES - 1},
                 {"size", GOMOKU_DEFAULT_SIZE, GOMOKU_MIN_SIZE, GOMOKU_MAX_SIZE}},
    .refusal = "wrong arguments or no memory ",
    .adds_number = true,
    .open = open,
    .first_factor = 4,
    .even_limit = 350,
    .explore = explore,
    .mate_plies = 200,
    .max_plies = 200,
    .write = write_game,
    .finders = {{"openings", write_opening}, {"mates", write_mate}},
};
