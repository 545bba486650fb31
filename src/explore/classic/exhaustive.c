/* SPDX-License-Identifier: Apache-2.0
 *
 * exhaustive.c - every interleaving, one after the other.
 *
 * No reduction and no cleverness: this is the judge of the other explorers. It
 * counts interleavings (executions), recognises equivalent ones by the digest of
 * their trace, and counts the distinct states it passes through. If several processes
 * share the work, the first one hears of the states that are new to the others. A choice
 * is which step comes next. */
#include "explore/search/explorer.h"
#include "explore/search/worklist.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct interleaving {
    struct search *s;
    struct worklist *list;
    steps_vec todo;     /* the steps of all choices, one choice after the other */
    VEC(size_t) choice; /* for each choice, where its steps begin in todo */
};

/* Ends the path here, because the search cannot continue. */
static enum tree_step cut(struct interleaving *w, size_t first, enum stop_reason why)
{
    w->todo.len = first;
    w->s->counts.stopped = w->s->counts.cut = why;
    return TREE_CUT;
}

static void count_state(struct search *s)
{
    struct digest d = state_digest(s->st);
    if (!set128_add(&s->seen_states, d))
        return;
    if (s->role == ROLE_WORKER)
        vec_push(&s->new_states, d);
    else
        s->counts.states++;
}

static enum tree_step grow(void *context, uint32_t *ways)
{
    struct interleaving *w = context;
    struct search *s = w->s;
    struct state *st = s->st;
    size_t first = w->todo.len;
    count_state(s);
    search_enabled(s, &w->todo);
    if (w->todo.len == first)
        return TREE_END;
    if (s->options.bounds.depth && st->events.len >= s->options.bounds.depth)
        return cut(w, first, STOP_DEPTH);
    for (size_t i = first; i < w->todo.len && st->slots; i++)
        if (!state_room(st, w->todo.at[i].actor))
            return cut(w, first, STOP_ROOM);
    vec_push(&w->choice, first);
    *ways = (uint32_t)(w->todo.len - first);
    return TREE_CHOICE;
}

static void make(void *context, uint32_t way)
{
    struct interleaving *w = context;
    struct step step = w->todo.at[vec_last(&w->choice) + way];
    state_push(w->s->st, step.actor, step.outcome);
}

static void unmake(void *context)
{
    struct interleaving *w = context;
    search_pop(w->s);
}

static void drop(void *context)
{
    struct interleaving *w = context;
    w->todo.len = vec_pop(&w->choice);
}

static void complete(void *context)
{
    struct interleaving *w = context;
    search_end_complete(w->s);
    if (!worklist_is_news(w->list))
        return;
    steps_vec steps = {0};
    for (size_t i = 0; i < w->choice.len; i++)
        vec_push(&steps, w->todo.at[w->choice.at[i] + w->list->choices.at[i].current]);
    worklist_tell(w->list, steps.at, steps.len * sizeof *steps.at);
    vec_free(&steps);
}

static uint64_t name(void *context, size_t choice)
{
    const struct interleaving *w = context;
    size_t first = w->choice.at[choice];
    size_t end = choice + 1 < w->choice.len ? w->choice.at[choice + 1] : w->todo.len;
    return XXH3_64bits(w->todo.at + first, (end - first) * sizeof *w->todo.at);
}

static void rewind_nothing(void *context)
{
    (void)context; /* the last step has been taken back already */
}

static bool judge(void *context, const char *execution, size_t bytes)
{
    struct interleaving *w = context;
    struct state *st = w->s->st;
    if (!search_repeat(w->s, execution, bytes))
        return false;
    search_end_complete(w->s);
    while (st->events.len)
        search_pop(w->s);
    return true;
}

static const struct tree interleavings = {.grow = grow,
                                          .make = make,
                                          .unmake = unmake,
                                          .drop = drop,
                                          .complete = complete,
                                          .name = name,
                                          .rewind = rewind_nothing,
                                          .judge = judge};

void exhaustive_run(struct search *s)
{
    struct interleaving w = {.s = s};
    struct worklist list = {.s = s, .tree = &interleavings, .explorer = &w};
    w.list = &list;
    s->count_traces = s->st->hashing = true;
    worklist_run(&list);
    worklist_free(&list);
    vec_free(&w.todo);
    vec_free(&w.choice);
}
