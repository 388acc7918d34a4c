/* SPDX-License-Identifier: MIT */
/* The files of the page, which are part of the program: page/meson.build lists them. */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct page {
    const char *name; /* of the file, such as index.html */
    const char *type; /* from the file name's extension; a test checks that it is known */
    const char *etag; /* derived from the content, in quotes */
    const char *bytes;
    size_t length;
};

/* Fills `page` with the file number `index`, from 0; false past the last. */
bool pages_get(int index, struct page *page);

/* Finds the file whose name is these `length` characters; false if there is none. */
bool pages_find(const char *name, size_t length, struct page *page);

#endif
