/* SPDX-License-Identifier: MIT */
/* Tests the reclaimer: objects are destroyed in order, and it reports when too many wait and when
 * it has caught up. */
#include "reclaimer.h"

#include <semaphore.h>

#include "compiler.h"
#include "suite.h"

#define MOST  4
#define COUNT 9

struct desk {
    sem_t may, caught_up; /* `may` lets it destroy one object; `caught_up` is its report */
    int taken[COUNT], count;
};

struct thing {
    struct desk *desk;
    int number;
};

static void reclaim(void *opaque)
{
    struct thing *thing = opaque;
    sem_wait(&thing->desk->may);
    thing->desk->taken[thing->desk->count++] = thing->number;
}

static void on_caught_up(void *owner)
{
    struct desk *desk = owner;
    sem_post(&desk->caught_up);
}

START_TEST(too_much_work_is_told_and_so_is_its_end)
{
    struct desk desk = {.count = 0};
    struct thing things[COUNT];
    const struct reclaimer_config config = {MOST, on_caught_up, &desk};
    struct reclaimer *reclaimer = reclaimer_create(&config);
    int value;
    sem_init(&desk.may, 0, 0);
    sem_init(&desk.caught_up, 0, 0);
    ck_assert_ptr_nonnull(reclaimer);
    for (int i = 0; i < COUNT; i++) {
        ck_assert_int_eq(reclaimer_is_behind(reclaimer), i >= MOST);
        things[i] = (struct thing){&desk, i};
        reclaimer_give(reclaimer, reclaim, &things[i]);
    }
    /* It reports when half of MOST are left, and not before. */
    for (int i = 0; i < COUNT - MOST / 2 - 1; i++) {
        sem_post(&desk.may);
    }
    ck_assert(reclaimer_is_behind(reclaimer));
    sem_post(&desk.may);
    sem_wait(&desk.caught_up);
    ck_assert(!reclaimer_is_behind(reclaimer));
    for (int i = 0; i < MOST / 2; i++) {
        sem_post(&desk.may);
    }
    reclaimer_destroy(reclaimer);
    ck_assert_int_eq(desk.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        ck_assert_int_eq(desk.taken[i], i);
    }
    sem_getvalue(&desk.caught_up, &value);
    ck_assert_int_eq(value, 0);
    sem_destroy(&desk.may);
    sem_destroy(&desk.caught_up);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reclaimer");
    SUPPORT_ADD(suite, too_much_work_is_told_and_so_is_its_end);
    return support_run(suite);
}
