/* SPDX-License-Identifier: MIT */
/* The language of the texts that a person reads, through gettext. The key of a text is its English
 * form; src/languages has the other languages. Protocols and files are not translated. */
#ifndef PLAY_TABLE_LANGUAGE_H
#define PLAY_TABLE_LANGUAGE_H

#include <libintl.h>

#include "buffer.h"
#include "game.h"

#define LANGUAGE_DOMAIN "myosu"

/* The text in the person's language. */
#define _(text) dgettext(LANGUAGE_DOMAIN, text)

/* Marks a text that is translated where it is shown. */
#define N_(text) text

/* Sets the locale that the environment asks for, and finds the catalogues: of the build folder, or
 * those that are installed. */
void language_begin(void);

/* Returns the name of a side, a piece, a parameter or its value. A name may be another one in this
 * game. */
const char *language_name(const struct game *game, const char *name);

/* Appends a message of a game or an engine; one that is not known stays in English. */
void language_put_message(const char *text, struct buffer *out);

/* Appends the name of player 0 or 1 as notation_player() does. */
void language_put_player(const struct game *game, int player, struct buffer *out);

#endif
