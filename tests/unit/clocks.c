/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks that share pages are those that arrays would be, however they are joined, taken
 * back and widened. */
#include "kernel/clocks.h"

#include <criterion/criterion.h>
#include <string.h>

enum { STEPS = 3000, MOST = 4096, ACTORS = 8 };

/* The same clocks as arrays, as wide as they will ever be. */
static uint32_t expected[STEPS][MOST];
static size_t newest[STEPS + 1][ACTORS]; /* event of each actor, plus 1, after so many */

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static void compare(struct clocks *c, size_t n)
{
    for (size_t e = 0; e < n; e++) {
        cr_assert_arr_eq(clocks_expand(c, e), expected[e], c->width * sizeof(uint32_t));
        for (uint32_t a = 0; a < c->width; a += 61)
            cr_assert_eq(clocks_entry(c, e, a), expected[e][a]);
    }
}

/* Actors are spread over all entries; the last one moves with the width. */
static uint32_t entry_of(const struct clocks *c, size_t actor)
{
    return (uint32_t)(actor * (c->width - 1) / (ACTORS - 1));
}

static void push(struct clocks *c, size_t n, uint64_t *state)
{
    size_t actor = draw(state) % ACTORS, like = newest[n][actor];
    uint32_t entry = entry_of(c, actor), value = (uint32_t)n + 1;
    clocks_push(c, like ? like - 1 : SIZE_MAX);
    if (like)
        memcpy(expected[n], expected[like - 1], sizeof *expected);
    else
        memset(expected[n], 0, sizeof *expected);
    for (uint64_t joins = n ? draw(state) % 4 : 0; joins--;) {
        size_t other = draw(state) % n;
        clocks_join(c, other);
        for (size_t a = 0; a < MOST; a++)
            if (expected[other][a] > expected[n][a])
                expected[n][a] = expected[other][a];
    }
    clocks_set(c, entry, value);
    expected[n][entry] = value;
    memcpy(newest[n + 1], newest[n], sizeof *newest);
    newest[n + 1][actor] = n + 1;
}

Test(clocks, shared_pages_are_what_arrays_would_be)
{
    struct clocks c = {.width = 64};
    uint64_t state = 1;
    size_t n = 0;
    clocks_widen(&c, CLOCKS_WIDE + 1);
    for (size_t i = 0; i < STEPS; i++) {
        if (n && draw(&state) % 3 == 0) {
            clocks_pop(&c);
            n--;
        } else {
            push(&c, n, &state);
            n++;
        }
        if (c.width < MOST && i % 500 == 499)
            clocks_widen(&c, c.width + 600 < MOST ? c.width + 600 : MOST);
        if (i % 250 == 0)
            compare(&c, n);
    }
    compare(&c, n);
    clocks_free(&c);
}

Test(clocks, arrays_become_pages)
{
    enum { BEFORE = CLOCKS_WIDE - 10, EVENTS = 40 };
    struct clocks c = {.width = BEFORE};
    for (uint32_t e = 0; e < EVENTS; e++) {
        vec_reserve(&c.dense, (e + 1) * (size_t)BEFORE);
        uint32_t *to = c.dense.at + e * BEFORE;
        memset(to, 0, BEFORE * sizeof *to);
        to[e * BEFORE / EVENTS] = to[7] = e + 1;
        memset(expected[e], 0, sizeof *expected);
        memcpy(expected[e], to, BEFORE * sizeof *to);
        c.dense.len += BEFORE;
    }
    c.n = EVENTS;
    clocks_widen(&c, CLOCKS_WIDE);
    cr_assert_eq(c.pages, 0);
    clocks_widen(&c, 2 * CLOCKS_WIDE);
    cr_assert_neq(c.pages, 0);
    compare(&c, EVENTS);
    clocks_pop(&c);
    compare(&c, EVENTS - 1);
    clocks_free(&c);
}
