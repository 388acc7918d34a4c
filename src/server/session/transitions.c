/* SPDX-License-Identifier: MIT */
#include "transitions.h"

#include "compiler.h"

enum transition transition_of(enum session_state state, enum command_kind kind)
{
    enum { R = TRANSITION_RUN, L = TRANSITION_LOOK, W = TRANSITION_WAIT };
    enum { E = TRANSITION_END, D = TRANSITION_DROP };
    /* In the order of enum session_state. */
    static const unsigned char at_once[SESSION_STATES] = {R, R, R, R, R, R, R, R, R};
    static const unsigned char in_order[SESSION_STATES] = {R, R, R, R, R, R, R, R, W};
    static const unsigned char looks[SESSION_STATES] = {R, L, L, L, L, L, L, L, W};
    static const unsigned char replaces[SESSION_STATES] = {R, W, E, E, E, E, W, W, W};
    static const unsigned char begins_anew[SESSION_STATES] = {R, D, D, D, D, D, W, W, W};
    static const unsigned char waits[SESSION_STATES] = {R, W, W, W, W, W, W, W, W};
    static const unsigned char *const rows[COMMAND_KINDS] = {
        [COMMAND_NOTHING] = at_once, [COMMAND_NOTE] = waits,        [COMMAND_UNKNOWN] = in_order,
        [COMMAND_HELLO] = in_order,  [COMMAND_ISREADY] = in_order,  [COMMAND_NEWGAME] = begins_anew,
        [COMMAND_SETOPTION] = waits, [COMMAND_POSITION] = replaces, [COMMAND_GO] = replaces,
        [COMMAND_PERFT] = waits,     [COMMAND_STOP] = at_once,      [COMMAND_PONDERHIT] = at_once,
        [COMMAND_QUERY] = looks,     [COMMAND_DISPLAY] = looks,     [COMMAND_EVAL] = looks,
        [COMMAND_BENCH] = waits,     [COMMAND_GENFENS] = waits,     [COMMAND_GAMES] = in_order,
        [COMMAND_HELP] = in_order,   [COMMAND_PUBLISH] = in_order,  [COMMAND_WATCH] = in_order,
        [COMMAND_QUIT] = at_once,
    };
    return (enum transition)rows[kind][state];
}
