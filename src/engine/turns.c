#include "turns.h"

void turns_init(struct turns *turns, int slots)
{
    *turns = (struct turns){.slots = slots < 1 ? 1 : slots};
}

static void run(struct turns *turns, struct turn *turn)
{
    turn->waiting = turn->rotated = false;
    turn->next = turns->running;
    turns->running = turn;
    turns->used += turn->weight;
    search_resume(turn->search);
}

static void wait(struct turns *turns, struct turn *turn)
{
    turn->waiting = true;
    turn->next = NULL;
    struct turn **end = &turns->waiting;
    while (*end) {
        end = &(*end)->next;
    }
    *end = turn;
    search_pause(turn->search);
}

static void take_out(struct turns *turns, struct turn *turn)
{
    struct turn **at = turn->waiting ? &turns->waiting : &turns->running;
    while (*at != turn) {
        at = &(*at)->next;
    }
    *at = turn->next;
    if (!turn->waiting) {
        turns->used -= turn->weight;
    }
}

/* A search that is larger than the machine runs alone. */
static bool has_room(const struct turns *turns, const struct turn *turn)
{
    return turns->used == 0 || turns->used + turn->weight <= turns->slots;
}

static void admit(struct turns *turns)
{
    while (turns->waiting && has_room(turns, turns->waiting)) {
        struct turn *first = turns->waiting;
        take_out(turns, first);
        run(turns, first);
    }
}

void turns_join(struct turns *turns, struct turn *turn, struct search *search, int weight)
{
    *turn = (struct turn){.search = search, .weight = weight};
    if (!turns->waiting && has_room(turns, turn)) {
        run(turns, turn);
    } else {
        wait(turns, turn);
    }
}

void turns_leave(struct turns *turns, struct turn *turn)
{
    take_out(turns, turn);
    turn->search = NULL;
    admit(turns);
}

void turns_hasten(struct turns *turns, struct turn *turn)
{
    if (turn->waiting) {
        take_out(turns, turn);
        run(turns, turn);
    }
}

void turns_rotate(struct turns *turns)
{
    if (!turns->waiting) {
        return;
    }
    struct turn *next;
    for (struct turn *turn = turns->running; turn; turn = next) {
        next = turn->next;
        if (turn->rotated) {
            take_out(turns, turn);
            wait(turns, turn);
        } else {
            turn->rotated = true;
        }
    }
    admit(turns);
}

bool turns_have_waiting(const struct turns *turns)
{
    return turns->waiting != NULL;
}
