/* SPDX-License-Identifier: MIT */
/* Checks that a text is well-formed XML, as far as our own writers use it. */
#ifndef TESTS_XML_H
#define TESTS_XML_H

#include <stdbool.h>

/* True if the text is one element with its contents: tags are closed in order, attributes are
 * quoted and unique, and there is no bare '<' or '&'. Otherwise *why points to the error. Comments
 * are not supported. */
bool xml_is_well_formed(const char *text, const char **why);

#endif
