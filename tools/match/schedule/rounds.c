/* SPDX-License-Identifier: MIT */
#include "rounds.h"

#include <stdio.h>
#include <stdlib.h>

#include "memory.h"

/* Width of the column of an encounter in the table of a Swiss tournament: "12: 10.5". */
#define CELL_WIDTH 10

static double points_of(int64_t half_points)
{
    return (double)half_points / 2;
}

static void put_encounter(const struct standings *standings, const struct encounter *encounter,
                          int width, struct buffer *out)
{
    for (int side = 0; side < 2; side++) {
        const int engine = encounter->engines[side];
        buffer_puts(out, side == 0 ? "  " : " - ");
        if (side == 1) {
            buffer_printf(out, "%-5.1f ", points_of(encounter->points[1]));
        }
        if (engine >= 0) {
            standings_put_name(standings, engine, side == 0 ? width : 0, out);
        } else {
            buffer_printf(out, "%-*s", side == 0 ? width : 1, "?");
        }
        if (side == 0) {
            buffer_printf(out, " %5.1f", points_of(encounter->points[0]));
        }
    }
    if (encounter->by_rank) {
        buffer_printf(out, " (level; %s is placed better)",
                      standings->names[encounter->engines[encounter->winner]]);
    }
    buffer_putc(out, '\n');
}

/* Appends the engines that have no encounter in the first round. */
static void put_byes(const struct standings *standings, int first_round, struct buffer *out)
{
    for (int engine = 0; engine < standings->schedule.engines; engine++) {
        bool meets = false;
        for (int i = 0; i < first_round; i++) {
            const int *engines = standings->encounters.list[i].engines;
            meets = meets || engines[0] == engine || engines[1] == engine;
        }
        if (!meets) {
            buffer_puts(out, "  ");
            standings_put_name(standings, engine, 0, out);
            buffer_puts(out, " bye\n");
        }
    }
}

static int round_of(const struct standings *standings, int encounter)
{
    return schedule_game(&standings->schedule, (int64_t)encounter * standings->schedule.games)
        .round;
}

static void report_knockout(const struct standings *standings, struct buffer *out)
{
    const struct encounters *encounters = &standings->encounters;
    const int width = standings_name_width(standings);
    int first = 0;
    for (int round = 0; round < encounters->rounds; round++) {
        int end = first;
        while (end < encounters->count && round_of(standings, end) == round) {
            end++;
        }
        if (round == encounters->rounds - 1) {
            buffer_puts(out, "Final\n");
        } else {
            buffer_printf(out, "Round %d\n", round + 1);
        }
        for (int i = first; i < end; i++) {
            put_encounter(standings, &encounters->list[i], width, out);
        }
        if (round == 0) {
            put_byes(standings, end, out);
        }
        first = end;
    }
    const struct encounter *last = &encounters->list[encounters->count - 1];
    if (last->over) {
        buffer_printf(out, "Winner: %s\n", standings->names[last->engines[last->winner]]);
    }
}

/* An engine in the table of a Swiss tournament. */
struct row {
    int engine;
    int64_t points;   /* in half points, with those of a bye */
    int64_t buchholz; /* the points of its opponents */
};

/* Returns the engine's encounter of a round, and its side in it; NULL: a bye, or not known yet. */
static const struct encounter *encounter_of(const struct standings *standings, int engine,
                                            int round, int *side)
{
    const int pairs = standings->schedule.engines / 2;
    for (int i = round * pairs; i < (round + 1) * pairs; i++) {
        const struct encounter *encounter = &standings->encounters.list[i];
        for (*side = 0; *side < 2; (*side)++) {
            if (encounter->engines[*side] == engine) {
                return encounter;
            }
        }
    }
    return NULL;
}

static int compare(const void *one, const void *other)
{
    const struct row *a = one, *b = other;
    return a->points != b->points       ? (a->points < b->points ? 1 : -1)
           : a->buchholz != b->buchholz ? (a->buchholz < b->buchholz ? 1 : -1)
                                        : a->engine - b->engine;
}

static struct row *make_rows(const struct standings *standings)
{
    const struct encounters *encounters = &standings->encounters;
    const int engines = standings->schedule.engines;
    struct row *rows = memory_zeroed((size_t)engines, sizeof *rows);
    int side;
    for (int engine = 0; engine < engines; engine++) {
        rows[engine].engine = engine;
        for (int round = 0; round < encounters->rounds; round++) {
            const struct encounter *encounter = encounter_of(standings, engine, round, &side);
            rows[engine].points += encounter ? encounter->points[side] : 0;
            rows[engine].points +=
                encounters->byes[round] == engine ? 2 * (int64_t)standings->schedule.games : 0;
        }
    }
    for (int engine = 0; engine < engines; engine++) {
        for (int round = 0; round < encounters->rounds; round++) {
            const struct encounter *encounter = encounter_of(standings, engine, round, &side);
            rows[engine].buchholz += encounter ? rows[encounter->engines[1 - side]].points : 0;
        }
    }
    qsort(rows, (size_t)engines, sizeof *rows, compare);
    return rows;
}

/* Appends the engine's opponent in a round, by its place, and the points against it. */
static void put_cell(const struct standings *standings, const struct row *rows, int engine,
                     int round, struct buffer *out)
{
    char text[64] = "-";
    int side, place = 0;
    const struct encounter *encounter = encounter_of(standings, engine, round, &side);
    if (encounter) {
        while (rows[place].engine != encounter->engines[1 - side]) {
            place++;
        }
        snprintf(text, sizeof text, "%d: %.1f", place + 1, points_of(encounter->points[side]));
    } else if (standings->encounters.byes[round] == engine) {
        snprintf(text, sizeof text, "bye");
    }
    buffer_printf(out, " %*s", CELL_WIDTH, text);
}

static void report_swiss(const struct standings *standings, struct buffer *out)
{
    const int engines = standings->schedule.engines, width = standings_name_width(standings);
    const int rounds = standings->encounters.rounds;
    struct row *rows = make_rows(standings);
    buffer_printf(out, "     %-*s  games   points  buchholz  %-22s", width, "engine", "strength");
    for (int round = 0; round < rounds; round++) {
        char title[32];
        snprintf(title, sizeof title, "round %d", round + 1);
        buffer_printf(out, " %*s", CELL_WIDTH, title);
    }
    buffer_putc(out, '\n');
    for (int i = 0; i < engines; i++) {
        const struct tally tally = standings_of(standings, rows[i].engine);
        struct buffer elo = {0};
        standings_format_elo(&tally, schedule_is_paired(&standings->schedule), &elo);
        buffer_printf(out, "%3d  ", i + 1);
        standings_put_name(standings, rows[i].engine, width, out);
        buffer_printf(out, " %6lld %8.1f %9.1f  %-22s", (long long)tally_games(&tally),
                      points_of(rows[i].points), points_of(rows[i].buchholz), buffer_text(&elo));
        for (int round = 0; round < rounds; round++) {
            put_cell(standings, rows, rows[i].engine, round, out);
        }
        buffer_putc(out, '\n');
        buffer_finish(&elo);
    }
    free(rows);
}

void rounds_report(const struct standings *standings, struct buffer *out)
{
    if (standings->schedule.kind == TOURNAMENT_KNOCKOUT) {
        report_knockout(standings, out);
    } else {
        report_swiss(standings, out);
    }
    standings_report_end(standings, out);
}
