/* SPDX-License-Identifier: Apache-2.0
 *
 * link.c - see link.h. */
#include "exec/link.h"

#include <stdio.h>
#include <string.h>

/* Adds a text to a list, unless it is there. */
static void add_text(char (*list)[160], uint32_t room, volatile uint32_t *count,
                     const char *what)
{
    char text[sizeof *list];
    snprintf(text, sizeof text, "%s", what);
    uint32_t n = *count < room ? *count : room;
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(list[i], text))
            return;
    uint32_t mine = __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    if (mine < room)
        memcpy(list[mine], text, sizeof text);
}

void link_rests_on(struct link *l, const char *what)
{
    add_text(l->rests, LINK_MAX_RESTS, &l->nrests, what);
}

void link_leaves_out(struct link *l, const char *what)
{
    add_text(l->gaps, LINK_MAX_GAPS, &l->ngaps, what);
}

void link_input(struct link *l, const char *path, uint64_t digest)
{
    struct link_input new = {.digest = digest};
    snprintf(new.path, sizeof new.path, "%s", path);
    uint32_t n = l->ninputs < LINK_MAX_INPUTS ? l->ninputs : LINK_MAX_INPUTS;
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(l->inputs[i].path, new.path))
            return;
    uint32_t mine = __atomic_fetch_add(&l->ninputs, 1, __ATOMIC_RELAXED);
    if (mine < LINK_MAX_INPUTS)
        l->inputs[mine] = new;
}
