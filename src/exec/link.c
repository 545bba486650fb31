/* SPDX-License-Identifier: Apache-2.0
 *
 * link.c - see link.h. */
#include "exec/link.h"

#include <stdio.h>
#include <string.h>

void link_rests_on(struct link *l, const char *what)
{
    char text[sizeof l->rests[0]];
    snprintf(text, sizeof text, "%s", what);
    uint32_t n = l->nrests < LINK_MAX_RESTS ? l->nrests : LINK_MAX_RESTS;
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(l->rests[i], text))
            return;
    uint32_t mine = __atomic_fetch_add(&l->nrests, 1, __ATOMIC_RELAXED);
    if (mine < LINK_MAX_RESTS)
        memcpy(l->rests[mine], text, sizeof text);
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
