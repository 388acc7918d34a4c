/* SPDX-License-Identifier: MIT */
/* Commands given as the program's arguments. */
#ifndef SERVER_SCRIPT_H
#define SERVER_SCRIPT_H

/* Joins words to commands. A word that begins a command begins the next one; other words belong to
 * the command before, as in `go depth 3`. If the first word belongs to a dialect whose lines build
 * on each other, such as Gomocup's, each word is a command. Returns the commands, NULL after the
 * last, which are kept until the program ends; NULL if allocation fails. */
const char *const *script_of_words(int count, const char *const *words);

#endif
