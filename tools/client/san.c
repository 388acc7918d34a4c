#include "san.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "memory.h"

static bool is_white(const struct board *board)
{
    return board->side == 'w';
}

/* Whether a piece of `kinds` (lower case) of the side that does not move stands `step` away from
 * `square`: at once, or along the line. */
static bool is_hit_along(const struct board *board, int square, int dx, int dy, bool slides,
                         const char *kinds)
{
    int x = square % 8 + dx, y = square / 8 + dy;
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
        char piece = board->squares[y * 8 + x];
        if (piece != BOARD_EMPTY) {
            bool enemy = !!isupper((unsigned char)piece) != is_white(board);
            return enemy && strchr(kinds, tolower((unsigned char)piece));
        }
        if (!slides) {
            return false;
        }
    }
    return false;
}

/* Whether the side that does not move attacks the square. */
static bool is_attacked(const struct board *board, int square)
{
    for (int dy = -2; dy <= 2; dy++) {
        for (int dx = -2; dx <= 2; dx++) {
            int distance = abs(dx) + abs(dy);
            bool near = abs(dx) <= 1 && abs(dy) <= 1;
            if (near && distance > 0 &&
                (is_hit_along(board, square, dx, dy, true, distance == 1 ? "rq" : "bq") ||
                 is_hit_along(board, square, dx, dy, false, "k"))) {
                return true;
            }
            if (distance == 3 && is_hit_along(board, square, dx, dy, false, "n")) {
                return true;
            }
        }
    }
    int forward = is_white(board) ? 1 : -1;
    return is_hit_along(board, square, -1, forward, false, "p") ||
           is_hit_along(board, square, 1, forward, false, "p");
}

int san_checked_king(const struct board *board)
{
    const char *king = memchr(board->squares, is_white(board) ? 'K' : 'k', 64);
    int square = king ? (int)(king - board->squares) : -1;
    return king && is_attacked(board, square) ? square : -1;
}

/* Square and text of a move in coordinates. */
struct coordinates {
    char text[8];
    int from, to;
};

static struct coordinates coordinates_of(const struct game *game, const void *position, move_t move)
{
    struct coordinates c;
    struct buffer text = {0};
    game->format_move(position, move, &text);
    strncpy(c.text, buffer_text(&text), sizeof c.text - 1);
    c.text[sizeof c.text - 1] = '\0';
    buffer_finish(&text);
    c.from = (c.text[1] - '1') * 8 + c.text[0] - 'a';
    c.to = (c.text[3] - '1') * 8 + c.text[2] - 'a';
    return c;
}

/* Says which of several like pieces moves: by its file, else its rank, else both. */
static void tell_apart(const struct game *game, const void *position, const struct board *board,
                       const struct coordinates *move, struct buffer *out)
{
    struct move_list list = {0};
    bool others = false, same_file = false, same_rank = false;
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct coordinates other = coordinates_of(game, position, list.moves[i]);
        if (other.to == move->to && other.from != move->from &&
            board->squares[other.from] == board->squares[move->from]) {
            others = true;
            same_file |= other.from % 8 == move->from % 8;
            same_rank |= other.from / 8 == move->from / 8;
        }
    }
    if (others && (!same_file || same_rank)) {
        buffer_putc(out, move->text[0]);
    }
    if (others && same_file) {
        buffer_putc(out, move->text[1]);
    }
}

static bool is_castling(const struct board *board, const struct coordinates *move)
{
    char piece = board->squares[move->from], target = board->squares[move->to];
    if (tolower((unsigned char)piece) != 'k') {
        return false;
    }
    bool takes_own_rook = target == (is_white(board) ? 'R' : 'r');
    return takes_own_rook || abs(move->from % 8 - move->to % 8) == 2;
}

static void format_plain(const struct game *game, const void *position, const struct board *board,
                         const struct coordinates *move, struct buffer *out)
{
    char piece = (char)toupper((unsigned char)board->squares[move->from]);
    bool takes = board->squares[move->to] != BOARD_EMPTY;
    if (piece == 'P') {
        if (move->from % 8 != move->to % 8) {
            buffer_printf(out, "%cx", move->text[0]);
        }
    } else {
        buffer_putc(out, piece);
        if (piece != 'K') {
            tell_apart(game, position, board, move, out);
        }
        if (takes) {
            buffer_putc(out, 'x');
        }
    }
    buffer_printf(out, "%.2s", move->text + 2);
    if (move->text[4]) {
        buffer_printf(out, "=%c", toupper((unsigned char)move->text[4]));
    }
}

void san_format(const struct game *game, const void *position, move_t move, struct buffer *out)
{
    struct board board = board_read(game, position);
    struct coordinates coordinates = coordinates_of(game, position, move);
    if (is_castling(&board, &coordinates)) {
        buffer_puts(out, coordinates.to % 8 > coordinates.from % 8 ? "O-O" : "O-O-O");
    } else {
        format_plain(game, position, &board, &coordinates, out);
    }
    void *next = memory_zeroed(1, game->position_size);
    memcpy(next, position, game->position_size);
    game->play(next, move);
    struct board after = board_read(game, next);
    if (san_checked_king(&after) >= 0) {
        struct move_list replies = {0};
        game->legal_moves(next, &replies);
        buffer_putc(out, replies.count == 0 ? '#' : '+');
    }
    free(next);
}

/* Makes a text comparable: without marks of capture, check, promotion and comment. */
static void strip_marks(const char *text, char *plain, size_t size)
{
    size_t length = 0;
    for (; *text && length + 1 < size; text++) {
        if (!strchr("x+#=!?-", *text)) {
            plain[length++] = *text == '0' ? 'O' : *text;
        }
    }
    plain[length] = '\0';
}

bool san_parse(const struct game *game, const void *position, const char *text, move_t *move)
{
    struct move_list list = {0};
    char wanted[16], found[16];
    strip_marks(text, wanted, sizeof wanted);
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct buffer san = {0};
        san_format(game, position, list.moves[i], &san);
        strip_marks(buffer_text(&san), found, sizeof found);
        buffer_finish(&san);
        if (strcmp(wanted, found) == 0) {
            *move = list.moves[i];
            return true;
        }
    }
    return false;
}
