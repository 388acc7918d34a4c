/* SPDX-License-Identifier: MIT */
/* What is given to the janitor is taken away in order; he tells when too much waits, and when he
 * has caught up. */
#include "reclaimer.h"

#include <semaphore.h>

#include "compiler.h"
#include "suite.h"

#define MOST  4
#define COUNT 9

struct desk {
    sem_t may, caught_up; /* take one thing away; told */
    int taken[COUNT], count;
};

struct thing {
    struct desk *desk;
    int number;
};

static void take_away(void *opaque)
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
    const struct janitor_config config = {MOST, on_caught_up, &desk};
    struct janitor *janitor = janitor_create(&config);
    int value;
    sem_init(&desk.may, 0, 0);
    sem_init(&desk.caught_up, 0, 0);
    ck_assert_ptr_nonnull(janitor);
    for (int i = 0; i < COUNT; i++) {
        ck_assert_int_eq(janitor_is_behind(janitor), i >= MOST);
        things[i] = (struct thing){&desk, i};
        janitor_give(janitor, take_away, &things[i]);
    }
    /* Half of MOST are left when he has caught up, and no sooner. */
    for (int i = 0; i < COUNT - MOST / 2 - 1; i++) {
        sem_post(&desk.may);
    }
    ck_assert(janitor_is_behind(janitor));
    sem_post(&desk.may);
    sem_wait(&desk.caught_up);
    ck_assert(!janitor_is_behind(janitor));
    for (int i = 0; i < MOST / 2; i++) {
        sem_post(&desk.may);
    }
    janitor_destroy(janitor);
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
    Suite *suite = suite_create("janitor");
    SUPPORT_ADD(suite, too_much_work_is_told_and_so_is_its_end);
    return support_run(suite);
}
