#!/bin/sh
# SPDX-License-Identifier: MIT
# The list of the page's files as pages.c reads it: table.sh FILE...
# The hash tells a browser whether it has the file already; and the list changes with each of them.
set -eu
number=0
for file in "$@"; do
    hash=$(sha256sum <"$file" | cut -c 1-24)
    printf 'PAGE(%d, "%s", "%s", "%s")\n' "$number" "$file" "${file##*/}" "$hash"
    number=$((number + 1))
done
