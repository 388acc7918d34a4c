/* SPDX-License-Identifier: MIT */
#include "origin.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "compiler.h"

#define PORT_MOST 65535

/* Returns the length of an IP-literal at the start: "[", an IPv6 address, "]"; 0 if there is none.
 * RFC 3986 also has the form IPvFuture, which no address uses; it is refused. */
static size_t literal_length(const char *text, size_t length)
{
    char address[INET6_ADDRSTRLEN];
    struct in6_addr ignored;
    const char *end = memchr(text, ']', length);
    const size_t inside = end ? (size_t)(end - text) - 1 : sizeof address;
    if (inside >= sizeof address) {
        return 0;
    }
    memcpy(address, text + 1, inside);
    address[inside] = '\0';
    return strlen(address) == inside && inet_pton(AF_INET6, address, &ignored) == 1 ? inside + 2
                                                                                    : 0;
}

/* Returns the length of a reg-name or an IPv4 address at the start; 0 if there is none. */
static size_t name_length(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        const unsigned char byte = (unsigned char)text[at];
        if (byte == '%' && at + 2 < length && isxdigit((unsigned char)text[at + 1]) &&
            isxdigit((unsigned char)text[at + 2])) {
            at += 3;
        } else if (byte < 0x80 && byte != '\0' &&
                   (isalnum(byte) || strchr("-._~!$&'()*+,;=", byte))) {
            at++;
        } else {
            break;
        }
    }
    return at;
}

bool authority_read(const char *text, size_t length, struct authority *authority)
{
    const bool literal = length > 0 && text[0] == '[';
    const size_t name = literal ? literal_length(text, length) : name_length(text, length);
    *authority = (struct authority){text, name, -1};
    if (name == 0 || name == length) {
        return name > 0;
    }
    if (text[name] != ':') {
        return false;
    }
    for (size_t i = name + 1; i < length; i++) {
        if (!isdigit((unsigned char)text[i])) {
            return false;
        }
        authority->port = 10 * (authority->port < 0 ? 0 : authority->port) + (text[i] - '0');
        if (authority->port > PORT_MOST) {
            return false;
        }
    }
    return true;
}

static bool read_authority(const char *text, struct authority *authority)
{
    return authority_read(text, strlen(text), authority);
}

static bool is_listed(const struct origin_names *names, const struct authority *authority)
{
    for (int i = 0; i < names->count; i++) {
        const char *name = names->names[i];
        if (strlen(name) == authority->length &&
            strncasecmp(name, authority->name, authority->length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_loopback(const struct authority *authority)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    return is_listed(&(struct origin_names){names, LENGTH(names)}, authority);
}

bool origin_is_loopback(const char *host)
{
    struct authority authority;
    return read_authority(host, &authority) && is_loopback(&authority);
}

bool origin_serves(const struct origin_names *names, const char *host)
{
    struct authority authority;
    return read_authority(host, &authority) &&
           (is_loopback(&authority) || is_listed(names, &authority));
}

bool origin_is_ours(const struct origin_names *names, const char *origin, const char *host)
{
    static const struct {
        const char *prefix;
        int port;
    } schemes[] = {{"http://", 80}, {"https://", 443}};
    for (int i = 0; i < LENGTH(schemes); i++) {
        const size_t length = strlen(schemes[i].prefix);
        struct authority from, own;
        if (strncmp(origin, schemes[i].prefix, length) != 0 ||
            !read_authority(origin + length, &from) || !read_authority(host, &own)) {
            continue;
        }
        int from_port = from.port < 0 ? schemes[i].port : from.port;
        int own_port = own.port < 0 ? schemes[i].port : own.port;
        bool same = from.length == own.length &&
                    strncasecmp(from.name, own.name, own.length) == 0 && from_port == own_port;
        return same || (from_port == schemes[i].port && is_listed(names, &from));
    }
    return false;
}
