/* SPDX-License-Identifier: Apache-2.0
 *
 * sleep.c - see sleep.h. */
#include "explore/classic/sleep.h"
#include "kernel/depend.h"

void sleep_enter(struct sleepers *s, const struct act *taken)
{
    size_t from = s->start.len ? vec_last(&s->start) : 0, to = s->acts.len;
    vec_push(&s->start, to);
    for (size_t i = from; taken && i < to; i++)
        if (!dep_between(&s->acts.at[i], taken))
            vec_push(&s->acts, s->acts.at[i]);
}

void sleep_leave(struct sleepers *s)
{
    s->acts.len = vec_pop(&s->start);
}

void sleep_add(struct sleepers *s, const struct act *a)
{
    vec_push(&s->acts, *a);
}

bool sleep_has(const struct sleepers *s, uint32_t actor, int32_t outcome)
{
    for (size_t i = vec_last(&s->start); i < s->acts.len; i++)
        if (s->acts.at[i].actor == actor && s->acts.at[i].outcome == outcome)
            return true;
    return false;
}

size_t sleep_at(const struct sleepers *s, size_t depth, const struct act **acts)
{
    size_t end = depth + 1 < s->start.len ? s->start.at[depth + 1] : s->acts.len;
    *acts = s->acts.len ? s->acts.at + s->start.at[depth] : NULL;
    return end - s->start.at[depth];
}

void sleep_free(struct sleepers *s)
{
    vec_free(&s->acts);
    vec_free(&s->start);
}
