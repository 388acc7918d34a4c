/* SPDX-License-Identifier: MIT */
/* The page's files, embedded in the program. */
#include "embed.h"

#define PAGE(number, path, name, hash) EMBED_FILE(page_##number, path);
#include "page_files.h"
