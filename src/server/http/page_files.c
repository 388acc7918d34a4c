/* SPDX-License-Identifier: MIT */
/* The page's files as a part of the program. */
#include "embed.h"

#define PAGE(number, path, name, hash) EMBED_FILE(page_##number, path);
#include "page_files.h"
