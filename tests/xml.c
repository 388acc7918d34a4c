/* SPDX-License-Identifier: MIT */
#include "xml.h"

#include <ctype.h>
#include <string.h>

#define MAX_DEPTH      20
#define MAX_ATTRIBUTES 20

struct name {
    const char *text;
    size_t length;
};

struct xml {
    const char *at;
    struct name open[MAX_DEPTH];
    int depth;
};

static bool same(struct name a, struct name b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static bool read_name(struct xml *xml, struct name *name)
{
    name->text = xml->at;
    while (isalnum((unsigned char)*xml->at) || strchr(":-_", *xml->at)) {
        if (!*xml->at) {
            break;
        }
        xml->at++;
    }
    name->length = (size_t)(xml->at - name->text);
    return name->length > 0;
}

/* Reads text up to one of `ends`; entities must be numeric. */
static bool read_text(struct xml *xml, const char *ends)
{
    while (*xml->at && !strchr(ends, *xml->at)) {
        if (*xml->at == '<') {
            return false;
        }
        if (*xml->at == '&') {
            xml->at++;
            if (*xml->at++ != '#' || !isdigit((unsigned char)*xml->at)) {
                return false;
            }
            xml->at += strspn(xml->at, "0123456789");
            if (*xml->at != ';') {
                return false;
            }
        }
        xml->at++;
    }
    return *xml->at != '\0';
}

static bool read_attributes(struct xml *xml)
{
    struct name names[MAX_ATTRIBUTES];
    for (int count = 0; *xml->at == ' '; count++) {
        xml->at++;
        if (count == MAX_ATTRIBUTES || !read_name(xml, &names[count]) || *xml->at++ != '=' ||
            *xml->at++ != '"' || !read_text(xml, "\"")) {
            return false;
        }
        xml->at++;
        for (int i = 0; i < count; i++) {
            if (same(names[i], names[count])) {
                return false;
            }
        }
    }
    return true;
}

static bool read_tag(struct xml *xml)
{
    struct name name;
    xml->at++;
    if (*xml->at == '/') {
        xml->at++;
        return read_name(xml, &name) && *xml->at++ == '>' && xml->depth > 0 &&
               same(name, xml->open[--xml->depth]);
    }
    if (!read_name(xml, &name) || !read_attributes(xml)) {
        return false;
    }
    if (*xml->at == '/') {
        xml->at++;
    } else if (xml->depth == MAX_DEPTH) {
        return false;
    } else {
        xml->open[xml->depth++] = name;
    }
    return *xml->at++ == '>';
}

bool xml_is_well_formed(const char *text, const char **why)
{
    struct xml xml = {.at = text};
    bool good = *text == '<';
    do {
        *why = xml.at;
        good = good && read_tag(&xml) && (xml.depth == 0 || read_text(&xml, "<"));
    } while (good && xml.depth > 0);
    return good && strcmp(xml.at, "\n") == 0;
}
