#include "engine_state.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "registry.h"

/* Every engine has one thread and at least a small table, however little is left. */
static void take_budget(struct engine *engine)
{
    struct budget *budget = engine->config.budget;
    if (budget) {
        if (budget->hash_megabytes < HASH_INITIAL) {
            engine->options.hash_megabytes =
                budget->hash_megabytes > 0 ? (int)budget->hash_megabytes : 1;
        }
        budget->hash_megabytes -= engine->options.hash_megabytes;
        budget->threads -= engine->options.threads;
    }
}

static void return_budget(struct engine *engine)
{
    struct budget *budget = engine->config.budget;
    if (budget) {
        budget->hash_megabytes += engine->options.hash_megabytes;
        budget->threads += engine->options.threads;
    }
}

struct engine *engine_create(const struct engine_config *config, struct error *error)
{
    struct engine *engine = aligned_alloc(CACHE_LINE, sizeof *engine);
    if (!engine) {
        error_set(error, "out of memory for an engine");
        return NULL;
    }
    memset(engine, 0, sizeof *engine);
    engine->config = *config;
    engine->options = (struct engine_options){
        .hash_megabytes = HASH_INITIAL,
        .threads = 1,
        .multipv = 1,
        .move_overhead_ms = MOVE_OVERHEAD_INITIAL,
    };
    take_budget(engine);
    mailbox_init(&engine->mailbox);
    tt_init(&engine->tt);
    while (config->games[engine->game_count]) {
        engine->game_count++;
    }
    engine->games = calloc((size_t)engine->game_count, sizeof *engine->games);
    engine->variants = calloc((size_t)engine->game_count + 1, sizeof *engine->variants);
    engine->pool = worker_pool_create(config->background);
    if (!engine->games || !engine->variants || !engine->pool) {
        error_set(error, "out of memory for an engine");
        engine_destroy(engine);
        return NULL;
    }
    for (int i = 0; i < engine->game_count; i++) {
        engine->games[i].game = config->games[i];
        engine->variants[i] = config->games[i]->name;
        game_default_settings(config->games[i], &engine->games[i].settings);
    }
    if (!engine_begin(engine, config->game, &engine_record(engine, config->game)->settings,
                      error)) {
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}

static void destroy_workers(struct engine *engine)
{
    for (int i = 0; i < engine->worker_count; i++) {
        engine_worker_destroy(engine->workers[i]);
    }
    free(engine->workers);
    engine->workers = NULL;
    engine->worker_count = 0;
}

void engine_destroy(struct engine *engine)
{
    if (!engine) {
        return;
    }
    return_budget(engine);
    engine_stop(engine);
    mailbox_close(&engine->mailbox);
    worker_pool_destroy(engine->pool);
    destroy_workers(engine);
    tt_finish(&engine->tt);
    mailbox_finish(&engine->mailbox);
    for (int i = 0; engine->games && i < engine->game_count; i++) {
        for (int k = 0; k < MAX_SETTINGS; k++) {
            free(engine->games[i].texts[k]);
        }
    }
    free(engine->games);
    free(engine->variants);
    free(engine->position);
    free(engine->scratch);
    free(engine);
}

const struct game *engine_game(const struct engine *engine)
{
    return engine->game;
}

const struct game *const *engine_games(const struct engine *engine)
{
    return engine->config.games;
}

const struct game_settings *engine_settings(const struct engine *engine)
{
    return &engine->settings;
}

const void *engine_position(const struct engine *engine)
{
    return engine->position;
}

struct engine_game *engine_record(struct engine *engine, const struct game *game)
{
    for (int i = 0; i < engine->game_count; i++) {
        if (engine->games[i].game == game) {
            return &engine->games[i];
        }
    }
    return NULL;
}

bool engine_begin(struct engine *engine, const struct game *game,
                  const struct game_settings *settings, struct error *error)
{
    if (game != engine->game) {
        void *position = malloc(game->position_size), *scratch = malloc(game->position_size);
        if (!position || !scratch) {
            free(position);
            free(scratch);
            return error_set(error, "out of memory for a position of %s", game->name);
        }
        free(engine->position);
        free(engine->scratch);
        engine->position = position;
        engine->scratch = scratch;
        engine->game = game;
    }
    engine->settings = *settings;
    game->start(&engine->settings, engine->position);
    tt_clear(&engine->tt);
    for (int i = 0; i < engine->worker_count && engine->worker_game == game; i++) {
        memset(engine->workers[i]->memory, 0, game->search->worker_size);
    }
    return true;
}

static bool read_parameters(const struct game *game, const struct engine_parameter *parameters,
                            int count, struct game_settings *settings, struct error *error)
{
    for (int i = 0; i < count; i++) {
        int index = game_find_parameter(game, parameters[i].name);
        if (index < 0) {
            struct buffer names;
            buffer_init(&names);
            for (int k = 0; k < game->setting_count; k++) {
                if (game->settings[k].name) {
                    buffer_printf(&names, " %s", game->settings[k].name);
                }
            }
            error_set(error, "newgame: %s has no parameter '%s'; it has:%s", game->name,
                      parameters[i].name, buffer_length(&names) ? buffer_text(&names) : " none");
            buffer_finish(&names);
            return false;
        }
        struct error reason;
        if (!parameters[i].value) {
            return error_set(error, "newgame: parameter '%s' has no value", parameters[i].name);
        }
        if (!game_read_setting(&game->settings[index], parameters[i].value,
                               &settings->values[index], &reason)) {
            return error_set(error, "newgame: parameter '%s': %s", parameters[i].name, reason.text);
        }
    }
    return true;
}

bool engine_new_game(struct engine *engine, const char *name,
                     const struct engine_parameter *parameters, int count, struct error *error)
{
    const struct game *game = engine->game;
    struct game_settings settings = engine->settings;
    if (name) {
        game = registry_find(engine->config.games, name);
        if (!game) {
            struct buffer names;
            buffer_init(&names);
            for (int i = 0; i < engine->game_count; i++) {
                buffer_printf(&names, " %s", engine->games[i].game->name);
            }
            error_set(error, "newgame: unknown game '%s'; games are:%s", name, buffer_text(&names));
            buffer_finish(&names);
            return false;
        }
        settings = engine_record(engine, game)->settings;
    }
    return read_parameters(game, parameters, count, &settings, error) &&
           engine_begin(engine, game, &settings, error);
}

/* Plays the moves, separated by blanks, on the scratch position. */
static bool play_moves(struct engine *engine, const char *moves, struct error *error)
{
    const struct game *game = engine->game;
    char word[32];
    for (int number = 1;; number++) {
        moves += strspn(moves, " ");
        size_t length = strcspn(moves, " ");
        if (length == 0) {
            return true;
        }
        if (length >= sizeof word) {
            return error_set(error, "position: move %d: '%.*s...' is not a move", number, 24,
                             moves);
        }
        memcpy(word, moves, length);
        word[length] = '\0';
        moves += length;
        move_t move;
        struct error reason;
        if (!game->parse_move(engine->scratch, word, &move, &reason)) {
            return error_set(error, "position: move %d: %s", number, reason.text);
        }
        game->play(engine->scratch, move);
    }
}

bool engine_set_position(struct engine *engine, const char *fen, const char *moves,
                         struct error *error)
{
    const struct game *game = engine->game;
    if (fen) {
        struct error reason;
        if (!game->parse_fen(&engine->settings, fen, engine->scratch, &reason)) {
            return error_set(error, "position: %s", reason.text);
        }
    } else {
        game->start(&engine->settings, engine->scratch);
    }
    if (moves && !play_moves(engine, moves, error)) {
        return false;
    }
    void *old = engine->position;
    engine->position = engine->scratch;
    engine->scratch = old;
    return true;
}

bool engine_is_busy(const struct engine *engine)
{
    return engine->busy;
}

bool engine_take(struct engine *engine, struct engine_event *event)
{
    if (!mailbox_take(&engine->mailbox, event)) {
        return false;
    }
    if (event->kind == ENGINE_END) {
        atomic_store(&engine->ended, false);
        engine->busy = false;
    }
    return true;
}

void engine_post(struct engine *engine, const struct engine_event *event)
{
    mailbox_post(&engine->mailbox, event);
    engine->config.wake(engine->config.wake_context);
}

void engine_post_end(struct engine *engine)
{
    mailbox_post(&engine->mailbox, &(struct engine_event){.kind = ENGINE_END});
    atomic_store(&engine->ended, true);
    engine->config.wake(engine->config.wake_context);
}

bool engine_await_end(const struct engine *engine, int64_t nanoseconds)
{
    int64_t deadline = clock_ns() + nanoseconds;
    while (!atomic_load_explicit(&engine->ended, memory_order_acquire)) {
        if (!engine->busy || clock_ns() > deadline) {
            return false;
        }
        spin_pause();
    }
    return true;
}

void engine_stop(struct engine *engine)
{
    atomic_store(&engine->cancelled, true);
    atomic_store(&engine->search.control.stop, true);
}

struct search_worker *engine_worker_create(const struct game *game, struct search *search,
                                           int index)
{
    struct search_worker *worker = aligned_alloc(CACHE_LINE, sizeof *worker);
    if (!worker) {
        return NULL;
    }
    memset(worker, 0, sizeof *worker);
    worker->search = search;
    worker->index = index;
    worker->position = malloc(game->position_size);
    worker->memory = calloc(1, game->search->worker_size);
    if (!worker->position || !worker->memory) {
        engine_worker_destroy(worker);
        return NULL;
    }
    return worker;
}

void engine_worker_destroy(struct search_worker *worker)
{
    if (worker) {
        free(worker->position);
        free(worker->memory);
        free(worker);
    }
}

bool engine_start_job(struct engine *engine, int count, worker_job *job, struct error *error)
{
    /* The last job has ended, but its worker may still be on its way out of it. */
    worker_pool_wait(engine->pool);
    atomic_store(&engine->cancelled, false);
    atomic_store(&engine->search.control.stop, false);
    if (!worker_pool_start(engine->pool, count, job, engine, error)) {
        return false;
    }
    engine->busy = true;
    return true;
}

/* As many workers as there are threads, for the game being played. */
static bool have_workers(struct engine *engine, struct error *error)
{
    if (engine->worker_game != engine->game || engine->worker_count > engine->options.threads) {
        destroy_workers(engine);
    }
    engine->worker_game = engine->game;
    size_t wanted = (size_t)engine->options.threads;
    struct search_worker **workers = realloc(engine->workers, wanted * sizeof *workers);
    if (!workers) {
        return error_set(error, "out of memory for %zu workers", wanted);
    }
    engine->workers = workers;
    while (engine->worker_count < engine->options.threads) {
        struct search_worker *worker =
            engine_worker_create(engine->game, &engine->search, engine->worker_count);
        if (!worker) {
            return error_set(error, "out of memory for %zu workers", wanted);
        }
        workers[engine->worker_count++] = worker;
    }
    return true;
}

bool engine_prepare(struct engine *engine, struct error *error)
{
    return (engine->tt.buckets ||
            tt_resize(&engine->tt, (size_t)engine->options.hash_megabytes, error)) &&
           have_workers(engine, error) &&
           worker_pool_reserve(engine->pool, engine->worker_count, error);
}

/* Reads the moves of `searchmoves` that are legal; others are dropped. */
static void read_searchmoves(const struct engine *engine, const char *text, struct move_list *list)
{
    char word[32];
    list->count = 0;
    for (;;) {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ");
        if (length == 0) {
            return;
        }
        if (length < sizeof word) {
            memcpy(word, text, length);
            word[length] = '\0';
            move_t move;
            struct error ignored;
            if (engine->game->parse_move(engine->position, word, &move, &ignored) &&
                move_list_find(list, move) < 0) {
                move_list_add(list, move);
            }
        }
        text += length;
    }
}

static void set_limits(struct engine *engine, const struct engine_limits *given)
{
    struct search_limits *limits = &engine->search.limits;
    *limits = (struct search_limits){
        .depth = MAX_PLY - 1,
        .nodes = given->has_nodes ? given->nodes : UINT64_MAX,
        .mate_plies = given->has_mate ? given->mate_plies : 0,
        .multipv = engine->options.multipv,
        .algorithm = (enum search_algorithm)engine->options.algorithm,
        .restricted = given->searchmoves != NULL,
    };
    if (given->has_depth) {
        int depth = given->depth < 1 ? 1 : given->depth;
        limits->depth = depth < MAX_PLY - 1 ? depth : MAX_PLY - 1;
    }
    if (limits->nodes == 0) {
        limits->nodes = 1;
    }
    if (given->searchmoves) {
        read_searchmoves(engine, given->searchmoves, &limits->root_moves);
    }
    engine->clock = (struct time_control){
        .has_movetime = given->has_movetime,
        .has_clock = given->has_clock,
        .movetime = given->movetime_ms,
        .remaining = given->time_ms,
        .increment = given->increment_ms,
        .movestogo = given->movestogo,
        .overhead = engine->options.move_overhead_ms,
    };
}

static int64_t after(int64_t start, int64_t duration)
{
    return duration > INT64_MAX - start ? INT64_MAX : start + duration;
}

/* Our clock starts now: the deadline for workers is set, the one for the owner returned. */
static int64_t start_clock(struct engine *engine, int64_t now)
{
    struct time_budget budget = time_control_budget(&engine->clock);
    struct search_control *control = &engine->search.control;
    atomic_store(&control->clock_start, now);
    atomic_store(&control->soft_deadline, after(now, budget.soft));
    return after(now, budget.hard);
}

int64_t engine_ponderhit(struct engine *engine)
{
    return start_clock(engine, clock_ns());
}

static void report_search(void *context, const struct search_report *report)
{
    struct engine *engine = context;
    engine->last_report = *report;
    struct engine_event event = {.kind = ENGINE_REPORT, .report = *report};
    engine_post(engine, &event);
}

/* The worker whose answer counts: the one that saw deepest, of those the one that hopes most. */
static int choose_worker(const struct engine *engine)
{
    int best = 0;
    for (int i = 1; i < engine->search.worker_count && engine->search.limits.multipv == 1; i++) {
        const struct search_line *line = &engine->workers[i]->lines[0];
        const struct search_line *best_line = &engine->workers[best]->lines[0];
        if (engine->workers[i]->line_count > 0 && line->bound == BOUND_EXACT &&
            (line->depth > best_line->depth ||
             (line->depth == best_line->depth && line->score > best_line->score))) {
            best = i;
        }
    }
    return best;
}

/* Whether the last report already said all that the end would say. */
static bool was_reported(const struct engine *engine, const struct search_line *line)
{
    const struct search_line *last = &engine->last_report.line;
    return engine->search.limits.multipv == 1 && engine->last_report.multipv == 1 &&
           last->bound == BOUND_EXACT && last->depth == line->depth && last->score == line->score &&
           last->length == line->length && last->pv[0] == line->pv[0] &&
           engine->last_report.nodes == search_nodes(&engine->search);
}

static void run_search(void *opaque, int index)
{
    struct engine *engine = opaque;
    engine->search.game->search->run(engine->workers[index]);
    if (index != 0) {
        return;
    }
    worker_pool_wait_for_others(engine->pool);
    engine->best_worker = choose_worker(engine);
    const struct search_worker *worker = engine->workers[engine->best_worker];
    if (!was_reported(engine, &worker->lines[0])) {
        for (int i = 0; i < worker->line_count; i++) {
            struct engine_event event = {.kind = ENGINE_REPORT, .final = true};
            event.report.multipv = i + 1;
            event.report.line = worker->lines[i];
            search_fill_report(&engine->search, &event.report);
            engine_post(engine, &event);
        }
    }
    engine_post_end(engine);
}

bool engine_go(struct engine *engine, const struct engine_limits *limits, int64_t *deadline,
               struct error *error)
{
    int64_t now = clock_ns();
    if (!engine_prepare(engine, error)) {
        return false;
    }
    set_limits(engine, limits);
    struct search *search = &engine->search;
    search->game = engine->game;
    search->settings = &engine->settings;
    search->tt = &engine->tt;
    search->start_ns = now;
    search->workers = engine->workers;
    search->worker_count = engine->worker_count;
    search->report = report_search;
    search->report_context = engine;
    for (int i = 0; i < engine->worker_count; i++) {
        struct search_worker *worker = engine->workers[i];
        memcpy(worker->position, engine->position, engine->game->position_size);
        atomic_store(&worker->nodes, 0);
        atomic_store(&worker->tb_hits, 0);
        worker->line_count = 0;
    }
    engine->last_report.multipv = 0;
    tt_age(&engine->tt);
    atomic_store(&search->control.clock_start, now);
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    *deadline = limits->infinite || limits->ponder ? INT64_MAX : start_clock(engine, now);
    return engine_start_job(engine, engine->worker_count, run_search, error);
}

int engine_line_count(const struct engine *engine)
{
    return engine->workers[engine->best_worker]->line_count;
}

const struct search_line *engine_line(const struct engine *engine, int index)
{
    return &engine->workers[engine->best_worker]->lines[index];
}

bool engine_perft(struct engine *engine, int depth, struct error *error)
{
    engine->perft_depth = depth;
    return engine_start_job(engine, 1, engine_run_perft, error);
}
