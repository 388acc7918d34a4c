#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what the page computes and shows, without a browser: logic.sh FOLDER, which has the page's
# files. Exits with 77 if node is missing or has no test runner.
node --test --help >/dev/null 2>&1 || {
    echo 'skipped: no node with a test runner, of the package nodejs'
    exit 77
}
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# Older versions treat a file as a module only if package.json says so.
cp "$1"/*.js "$folder" && echo '{"type": "module"}' >"$folder/package.json" || exit 1
PAGE=$folder node --test "$here/logic.test.mjs" "$here/games.test.mjs" "$here/shown.test.mjs"
