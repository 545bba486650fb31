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

static const char *sender_name(const struct state *st, uint32_t sender)
{
    return sender == OUTSIDE ? "main" : st->program->ops->actor_name(st->program, sender);
}

void schedule_print(const struct state *st, const uint32_t *cut, struct str *out)
{
    for (uint32_t i = 0; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        str_addf(out, "%s%s", out->len ? " " : "",
                 st->program->ops->actor_name(st->program, e->act.actor));
        if (e->op.kind == OP_TAKE)
            str_addf(out, ":%s.%u", sender_name(st, take_sender(e->act.outcome)),
                     take_number(e->act.outcome));
        else if (has_choice(e))
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

/* The outcome as it was printed: a number, or for a take "sender.k". */
static long parse_outcome(const struct state *st, uint32_t actor, const char *text,
                          size_t length)
{
    const char *dot = memrchr(text, '.', length);
    if (st->actor[actor].pending.kind != OP_TAKE || !dot)
        return strtol(text, NULL, 10);
    size_t name = (size_t)(dot - text);
    bool outside = name == 4 && !memcmp(text, "main", 4);
    uint32_t sender = outside ? OUTSIDE : find_actor(st, text, name);
    return take_outcome(sender, (uint32_t)strtoul(dot + 1, NULL, 10));
}

/* One word of a schedule. */
static enum mz_err follow(struct state *st, const char *word, size_t length,
                          size_t number, struct str *why)
{
    const char *colon = memchr(word, ':', length);
    size_t name = colon ? (size_t)(colon - word) : length;
    uint32_t actor = find_actor(st, word, name);
    if (actor == st->nactors) {
        str_addf(why, "step %zu of the schedule: there is no actor '%.*s'", number,
                 (int)name, word);
        return MZ_USAGE;
    }
    outcomes_vec possible = {0};
    state_outcomes(st, actor, &possible);
    long wanted = colon ? parse_outcome(st, actor, colon + 1, length - name - 1) : 0;
    size_t i = 0;
    while (colon && i < possible.len && possible.at[i] != wanted)
        i++;
    bool good = i < possible.len;
    if (good)
        state_push(st, actor, possible.at[i]);
    else if (possible.len)
        str_addf(why, "step %zu of the schedule: %.*s cannot have outcome %.*s here",
                 number, (int)name, word, (int)(length - name - 1), colon + 1);
    else
        str_addf(why,
                 "step %zu of the schedule: %.*s cannot move here; it has ended or waits",
                 number, (int)name, word);
    vec_free(&possible);
    return good ? MZ_OK : MZ_USAGE;
}

enum mz_err schedule_follow(struct state *st, const char *schedule, struct str *why)
{
    enum mz_err err = MZ_OK;
    for (size_t number = 1; !err; number++) {
        schedule += strspn(schedule, " \t\n,");
        size_t length = strcspn(schedule, " \t\n,");
        if (!length)
            break;
        err = follow(st, schedule, length, number, why);
        schedule += length;
    }
    return err;
}
