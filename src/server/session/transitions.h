/* SPDX-License-Identifier: MIT */
/* clang-format off */
/* What a session does with a command: the table of its states and transitions.
 *
 * A session is in one state, what is under way:
 *
 *   IDLE        nothing
 *   SEARCHING   a search that ends by a limit of its own
 *   UNLIMITED   a search that only `stop` ends for sure: a bare `go`, `go infinite`
 *   PONDERING   `go ponder`: no clock runs until `ponderhit`
 *   HOLDING     an infinite search is over, its bestmove waits for `stop`
 *   PONDERED    a ponder search is over, its bestmove waits for `stop` or `ponderhit`
 *   STOPPING    a search was told to end; its bestmove is on the way
 *   COUNTING    perft, bench or genfens
 *   WARMING_UP  `newgame`, `isready`, `setoption`: memory is made ready or given back, then what is
 *               owed is said
 *
 * The table tells, for each command in each state, what becomes of the command:
 *
 *   run    it runs now
 *   look   it runs now unless other commands wait, which might change what it shows
 *   wait   it waits until its row says `run`
 *   end    it waits, and the search is told to answer now
 *   drop   it waits, the search ends, and its bestmove is not said
 *
 *                     IDLE SEARCHING UNLIMITED PONDERING HOLDING PONDERED STOPPING COUNTING WARMING_UP
 *   uci, games, help,
 *   publish, watch    run  run       run       run       run     run      run      run      wait
 *   isready           run  run       run       run       run     run      run      run      wait
 *   stop, ponderhit   run  run       run       run       run     run      run      run      run
 *   quit              run  run       run       run       run     run      run      run      run
 *   query, d, eval    run  look      look      look      look    look     look     look     wait
 *   position, go      run  wait      end       end       end     end      wait     wait     wait
 *   newgame           run  drop      drop      drop      drop    drop     wait     wait     wait
 *   others            run  wait      wait      wait      wait    wait     wait     wait     wait
 *
 * A line that is wrong is answered as `uci` is; in Gomocup's dialect, whose lines build on each
 * other, it waits, and so does a question that carries a board.
 *
 * And what moves a session from one state to another besides the commands that begin something:
 *
 *   the search ends   SEARCHING, STOPPING -> IDLE with its bestmove; UNLIMITED -> IDLE, or HOLDING
 *                     after `infinite` under UCI; PONDERING -> PONDERED, under UGI IDLE
 *   stop              SEARCHING, UNLIMITED, PONDERING -> STOPPING; HOLDING, PONDERED -> IDLE with
 *                     the bestmove; COUNTING and WARMING_UP are cut short
 *   ponderhit         PONDERING -> SEARCHING; PONDERED -> IDLE with the bestmove
 *   the deadline      SEARCHING: the engine is told to stop
 *   other jobs end    COUNTING -> IDLE; WARMING_UP -> IDLE with what is owed
 */
/* clang-format on */
#ifndef SERVER_TRANSITIONS_H
#define SERVER_TRANSITIONS_H

#include "command.h"

enum session_state {
    STATE_IDLE,
    STATE_SEARCHING,
    STATE_UNLIMITED,
    STATE_PONDERING,
    STATE_HOLDING,
    STATE_PONDERED,
    STATE_STOPPING,
    STATE_COUNTING,
    STATE_WARMING_UP
};
#define SESSION_STATES 9

enum transition {
    TRANSITION_RUN,
    TRANSITION_LOOK,
    TRANSITION_WAIT,
    TRANSITION_END,
    TRANSITION_DROP
};

enum transition transition_of(enum session_state state, enum command_kind kind);

#endif
