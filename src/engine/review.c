/* SPDX-License-Identifier: MIT */
/* The job of a review: every position of a game is searched to the same depth, from the last to the
 * first, so that the table knows the later moves when the earlier positions are searched. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"
#include "engine_state.h"

/* Returns the number of words of a text. */
static int count_words(const char *text)
{
    int count = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        text += strcspn(text, " ");
        count++;
    }
    return count;
}

/* Cuts the last word off. */
static void drop_word(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    while (length > 0 && text[length - 1] != ' ') {
        length--;
    }
    text[length] = '\0';
}

/* Searches the position after the moves of the review with all workers. False if it was stopped. */
static bool review_position(struct engine *engine, score_t *score)
{
    struct engine_review *review = &engine->review;
    struct error error;
    if (!engine_rearm(engine) ||
        !engine_build_position(engine, review->fen, review->moves, &error)) {
        return false;
    }
    engine->search.start_ns = clock_ns();
    if (!engine_set_workers(engine, engine->scratch)) {
        return false;
    }
    worker_pool_share(engine->pool, engine->worker_count, engine_run_worker, engine);
    *score = engine_best_worker(engine)->lines[0].score;
    return !atomic_load(&engine->cancelled);
}

static void drop_review(struct engine *engine)
{
    struct engine_review *review = &engine->review;
    charge_add(&engine->charge, -review->bytes);
    free(review->fen);
    free(review->moves);
    *review = (struct engine_review){.depth = 0};
}

static void run_review(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    struct search *search = &engine->search;
    struct engine_event event = {.kind = ENGINE_REVIEWED};
    search->game = engine->game;
    search->settings = &engine->settings;
    search->report = NULL;
    search->limits = (struct search_limits){
        .depth = engine->review.depth,
        .nodes = UINT64_MAX,
        .multipv = 1,
        .algorithm = (enum search_algorithm)engine->options.algorithm,
        .evaluation = engine_evaluation(engine),
    };
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    event.reviewed.plies = count_words(engine->review.moves);
    while (review_position(engine, &event.reviewed.score)) {
        engine_post(engine, &event);
        if (event.reviewed.plies-- == 0) {
            break;
        }
        drop_word(engine->review.moves);
    }
    drop_review(engine);
    engine_post_end(engine);
}

bool engine_review(struct engine *engine, const char *fen, const char *moves, int depth,
                   struct error *error)
{
    struct engine_review *review = &engine->review;
    if (!engine_has_position(engine, "analyze", error) ||
        !engine_build_position(engine, fen, moves, error)) {
        return false;
    }
    const int64_t bytes = (int64_t)((fen ? strlen(fen) + 1 : 0) + (moves ? strlen(moves) : 0) + 1);
    drop_review(engine); /* of a job that never began */
    if (!charge_add(&engine->charge, bytes)) {
        return error_set(error, "out of memory for the game");
    }
    *review = (struct engine_review){.fen = fen ? strdup(fen) : NULL,
                                     .moves = strdup(moves ? moves : ""),
                                     .depth = depth < MAX_PLY - 1 ? depth : MAX_PLY - 1,
                                     .bytes = bytes};
    if (!review->moves || (fen && !review->fen)) {
        drop_review(engine);
        return error_set(error, "out of memory for the game");
    }
    engine_start_job(engine, engine->options.threads, run_review, NULL);
    return true;
}
