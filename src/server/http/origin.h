/* SPDX-License-Identifier: MIT */
/* The host names of this server, and the pages that may use it. A browser sends requests for any
 * page that is open in it; the fields Host and Origin distinguish this server's pages from
 * others. */
#ifndef SERVER_ORIGIN_H
#define SERVER_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>

/* The authority of a URI, HOST or HOST:PORT, as in RFC 3986, section 3.2, without user information,
 * which RFC 9110, section 4.2.4, tells recipients to treat as an error. This is the only parser for
 * the field Host, the field Origin, the target of a request and --http-name. */
struct authority {
    const char *name; /* within the text: a name, an IPv4 address, or an IPv6 address in brackets */
    size_t length;    /* of the name, at least 1 */
    int port;         /* 0 to 65535; -1: none, or nothing after the colon */
};

/* Reads exactly `length` bytes of `text`; false if they are not an authority. */
bool authority_read(const char *text, size_t length, struct authority *authority);

/* The names in addition to those of loopback, without a port: --http-name. */
struct origin_names {
    const char *const *names;
    int count;
};

/* True if `host`, a name or address with or without a port, is loopback: localhost, 127.0.0.1 or
 * [::1]. False for a name that only resolves to loopback, because any owner of a domain can set
 * that up. */
bool origin_is_loopback(const char *host);

/* True if `host` is loopback or has one of the names. */
bool origin_serves(const struct origin_names *names, const char *host);

/* True if `origin`, such as "https://example.org:8080", is that of a page from `host`, the current
 * request's host, or from one of the names at the scheme's default port. */
bool origin_is_ours(const struct origin_names *names, const char *origin, const char *host);

#endif
