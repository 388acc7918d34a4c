#include "noise.h"

#include <string.h>

#include "line.h"

/* Lines that mean something in one game or another. Searches are short: what is tried is the wire.
 */
static const char *const lines[] = {
    "uci",
    "ugi",
    "isready",
    "isready",
    "newgame",
    "ucinewgame",
    "uginewgame",
    "newgame tictactoe",
    "newgame connect4",
    "newgame chess",
    "newgame chess chess960 on",
    "newgame gomoku size 9 rule renju",
    "newgame ludo",
    "setoption name Hash value 1",
    "setoption name Hash value 16",
    "setoption name Hash value -5",
    "setoption name Clear Hash",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name Move Overhead value 10",
    "setoption name UCI_Variant value connect4",
    "setoption name UCI_Variant value tictactoe",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_ShowWDL value true",
    "setoption name Algorithm value minimax",
    "setoption name Algorithm value alphabeta",
    "position startpos",
    "position startpos moves",
    "position startpos moves b2 a1 c3",
    "position startpos moves 4 4 4 4 4 4",
    "position startpos moves 1 2 1 2 1 2",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position startpos moves h8 h9 i8",
    "position fen 3/1x1/o2 x",
    "position fen 7/7/7/7/3o3/3x3 x moves 3",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen 8/P7/8/8/8/8/8/K1k5 w - - 0 1 moves a7a8q",
    "go",
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go depth 2",
    "go depth 3 searchmoves a1 4 e2e4",
    "go nodes 100",
    "go nodes 1000 mate 2",
    "go movetime 1",
    "go movetime 2 nodes 500",
    "go wtime 20 btime 20 winc 1 binc 1 movestogo 5",
    "go p1time 20 p2time 20 p1inc 1 p2inc 1",
    "go mate 1 nodes 300",
    "go perft 2",
    "go perft 1",
    "stop",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "query p1turn",
    "query gameover",
    "query result",
    "query fen",
    "query moves",
    "d",
    "eval",
    "bench 1",
    "bench tictactoe 2",
    "games",
    "help",
    "debug on",
    "",
};

static const char *const gomocup_lines[] = {
    "START 15",
    "START 5",
    "START 22",
    "RECTSTART 15,15",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 0,14",
    "TURN 3,4",
    "PLAY 8,8",
    "TAKEBACK 7,7",
    "TAKEBACK 8,8",
    "BOARD",
    "YXBOARD",
    "SWAP2BOARD",
    "7,7,1",
    "8,7,2",
    "6,6,1",
    "5,5,2",
    "4,4,3",
    "3,3",
    "DONE",
    "DONE",
    "YXSTOP",
    "YXSHOWFORBID",
    "INFO timeout_turn 2",
    "INFO timeout_turn 0",
    "INFO timeout_match 1000",
    "INFO time_left 100",
    "INFO time_left -5",
    "INFO max_memory 50000000",
    "INFO max_node 100",
    "INFO max_depth 2",
    "INFO thread_num 2",
    "INFO rule 1",
    "INFO rule 4",
    "INFO rule 8",
    "INFO rule 0",
    "INFO game_type 1",
    "INFO folder x",
    "ABOUT",
};

static const char *const words[] = {
    "go",          "depth",
    "nodes",       "movetime",
    "wtime",       "btime",
    "mate",        "infinite",
    "ponder",      "perft",
    "moves",       "fen",
    "name",        "value",
    "startpos",    "searchmoves",
    "0",           "-1",
    "1",           "7",
    "a1",          "e2e4",
    "4294967296",  "0000",
    "stop",        "isready",
    "x",           "o",
    "w",           "KQkq",
    "-",           "3/3/3",
    "<empty>",     "99999999999999999999999",
    "7/7/7/7/7/7", "8/8/8/8/8/8/8/8",
};

/* Exchanges, drops, doubles or inserts a byte, or cuts the text. */
static void mutate_byte(struct rng *rng, char *text, size_t *length, size_t room)
{
    size_t at = rng_below(rng, *length + 1);
    switch (rng_below(rng, 5)) {
    case 0:
        if (at < *length) {
            text[at] = (char)rng_below(rng, 256);
        }
        break;
    case 1:
        if (at < *length) {
            memmove(text + at, text + at + 1, *length - at - 1);
            --*length;
        }
        break;
    case 2:
    case 3:
        if (*length < room) {
            memmove(text + at + 1, text + at, *length - at);
            text[at] = (char)(rng_below(rng, 4) ? ' ' + rng_below(rng, 95) : rng_below(rng, 256));
            ++*length;
        }
        break;
    default:
        *length = rng_below(rng, 8) ? *length : at;
        break;
    }
}

static void put_mutated(struct rng *rng, const char *line, struct buffer *out)
{
    char text[256];
    size_t length = strlen(line);
    memcpy(text, line, length);
    for (uint64_t left = 1 + rng_below(rng, 4); left > 0; left--) {
        mutate_byte(rng, text, &length, sizeof text);
    }
    buffer_append(out, text, length);
}

/* The beginning of one line, words that mean something elsewhere, the end of another. */
static void put_crossed(struct rng *rng, struct buffer *out)
{
    const char *first = lines[rng_below(rng, (uint64_t)LENGTH(lines))];
    const char *last = lines[rng_below(rng, (uint64_t)LENGTH(lines))];
    buffer_append(out, first, rng_below(rng, strlen(first) + 1));
    for (uint64_t left = rng_below(rng, 5); left > 0; left--) {
        buffer_printf(out, " %s", words[rng_below(rng, (uint64_t)LENGTH(words))]);
    }
    buffer_printf(out, " %s", last + rng_below(rng, strlen(last) + 1));
}

static void put_bytes(struct rng *rng, struct buffer *out, uint64_t length)
{
    for (; length > 0; length--) {
        buffer_putc(out, (char)rng_below(rng, 256));
    }
}

/* A line that is long, or longer than any may be. */
static void put_long(struct rng *rng, struct buffer *out)
{
    size_t length = rng_below(rng, 2 * LINE_LIMIT);
    buffer_puts(out, rng_below(rng, 2) ? "position startpos moves" : "x");
    while (length > 3) {
        buffer_puts(out, " a1");
        length -= 3;
    }
}

void noise_line(struct rng *rng, struct buffer *out)
{
    uint64_t kind = rng_below(rng, 1000);
    if (kind < 500) {
        buffer_puts(out, lines[rng_below(rng, (uint64_t)LENGTH(lines))]);
    } else if (kind < 750) {
        put_mutated(rng, lines[rng_below(rng, (uint64_t)LENGTH(lines))], out);
    } else if (kind < 920) {
        put_crossed(rng, out);
    } else if (kind < 998) {
        put_bytes(rng, out, rng_below(rng, 60));
    } else {
        put_long(rng, out);
    }
    buffer_puts(out, rng_below(rng, 8) ? "\n" : "\r\n");
}

void noise_gomocup_line(struct rng *rng, struct buffer *out)
{
    const char *line = gomocup_lines[rng_below(rng, (uint64_t)LENGTH(gomocup_lines))];
    uint64_t kind = rng_below(rng, 100);
    if (kind < 70) {
        buffer_puts(out, line);
    } else if (kind < 90) {
        put_mutated(rng, line, out);
    } else {
        put_bytes(rng, out, rng_below(rng, 40));
    }
    buffer_puts(out, rng_below(rng, 8) ? "\n" : "\r\n");
}
