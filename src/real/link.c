/* SPDX-License-Identifier: Apache-2.0
 *
 * link.c - see link.h. */
#include "real/link.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* The secret of the process that the agent is in; 0 in the supervisor, which adds to the
 * lists when they have been checked. */
static uint64_t own_secret;

void link_take_secret(struct link *l)
{
    own_secret = l->secret;
    l->secret = 0;
}

uint64_t link_seal(uint64_t secret, enum link_list list, uint64_t place,
                   const void *bytes, size_t n)
{
    const uint64_t of[2] = {secret ^ (uint64_t)list << 56, place};
    uint64_t seal = XXH3_64bits_withSeed(bytes, n, XXH3_64bits(of, sizeof of));
    return seal ? seal : 1; /* 0 is no seal */
}

uint64_t link_seal_finding(uint64_t secret, struct link *l, uint64_t at,
                           const struct link_finding *f)
{
    const uint64_t is[] = {
        f->kind,   f->actor, f->name.lo,  f->name.hi,
        f->packed, f->size,  f->left_out, XXH3_64bits(link_at(l, f->packed), f->size)};
    return link_seal(secret, LIST_FINDINGS, at, is, sizeof is);
}

void link_close_finding(struct link *l, uint64_t at)
{
    struct link_finding *f = link_at(l, at);
    f->seal = link_seal_finding(own_secret, l, at, f);
}

/* Adds a text to a list, unless it is there. */
static void add_text(char (*list)[160], uint64_t *seals, enum link_list is, uint32_t room,
                     volatile uint32_t *count, const char *what)
{
    char text[sizeof *list] = "";
    snprintf(text, sizeof text, "%s", what);
    uint32_t n = *count < room ? *count : room;
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(list[i], text))
            return;
    uint32_t mine = __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
    if (mine < room) {
        memcpy(list[mine], text, sizeof text);
        seals[mine] = link_seal(own_secret, is, mine, text, sizeof text);
    }
}

void link_refuse(struct link *l, enum reason reason, const char *text)
{
    snprintf(l->unsupported, sizeof l->unsupported, "%s", text);
    l->refusal = reason;
}

void link_rests_on(struct link *l, const char *what)
{
    add_text(l->rests, l->rest_seals, LIST_RESTS, LINK_MAX_RESTS, &l->nrests, what);
}

void link_leaves_out(struct link *l, const char *what)
{
    add_text(l->gaps, l->gap_seals, LIST_GAPS, LINK_MAX_GAPS, &l->ngaps, what);
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
    new.seal = link_seal(own_secret, LIST_INPUTS, mine, &new, sizeof new);
    if (mine < LINK_MAX_INPUTS)
        l->inputs[mine] = new;
}

bool link_in_bindings(const struct link *l, uint64_t pc)
{
    for (int i = 0; i < LINK_MAX_BINDINGS; i++)
        if (pc >= l->fortran[i].low && pc < l->fortran[i].high)
            return true;
    return false;
}

const struct link_line *link_python(const struct link *l, uint64_t site)
{
    if (site >> LINK_LINE_SHIFT != LINK_LINE_MARK)
        return NULL;
    for (uint32_t i = 0; i < LINK_MAX_LINES; i++) {
        const struct link_line *at = &l->lines[(site + i) % LINK_MAX_LINES];
        if (at->site == site || !at->site)
            return at->site ? at : NULL;
    }
    return NULL;
}
