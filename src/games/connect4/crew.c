#include "crew.h"

/* Nodes between two looks at what others have to say. */
#define LOOK_UP_NODES 64

#define VALUE_MASK ((UINT64_C(1) << CREW_VALUE_BITS) - 1)

static bool is_answered(const struct crew *crew)
{
    uint64_t answer = atomic_load_explicit(&crew->board->answer, memory_order_acquire);
    return answer >> CREW_VALUE_BITS == crew->question;
}

static bool is_over(const struct crew *crew)
{
    return atomic_load(&crew->board->question) != crew->question;
}

void solver_pause(struct solver *solver)
{
    struct crew *crew = (struct crew *)solver;
    struct search_worker *worker = crew->worker;
    bool leads = worker->index == 0, alone = worker->search->worker_count == 1;
    atomic_store_explicit(&worker->nodes, solver->nodes, memory_order_relaxed);
    crew->ended = search_stopped(worker->search) || solver->nodes >= crew->node_limit;
    crew->answered = !alone && (leads ? is_answered(crew) : is_over(crew));
    solver->share.back_to = -1;
    solver->aborted = crew->ended || crew->answered || solver->nodes >= crew->pause_at;
    if (!solver->aborted) {
        solver_look_back(solver);
    }
    solver_table_count(&solver->table, solver->stored, leads);
    solver_table_follow(&solver->table);
    solver->stored = 0;
    uint64_t next = solver->nodes + LOOK_UP_NODES;
    next = next < crew->node_limit ? next : crew->node_limit;
    solver->look_up_at = next < crew->pause_at ? next : crew->pause_at;
}

void crew_join(struct crew *crew, struct search_worker *worker, struct crew_board *board,
               void *memory, size_t bytes)
{
    *crew = (struct crew){
        .worker = worker,
        .board = board,
        .node_limit = search_node_share(worker),
        .pause_at = UINT64_MAX,
    };
    if (worker->search->worker_count > 1) {
        crew->solver.share.marks = &board->marks;
    }
    solver_table_open(&crew->solver.table, memory, bytes);
}

/* Puts a question on the board. Its number is away while its parts change, and all is in one order
 * for all threads: whoever finds the same number before and after reading them has read them whole.
 */
static void post(struct crew *crew, bitboard_t own, bitboard_t other, int ply, int alpha)
{
    struct crew_board *board = crew->board;
    crew->question++;
    atomic_store(&board->question, CREW_WRITING);
    atomic_store(&board->own, own);
    atomic_store(&board->other, other);
    atomic_store(&board->ply, ply);
    atomic_store(&board->alpha, alpha);
    atomic_store(&board->question, crew->question);
}

void crew_begin(struct crew *crew)
{
    crew->question = atomic_load_explicit(&crew->board->question, memory_order_relaxed);
    post(crew, 0, 0, 0, SOLVER_VALUE_LIMIT); /* a question that needs no answer */
    atomic_store_explicit(&crew->board->search_began, crew->worker->search->start_ns,
                          memory_order_release);
}

int crew_ask(struct crew *crew, const struct solver_node *node, int alpha)
{
    struct crew_board *board = crew->board;
    struct solver *solver = &crew->solver;
    if (crew->worker->search->worker_count > 1) {
        post(crew, node->own, node->other, node->ply, alpha);
    }
    solver->aborted = false;
    solver->look_up_at = solver->nodes; /* a stop since the last question is seen at once */
    int value = solver_search(solver, node, alpha);
    if (solver->aborted && crew->answered && !crew->ended) {
        uint64_t answer = atomic_load_explicit(&board->answer, memory_order_acquire);
        solver->aborted = false;
        value = (int)(answer & VALUE_MASK) - SOLVER_VALUE_LIMIT;
    }
    return value;
}

/* Searches the question on the board, if it is whole: its parts are read between two equal readings
 * of its number. */
static void answer_question(struct crew *crew, uint64_t question)
{
    struct crew_board *board = crew->board;
    struct connect4_position position = {
        .own = atomic_load(&board->own),
        .other = atomic_load(&board->other),
        .ply = atomic_load(&board->ply),
    };
    int alpha = atomic_load(&board->alpha);
    crew->question = question;
    struct solver_node node;
    int value;
    if (is_over(crew) || solver_judge(&position, &node, &value)) {
        return;
    }
    solver_look_up(&crew->solver.table, &node);
    if (node.bounds.lower > alpha || node.bounds.upper <= alpha) {
        return; /* the first worker sees that, too */
    }
    crew->solver.aborted = false;
    crew->solver.look_up_at = crew->solver.nodes;
    value = solver_search(&crew->solver, &node, alpha);
    if (!crew->solver.aborted) {
        uint64_t answer = question << CREW_VALUE_BITS | (uint64_t)(value + SOLVER_VALUE_LIMIT);
        atomic_store_explicit(&board->answer, answer, memory_order_release);
    }
}

void crew_help(struct crew *crew)
{
    struct search *search = crew->worker->search;
    struct crew_board *board = crew->board;
    uint64_t done = CREW_WRITING;
    while (!search_stopped(search) && crew->solver.nodes < crew->node_limit) {
        uint64_t question = atomic_load(&board->question);
        int64_t began = atomic_load_explicit(&board->search_began, memory_order_acquire);
        if (began != search->start_ns || question == done || question == CREW_WRITING) {
            spin_pause();
            continue;
        }
        done = question;
        solver_table_follow(&crew->solver.table);
        answer_question(crew, question);
    }
    atomic_store_explicit(&crew->worker->nodes, crew->solver.nodes, memory_order_relaxed);
}
