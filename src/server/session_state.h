/* Inside a session: shared by session.c, commands.c and report.c alone. */
#ifndef SERVER_SESSION_STATE_H
#define SERVER_SESSION_STATE_H

#include "connection.h"
#include "dialect.h"
#include "session.h"

/* What the session waits for before it takes the next command that changes anything. */
enum session_work {
    WORK_NONE,
    WORK_SEARCH, /* ends with a bestmove */
    WORK_COUNT,  /* perft, bench: ends with its own last line */
    WORK_WARM_UP /* newgame, isready: ends with what is `owed` */
};

/* A command that waits for the work under way. */
struct session_waiting {
    struct session_waiting *next;
    enum command_kind kind;
    char line[];
};

struct session {
    struct session_config config;
    struct connection *connection;
    struct engine *engine;
    const struct dialect *dialect;
    struct dialect_state dialect_state, state_before; /* the line now being run */
    bool dialect_chosen;

    struct ev_async woken;   /* the engine has events */
    struct ev_timer overdue; /* the search must answer */

    enum session_work work;
    enum event_kind owed;    /* said when the engine has warmed up */
    bool unlimited;          /* the search has no limit but `stop` */
    bool pondering;          /* the search has no clock until `ponderhit` */
    bool answers_when_asked; /* infinite, ponder: bestmove only after `stop` or `ponderhit` */
    bool holding;            /* the search is over; its bestmove waits for `stop` or `ponderhit` */
    bool stopped;            /* the search was told to answer now */
    bool discarded; /* nobody wants the search's bestmove any more: a new game was asked for */
    bool ending;    /* nothing more comes in: work is cut short */
    bool draining;  /* a command that waited is being run */
    bool end_when_idle, finished, over;

    struct session_waiting *waiting, **waiting_end;
    int waiting_kinds[COMMAND_QUIT + 1]; /* how many of each wait */
    int waiting_count;
    size_t waiting_bytes;

    /* Reports are throttled: so many at once, then so many a second (report.c). */
    double report_credit;
    ev_tstamp report_time;
    int report_line; /* number of the line said last */
    bool report_passes, report_held;
    struct search_report held_report;
};

/* session.c: says an event in the client's dialect. */
void session_say(struct session *session, const struct event *event);
void session_say_text(struct session *session, enum event_kind kind, const char *text);

/* session.c: the command now being run is refused: the conversation is as before it. */
void session_refuse(struct session *session, enum event_kind kind, const char *text);

/* session.c: the search begins, with the moment by which it must answer. */
void session_arm(struct session *session, int64_t deadline);

/* session.c: the work under way ends now, and is answered. */
void session_stop(struct session *session);

/* session.c: says what a stopped search found, if it ends at once. */
void session_await(struct session *session);

/* session.c: drops the commands that wait. */
void session_forget_waiting(struct session *session);

/* commands.c: runs a command; the session is not working, unless the command may be run then. */
void commands_run(struct session *session, const struct command *command);
bool commands_run_while_working(const struct session *session, enum command_kind kind);

/* report.c: says what the engine saw. */
void report_reset(struct session *session);
void report_search(struct session *session, const struct search_report *report, bool final);
void report_held(struct session *session);
void report_perft(struct session *session, const struct engine_event *event);
void report_bench(struct session *session, const struct engine_event *event);
void report_bestmove(struct session *session);

#endif
