/* SPDX-License-Identifier: MIT */
/* Tests pictures of positions: queries and drawings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_query.h"
#include "board_svg.h"
#include "compiler.h"
#include "registry.h"
#include "suite.h"
#include "svg_parts.h"
#include "xml.h"

static int count(const char *text, const char *word)
{
    int found = 0;
    for (; (text = strstr(text, word)); text += strlen(word)) {
        found++;
    }
    return found;
}

/* Answers a query and returns the status. */
static int ask(const char *query, struct buffer *out, struct error *error)
{
    const struct game *const *games = registry_games();
    *error = (struct error){""};
    return board_query_answer(games, games[0], query, strlen(query), out, error);
}

/* Draws the picture of a valid query. */
static void draw(const char *query, struct buffer *out)
{
    struct error error;
    const char *why;
    buffer_clear(out);
    ck_assert_msg(ask(query, out, &error) == 200, "%s: %s", query, error.text);
    const char *text = buffer_text(out);
    ck_assert_msg(xml_is_well_formed(text, &why), "%s: not well-formed: %.200s", query, why);
    ck_assert_msg(!strstr(text, "style=") && !strstr(text, "class=") && !strstr(text, "var("),
                  "%s: is not complete in itself", query);
    ck_assert_int_eq(count(text, "http://"), 1); /* only the name of SVG's namespace */
}

/* Converts a sample of look.h to a query: "fen F moves M..." becomes "&fen=F&moves=M...". */
static void put_sample(struct buffer *query, const char *sample)
{
    const char *moves = strstr(sample, "moves ");
    size_t head = moves ? (size_t)(moves - sample) : strlen(sample);
    if (strncmp(sample, "fen ", 4) == 0) {
        buffer_printf(query, "&fen=%.*s", (int)(head - 4), sample + 4);
    }
    buffer_printf(query, "&moves=%s", moves ? moves + 6 : "");
    for (char *at = strchr(query->data, ' '); at; at = strchr(at, ' ')) {
        *at = '+';
    }
}

static int stones(const struct game *game, const char *sample)
{
    struct game_settings settings;
    struct look_board board;
    void *position = malloc(game->position_size);
    char *copy = strdup(sample), *moves = strstr(copy, "moves ");
    int stands = 0;
    move_t move;
    game_default_settings(game, &settings);
    if (moves) {
        moves[-1] = '\0';
        moves += 6;
    }
    game->start(&settings, position);
    ck_assert(strncmp(copy, "fen ", 4) != 0 ||
              game->parse_fen(&settings, copy + 4, position, NULL));
    for (char *word; moves && (word = strsep(&moves, " "));) {
        ck_assert(game->parse_move(position, word, &move, NULL));
        game->play(position, move);
    }
    game->look->board(position, &board);
    for (int i = 0; i < board.files * board.ranks; i++) {
        stands += board.squares[i] != 0;
    }
    free(copy);
    free(position);
    return stands;
}

START_TEST(every_sample_of_every_game_is_a_whole_picture)
{
    static const char *const ways[] = {"", "&flip=1", "&theme=dark&last", "&coordinates=0&last=1"};
    struct buffer out = {0}, query = {0};
    for (int i = 0; registry_games()[i]; i++) {
        const struct game *game = registry_games()[i];
        static const struct look_samples none;
        const struct look_samples *samples = game->look->samples ? game->look->samples : &none;
        const char *const texts[] = {"startpos",    samples->after, samples->win,
                                     samples->over, samples->loss,  samples->elsewhere};
        for (int k = 0; k < LENGTH(texts) * LENGTH(ways); k++) {
            const char *sample = texts[k / LENGTH(ways)];
            if (sample) {
                buffer_clear(&query);
                buffer_printf(&query, "game=%s", game->name);
                put_sample(&query, sample);
                buffer_puts(&query, ways[k % LENGTH(ways)]);
                draw(buffer_text(&query), &out);
                ck_assert_msg(count(buffer_text(&out), "<use ") == stones(game, sample),
                              "%s: %d pieces", buffer_text(&query),
                              count(buffer_text(&out), "<use "));
                ck_assert_int_eq(count(buffer_text(&out), "<title>"), 1);
            }
        }
    }
    buffer_finish(&out);
    buffer_finish(&query);
}
END_TEST

START_TEST(every_piece_has_a_symbol_and_every_theme_its_colours)
{
    static const char *const colours[] = {
        "ground", "light",    "dark",           "wood",          "wood-line",     "frame",
        "box",    "faint",    "label-on-light", "label-on-wood", "last",          "alarm",
        "win",    "win-edge", "forbidden",      "accent",        "threat-on-wood"};
    struct svg_colour black = {"#000000"};
    struct buffer out = {0};
    for (int i = 0; registry_games()[i]; i++) {
        const struct look *look = registry_games()[i]->look;
        for (int k = 0; k < look->piece_count; k++) {
            ck_assert_msg(svg_put_shape(&out, look->pieces[k].shape, 1, black, black),
                          "there is no symbol '%s'", look->pieces[k].shape);
        }
    }
    size_t length = buffer_length(&out);
    ck_assert(!svg_put_shape(&out, "dragon", 1, black, black));
    ck_assert_uint_eq(buffer_length(&out), length);
    for (int i = 0; i < LENGTH(colours); i++) {
        for (int dark = 0; dark < 2; dark++) {
            ck_assert_msg(strcmp(svg_theme_colour(dark, colours[i]).text, "#000000") != 0,
                          "no theme has a colour '%s'", colours[i]);
        }
    }
    ck_assert_str_ne(svg_theme_colour(true, "light").text, svg_theme_colour(false, "light").text);
    ck_assert_str_eq(svg_theme_colour(true, "no-such-name").text, "#000000");
    buffer_finish(&out);
}
END_TEST

START_TEST(a_shape_that_is_not_known_is_a_stone_with_its_letter)
{
    const struct game *known = registry_games()[0];
    struct game game = *known;
    struct look look = *known->look;
    struct look_piece pieces[32];
    struct game_settings settings;
    const char *why;
    struct buffer out = {0};
    for (int i = 0; i < look.piece_count; i++) {
        pieces[i] = look.pieces[i];
        pieces[i].shape = i == 0 ? "dragon" : pieces[i].shape;
        pieces[i].ascii = i == 0 ? "<" : pieces[i].ascii;
    }
    look.pieces = pieces;
    game.look = &look;
    void *position = malloc(game.position_size);
    game_default_settings(&game, &settings);
    game.start(&settings, position);
    board_svg_put(&(struct board_picture){.game = &game, .position = position}, &out);
    ck_assert(xml_is_well_formed(buffer_text(&out), &why));
    ck_assert_ptr_nonnull(strstr(buffer_text(&out), ">&#60;</text>"));
    free(position);
    buffer_finish(&out);
}
END_TEST

START_TEST(the_picture_is_what_was_asked_for)
{
    static const struct {
        const char *query, *has, *lacks;
    } cases[] = {
        {"", "<title>Chess: White to move</title>", NULL},
        {"game=chess&moves=e2e4", "<title>Chess: Black to move</title>", "#d9b84a"},
        {"game=chess&moves=e2e4+e7e5&last", "#d9b84a", NULL},
        {"game=chess&moves=e2e4+e7e5&last=0", "<use ", "#d9b84a"},
        {"game=chess&moves=e4+e5+Nf3", "Black to move", NULL},
        {"game=chess&fen=4k3/8/8/8/8/8/8/4K2R+b+K+-+0+1&moves=", "Black to move", "#c62b1c"},
        {"game=chess&fen=4k3/8/8/8/8/8/4r3/4K2R%20w%20K%20-%200%201", "#c62b1c", NULL},
        {"game=CHESS&fen=++7k/5KQ1/8/8/8/8/8/8++b+-+-+0+1+", "Chess: White wins", NULL},
        {"game=connect4&moves=1+2+1+2+1+2+1", "Connect Four: Red wins", NULL},
        {"game=tictactoe&moves=a1+b1+c1+a2+b2+c2+b3+a3+c3", "wins", "to move"},
        {"game=gomoku&size=5&coordinates=0", "viewBox=\"0 0 524 524\"", "<text"},
        {"game=gomoku&size=15&rule=renju", ">o</text>", ">p</text>"},
        {"game=omok", ">s</text>", ">t</text>"}, /* omok's default board has 19 files */
        {"game=omok&size=15", ">o</text>", ">p</text>"},
        {"game=connect4&flip=1", ">7</text>", NULL},
        {"game=connect4&moves=1+2+1+2+1", "stroke-width=\"6\" fill=\"none\" stroke=\"#1c6570\"",
         NULL},
        {"game=connect4&moves=1+2+1+2+1+2+1", "<use ", "#1c6570"},
        {"game=connect4", "<svg ", "#1c6570"},
        {"game=gomoku&moves=h8+a1+i8+b3+j8+c5+k8", "fill=\"#e3c390\" stroke=\"#0d4650\"", NULL},
        {"game=gomoku", "<svg ", "#0d4650"},
        /* The colours of pieces are those of page/style.css where the page has softer ones. */
        {"game=chess", "#fdfaf4", "#ffffff"},
        {"game=chess", "#34302d", "#000000"},
        {"game=connect4&moves=1+2", "#e0533d", "#fdfaf4"},
        {"game=connect4&moves=1+2", "#e8b93c", "#34302d"},
    };
    struct buffer out = {0};
    for (int i = 0; i < LENGTH(cases); i++) {
        draw(cases[i].query, &out);
        ck_assert_msg(strstr(buffer_text(&out), cases[i].has) != NULL, "%s lacks %s",
                      cases[i].query, cases[i].has);
        ck_assert_msg(!cases[i].lacks || !strstr(buffer_text(&out), cases[i].lacks), "%s has %s",
                      cases[i].query, cases[i].lacks);
    }
    buffer_finish(&out);
}
END_TEST

START_TEST(the_last_move_is_marked_as_the_page_marks_it)
{
    static const struct {
        const char *query, *marked;
        int squares;
    } cases[] = {
        {"fen=4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1&moves=e1g1", "x=\"600\" y=\"700\"", 2},
        {"fen=4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1&moves=O-O", "x=\"400\" y=\"700\"", 2},
        {"chess960=true&fen=4k3/8/8/8/8/8/8/4K2R+w+H+-+0+1&moves=e1h1", "x=\"700\" y=\"700\"", 2},
        {"fen=4k3/8/8/3pP3/8/8/8/4K3+w+-+d6+0+1&moves=e5d6", "x=\"300\" y=\"200\"", 2},
        {"game=tictactoe&moves=b2", "width=\"92\"", 1},
    };
    struct buffer out = {0};
    struct buffer query = {0};
    for (int i = 0; i < LENGTH(cases); i++) {
        buffer_clear(&query);
        buffer_printf(&query, "%s&last", cases[i].query);
        draw(buffer_text(&query), &out);
        ck_assert_msg(count(buffer_text(&out), "fill=\"#d9b84a\"") == cases[i].squares,
                      "%s: %d squares are marked", cases[i].query,
                      count(buffer_text(&out), "fill=\"#d9b84a\""));
        ck_assert_ptr_nonnull(strstr(buffer_text(&out), cases[i].marked));
    }
    buffer_finish(&query);
    buffer_finish(&out);
}
END_TEST

/* Finds the first piece of a picture. The bottom left corner is drawn last, unless the board is
 * flipped. */
START_TEST(a_turned_board_has_the_last_rank_below)
{
    struct buffer plain = {0}, turned = {0}, upright = {0};
    draw("game=chess&fen=8/8/8/8/8/8/8/K6k+w+-+-+0+1", &plain);
    draw("game=chess&fen=8/8/8/8/8/8/8/K6k+w+-+-+0+1&flip", &turned);
    ck_assert_ptr_nonnull(strstr(buffer_text(&plain), "<use href=\"#piece6\" x=\"0\" y=\"700\"/>"));
    ck_assert_ptr_nonnull(
        strstr(buffer_text(&turned), "<use href=\"#piece6\" x=\"700\" y=\"0\"/>"));
    buffer_clear(&plain);
    draw("game=connect4&moves=1", &plain);
    draw("game=connect4&moves=1&flip=1", &upright);
    ck_assert_str_eq(buffer_text(&plain), buffer_text(&upright));
    buffer_finish(&plain);
    buffer_finish(&turned);
    buffer_finish(&upright);
}
END_TEST

/* A page changes the pieces and the colours: the picture has its layers, all kinds of pieces, and
 * no colour of a theme. */
START_TEST(a_picture_for_a_page_has_layers_and_variable_colours)
{
    for (int i = 0; registry_games()[i]; i++) {
        const struct game *game = registry_games()[i];
        struct game_settings settings;
        struct buffer out = {0};
        const char *why;
        void *position = malloc(game->position_size);
        game_default_settings(game, &settings);
        game->start(&settings, position);
        board_svg_put(&(struct board_picture){.game = game, .position = position, .page = "g7-"},
                      &out);
        const char *text = buffer_text(&out);
        ck_assert_msg(xml_is_well_formed(text, &why), "%s: %.200s", game->name, why);
        ck_assert_int_eq(count(text, "<g id=\"g7-piece"), game->look->piece_count);
        ck_assert_int_eq(count(text, "href=\"#piece"), 0);
        ck_assert_int_eq(count(text, "<g class=\"ground\">"), 1);
        ck_assert_int_eq(count(text, "<g class=\"ground turned\">"), !game->look->upright);
        ck_assert_int_eq(count(text, "<g class=\"under\">"), 1);
        ck_assert_int_eq(count(text, "<g class=\"pieces\">"), 1);
        ck_assert_int_eq(count(text, "<g class=\"over\">"), 1);
        ck_assert_ptr_nonnull(strstr(text, "fill=\"var(--"));
        ck_assert_ptr_null(strstr(text, svg_theme_colour(false, "wood").text));
        ck_assert_ptr_null(strstr(text, svg_theme_colour(false, "light").text));
        free(position);
        buffer_finish(&out);
    }
}
END_TEST

START_TEST(what_is_wrong_is_named)
{
    static const struct {
        const char *query, *why;
    } cases[] = {
        {"game=ludo", "game: unknown game 'ludo'; games are: chess "},
        {"game=", "game: unknown game ''"},
        {"colour=red", "unknown parameter 'colour'; expected one of: game fen moves last flip"},
        {"game=gomoku&colour=red", "coordinates size rule "},
        {"size=15", "unknown parameter 'size'"},
        {"game=gomoku&size=3", "size: 3 is out of range (5 to 22)"},
        {"game=gomoku&rule=mine", "rule: 'mine' is none of: freestyle"},
        {"game=gomoku&fen=15/15+x", "fen: "},
        {"fen=8/8/8/8+w+-+-+0+1", "fen: "},
        {"moves=e2e4+e7e5+e4e5", "moves: move 3: illegal move 'e4e5'"},
        {"moves=Nf6", "moves: move 1: illegal move 'Nf6': no knight can go to f6"},
        {"game=gomoku&moves=a1+a1", "moves: move 2: illegal move 'a1'"},
        {"moves=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         "moves: move 1: 'aaaaaaaaaaaaaaaaaaaaaaaa...' is no move"},
        {"flip=yes", "flip: expected 0 or 1, found 'yes'"},
        {"coordinates=2", "coordinates: expected 0 or 1, found '2'"},
        {"last=e2", "last: expected 0 or 1, found 'e2'"},
        {"theme=blue", "theme: expected light or dark, found 'blue'"},
        {"theme=dark&theme=light", "parameter 'theme' is there twice"},
        {"game=%zz", "'%zz': expected two hexadecimal digits after %"},
        {"game=chess%4", "'%4': expected two hexadecimal digits after %"},
        {"game=chess%00", "a byte is no printable ASCII"},
        {"game=chess%0a", "a byte is no printable ASCII"},
        {"game=ch\xc3\xa9ss", "a byte is no printable ASCII"},
        {"%41=1", "unknown parameter 'A'"},
        {"=", "unknown parameter ''"},
    };
    struct buffer out = {0};
    struct error error;
    for (int i = 0; i < LENGTH(cases); i++) {
        ck_assert_int_eq(ask(cases[i].query, &out, &error), 400);
        ck_assert_msg(strstr(error.text, cases[i].why) != NULL, "%s: %s", cases[i].query,
                      error.text);
        ck_assert_uint_eq(buffer_length(&out), 0);
    }
    buffer_finish(&out);
}
END_TEST

START_TEST(moves_and_parameters_are_bounded)
{
    struct buffer query = {0}, out = {0};
    struct error error;
    buffer_puts(&query, "moves=g1f3+g8f6");
    for (int i = 2; i < BOARD_QUERY_MOVES; i += 2) {
        buffer_puts(&query, i % 4 == 2 ? "+f3g1+f6g8" : "+g1f3+g8f6");
    }
    draw(buffer_text(&query), &out);
    buffer_puts(&query, "+e2e4");
    buffer_clear(&out);
    ck_assert_int_eq(ask(buffer_text(&query), &out, &error), 400);
    ck_assert_ptr_nonnull(strstr(error.text, "moves: more than 200"));
    buffer_clear(&query);
    for (int i = 0; i <= FORM_MAX_FIELDS; i++) {
        buffer_printf(&query, "p%d&", i);
    }
    ck_assert_int_eq(ask(buffer_text(&query), &out, &error), 400);
    ck_assert_str_eq(error.text, "more than 32 parameters");
    buffer_finish(&query);
    buffer_finish(&out);
}
END_TEST

START_TEST(forms_are_decoded)
{
    static const char text[] = "a=1+2&b&c=%41%2bz&&d=+x++y+&e==&f=%20";
    struct form form;
    ck_assert(form_init(&form, text, strlen(text), NULL));
    ck_assert_int_eq(form.count, 6);
    ck_assert_str_eq(form_value(&form, "a"), "1 2");
    ck_assert_str_eq(form_value(&form, "b"), "");
    ck_assert_str_eq(form_value(&form, "c"), "A+z");
    ck_assert_str_eq(form_value(&form, "d"), "x y");
    ck_assert_str_eq(form_value(&form, "e"), "=");
    ck_assert_str_eq(form_value(&form, "f"), "");
    ck_assert_ptr_null(form_value(&form, "g"));
    form_finish(&form);
}
END_TEST

START_TEST(damaged_xml_is_found)
{
    static const char *const wrong[] = {
        "",           "x",           "<a>\n",          "<a></b>\n",      "<a b></a>\n",
        "<a b=c/>\n", "<a/><b/>\n",  "<a>&amp;</a>\n", "<a b=\"<\"/>\n", "<a b=\"1\" b=\"2\"/>\n",
        "<a></a>x\n", "<a><b></a>\n"};
    const char *why;
    for (int i = 0; i < LENGTH(wrong); i++) {
        ck_assert_msg(!xml_is_well_formed(wrong[i], &why), "%s", wrong[i]);
    }
    ck_assert(xml_is_well_formed("<a b=\"1\" c=\"&#38;\"><d/>x<e>y</e></a>\n", &why));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("board_svg");
    SUPPORT_ADD(suite, every_sample_of_every_game_is_a_whole_picture);
    SUPPORT_ADD(suite, every_piece_has_a_symbol_and_every_theme_its_colours);
    SUPPORT_ADD(suite, a_shape_that_is_not_known_is_a_stone_with_its_letter);
    SUPPORT_ADD(suite, the_picture_is_what_was_asked_for);
    SUPPORT_ADD(suite, the_last_move_is_marked_as_the_page_marks_it);
    SUPPORT_ADD(suite, a_turned_board_has_the_last_rank_below);
    SUPPORT_ADD(suite, a_picture_for_a_page_has_layers_and_variable_colours);
    SUPPORT_ADD(suite, what_is_wrong_is_named);
    SUPPORT_ADD(suite, moves_and_parameters_are_bounded);
    SUPPORT_ADD(suite, forms_are_decoded);
    SUPPORT_ADD(suite, damaged_xml_is_found);
    return support_run(suite);
}
