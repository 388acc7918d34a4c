/* SPDX-License-Identifier: MIT */
#include "origin.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "authority.h"
#include "compiler.h"

static bool read_authority(const char *text, struct authority *authority)
{
    return authority_read(text, strlen(text), authority);
}

static bool is_loopback(const struct authority *authority)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (int i = 0; i < LENGTH(names); i++) {
        if (authority_is_named(authority, names[i])) {
            return true;
        }
    }
    return false;
}

static bool is_listed(const struct origin_names *names, const struct authority *authority)
{
    for (int i = 0; i < names->count; i++) {
        if (authority_is_named(authority, names->names[i])) {
            return true;
        }
    }
    return false;
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
