/* SPDX-License-Identifier: Apache-2.0
 *
 * kinds.c - see kinds.h. */
#include "report/kinds.h"

#include <string.h>

static const struct {
    enum severity severity;
    enum scope scope;
    const char *word, *line, *text;
} kinds[FINDING_ENDS] = {
    [FINDING_NONE] = {SEVERITY_NOTE, SCOPE_ACTOR, "none", "", ""},
#define KIND(constant, severity, scope, word, line, text)                                \
    [FINDING_##constant] = {SEVERITY_##severity, SCOPE_##scope, word, line, text},
#include "report/kinds.def"
#undef KIND
    [FINDING_UNSUPPORTED] = {SEVERITY_ERROR, SCOPE_ACTOR, "unsupported", "", ""},
    [FINDING_SLOW] = {SEVERITY_ERROR, SCOPE_ACTOR, "slow", "", ""},
};

const char *finding_word(enum finding_kind k)
{
    return kinds[k].word;
}

const char *finding_line(enum finding_kind k)
{
    return kinds[k].line;
}

const char *finding_text(enum finding_kind k)
{
    return kinds[k].text;
}

enum finding_kind finding_named(const char *word)
{
    FOR_EACH_KIND(k)
    if (!strcmp(kinds[k].word, word))
        return k;
    return FINDING_NONE;
}

enum severity finding_severity(enum finding_kind k)
{
    return kinds[k].severity;
}

enum scope finding_scope(enum finding_kind k)
{
    return kinds[k].scope;
}

const char *severity_word(enum severity s)
{
    static const char *const words[] = {"error", "warning", "note"};
    return words[s];
}

bool finding_counts(enum finding_kind k, bool strict)
{
    return kinds[k].severity == SEVERITY_ERROR ||
           (strict && kinds[k].severity == SEVERITY_WARNING);
}

static const struct {
    const char *word, *remedy;
} reasons[REASONS] = {
    [REASON_NONE] = {"", NULL},
#define REASON(constant, word, remedy) [REASON_##constant] = {word, remedy},
#include "report/reasons.def"
#undef REASON
};

const char *reason_word(enum reason r)
{
    return reasons[r].word;
}

enum reason reason_named(const char *word)
{
    for (enum reason r = REASON_NONE; r < REASONS; r++)
        if (!strcmp(reasons[r].word, word))
            return r;
    return REASON_NONE;
}

const char *reason_remedy(enum reason r)
{
    return r < REASONS ? reasons[r].remedy : NULL;
}
