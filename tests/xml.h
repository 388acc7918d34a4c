/* SPDX-License-Identifier: MIT */
/* Is a text well-formed XML, as far as our own writers go? */
#ifndef TESTS_XML_H
#define TESTS_XML_H

#include <stdbool.h>

/* Whether the text is one element with what it holds: tags that are closed in order, attributes in
 * quotes, each once, no bare '<' or '&'. Otherwise `why` is where it is not. No comments. */
bool xml_is_well_formed(const char *text, const char **why);

#endif
