#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the texts of a file of gettext that the page shows, as JSON: json.sh FILE.po
# These are the texts of the page itself, and those of games and the engine. Both formats escape
# quotes, backslashes and line ends in the same way. The key of a text of several lines is its first
# line. The key "" lists the messages that have values in them.
exec awk '
    function quoted(line) {
        sub(/^[^"]*"/, "", line)
        sub(/"[^"]*$/, "", line)
        return line
    }
    function finish() {
        if ((page || engine) && id != "" && text != "") {
            sub(/\\n.*/, "", id)
            key = (context == "" ? "" : context "\\u0004") id
            printf "%s\"%s\":\"%s\"", separator, key, text
            separator = ","
            if (!page && id ~ /{/) {
                messages = messages (messages == "" ? "" : ",") "\"" key "\""
            }
        }
        page = engine = 0
        id = text = context = part = ""
    }
    BEGIN { printf "{" }
    /^[ \t]*$/ { finish() }
    /^#: src\/server\/page\// { page = 1 }
    /^#: src\/(games|engine|server\/session)\// { engine = 1 }
    /^msg/ { part = $1 }
    /^(msg|")/ {
        if (part == "msgid") id = id quoted($0)
        else if (part == "msgctxt") context = context quoted($0)
        else if (part == "msgstr" || part == "msgstr[0]") text = text quoted($0)
    }
    END {
        finish()
        printf "%s\"\":[%s]}\n", separator, messages
    }' "$1"
