#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints a module without its comments, except for the licence: plain.sh FILE. Browsers download only what
# they run. A comment is a line that begins with //, one of JSDoc, which may stand before a word, or // and
# text without quotes behind a sign that ends a line.
exec sed -E '2,$ {
    /^ *\/\//d
    s/\/\*\* @[^*]*\*\/ ?//g
    /^ *\/\*\*/,/\*\/$/d
    s/([;,{(]) \/\/ [^'"\\'"'"`]*$/\1/
    /^ *$/d
}' "$1"
