/* SPDX-License-Identifier: MIT */
#include "refused_options.h"

#include <string.h>

#include "compiler.h"

static const struct {
    const char *name, *reason;
} refused[] = {
    {"plies", "depth= limits a search"},
    {"initstr", "use option.NAME=VALUE"},
    {"trust", "the match knows every rule: no claim is trusted"},
    {"tscale", "give each engine its own tc="},
    {"whitepov", "scores must be those of the side to move, as UCI says"},
    {"conf", "no file of engines: use --config"},
    {"-engines", "use -engine"},
    {"-bookmode", "files of openings are read into memory"},
    {"-quick", "name the engines with -engine"},
    {"-startup-ms", "hang= limits the time for readyok"},
    {"-ucinewgame-ms", "hang= limits the time for readyok"},
    {"-ping-ms", "hang= limits the time for readyok"},
    {"-show-latency", "-log has the time of every line"},
    {"--compliance", "use myosu-conform"},
    {"-check-mate-pvs", "use myosu-conform"},
    {"-livepgnout", "use -publish; -pgnout has each game when it ends"},
    {"-debug", "use -log FILE"},
    {"-tournamentfile", "-db FILE saves and resumes"},
    {"-resultformat", "there is one table of more than two engines"},
    {"-scoreinterval", "the line of -ratinginterval has the score"},
    {"-outcomeinterval", "the line of -ratinginterval has the score"},
    {"-version", "use --version"},
    {"-help", "use --help"},
};

bool refused_option_explain(const struct option_words *words, struct error *error)
{
    const char *word = words->at > 0 ? words->list[words->at - 1] : "";
    const size_t length = strcspn(word, "=");
    for (int i = 0; i < LENGTH(refused); i++) {
        if (strncmp(refused[i].name, word, length) == 0 && !refused[i].name[length]) {
            return error_set(error, "%.40s: %s", word, refused[i].reason);
        }
    }
    return false;
}
