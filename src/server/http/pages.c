/* SPDX-License-Identifier: MIT */
#include "pages.h"

#include <string.h>

#include "compiler.h"

/* The embedded files: PAGE(NUMBER, PATH, NAME, HASH) for each, made from the list in
 * page/meson.build. */
#define PAGE(number, path, name, hash)                                                             \
    EMBED_FILE(page_##number, path);                                                               \
    extern const char page_##number[], page_##number##_end[];
#include "page_files.h"
#undef PAGE

static const char *type_of(const char *name)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
    };
    const char *ending = strrchr(name, '.');
    for (int i = 0; ending && i < LENGTH(types); i++) {
        if (strcmp(ending, types[i].ending) == 0) {
            return types[i].type;
        }
    }
    return NULL;
}

bool pages_get(int index, struct page *page)
{
#define PAGE(number, path, name, hash) {name, "\"" hash "\"", page_##number, page_##number##_end},
    static const struct {
        const char *name, *etag, *begin, *end;
    } files[] = {
#include "page_files.h"
    };
#undef PAGE
    if (index < 0 || index >= LENGTH(files)) {
        return false;
    }
    *page = (struct page){
        .name = files[index].name,
        .type = type_of(files[index].name),
        .etag = files[index].etag,
        .bytes = files[index].begin,
        .length = (size_t)(files[index].end - files[index].begin),
    };
    return true;
}

bool pages_find(const char *name, size_t length, struct page *page)
{
    for (int i = 0; pages_get(i, page); i++) {
        if (strlen(page->name) == length && memcmp(page->name, name, length) == 0) {
            return true;
        }
    }
    return false;
}
