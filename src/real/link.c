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

uint64_t link_seal_claimed(uint64_t secret, enum link_list list, uint64_t place)
{
    return link_seal(secret, list, place, NULL, 0);
}

/* Has another process written the entry at this place? It may be about to. */
static bool is_written(const uint64_t *seal, enum link_list list, uint32_t place)
{
    enum { PATIENCE = 100000 }; /* it may also have been killed */
    uint64_t claimed = link_seal_claimed(own_secret, list, place);
    int i = 0;
    while (__atomic_load_n(seal, __ATOMIC_ACQUIRE) == claimed && i < PATIENCE)
        i++;
    return i < PATIENCE;
}

/* Takes the place for an entry, if nobody has it. */
static bool claim(uint64_t *seal, enum link_list list, uint32_t place)
{
    uint64_t none = 0;
    return __atomic_compare_exchange_n(seal, &none,
                                       link_seal_claimed(own_secret, list, place), false,
                                       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Adds a text to a list, unless it is there. */
static void add_text(char (*list)[160], uint64_t *seals, enum link_list is, uint32_t room,
                     volatile uint32_t *count, const char *what)
{
    char text[sizeof *list] = "";
    snprintf(text, sizeof text, "%s", what);
    for (uint32_t i = 0; i < room && seals[i]; i++)
        if (!strcmp(list[i], text))
            return;
    for (uint32_t i = 0; i < room; i++) {
        if (claim(&seals[i], is, i)) {
            memcpy(list[i], text, sizeof text);
            __atomic_store_n(&seals[i], link_seal(own_secret, is, i, text, sizeof text),
                             __ATOMIC_RELEASE);
            __atomic_fetch_add(count, 1, __ATOMIC_RELEASE);
            return;
        }
        if (is_written(&seals[i], is, i) && !strcmp(list[i], text))
            return;
    }
    __atomic_fetch_add(count, 1, __ATOMIC_RELEASE); /* one of those without room */
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
    uint64_t seal;
    for (uint32_t i = 0; i < LINK_MAX_INPUTS && l->inputs[i].seal; i++)
        if (!strcmp(l->inputs[i].path, new.path))
            return;
    for (uint32_t i = 0; i < LINK_MAX_INPUTS; i++) {
        struct link_input *to = &l->inputs[i];
        if (claim(&to->seal, LIST_INPUTS, i)) {
            memcpy(to->path, new.path, sizeof new.path);
            to->digest = digest;
            seal = link_seal(own_secret, LIST_INPUTS, i, &new, sizeof new);
            __atomic_store_n(&to->seal, seal, __ATOMIC_RELEASE);
            __atomic_fetch_add(&l->ninputs, 1, __ATOMIC_RELEASE);
            return;
        }
        if (is_written(&to->seal, LIST_INPUTS, i) && !strcmp(to->path, new.path))
            return;
    }
    __atomic_fetch_add(&l->ninputs, 1, __ATOMIC_RELEASE);
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
