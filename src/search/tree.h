/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: the state of a running search, and how it enters a node. */

/* The state of one ply of the line being searched. */
struct search_frame {
    move_t move;         /* being searched */
    move_t killers[2];   /* quiet moves that recently caused a cut-off at this ply */
    move_t excluded;     /* excluded in the search for a singular move; MOVE_NONE: no move is */
    int continuation;    /* index of `move` in the continuation history; 0: none */
    int previous[2];     /* the same for the moves one and two plies before */
    uint8_t cut_node;    /* 0 or 1: a score of beta or more is expected here */
    int extensions;      /* plies that singular extensions have added on the way here */
    int side;            /* side to move here, if the sides do not simply alternate; else 0 */
    score_t static_eval; /* corrected evaluation; SCORE_NONE in check */
};

/* In a build with asserts, the value of a frame's field before it is written for this node. No
 * field ever has this value otherwise. */
#define FRAME_UNWRITTEN      0x5aa55aa5
#define FRAME_UNWRITTEN_FLAG 0x5a

/* Invalidates the data that an earlier node left in the frame, before the search of the child that
 * uses it: every field that is read there must be written for that child. Only killers persist from
 * one node to the next. */
INLINE void frame_open(struct search_frame *frame)
{
#ifdef NDEBUG
    (void)frame;
#else
    assert(frame->excluded == MOVE_NONE);
    frame->move = (move_t)FRAME_UNWRITTEN;
    frame->continuation = frame->previous[0] = frame->previous[1] = FRAME_UNWRITTEN;
    frame->cut_node = FRAME_UNWRITTEN_FLAG;
    frame->extensions = frame->side = FRAME_UNWRITTEN;
    frame->static_eval = FRAME_UNWRITTEN;
#endif
}

/* Reads a field of a frame, a move or a flag. It must have been written for this node. */
INLINE int frame_read(int field)
{
    assert(field != FRAME_UNWRITTEN);
    return field;
}

INLINE move_t frame_read_move(move_t move)
{
    assert(move != (move_t)FRAME_UNWRITTEN);
    return move;
}

INLINE bool frame_read_flag(uint8_t flag)
{
    assert(flag <= 1);
    return flag;
}

/* A root move, its score in this iteration and its line. */
struct search_root {
    move_t move;
    score_t score; /* score for the choice of the move: under a handicap, not the score that was
                      found */
    score_t found;
    enum search_bound bound;
    int rank;      /* among the root's moves by endgame tables; 0: unknown */
    score_t known; /* by endgame tables; SCORE_NONE: unknown */
    int seldepth;
    int length;
    move_t pv[MAX_PLY];
};

/* Entries of a correction history; a power of two. */
#define CORRECTION_SIZE 16384

/* A worker's memory. Only the histories outlive a search. */
struct search_memory {
    int16_t history[2][SEARCH_HISTORY_SIZE];
    int16_t continuation[SEARCH_CONTINUATION + 1][SEARCH_CONTINUATION + 1];
    int16_t noisy_history[SEARCH_NOISY_HISTORY + 1];
    int16_t corrections[SEARCH_CORRECTIONS + 1][2][SEARCH_CORRECTIONS ? CORRECTION_SIZE : 1];
    struct search_frame frames[MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    move_t pv[MAX_PLY + 2][MAX_PLY]; /* triangular: pv[ply] is the line from that ply on */
    int root_count;
    struct search_root roots[MAX_MOVES];
    SEARCH_WORKSPACE workspace;
};

/* The running search of one worker. */
struct search_tree {
    struct search_worker *worker;
    struct search_memory *memory;
    GAME_POSITION *position;
    struct tt *tt;
    struct search_handicap handicap;
    uint64_t node_limit;
    int seldepth;
    bool stoppable; /* false in the first iteration, so that there is always a good move... */
    int64_t first_deadline; /* ... unless it lasts longer than until this time, on clock_ns() */
    bool aborted;           /* the scores being returned have no meaning */
};

/* Whether the search must end now. The first iteration, which usually takes less than 0.1 ms,
 * always completes, unless its processor or its memory was slow to become available. */
INLINE bool tree_is_stopped(const struct search_tree *tree)
{
    return search_stopped(tree->worker->search) &&
           (tree->stoppable || clock_ns() > tree->first_deadline);
}

/* Counts the node. Ends the search here at the node limit or when stopped. */
INLINE bool tree_enter(struct search_tree *tree, int ply)
{
    struct search_worker *worker = tree->worker;
    uint64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    if (UNLIKELY(nodes >= tree->node_limit || tree_is_stopped(tree))) {
        tree->aborted = true;
        return false;
    }
    atomic_store_explicit(&worker->nodes, nodes + 1, memory_order_relaxed);
    if (ply > tree->seldepth) {
        tree->seldepth = ply;
    }
    return true;
}

/* Whether a score is a known win or loss: a mate, or a result of endgame tables. */
INLINE bool is_decided(score_t score)
{
    return score >= SEARCH_DECIDED || score <= -SEARCH_DECIDED;
}

/* Counts positions that were found in endgame tables. */
INLINE void count_table_hits(struct search_worker *worker, int count)
{
    const uint64_t hits = atomic_load_explicit(&worker->tb_hits, memory_order_relaxed);
    atomic_store_explicit(&worker->tb_hits, hits + (uint64_t)count, memory_order_relaxed);
}

INLINE score_t static_score(const struct search_tree *tree)
{
    tree->worker->counts.leaves++;
    return search_evaluation_of(tree->worker, game_evaluate(tree->position));
}

/* Whether the game is over by the rules, and not for lack of moves; *score is then its value. */
INLINE bool search_is_over(const struct search_tree *tree, int ply, score_t *score)
{
    if (!game_is_terminal(tree->position, ply, score)) {
        return false;
    }
    tree->worker->counts.leaves++;
    return true;
}

/* The value of a position without a legal move. */
INLINE score_t search_no_moves(const struct search_tree *tree, int ply)
{
    tree->worker->counts.leaves++;
    return game_no_moves(tree->position, ply);
}

/* Sets the principal variation from `ply` on to `move` and the one from the next ply on. */
INLINE void update_pv(struct search_tree *tree, int ply, move_t move)
{
    struct search_memory *memory = tree->memory;
    int length = memory->pv_length[ply + 1];
    if (length > MAX_PLY - 1) {
        length = MAX_PLY - 1;
    }
    memory->pv[ply][0] = move;
    memcpy(&memory->pv[ply][1], memory->pv[ply + 1], (size_t)length * sizeof(move_t));
    memory->pv_length[ply] = length + 1;
}

/* Whether `mover`, who has just made a move, moves again. */
INLINE bool moves_again(const struct search_tree *tree, int mover)
{
    return SEARCH_MULTI_MOVE && game_side(tree->position) == mover;
}
