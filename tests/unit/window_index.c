/* SPDX-License-Identifier: Apache-2.0
 *
 * The index of accesses finds what looking at all of them would find, however they come
 * and go. */
#include "kernel/window.h"
#include "kernel/window_index.h"

#include <criterion/criterion.h>

enum { STEPS = 6000 };

static uint64_t words[STEPS][ACCESS_WORDS];

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Some are words of a small part, some rows of a large one, some far away; few are
 * empty. */
static void draw_range(uint64_t *state, uint64_t *lo, uint64_t *hi)
{
    uint64_t kind = draw(state) % 8, size = 1 + draw(state) % 8;
    *lo = draw(state) % 2000;
    if (kind == 0)
        size = draw(state) % 3000;
    else if (kind == 1)
        *lo = draw(state) % (1 << 20), size = 5000 + draw(state) % 70000;
    else if (kind == 2)
        *lo = UINT64_C(0x7f0000000000) + draw(state) % 5000;
    else if (kind == 3)
        size = 0;
    *hi = *lo + size;
}

static void push(struct state *st, struct rma_part *p, uint64_t *seed)
{
    struct event e = {0};
    size_t n = st->events.len;
    draw_range(seed, &words[n][ACCESS_LO], &words[n][ACCESS_HI]);
    e.act.keys = words[n];
    e.act.nkeys = ACCESS_WORDS;
    vec_push(&p->accesses, ((struct accessed){.event = (uint32_t)n}));
    vec_push(&st->events, e);
}

static void compare(const struct state *st, const struct rma_part *p, uint64_t *seed)
{
    events_vec found = {0};
    uint64_t lo, hi;
    draw_range(seed, &lo, &hi);
    uint32_t end = (uint32_t)(draw(seed) % (p->accesses.len + 1));
    rma_index_find(st, p, lo, hi, end, &found);
    size_t k = 0;
    for (uint32_t i = end; i-- > 0;)
        if (lo < hi && words[i][ACCESS_LO] < hi && lo < words[i][ACCESS_HI] &&
            words[i][ACCESS_LO] < words[i][ACCESS_HI])
            if (k == found.len || found.at[k++] != i)
                cr_assert_fail("access %u is not found", (unsigned)i);
    cr_assert_eq(k, found.len);
    vec_free(&found);
}

Test(window_index, finds_what_overlaps)
{
    struct state st = {0};
    struct rma_part p = {0};
    uint64_t seed = 1;
    rma_index_make(&p);
    for (int i = 0; i < STEPS; i++) {
        if (p.accesses.len && draw(&seed) % 3 == 0) {
            rma_index_pop(&p);
            p.accesses.len--;
            st.events.len--;
        } else {
            push(&st, &p, &seed);
        }
        if (draw(&seed) % 4 == 0)
            compare(&st, &p, &seed);
    }
    cr_assert(p.accesses.len > 1000);
    rma_index_free(&p);
    vec_free(&p.accesses);
    vec_free(&st.events);
}
