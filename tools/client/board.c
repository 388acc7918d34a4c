#include "board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char board_at(const struct board *board, int file, int rank)
{
    return board->squares[rank * board->files + file];
}

/* Reads one rank of a FEN at *at into `squares`; the number of its files. */
static int read_rank(const char **at, char *squares)
{
    int files = 0;
    while (**at && **at != '/' && **at != ' ') {
        int run = 1;
        char piece = **at;
        if (isdigit((unsigned char)piece)) {
            char *end;
            run = (int)strtol(*at, &end, 10);
            piece = BOARD_EMPTY;
            *at = end - 1;
        }
        for (; run > 0 && files < BOARD_MAX; run--) {
            squares[files++] = piece;
        }
        ++*at;
    }
    return files;
}

struct board board_read(const struct game *game, const void *position)
{
    struct board board = {0};
    struct buffer fen = {0};
    char ranks[BOARD_MAX][BOARD_MAX];
    game->format_fen(position, &fen);
    const char *at = buffer_text(&fen);
    do {
        at += *at == '/';
        board.files = read_rank(&at, ranks[board.ranks++]);
    } while (*at == '/' && board.ranks < BOARD_MAX);
    board.side = at[0] ? at[1] : '\0';
    for (int rank = 0; rank < board.ranks; rank++) {
        memcpy(&board.squares[rank * board.files], ranks[board.ranks - 1 - rank],
               (size_t)board.files);
    }
    buffer_finish(&fen);
    return board;
}
