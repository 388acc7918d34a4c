#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes a header that replaces a search's constants by variables: tuned_numbers.sh
# GAME/search_params.h NAME. A constant whose comment has the words "by hand" is kept. The variables
# are search_tuned_NAME[], one set per thread. TUNED_NUMBERS lists their names and initial values
# for spsa.c.
awk -v array="search_tuned_$2" '
BEGIN { count = 0 }
/^#define [A-Z_0-9]+ +[0-9]+/ && !/by hand/ { names[count] = $2; values[count++] = $3 }
END {
    print "/* Made by tuned_numbers.sh. */"
    printf "extern _Thread_local int %s[%d];\n", array, count
    for (i = 0; i < count; i++) {
        printf "#undef %s\n#define %s %s[%d]\n", names[i], names[i], array, i
    }
    print "#define TUNED_COUNT " count
    printf "#define TUNED_NUMBERS(NUMBER)"
    for (i = 0; i < count; i++) {
        printf " NUMBER(\"%s\", %s)", names[i], values[i]
    }
    print ""
}' "$1"
