#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints a module without its comments, except for the licence: plain.sh FILE. Browsers download only what
# they run. A comment is a line that begins with //, or a comment of JSDoc, which may stand before a word.
exec sed -E '2,$ {
    /^ *\/\//d
    s/\/\*\* @[^*]*\*\/ ?//g
    /^ *\/\*\*/,/\*\/$/d
    /^ *$/d
}' "$1"
