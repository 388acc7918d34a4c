/* SPDX-License-Identifier: MIT */
/* Fuzzes positions of all games, and moves in them. The first byte selects the game, the second one
 * its settings. Then follow lines: a FEN (empty: the start), and words, each a move or a number
 * that selects a legal move. A game must be able to format a position or move that it accepts,
 * parse the result, evaluate it, draw it and continue from it. */
#include "look.h"
#include "registry.h"
#include "target.h"

/* The most plies that are played per input. */
#define MAX_PLIES 60

struct play {
    const struct game *game;
    struct game_settings settings;
    void *position, *other;
    struct buffer text, again;
};

static void choose_settings(struct play *play, unsigned choice)
{
    const struct game *game = play->game;
    game_default_settings(game, &play->settings);
    for (int i = 0; i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        if (setting->shapes_board && setting->kind != SETTING_TEXT) {
            unsigned span = (unsigned)(setting->max - setting->min) + 1;
            play->settings.values[i] = setting->min + (int)(choice % span);
            choice /= span;
        }
    }
}

/* Checks that the text of a position is parsed as the same position, with the same text. */
static void check_fen(struct play *play)
{
    const struct game *game = play->game;
    struct error error;
    buffer_clear(&play->text);
    buffer_clear(&play->again);
    game->format_fen(play->position, &play->text);
    EXPECT(game->parse_fen(&play->settings, buffer_text(&play->text), play->other, &error));
    game->format_fen(play->other, &play->again);
    EXPECT(strcmp(buffer_text(&play->text), buffer_text(&play->again)) == 0);
    EXPECT(game->key(play->position) == game->key(play->other));
    EXPECT(game->player(play->position) == game->player(play->other));
}

/* Checks that the text of each legal move is parsed as that move, in the protocol's and in the
 * players' notation. */
static void check_moves(struct play *play, const struct move_list *list)
{
    const struct game *game = play->game;
    struct error error;
    move_t move;
    for (int i = 0; i < list->count; i++) {
        buffer_clear(&play->text);
        game->format_move(play->position, list->moves[i], &play->text);
        EXPECT(buffer_length(&play->text) < GAME_MOVE_TEXT);
        EXPECT(game->parse_move(play->position, buffer_text(&play->text), &move, &error));
        EXPECT(move == list->moves[i]);
        if (game->look) {
            struct look_squares squares;
            buffer_clear(&play->text);
            look_format_move(game, play->position, list->moves[i], &play->text);
            EXPECT(look_parse_move(game, play->position, buffer_text(&play->text), &move, &error));
            EXPECT(move == list->moves[i]);
            look_move_squares(game, play->position, move, &squares);
        }
    }
}

static void check_looks(struct play *play)
{
    const struct look *look = play->game->look;
    struct look_board board;
    struct look_squares squares = {0};
    if (look) {
        look->board(play->position, &board);
        EXPECT(board.files <= LOOK_MAX_SIDE && board.ranks <= LOOK_MAX_SIDE);
        if (look->winning_squares) {
            look->winning_squares(play->position, &squares);
        }
        if (look->alarm) {
            look->alarm(play->position, &squares);
        }
    }
}

static void check_position(struct play *play, struct move_list *list)
{
    const struct game *game = play->game;
    enum game_result result = game->result(play->position);
    list->count = 0;
    game->legal_moves(play->position, list);
    EXPECT(list->count <= MAX_MOVES);
    EXPECT(list->count > 0 || result != RESULT_NONE);
    if (result == RESULT_NONE) {
        score_t score = game->evaluate(play->position);
        EXPECT(!score_is_mate(score));
        buffer_clear(&play->text);
        game->explain(play->position, &play->text);
    }
    buffer_clear(&play->text);
    game->draw(play->position, &play->text);
    check_looks(play);
    check_moves(play, list);
}

/* Selects a legal move by a number; any other word is parsed as a move in both notations. */
static bool find_move(struct play *play, const char *word, const struct move_list *list,
                      move_t *move)
{
    struct error error;
    if (play->game->parse_move(play->position, word, move, &error) ||
        (play->game->look && look_parse_move(play->game, play->position, word, move, &error))) {
        EXPECT(move_list_find(list, *move) >= 0);
        return true;
    }
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (list->count > 0 && *end == '\0' && end > word) {
        *move = list->moves[number % (unsigned long)list->count];
        return true;
    }
    return false;
}

static void play_moves(struct play *play, char *words)
{
    struct move_list list;
    check_position(play, &list);
    int plies = 0;
    for (char *word; plies < MAX_PLIES && (word = strsep(&words, " \n"));) {
        move_t move;
        if (*word && find_move(play, word, &list, &move)) {
            play->game->play(play->position, move);
            check_position(play, &list);
            plies++;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length < 2) {
        return 0;
    }
    unsigned count = 0;
    const struct game *const *games = registry_games_at(level_best());
    while (games[count]) {
        count++;
    }
    struct play play = {.game = games[bytes[0] % count]};
    play.position = malloc(play.game->position_size);
    play.other = malloc(play.game->position_size);
    choose_settings(&play, bytes[1]);
    char *text = text_of(bytes + 2, length - 2), *rest = text;
    const char *fen = strsep(&rest, "\n");
    struct error error;
    play.game->start(&play.settings, play.position);
    if (!*fen || play.game->parse_fen(&play.settings, fen, play.position, &error)) {
        check_fen(&play);
        play_moves(&play, rest);
    }
    free(text);
    free(play.position);
    free(play.other);
    buffer_finish(&play.text);
    buffer_finish(&play.again);
    return 0;
}
