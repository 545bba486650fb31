/* SPDX-License-Identifier: Apache-2.0
 *
 * exhaustive.c - every interleaving, one after the other.
 *
 * No reduction and no cleverness: this is the judge of the other explorers. It
 * counts interleavings (executions), recognises equivalent ones by the digest of
 * their trace, and counts the distinct states it passes through. */
#include "explore/explorer.h"

/* The steps of a node that are still to be taken: todo[next .. end). */
struct branch {
    size_t next, end;
};

struct walk {
    struct search *s;
    steps_vec todo;
    VEC(struct branch) path;
};

static void arrive(struct walk *w)
{
    struct search *s = w->s;
    struct branch b = {.next = w->todo.len};
    if (set128_add(&s->seen_states, state_digest(s->st)))
        s->counts.states++;
    search_enabled(s, &w->todo);
    b.end = w->todo.len;
    if (b.next == b.end)
        search_end_complete(s);
    vec_push(&w->path, b);
}

void exhaustive_run(struct search *s)
{
    struct walk w = {.s = s};
    s->count_traces = s->st->hashing = true;
    arrive(&w);
    while (w.path.len && !search_stopped(s)) {
        struct branch *b = &vec_last(&w.path);
        if (b->next < b->end && search_push(s, w.todo.at[b->next++])) {
            arrive(&w);
        } else if (b->next >= b->end) {
            /* Every step of this node has been taken: back to its parent. */
            size_t first = w.path.len > 1 ? w.path.at[w.path.len - 2].end : 0;
            w.todo.len = first;
            w.path.len--;
            if (w.path.len)
                search_pop(s);
        }
    }
    while (s->st->events.len)
        search_pop(s);
    vec_free(&w.todo);
    vec_free(&w.path);
}
