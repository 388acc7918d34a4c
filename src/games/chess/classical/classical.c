/* SPDX-License-Identifier: MIT */
/* The classical evaluation is a sum of weights, each multiplied by the number of times its feature
 * occurs in the position, and tapered between middle game and endgame (Chess Programming Wiki,
 * "Tapered Eval"). */
#include "classical.h"

#include <string.h>

#include "chess/evaluate.h"
#include "info.h"

/* The contribution of each kind to the middle-game phase; a full board has PHASE_FULL. */
static const int phase_of_kind[KINDS] = {0, 1, 1, 2, 4, 0};

/* Factors of the endgame score, in units of 1/SCALE_FULL: with only bishops of opposite colours;
 * with other pieces beside them; when the stronger side has no pawns and is less than a rook ahead;
 * otherwise SCALE_BASE plus SCALE_PER_PAWN for each of its pawns. */
#define SCALE_OPPOSITE_BISHOPS 30
#define SCALE_OPPOSITE_OTHERS  52
#define SCALE_NO_PAWNS         10
#define SCALE_BASE             44
#define SCALE_PER_PAWN         5

INLINE int distance(int a, int b)
{
    int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

INLINE void add_attacks(struct eval_info *info, const enum side us, const enum kind kind,
                        bitboard_t attacks)
{
    info->attacks[us][kind] |= attacks;
    info->twice[us] |= info->attacked[us] & attacks;
    info->attacked[us] |= attacks;
}

/* Initialises the attacks of pawns and kings, and the squares that count for mobility. */
INLINE void init_attacks(struct eval_info *info, const enum side us)
{
    const struct chess_board *board = info->board;
    const enum side them = other_side(us);
    bitboard_t pawns = pieces_of(board, us, PAWN);
    int king = king_square(board, us);
    bitboard_t ahead = shift_ahead(us, pawns);
    info->attacked[us] = chess_king_attacks[king];
    info->attacks[us][KING] = chess_king_attacks[king];
    info->twice[us] = shift_east(ahead) & shift_west(ahead);
    add_attacks(info, us, PAWN, pawns_attack(us, pawns));
    bitboard_t blocked = pawns & shift_ahead(them, occupied(board));
    info->mobile[us] = ~(blocked | bit(king) | pawns_attack(them, pieces_of(board, them, PAWN)));
    info->ring[us] = chess_king_attacks[king] | shift_ahead(us, chess_king_attacks[king]);
}

/* A piece's mobility, and its part in an attack on the king. */
INLINE void evaluate_mobility(struct eval_info *info, const bool traced, const enum side us,
                              const enum kind kind, const int weight, bitboard_t attacks)
{
    const enum side them = other_side(us);
    add_weight(info, traced, us, weight + bit_count(attacks & info->mobile[us]), 1);
    add_attacks(info, us, kind, attacks);
    bitboard_t near = attacks & info->ring[them];
    if (near) {
        add_king_danger(info, traced, them, WEIGHT_DANGER_ATTACKER + (int)kind, 1);
        add_king_danger(info, traced, them, WEIGHT_DANGER_RING, bit_count(near));
    }
}

/* Squares that own pawns support and enemy pawns can never attack. */
INLINE bitboard_t outposts(const struct eval_info *info, const enum side us)
{
    const enum side them = other_side(us);
    bitboard_t enemy = pieces_of(info->board, them, PAWN);
    bitboard_t driven = fill_ahead(them, pawns_attack(them, enemy));
    bitboard_t far = rank_bits(us, 3) | rank_bits(us, 4) | rank_bits(us, 5);
    return info->attacks[us][PAWN] & ~driven & far;
}

INLINE void evaluate_minors(struct eval_info *info, const bool traced, const enum side us)
{
    const struct chess_board *board = info->board;
    const bitboard_t pawns = pieces_of(board, us, PAWN);
    const bitboard_t knights = pieces_of(board, us, KNIGHT);
    const bitboard_t bishops = pieces_of(board, us, BISHOP);
    const bitboard_t posts = outposts(info, us);
    const bitboard_t all = occupied(board);
    for (bitboard_t left = knights; left;) {
        evaluate_mobility(info, traced, us, KNIGHT, WEIGHT_MOBILITY_KNIGHT,
                          chess_knight_attacks[bit_pop(&left)]);
    }
    for (bitboard_t left = bishops; left;) {
        int square = bit_pop(&left);
        /* Includes attacks through the own queen, because the two work on one line. */
        bitboard_t attacks = bishop_attacks(square, all & ~pieces_of(board, us, QUEEN));
        evaluate_mobility(info, traced, us, BISHOP, WEIGHT_MOBILITY_BISHOP, attacks);
        bitboard_t colour = bit(square) & LIGHT_SQUARES ? LIGHT_SQUARES : ~LIGHT_SQUARES;
        add_weight(info, traced, us, WEIGHT_BISHOP_PAWN, bit_count(pawns & colour));
    }
    add_weight(info, traced, us, WEIGHT_BISHOP_PAIR,
               (bishops & LIGHT_SQUARES) && (bishops & ~LIGHT_SQUARES));
    add_weight(info, traced, us, WEIGHT_OUTPOST, bit_count(knights & posts));
    add_weight(info, traced, us, WEIGHT_OUTPOST + 1, bit_count(bishops & posts));
    add_weight(info, traced, us, WEIGHT_BEHIND_PAWN,
               bit_count((knights | bishops) & shift_ahead(other_side(us), board->kinds[PAWN])));
}

INLINE void evaluate_majors(struct eval_info *info, const bool traced, const enum side us)
{
    const struct chess_board *board = info->board;
    const bitboard_t all = occupied(board), queens = pieces_of(board, us, QUEEN);
    for (bitboard_t left = pieces_of(board, us, ROOK); left;) {
        int square = bit_pop(&left);
        bitboard_t attacks = rook_attacks(square, all & ~rook_like(board, us));
        evaluate_mobility(info, traced, us, ROOK, WEIGHT_MOBILITY_ROOK, attacks);
        bitboard_t file = file_bits(file_of(square)) & board->kinds[PAWN];
        if (!(file & board->sides[us])) {
            add_weight(info, traced, us, file ? WEIGHT_ROOK_HALF_OPEN : WEIGHT_ROOK_OPEN, 1);
        }
    }
    for (bitboard_t left = queens; left;) {
        int square = bit_pop(&left);
        bitboard_t attacks = rook_attacks(square, all) | bishop_attacks(square, all);
        evaluate_mobility(info, traced, us, QUEEN, WEIGHT_MOBILITY_QUEEN, attacks);
    }
}

/* Enemy pieces that a less valuable piece attacks, or that are attacked and not defended. */
INLINE void evaluate_threats(struct eval_info *info, const bool traced, const enum side us)
{
    const struct chess_board *board = info->board;
    const enum side them = other_side(us);
    const bitboard_t all = occupied(board);
    const bitboard_t pieces = board->sides[them] & ~board->kinds[PAWN];
    const bitboard_t minors = info->attacks[us][KNIGHT] | info->attacks[us][BISHOP];
    for (int kind = PAWN; kind < KING; kind++) {
        bitboard_t victims = pieces_of(board, them, (enum kind)kind);
        if (kind > PAWN) {
            add_weight(info, traced, us, WEIGHT_PAWN_THREAT + kind,
                       bit_count(victims & info->attacks[us][PAWN]));
        }
        victims &= ~info->attacks[them][PAWN];
        add_weight(info, traced, us, WEIGHT_MINOR_THREAT + kind, bit_count(victims & minors));
        add_weight(info, traced, us, WEIGHT_ROOK_THREAT + kind,
                   bit_count(victims & info->attacks[us][ROOK]));
    }
    add_weight(info, traced, us, WEIGHT_HANGING,
               bit_count(board->sides[them] & info->attacked[us] & ~info->attacked[them]));
    bitboard_t pushes = shift_ahead(us, pieces_of(board, us, PAWN)) & ~all;
    pushes |= shift_ahead(us, pushes & rank_bits(us, 2)) & ~all;
    pushes &= ~info->attacks[them][PAWN] & (info->attacked[us] | ~info->attacked[them]);
    add_weight(info, traced, us, WEIGHT_PUSH_THREAT, bit_count(pawns_attack(us, pushes) & pieces));
}

INLINE void evaluate_passed(struct eval_info *info, const bool traced, const enum side us)
{
    const struct chess_board *board = info->board;
    const enum side them = other_side(us);
    const int own_king = king_square(board, us), enemy_king = king_square(board, them);
    for (bitboard_t left = info->passed[us]; left;) {
        int square = bit_pop(&left), rank = rank_for(us, square);
        bitboard_t stop = shift_ahead(us, bit(square));
        add_weight(info, traced, us, WEIGHT_PASSED + rank, 1);
        if (!(stop & (occupied(board) | info->attacked[them]))) {
            add_weight(info, traced, us, WEIGHT_PASSED_FREE + rank, 1);
        }
        if (rank >= 3) {
            int next = bit_lowest(stop);
            add_weight(info, traced, us, WEIGHT_PASSED_OWN_KING + distance(own_king, next),
                       rank - 2);
            add_weight(info, traced, us, WEIGHT_PASSED_ENEMY_KING + distance(enemy_king, next),
                       rank - 2);
        }
    }
}

/* King danger: adds safe checks and weak squares to the counts of evaluate_mobility. The score is
 * the square of the sum. */
INLINE void evaluate_king_danger(struct eval_info *info, const bool traced, const enum side us)
{
    const struct chess_board *board = info->board;
    const enum side them = other_side(us);
    const int king = king_square(board, them);
    const bitboard_t all = occupied(board) & ~pieces_of(board, them, QUEEN);
    /* Attacked squares that only the king defends. */
    const bitboard_t weak = info->attacked[us] & ~info->twice[them] &
                            (~info->attacked[them] | info->attacks[them][KING]);
    const bitboard_t safe = ~board->sides[us] & (~info->attacked[them] | (weak & info->twice[us]));
    const bitboard_t straight = rook_attacks(king, all) & safe;
    const bitboard_t slanted = bishop_attacks(king, all) & safe;
    const bitboard_t *attacks = info->attacks[us];
    add_king_danger(info, traced, them, WEIGHT_DANGER_BASE, 1);
    add_king_danger(info, traced, them, WEIGHT_DANGER_WEAK, bit_count(weak & info->ring[them]));
    add_king_danger(info, traced, them, WEIGHT_DANGER_CHECK + KNIGHT,
                    bit_count(chess_knight_attacks[king] & safe & attacks[KNIGHT]));
    add_king_danger(info, traced, them, WEIGHT_DANGER_CHECK + BISHOP,
                    bit_count(slanted & attacks[BISHOP]));
    add_king_danger(info, traced, them, WEIGHT_DANGER_CHECK + ROOK,
                    bit_count(straight & attacks[ROOK]));
    add_king_danger(info, traced, them, WEIGHT_DANGER_CHECK + QUEEN,
                    bit_count((straight | slanted) & attacks[QUEEN]));
    add_king_danger(info, traced, them, WEIGHT_DANGER_QUEENLESS, !pieces_of(board, us, QUEEN));
    int middle = weight_middle(info->danger[them]), end = weight_end(info->danger[them]);
    middle = middle > 0 ? middle * middle / DANGER_DIVISOR : 0;
    end = end > 0 ? end * end / DANGER_DIVISOR : 0;
    info->score += us == WHITE ? WEIGHT(middle, end) : -WEIGHT(middle, end);
}

static int game_phase(const struct chess_board *board)
{
    int phase = 0;
    for (int kind = KNIGHT; kind <= QUEEN; kind++) {
        phase += phase_of_kind[kind] * bit_count(board->kinds[kind]);
    }
    return phase < PHASE_FULL ? phase : PHASE_FULL;
}

/* The phase of a side's pieces other than pawns, in the units of phase_of_kind: a rook counts
 * two. */
static int piece_phase(const struct chess_board *board, enum side side)
{
    int force = 0;
    for (int kind = KNIGHT; kind <= QUEEN; kind++) {
        force += phase_of_kind[kind] * bit_count(pieces_of(board, side, (enum kind)kind));
    }
    return force;
}

/* Whether the bishop does not attack the corner where its rook's pawns promote, and the enemy's
 * king is in that corner: nothing can drive him out. */
static bool is_wrong_bishop(const struct chess_board *board, enum side strong)
{
    bitboard_t pawns = pieces_of(board, strong, PAWN);
    bitboard_t bishop = pieces_of(board, strong, BISHOP);
    if (!bishop || has_several(bishop) || pieces_of(board, strong, KNIGHT) ||
        rook_like(board, strong) || !pawns) {
        return false;
    }
    for (int file = 0; file < FILES; file += FILES - 1) {
        bitboard_t corner = file_bits(file) & rank_bits(strong, 7);
        bool same_colour = ((corner & LIGHT_SQUARES) != 0) == ((bishop & LIGHT_SQUARES) != 0);
        int king = king_square(board, other_side(strong));
        if (!(pawns & ~file_bits(file)) && !same_colour &&
            distance(king, bit_lowest(corner)) <= 1) {
            return true;
        }
    }
    return false;
}

/* The fraction of its endgame score, in units of 1/SCALE_FULL, that the stronger side is likely to
 * realise. */
static int endgame_scale(const struct chess_board *board, int end)
{
    enum side strong = end > 0 ? WHITE : BLACK, weak = other_side(strong);
    int pawns = bit_count(pieces_of(board, strong, PAWN));
    int force = piece_phase(board, strong), against = piece_phase(board, weak);
    bitboard_t bishops = board->kinds[BISHOP];
    if (is_wrong_bishop(board, strong)) {
        return 0;
    }
    if (pawns == 0 && force - against < 2) {
        return force < 2 ? 0 : SCALE_NO_PAWNS;
    }
    if (bit_count(bishops & board->sides[WHITE]) == 1 &&
        bit_count(bishops & board->sides[BLACK]) == 1 && bit_count(bishops & LIGHT_SQUARES) == 1) {
        return force == 1 && against == 1 ? SCALE_OPPOSITE_BISHOPS : SCALE_OPPOSITE_OTHERS;
    }
    int scale = SCALE_BASE + SCALE_PER_PAWN * pawns;
    return scale < SCALE_FULL ? scale : SCALE_FULL;
}

INLINE void evaluate_pieces(struct eval_info *info, const bool traced, const enum side us)
{
    evaluate_minors(info, traced, us);
    evaluate_majors(info, traced, us);
}

INLINE void evaluate_threats_and_passed(struct eval_info *info, const bool traced,
                                        const enum side us)
{
    evaluate_threats(info, traced, us);
    evaluate_passed(info, traced, us);
    evaluate_king_danger(info, traced, us);
}

INLINE score_t evaluate_classical(const struct chess_position *position, const bool traced,
                                  struct chess_trace *trace)
{
    const struct chess_board *board = &position->state.board;
    const enum side mover = (enum side)board->side;
    struct eval_info info;
    memset(&info, 0, sizeof info);
    info.board = board;
    info.trace = trace;
    init_attacks(&info, WHITE);
    init_attacks(&info, BLACK);
    chess_evaluate_pawns(&info, position);
    info.score +=
        piece_squares(board, WHITE, KNIGHT, QUEEN) - piece_squares(board, BLACK, KNIGHT, QUEEN);
    evaluate_pieces(&info, traced, WHITE);
    evaluate_pieces(&info, traced, BLACK);
    evaluate_threats_and_passed(&info, traced, WHITE);
    evaluate_threats_and_passed(&info, traced, BLACK);
    info.score += mover == WHITE ? chess_weights[WEIGHT_TEMPO] : -chess_weights[WEIGHT_TEMPO];
    int middle = weight_middle(info.score), end = weight_end(info.score);
    int phase = game_phase(board), scale = endgame_scale(board, end);
    if (traced) {
        /* cppcheck-suppress nullPointer ; a caller that asks for a trace passes one */
        trace->phase = phase;
        /* cppcheck-suppress nullPointer */
        trace->scale = scale;
        /* cppcheck-suppress nullPointer */
        trace->counts[WEIGHT_TEMPO] = mover == WHITE ? 1 : -1;
    }
    int score = (middle * phase * SCALE_FULL + end * scale * (PHASE_FULL - phase)) /
                (PHASE_FULL * SCALE_FULL);
    return chess_scale_by_clock(position, mover == WHITE ? score : -score);
}

score_t chess_evaluate_classical(const struct chess_position *position)
{
    return evaluate_classical(position, false, NULL);
}

score_t chess_trace(const struct chess_position *position, struct chess_trace *trace)
{
    memset(trace, 0, sizeof *trace);
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->state.squares[square];
        if (piece != NO_PIECE) {
            enum side side = piece & BLACK_PIECE ? BLACK : WHITE;
            int weight =
                WEIGHT_PIECE_SQUARE + (int)piece_kind(piece) * SQUARES + square_for(side, square);
            trace->counts[weight] = (int16_t)(trace->counts[weight] + (side == WHITE ? 1 : -1));
        }
    }
    return evaluate_classical(position, true, trace);
}
