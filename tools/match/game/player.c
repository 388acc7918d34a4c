/* SPDX-License-Identifier: MIT */
#include "player.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "compiler.h"

void player_expect(struct player *player, const char *move)
{
    snprintf(player->expected, sizeof player->expected, "%s", move ? move : "");
}

void player_ponder(struct player *player, struct game_record *record,
                   const struct game_clocks *clocks, int side)
{
    if (!*player->expected || !game_record_play(record, player->expected, NULL)) {
        return;
    }
    if (game_record_result(record) == RESULT_NONE && game_record_player(record) == side + 1) {
        const struct command_position position = game_record_command(record);
        struct command_go go = game_clocks_go(clocks, side);
        go.given |= GO_PONDER;
        game_record_last_move(record, player->expected);
        findings_clear(&player->findings);
        player->pondering = PONDERING_ON;
        client_go(player->client, &position, &go, -1);
    }
    game_record_undo(record, 1);
}

bool player_ponder_hit(struct player *player, const struct game_record *record, int64_t limit_ns)
{
    char move[GAME_MOVE_TEXT];
    game_record_last_move(record, move);
    if (player->pondering == PONDERING_ON && strcmp(move, player->expected) == 0) {
        player->pondering = PONDERING_NOT;
        client_send(player->client, &(struct command){.kind = COMMAND_PONDERHIT, .word = ""});
        client_expect(player->client, (double)limit_ns / (double)NS_PER_SECOND);
        return true;
    }
    player_end_pondering(player);
    return false;
}

bool player_end_pondering(struct player *player)
{
    if (player->pondering == PONDERING_ON) {
        player->pondering = PONDERING_ENDING;
        client_stop(player->client);
    }
    return player->pondering == PONDERING_ENDING;
}

int player_ask_for_claims(struct player *player, const struct command_position *position,
                          double limit_s)
{
    static const char *const queries[] = {"gameover", "result"};
    player->answers = 0;
    if (strcmp(client_dialect(player->client)->name, "ugi") == 0) {
        client_send(player->client,
                    &(struct command){.kind = COMMAND_POSITION, .position = *position});
        for (int i = 0; i < LENGTH(queries); i++) {
            client_send(player->client,
                        &(struct command){.kind = COMMAND_QUERY, .query = queries[i]});
        }
        player->answers = LENGTH(queries);
        client_expect(player->client, limit_s);
    }
    return player->answers;
}

bool player_resigns(const struct event_result *claim, int side)
{
    return claim->winner == -1 || claim->winner == 2 - side;
}
