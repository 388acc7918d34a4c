/* SPDX-License-Identifier: MIT */
/* Commands that are given as the program's arguments. */
#ifndef SERVER_SCRIPT_H
#define SERVER_SCRIPT_H

/* Joins words to commands: one that begins as a command does begins the next; others belong to the
 * command before, as in `go depth 3`. If the first is a line of a dialect whose lines build on each
 * other, as Gomocup's, each word is a command. The commands, NULL after the last, which stay until
 * the program ends; NULL when memory is out. */
const char *const *script_of_words(int count, const char *const *words);

#endif
