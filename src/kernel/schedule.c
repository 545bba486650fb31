/* SPDX-License-Identifier: Apache-2.0
 *
 * schedule.c - see schedule.h. */
#include "kernel/schedule.h"

#include <stdlib.h>
#include <string.h>

static bool has_choice(const struct event *e)
{
    return e->op.kind == OP_CHOOSE ||
           ((e->op.kind == OP_WAIT || e->op.kind == OP_TEST) && e->op.nargs > 1 &&
            e->act.outcome != OUTCOME_FALSE);
}

void schedule_print(const struct state *st, const uint32_t *cut, struct str *out)
{
    for (uint32_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        str_addf(out, "%s%s", out->len ? " " : "",
                 st->program->ops->actor_name(st->program, e->act.actor));
        if (has_choice(e))
            str_addf(out, ":%d", e->act.outcome);
    }
}

static uint32_t find_actor(const struct state *st, const char *name, size_t length)
{
    uint32_t a = 0;
    for (; a < st->nactors; a++) {
        const char *theirs = st->program->ops->actor_name(st->program, a);
        if (strlen(theirs) == length && !memcmp(theirs, name, length))
            break;
    }
    return a;
}

/* One word of a schedule, the `step`-th. */
static enum mz_err follow(struct state *st, const char *word, size_t length, size_t step,
                          struct str *why)
{
    const char *colon = memchr(word, ':', length);
    int name = (int)(colon ? (size_t)(colon - word) : length);
    uint32_t actor = find_actor(st, word, (size_t)name);
    char *end = NULL;
    long wanted = colon ? strtol(colon + 1, &end, 10) : 0;
    outcomes_vec possible = {0};
    size_t i = 0;
    if (actor < st->nactors)
        state_outcomes(st, actor, &possible);
    while (colon && i < possible.len && possible.at[i] != wanted)
        i++;
    str_addf(why, "step %zu of the schedule: ", step);
    bool good = false;
    if (actor == st->nactors)
        str_addf(why, "there is no actor '%.*s'", name, word);
    else if (colon && (end == colon + 1 || end != word + length))
        str_addf(why, "'%.*s' does not end in a number", (int)length, word);
    else if (!possible.len)
        str_addf(why, "%.*s cannot move here; it has ended or waits", name, word);
    else if (i == possible.len)
        str_addf(why, "%.*s cannot have outcome %ld here", name, word, wanted);
    else
        good = true;
    if (good) {
        state_push(st, actor, possible.at[i]);
        str_clear(why);
    }
    vec_free(&possible);
    return good ? MZ_OK : MZ_USAGE;
}

enum mz_err schedule_follow(struct state *st, const char *schedule, struct str *why)
{
    enum mz_err err = MZ_OK;
    for (size_t step = 1; !err; step++) {
        schedule += strspn(schedule, " \t\n,");
        size_t length = strcspn(schedule, " \t\n,");
        if (!length)
            break;
        err = follow(st, schedule, length, step, why);
        schedule += length;
    }
    return err;
}
