#!/bin/sh
# SPDX-License-Identifier: MIT
# What the page computes and shows without a browser: logic.sh FOLDER, that of its files. Ends with 77 where there is
# no node with a test runner.
node --test --help >/dev/null 2>&1 || {
    echo 'skipped: no node with a test runner, of the package nodejs'
    exit 77
}
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# Older ones take a file for a module only if they are told.
cp "$1"/*.js "$folder" && echo '{"type": "module"}' >"$folder/package.json" || exit 1
PAGE=$folder node --test "$here/logic.test.mjs" "$here/shown.test.mjs"
