/* SPDX-License-Identifier: MIT */
/* Asks an engine for its move by libmyosu-protocol: bestmove ENGINE GAME [MOVE]...
 * cc bestmove.c -o bestmove $(pkg-config --cflags --libs myosu-protocol) */
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dialect.h"
#include "line.h"

int main(int count, char **words)
{
    int ends[2];
    if (count < 3 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return 2;
    }
    if (fork() == 0) {
        dup2(ends[1], STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execlp(words[1], words[1], (char *)NULL);
        _exit(127);
    }
    close(ends[1]);

    const struct dialect *dialect = &dialect_ugi;
    struct dialect_state state = {0};
    static struct buffer moves, out; /* freed with the program */
    for (int i = 3; i < count; i++) {
        buffer_printf(&moves, i > 3 ? " %s" : "%s", words[i]);
    }
    const struct command commands[] = {
        {.kind = COMMAND_HELLO},
        {.kind = COMMAND_NEWGAME, .newgame = {.game = words[2]}},
        {.kind = COMMAND_POSITION, .position = {.moves = count > 3 ? buffer_text(&moves) : NULL}},
        {.kind = COMMAND_GO, .go = {.given = GO_DEPTH, .depth = 8}},
    };
    for (int i = 0; i < 4; i++) {
        dialect->format_command(&state, &commands[i], &out);
    }
    if (send(ends[0], buffer_text(&out), buffer_length(&out), MSG_NOSIGNAL) < 0) {
        perror(words[1]);
        return 1;
    }

    static struct line_reader reader;
    struct event event = {0};
    struct error error;
    char bytes[4096], *line;
    for (ssize_t got; (got = read(ends[0], bytes, sizeof bytes)) > 0;) {
        line_reader_feed(&reader, bytes, (size_t)got);
        while (line_reader_next(&reader, &line) == LINE_READY) {
            if (!dialect->parse_event(&state, line, &event, &error)) {
                continue;
            }
            if (event.kind == EVENT_INFO && event.info.has_score) {
                printf("depth %d score %d\n", event.info.depth, event.info.score);
            } else if (event.kind == EVENT_ERROR) {
                fprintf(stderr, "%s\n", event.text);
                return 1;
            } else if (event.kind == EVENT_BESTMOVE) {
                puts(event.bestmove.move ? event.bestmove.move : "no move");
                return 0;
            }
        }
    }
    fputs("the engine is gone\n", stderr);
    return 1;
}
