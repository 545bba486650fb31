/* SPDX-License-Identifier: Apache-2.0
 *
 * item.c - see item.h. */
#include "explore/search/item.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t item_path(uint64_t path, uint64_t choice, uint32_t ways)
{
    uint64_t part[] = {choice, ways};
    return XXH3_64bits_withSeed(part, sizeof part, path);
}

void item_free(struct item *it)
{
    vec_free(&it->ways);
}

/* The head of an item's bytes; its ways follow. */
struct packed_item {
    uint64_t closed, n, path;
    uint32_t until, beside;
};

size_t item_bytes(const struct item *it)
{
    return sizeof(struct packed_item) + it->ways.len * sizeof *it->ways.at;
}

char *item_pack(const struct item *it, char *to)
{
    struct packed_item h = {it->closed, it->ways.len, it->path, it->until, it->beside};
    memcpy(to, &h, sizeof h);
    if (h.n)
        memcpy(to + sizeof h, it->ways.at, h.n * sizeof *it->ways.at);
    return to + item_bytes(it);
}

const char *item_unpack(struct item *it, const char *from, const char *end)
{
    struct packed_item h;
    if ((size_t)(end - from) < sizeof h)
        return NULL;
    memcpy(&h, from, sizeof h);
    from += sizeof h;
    if (h.n > (size_t)(end - from) / sizeof *it->ways.at || h.closed > h.n)
        return NULL;
    *it = (struct item){.closed = (uint32_t)h.closed,
                        .until = h.until,
                        .beside = h.beside,
                        .path = h.path};
    vec_reserve(&it->ways, h.n + 1);
    memcpy(it->ways.at, from, h.n * sizeof *it->ways.at);
    it->ways.len = h.n;
    return from + h.n * sizeof *it->ways.at;
}

/* What actors keep of themselves has no part in it, nor have the numbers of messages: in
 * real code they depend on options, such as whether there are to be further executions.
 */
uint64_t item_program(struct program *p)
{
    uint64_t d = p->nactors * 4ull + p->buffering;
    for (uint32_t a = 0; a < p->nactors; a++) {
        struct op op = {0};
        bool more = p->ops->next(p, a, &op);
        uint64_t part[] = {d,         more,     op.kind,           op.where,
                           op.object, op.nargs, (uint64_t)op.peer, (uint64_t)op.tag,
                           op.mode};
        d = XXH3_64bits(part, sizeof part);
    }
    return d;
}
