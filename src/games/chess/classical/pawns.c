/* SPDX-License-Identifier: MIT */
#include "info.h"

#include "chess/position.h"
#include "rng.h"

PER_LEVEL const int32_t chess_weights[WEIGHTS] = {
#include "classical.weights"
};

INLINE void evaluate_structure(struct eval_info *info, const bool traced, const enum side us)
{
    const struct chess_board *board = info->board;
    const enum side them = other_side(us);
    const bitboard_t own = pieces_of(board, us, PAWN), enemy = pieces_of(board, them, PAWN);
    const bitboard_t files = fill_ahead(us, own) | fill_ahead(them, own);
    const bitboard_t supported = own & info->attacks[us][PAWN];
    const bitboard_t phalanx = own & beside(own);
    const bitboard_t enemy_ahead = fill_ahead(them, enemy);
    const bitboard_t never_supported = ~fill_ahead(us, beside(own));
    const bitboard_t stop_attacked = shift_ahead(them, info->attacks[them][PAWN]);
    info->passed[us] = own & ~shift_ahead(them, enemy_ahead | beside(enemy_ahead)) &
                       ~fill_ahead(them, shift_ahead(them, own));
    add_weight(info, traced, us, WEIGHT_ISOLATED, bit_count(own & ~beside(files)));
    add_weight(info, traced, us, WEIGHT_DOUBLED,
               bit_count(own & fill_ahead(us, shift_ahead(us, own))));
    add_weight(info, traced, us, WEIGHT_BACKWARD,
               bit_count(own & beside(files) & never_supported & stop_attacked));
    for (bitboard_t left = supported; left;) {
        add_weight(info, traced, us, WEIGHT_SUPPORTED + rank_for(us, bit_pop(&left)), 1);
    }
    for (bitboard_t left = phalanx; left;) {
        add_weight(info, traced, us, WEIGHT_PHALANX + rank_for(us, bit_pop(&left)), 1);
    }
}

/* The pawns on the king's file and the neighbouring files: own ones as shelter, the enemy's as a
 * storm. */
INLINE void evaluate_shelter(struct eval_info *info, const bool traced, const enum side us)
{
    const struct chess_board *board = info->board;
    const int king = king_square(board, us);
    const bitboard_t ahead = fill_ahead(us, RANK_1 << 8 * rank_of(king));
    int middle = file_of(king);
    middle = middle < 1 ? 1 : middle > 6 ? 6 : middle;
    for (int file = middle - 1; file <= middle + 1; file++) {
        int edge = file < 4 ? file : 7 - file;
        for (int of_enemy = 0; of_enemy < 2; of_enemy++) {
            const enum side side = of_enemy ? other_side(us) : us;
            bitboard_t pawns = pieces_of(board, side, PAWN) & file_bits(file) & ahead;
            int nearest = !pawns ? 0 : us == WHITE ? bit_lowest(pawns) : bit_highest(pawns);
            int rank = pawns ? rank_for(us, nearest) : 0;
            add_weight(info, traced, us,
                       (of_enemy ? WEIGHT_STORM : WEIGHT_SHELTER) + edge * RANKS + rank, 1);
            if (of_enemy) {
                add_king_danger(info, traced, us, WEIGHT_DANGER_STORM + rank, rank > 0);
            } else {
                add_king_danger(info, traced, us, WEIGHT_DANGER_OPEN, !pawns);
            }
        }
    }
}

/* Computes all of the part, without the cache. */
INLINE void evaluate_anew(struct eval_info *info, const bool traced)
{
    info->score += piece_squares(info->board, WHITE, PAWN, PAWN) -
                   piece_squares(info->board, BLACK, PAWN, PAWN) +
                   piece_squares(info->board, WHITE, KING, KING) -
                   piece_squares(info->board, BLACK, KING, KING);
    evaluate_structure(info, traced, WHITE);
    evaluate_structure(info, traced, BLACK);
    evaluate_shelter(info, traced, WHITE);
    evaluate_shelter(info, traced, BLACK);
}

/* Never 0, which marks an empty entry. */
static uint64_t cache_key(const struct chess_position *position)
{
    const struct chess_board *board = &position->state.board;
    int kings = king_square(board, WHITE) * SQUARES + king_square(board, BLACK) + 1;
    return position->state.pawn_key ^ rng_mix((uint64_t)kings);
}

void chess_evaluate_pawns(struct eval_info *info, const struct chess_position *position)
{
    if (info->trace) {
        evaluate_anew(info, true);
        return;
    }
    if (!position->pawn_cache) {
        evaluate_anew(info, false);
        return;
    }
    const uint64_t key = cache_key(position);
    struct chess_pawn_entry *entry = &position->pawn_cache[key % CHESS_PAWN_CACHE];
    if (UNLIKELY(entry->key != key)) {
        struct eval_info anew = *info;
        anew.score = anew.danger[WHITE] = anew.danger[BLACK] = 0;
        evaluate_anew(&anew, false);
        *entry = (struct chess_pawn_entry){
            .key = key,
            .score = anew.score,
            .danger = {anew.danger[WHITE], anew.danger[BLACK]},
            .passed = {anew.passed[WHITE], anew.passed[BLACK]},
        };
    }
    info->score += entry->score;
    for (enum side side = WHITE; side < SIDES; side++) {
        info->danger[side] += entry->danger[side];
        info->passed[side] = entry->passed[side];
    }
}
