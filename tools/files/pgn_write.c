/* SPDX-License-Identifier: MIT */
#include <strings.h>

#include "encoding.h"
#include "look.h"
#include "pgn.h"

/* The length of a line of moves, in columns. */
#define PGN_COLUMNS 80

/* The tags that every game has, in their order, with the values for unknown facts. */
static const char *const roster[][2] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {"Result", NULL},
};

static bool is_in_roster(const char *name)
{
    for (int i = 0; i < LENGTH(roster); i++) {
        if (strcmp(name, roster[i][0]) == 0) {
            return true;
        }
    }
    return false;
}

/* Words for results. The first one of each result is its name. */
static const struct {
    const char *word;
    enum game_result result;
} results[] = {
    {"1-0", RESULT_P1_WINS}, {"0-1", RESULT_P2_WINS},        {"1/2-1/2", RESULT_DRAW},
    {"1/2", RESULT_DRAW},    {"\u00bd-\u00bd", RESULT_DRAW}, {"\u00bd", RESULT_DRAW},
    {"*", RESULT_NONE},
};

bool pgn_read_result(const char *word, size_t length, enum game_result *result)
{
    for (int i = 0; i < LENGTH(results); i++) {
        if (strlen(results[i].word) == length && memcmp(word, results[i].word, length) == 0) {
            *result = results[i].result;
            return true;
        }
    }
    return false;
}

const char *pgn_result_name(enum game_result result)
{
    int i = 0;
    while (results[i].result != result) {
        i++;
    }
    return results[i].word;
}

static void put_tag(const char *name, const char *value, struct buffer *out)
{
    struct buffer line = {0};
    encoding_put_line(value, &line);
    buffer_printf(out, "[%s \"", name);
    for (const char *at = buffer_text(&line); *at; at++) {
        if (*at == '"' || *at == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *at);
    }
    buffer_puts(out, "\"]\n");
    buffer_finish(&line);
}

static void put_tags(const struct saved_game *saved, struct buffer *out)
{
    const char *value;
    for (int i = 0; i < LENGTH(roster); i++) {
        const char *unknown = roster[i][1] ? roster[i][1] : pgn_result_name(saved->result);
        value = saved_game_tag(saved, roster[i][0]);
        put_tag(roster[i][0], value ? value : unknown, out);
    }
    for (const char *tag = NULL; (tag = saved_game_next_tag(saved, tag, &value));) {
        if (!is_in_roster(tag)) {
            put_tag(tag, value, out);
        }
    }
    buffer_putc(out, '\n');
}

void pgn_add_start_tags(struct saved_game *saved)
{
    const struct look_pgn *pgn = saved->game->look->pgn;
    const char *variant = pgn->variant ? pgn->variant(&saved->settings) : NULL;
    if (saved->record.fen && !saved_game_tag(saved, "FEN")) {
        LOCAL_BUFFER fen = {0}; /* all fields, whatever the file left out */
        saved->game->format_fen(saved->record.start, &fen);
        saved_game_add_tag(saved, "SetUp", "1", "");
        saved_game_add_tag(saved, "FEN", buffer_text(&fen), "");
    }
    if (variant && !saved_game_tag(saved, "Variant")) {
        saved_game_add_tag(saved, "Variant", variant, "");
    }
}

/* Text with lines of at most PGN_COLUMNS columns. */
struct pgn_text {
    struct buffer *out;
    size_t column;
    int next; /* the next annotation of the game to be written */
};

/* Appends a word. A word of a comment that looks like the tag Event is never put at the beginning
 * of a line, where readers of damaged files would take it for the next game. */
static void put_word(struct pgn_text *text, const char *word, size_t length)
{
    static const char event[] = "[Event";
    const bool follows = text->column > 0;
    const bool fits = text->column + follows + length <= PGN_COLUMNS ||
                      (length == strlen(event) && strncasecmp(word, event, length) == 0);
    if (follows) {
        buffer_putc(text->out, fits ? ' ' : '\n');
    }
    buffer_append(text->out, word, length);
    text->column = (follows && fits ? text->column + 1 : 0) + length;
}

/* Appends words that are separated by blanks. */
static void put_words(struct pgn_text *text, const struct buffer *words)
{
    const char *word = buffer_text(words);
    for (size_t length; word += strspn(word, " "), (length = strcspn(word, " ")) > 0;
         word += length) {
        put_word(text, word, length);
    }
}

/* Appends a comment, without braces that would end it too early. */
static void put_comment(struct pgn_text *text, const struct buffer *comment)
{
    struct buffer braced = {0};
    if (buffer_length(comment) == 0) {
        return;
    }
    buffer_putc(&braced, '{');
    encoding_put_line(buffer_text(comment), &braced);
    for (size_t i = braced.start; i < braced.end; i++) {
        braced.data[i] = braced.data[i] == '}' ? ')' : braced.data[i];
    }
    buffer_putc(&braced, '}');
    put_words(text, &braced);
    buffer_finish(&braced);
}

/* Appends a comment of the file to a comment. Its evaluation, "[%eval ...]", is left out if the
 * comment has a new one. */
static void join_comment(struct buffer *comment, const char *text)
{
    static const char command[] = "[%eval";
    const char *old = strstr(buffer_text(comment), command) ? strstr(text, command) : NULL;
    const char *end = old ? strchr(old, ']') : NULL;
    const char *rest = end ? end + 1 : text;
    const size_t before = end ? (size_t)(old - text) : 0;
    rest += before == 0 || text[before - 1] == ' ' ? strspn(rest, " ") : 0;
    if (before > 0 || *rest) {
        buffer_puts(comment, buffer_length(comment) > 0 ? " " : "");
    }
    buffer_append(comment, text, before);
    buffer_puts(comment, rest);
}

/* True if the game's annotation with this index is at a ply. */
static bool is_at(const struct saved_game *saved, int index, int ply)
{
    return index < saved->annotation_count && saved->annotations[index].ply == ply;
}

/* Adds the glyphs of the last move to its words: those of the file, and `mark` if none of them
 * judges the move ($1 to $6). */
static void add_glyphs(const struct pgn_text *text, const struct saved_game *saved, int ply,
                       const char *mark, struct buffer *words)
{
    for (int i = text->next; is_at(saved, i, ply); i++) {
        const struct annotation *at = &saved->annotations[i];
        if (at->kind == ANNOTATION_GLYPH) {
            const bool judges = at->text[1] >= '1' && at->text[1] <= '6' && !at->text[2];
            buffer_printf(words, " %s", at->text);
            mark = judges ? NULL : mark;
        }
    }
    buffer_printf(words, " %s", mark ? mark : "");
}

/* Appends the comments and variations after `ply` moves: first the comment and the variation of the
 * notes, where the comment is joined with those that the file has before its first variation.
 * Returns true if there are any. */
static bool put_annotations(struct pgn_text *text, const struct saved_game *saved, int ply,
                            struct buffer *comment, const struct buffer *variation)
{
    const struct annotation *list = saved->annotations;
    for (; is_at(saved, text->next, ply) && list[text->next].kind != ANNOTATION_VARIATION;
         text->next++) {
        if (list[text->next].kind == ANNOTATION_COMMENT) {
            join_comment(comment, list[text->next].text);
        }
    }
    bool any = buffer_length(comment) > 0 || buffer_length(variation) > 0;
    put_comment(text, comment);
    put_words(text, variation);
    for (; is_at(saved, text->next, ply); text->next++) {
        struct buffer words = {0};
        buffer_puts(&words, list[text->next].text);
        if (list[text->next].kind == ANNOTATION_COMMENT) {
            put_comment(text, &words);
        } else if (list[text->next].kind == ANNOTATION_VARIATION) {
            put_words(text, &words);
        }
        any = true;
        buffer_finish(&words);
    }
    return any;
}

/* Appends a move to the words; a move of the second player gets its number only if `numbered`. */
static void add_move(const struct game_walk *at, bool numbered, bool protocol, struct buffer *words)
{
    if (numbered || game_walk_player(at) == 0) {
        notation_number(at, words);
    }
    buffer_putc(words, ' ');
    if (protocol) {
        buffer_puts(words, at->text);
    } else {
        look_format_move(at->game, at->position, at->move, words);
    }
}

static void add_variation(const struct game_walk *at, const char *moves, struct buffer *words)
{
    struct game_walk walk;
    game_walk_init(&walk, at->game, at->position, moves);
    buffer_puts(words, "( ");
    for (int i = 0; i < VARIATION_MOVES && game_walk_next(&walk); i++) {
        add_move(&walk, i == 0, false, words);
        buffer_putc(words, ' ');
    }
    buffer_putc(words, ')');
    game_walk_finish(&walk);
}

void pgn_write(const struct saved_game *saved, const struct game_notes *notes, struct buffer *out)
{
    struct pgn_text text = {.out = out};
    struct game_walk walk;
    struct game_note note = {.mark = NULL};
    struct buffer words = {0}, variation = {0};
    bool numbered = true;
    put_tags(saved, out);
    game_walk_along(&walk, &saved->record);
    bool more = game_walk_next(&walk);
    game_note_take(&note, notes, &walk);
    put_annotations(&text, saved, 0, &note.comment, &variation);
    while (more) {
        buffer_clear(&words);
        add_move(&walk, numbered, notes && notes->protocol_moves, &words);
        add_glyphs(&text, saved, walk.ply + 1, note.mark, &words);
        put_words(&text, &words);
        if (buffer_length(&note.remark) > PGN_COLUMNS) {
            put_words(&text, &note.remark);
        } else if (buffer_length(&note.remark) > 0) {
            put_word(&text, buffer_text(&note.remark), buffer_length(&note.remark));
        }
        buffer_clear(&variation);
        if (note.variation) {
            add_variation(&walk, note.variation, &variation);
        }
        more = game_walk_next(&walk);
        game_note_take(&note, notes, &walk);
        numbered = put_annotations(&text, saved, walk.ply, &note.comment, &variation);
    }
    const char *result = pgn_result_name(saved->result);
    put_word(&text, result, strlen(result));
    buffer_puts(out, "\n\n");
    buffer_finish(&words);
    buffer_finish(&variation);
    game_note_finish(&note);
    game_walk_finish(&walk);
}
