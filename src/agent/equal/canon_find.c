/* SPDX-License-Identifier: Apache-2.0
 *
 * canon_find.c - does the rank remember a number? See port_recalls(). */
#include "agent/core/agent.h"
#include "agent/equal/canon.h"
#include "mpi/port.h"

#include <string.h>

struct search_word {
    uint32_t complement; /* so that the word itself is not in our own frames */
    bool found;
};

static void look(struct search_word *s, const char *at, size_t n)
{
    const uint32_t *w = (const uint32_t *)(((uintptr_t)at + 3) & ~(uintptr_t)3);
    const uint32_t *end = (const uint32_t *)((uintptr_t)(at + n) & ~(uintptr_t)3);
    uint32_t complement = s->complement;
    enum { STRIDE = 256 }; /* the compiler makes one comparison of many out of it */
    for (; !s->found && w + STRIDE <= end; w += STRIDE) {
        uint32_t any = 0;
        for (int i = 0; i < STRIDE; i++)
            any |= ~w[i] == complement;
        s->found = any;
    }
    for (; !s->found && w < end; w++)
        s->found = ~*w == complement;
}

static void look_at(void *to, struct piece p)
{
    look(to, p.bytes, p.n);
}

EXPORT bool port_recalls(uint32_t complement)
{
    struct search_word s = {.complement = complement};
    const struct rank *r = &agent.rank[agent.current];
    const char *sp = __builtin_frame_address(0);
    look(&s, sp, (size_t)(r->top - sp));
    if (!s.found)
        canon_heap(r, look_at, &s);
    if (!s.found)
        pages_form(look_at, &s, false);
    return s.found;
}
