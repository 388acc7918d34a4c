/* SPDX-License-Identifier: MIT */
/* A whole engine, for tic-tac-toe: the six commands that suffice, and alpha-beta. */
#include <stdio.h>
#include <string.h>

static int board[9], moves; /* squares from a1, rank by rank: 1 x, -1 o; moves made */

/* The value for `side`, -1, 0 or 1, and in *best its move. */
static int value(int side, int alpha, int beta, int *best)
{
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    int unused, any = 0;
    for (int i = 0; i < 8; i++) {
        if (board[lines[i][0]] + board[lines[i][1]] + board[lines[i][2]] == -3 * side) {
            return -1;
        }
    }
    for (int square = 0; square < 9 && alpha < beta; square++) {
        if (!board[square]) {
            any = 1;
            board[square] = side;
            int score = -value(-side, -beta, -alpha, &unused);
            board[square] = 0;
            if (score > alpha) {
                alpha = score;
                *best = square;
            }
        }
    }
    return any ? alpha : 0;
}

int main(void)
{
    for (char line[1000]; fgets(line, sizeof line, stdin) && strcmp(line, "quit\n") != 0;) {
        char *word = strtok(line, " \n");
        if (word && strcmp(word, "uci") == 0) {
            puts("id name Student in C\nid author me\nuciok");
        } else if (word && strcmp(word, "isready") == 0) {
            puts("readyok");
        } else if (word && (strcmp(word, "ucinewgame") == 0 || strcmp(word, "position") == 0)) {
            memset(board, 0, sizeof board);
            for (moves = 0; (word = strtok(NULL, " \n"));) { /* startpos moves b2 a1 ... */
                if (strlen(word) == 2) {
                    board[word[0] - 'a' + 3 * (word[1] - '1')] = moves++ % 2 ? -1 : 1;
                }
            }
        } else if (word && strcmp(word, "go") == 0) {
            int best = -1;
            value(moves % 2 ? -1 : 1, -2, 2, &best);
            best < 0 ? puts("bestmove (none)")
                     : printf("bestmove %c%c\n", 'a' + best % 3, '1' + best / 3);
        }
        fflush(stdout);
    }
    return 0;
}
