#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the list of the page's files for pages.c: table.sh FILE...
# The hash of a file tells a browser whether its copy is up to date. It also makes the list change
# whenever a file does.
set -eu
number=0
for file in "$@"; do
    hash=$(sha256sum <"$file" | cut -c 1-24)
    printf 'PAGE(%d, "%s", "%s", "%s")\n' "$number" "$file" "${file##*/}" "$hash"
    number=$((number + 1))
done
