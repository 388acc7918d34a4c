/* SPDX-License-Identifier: MIT */
#include "ending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_walk.h"
#include "memory.h"

/* The plies without a capture or a pawn's move after which a game of chess is drawn. */
#define FIFTY_MOVES 100

/* The fields of a FEN of chess: the board, the side, castling, en passant, the plies without
 * progress, the number of the move. */
enum { FEN_FIELDS = 6, FEN_POSITION = 4 };

/* Returns the length of the first fields of a FEN, which tell positions apart. */
static size_t position_length(const char *fen)
{
    size_t length = 0;
    for (int field = 0; field < FEN_POSITION; field++) {
        length += strspn(fen + length, " ");
        length += strcspn(fen + length, " ");
    }
    return length;
}

/* Returns the plies without progress; -1 if the FEN does not have the fields of chess. */
static int plies_without_progress(const char *fen)
{
    int plies;
    char rest;
    const char *at = fen + position_length(fen);
    return sscanf(at, " %d %*d %c", &plies, &rest) == 1 ? plies : -1;
}

/* Counts how often the final position was on the board. */
static int count_repetitions(const struct game_record *record)
{
    struct buffer last = {0}, fen = {0};
    struct game_walk walk;
    int count = 1;
    record->game->format_fen(record->position, &last);
    const size_t length = position_length(buffer_text(&last));
    game_walk_along(&walk, record);
    while (game_walk_next(&walk)) {
        buffer_clear(&fen);
        record->game->format_fen(walk.position, &fen);
        count += position_length(buffer_text(&fen)) == length &&
                 strncmp(buffer_text(&fen), buffer_text(&last), length) == 0;
    }
    game_walk_finish(&walk);
    buffer_finish(&fen);
    buffer_finish(&last);
    return count;
}

static bool can_move(const struct game_record *record)
{
    struct move_list list = {.count = 0};
    record->game->legal_moves(record->position, &list);
    return list.count > 0;
}

static const char *draw_reason(const struct game_record *record)
{
    struct buffer fen = {0};
    record->game->format_fen(record->position, &fen);
    const int plies = plies_without_progress(buffer_text(&fen));
    buffer_finish(&fen);
    return plies < 0                        ? "Draw"
           : !can_move(record)              ? "Draw by stalemate"
           : count_repetitions(record) >= 3 ? "Draw by 3-fold repetition"
           : plies >= FIFTY_MOVES           ? "Draw by fifty moves rule"
                                            : "Draw by insufficient mating material";
}

/* Appends how a game ended on the board. */
static void put_rules(const struct format_context *context, const struct played_game *played,
                      const char *winner, struct buffer *out)
{
    struct game_record record;
    struct buffer move = {0};
    game_record_open(&record, context->game, context->settings, played->fen, NULL, NULL);
    for (int ply = 0; ply < played->count; ply++) {
        if (!game_record_play(&record, played->moves[ply].text, NULL)) {
            break;
        }
    }
    if (played->result == RESULT_DRAW) {
        buffer_puts(out, draw_reason(&record));
    } else {
        notation_last_move(&record, &move);
        buffer_printf(out, "%s %s", winner, strchr(buffer_text(&move), '#') ? "mates" : "wins");
    }
    buffer_finish(&move);
    game_record_finish(&record);
}

void ending_put(const struct format_context *context, const struct played_game *played,
                struct buffer *out)
{
    const bool first_won = played->result == RESULT_P1_WINS;
    const char *winner = first_won ? "White" : "Black", *loser = first_won ? "Black" : "White";
    switch (played->verdict) {
    case VERDICT_RULES:
        put_rules(context, played, winner, out);
        break;
    case VERDICT_TIME:
        buffer_printf(out, "%s loses on time", loser);
        break;
    case VERDICT_ILLEGAL:
        buffer_printf(out, "%s makes an illegal move", loser);
        break;
    case VERDICT_CRASH:
        buffer_printf(out, "%s disconnects", loser);
        break;
    case VERDICT_HANG:
        buffer_printf(out, "%s's connection stalls", loser);
        break;
    case VERDICT_TABLES:
        buffer_printf(out, "%s by adjudication: SyzygyTB",
                      played->result == RESULT_DRAW ? "Draw"
                      : first_won                   ? "White wins"
                                                    : "Black wins");
        break;
    default:
        if (played->result == RESULT_DRAW) {
            buffer_puts(out, "Draw by adjudication");
        } else {
            buffer_printf(out, "%s wins by adjudication", winner);
        }
        break;
    }
}
