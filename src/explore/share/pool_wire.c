/* SPDX-License-Identifier: Apache-2.0
 *
 * pool_wire.c - see pool_wire.h. */
#include "explore/share/pool_wire.h"

#include <string.h>

void wire_items(struct str *to, items_vec *from, size_t n)
{
    size_t bytes = 0;
    const struct item *it = from->at + (from->len - n);
    for (size_t i = 0; i < n; i++)
        bytes += item_bytes(&it[i]);
    char *packed = mem_alloc(bytes + 1), *at = packed;
    for (size_t i = 0; i < n; i++)
        at = item_pack(&it[i], at);
    while (n--)
        item_free(&vec_pop(from));
    str_add(to, packed, bytes);
    free(packed);
}

bool wire_take_items(const char *bytes, size_t n, items_vec *to)
{
    const char *at = bytes, *end = bytes + n;
    while (at && at < end) {
        struct item it;
        at = item_unpack(&it, at, end);
        if (at)
            vec_push(to, it);
    }
    return at || !n;
}
