/* SPDX-License-Identifier: MIT */
/* The authority of a URI, HOST or HOST:PORT, as in RFC 3986, section 3.2, without user information
 * (RFC 9110, section 4.2.4, has recipients treat that as an error). The one parser for the field
 * Host, the field Origin, the target of a request and --http-name. */
#ifndef SERVER_AUTHORITY_H
#define SERVER_AUTHORITY_H

#include <stdbool.h>
#include <stddef.h>

struct authority {
    const char *name; /* within the text: a name, an IPv4 address, or an IPv6 address in brackets */
    size_t length;    /* of the name, at least 1 */
    int port;         /* 0 to 65535; -1: none, or nothing after the colon */
};

/* Reads the first `length` bytes of `text`, all of them; false if they are not an authority. */
bool authority_read(const char *text, size_t length, struct authority *authority);

/* Whether the authority's name is `name`, in any case. */
bool authority_is_named(const struct authority *authority, const char *name);

#endif
