/* SPDX-License-Identifier: MIT */
/* The requests of a player besides moves. */
#include <stdlib.h>
#include <string.h>

#include "game_walk.h"
#include "memory.h"
#include "table.h"

static bool has_person(const struct table *table)
{
    return table->players[0] == PLAYER_PERSON || table->players[1] == PLAYER_PERSON;
}

/* Takes the last move back, and keeps it for table_redo. */
static void undo_move(struct table *table)
{
    char move[GAME_MOVE_TEXT];
    char *later = memory_text(buffer_text(&table->undone));
    game_record_last_move(&table->record, move);
    buffer_clear(&table->undone);
    buffer_printf(&table->undone, "%s%s%s", move, *later ? " " : "", later);
    free(later);
    game_record_undo(&table->record, 1);
}

/* Plays the next of the moves that were taken back; false if there is none. */
static bool redo_move(struct table *table)
{
    char *moves = memory_text(buffer_text(&table->undone)), *rest = moves;
    char *move = strsep(&rest, " ");
    bool good = *move && game_record_play(&table->record, move, NULL);
    buffer_clear(&table->undone);
    buffer_puts(&table->undone, good && rest ? rest : "");
    free(moves);
    return good;
}

/* Continues the game after moves were taken back or played again. */
static void go_on(struct table *table)
{
    table->over = false;
    table->turn_began_ns = 0;
    table_look_for_end(table);
    table_tell_changed(table);
    table_advance(table);
}

bool table_undo(struct table *table, struct error *error)
{
    if (table->record.plies == 0) {
        return error_set(error, "There is no move to take back.");
    }
    table_drop_answers(table);
    do {
        undo_move(table);
    } while (has_person(table) && table->record.plies > 0 &&
             table->players[table_player_to_move(table)] != PLAYER_PERSON);
    go_on(table);
    return true;
}

bool table_redo(struct table *table, struct error *error)
{
    if (buffer_length(&table->undone) == 0) {
        return error_set(error, "There is no move to play again.");
    }
    table_drop_answers(table);
    while (redo_move(table) && has_person(table) &&
           table->players[table_player_to_move(table)] != PLAYER_PERSON) {
    }
    go_on(table);
    return true;
}

/* Returns the person who gives a command, 0 or 1; -1 if no person plays. */
static int speaker(const struct table *table)
{
    int player = table_player_to_move(table);
    return table->players[player] == PLAYER_PERSON       ? player
           : table->players[1 - player] == PLAYER_PERSON ? 1 - player
                                                         : -1;
}

/* True if a person may end the game now. */
static bool may_end(const struct table *table, struct error *error)
{
    if (table->over) {
        return error_set(error, "The game is over.");
    }
    return speaker(table) >= 0 || error_set(error, "Nobody but engines plays.");
}

bool table_resign(struct table *table, struct error *error)
{
    struct buffer why = {0};
    if (!may_end(table, error)) {
        return false;
    }
    int player = speaker(table);
    notation_player(table->record.game->look, player, &why);
    buffer_puts(&why, " resigns");
    table_drop_answers(table);
    table_lose(table, player, VERDICT_RESIGNATION, buffer_text(&why));
    buffer_finish(&why);
    return true;
}

bool table_offer_draw(struct table *table, struct error *error)
{
    if (!may_end(table, error)) {
        return false;
    }
    int other = 1 - speaker(table);
    const struct analysis *seen = &table->moved[other];
    if (table->players[other] == PLAYER_ENGINE && !seen->known) {
        return error_set(error, "%.60s declines: it has not moved yet.",
                         table_player_name(table, other));
    }
    if (table->players[other] == PLAYER_ENGINE && seen->info.score > 0) {
        return error_set(error, "%.60s declines: it sees itself ahead.",
                         table_player_name(table, other));
    }
    table_drop_answers(table);
    table_finish(table, RESULT_DRAW, VERDICT_DRAW, "agreed");
    return true;
}

bool table_set_level(struct table *table, int level, struct error *error)
{
    const struct game *game = table->record.game;
    if (!table->engines[0].client) {
        return error_set(error, "There is no engine.");
    }
    for (int i = 0; i < 2; i++) {
        struct table_engine *engine = &table->engines[i];
        if (engine->client && !table_engine_set_level(engine, game, level)) {
            return error_set(error,
                             "%.60s offers no levels at %s: neither Skill Level nor UCI_Elo is an "
                             "option of this game.",
                             table_engine_name(engine), game->title);
        }
    }
    return true;
}

bool table_hint(struct table *table, struct error *error)
{
    struct table_engine *engine = table_engine_of(table, table_player_to_move(table));
    if (table->over) {
        return error_set(error, "The game is over.");
    }
    if (!table_engine_lives(engine)) {
        return error_set(error, "There is no engine to ask.");
    }
    if (!table_waits_for_person(table)) {
        return error_set(error, "It is the engine's turn.");
    }
    table->hint_wanted = true;
    table_advance(table);
    return true;
}

bool table_hurry(struct table *table, struct error *error)
{
    struct table_engine *engine = table_engine_of(table, table_player_to_move(table));
    if (engine->purpose != PURPOSE_MOVE && engine->purpose != PURPOSE_HINT) {
        return error_set(error, "No engine is thinking.");
    }
    client_stop(engine->client);
    return true;
}

bool table_set_player(struct table *table, int player, enum player_kind kind, struct error *error)
{
    struct table_engine *engine = table_engine_of(table, player);
    if (kind == PLAYER_ENGINE && !table_engine_lives(engine)) {
        return error_set(error, "There is no engine to sit there.");
    }
    if (table->players[player] != kind && player == table_player_to_move(table)) {
        table_drop_answers(table);
        table->turn_began_ns = 0;
    }
    table->players[player] = kind;
    table->clocks.controls[player] = *table_control_of(table, player);
    table_tell_changed(table);
    return true;
}
