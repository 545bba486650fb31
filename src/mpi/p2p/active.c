/* SPDX-License-Identifier: Apache-2.0
 *
 * active.c - see active.h. */
#include "mpi/p2p/active.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 16 };

struct active {
    struct active *next; /* of the same request, or of all loose sends */
    struct port_watch watch;
    struct port_bytes one; /* in place of an array of one */
    int part;              /* of a partitioned operation: the partition, plus 1 */
};

/* ---- bytes ---- */

static void add_block(struct bytes *b, uintptr_t low, size_t n)
{
    if (b->all.len && vec_last(&b->all).high == low) {
        vec_last(&b->all).high += n;
        return;
    }
    b->too_many |= b->all.len == MOST;
    if (!b->too_many)
        vec_push(&b->all, (struct port_bytes){low, low + n});
}

static void add_layout(struct bytes *b, const struct type_layout *l, uintptr_t at)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct type_piece *p = &l->piece[i];
        uintptr_t copy = at + (uintptr_t)p->at;
        for (size_t k = 0; k < p->count && !b->too_many; k++) {
            if (p->body)
                add_layout(b, p->body, copy);
            else
                add_block(b, copy, p->bytes);
            copy += (uintptr_t)p->stride;
        }
    }
}

void bytes_add(struct bytes *b, const struct data *d)
{
    uintptr_t at = (uintptr_t)d->at;
    if (!data_bytes(d))
        return;
    if (d->type->contiguous) {
        add_block(b, at, data_bytes(d));
        return;
    }
    for (int i = 0; i < d->count && !b->too_many; i++) {
        add_layout(b, d->type->layout, at);
        at += (uintptr_t)type_extent(d->type);
    }
}

void bytes_add_array(struct bytes *b, const void *array, size_t bytes)
{
    if (array && bytes)
        add_block(b, (uintptr_t)array, bytes);
}

static int by_low(const void *x, const void *y)
{
    const struct port_bytes *a = x, *b = y;
    return (a->low > b->low) - (a->low < b->low);
}

void bytes_sort(struct bytes *b)
{
    size_t n = 0;
    bool sorted = true;
    for (size_t i = 1; i < b->all.len; i++)
        sorted &= b->all.at[i - 1].high < b->all.at[i].low;
    if (b->too_many) {
        port_leaves_out("accesses to buffers in use of many pieces");
        b->all.len = 0;
    }
    if (sorted || !b->all.len)
        return;
    qsort(b->all.at, b->all.len, sizeof *b->all.at, by_low);
    for (size_t i = 0; i < b->all.len; i++) {
        struct port_bytes x = b->all.at[i];
        if (!n || x.low > b->all.at[n - 1].high)
            b->all.at[n++] = x;
        else if (x.high > b->all.at[n - 1].high)
            b->all.at[n - 1].high = x.high;
    }
    b->all.len = n;
}

/* ---- accesses of the library ---- */

static void check(struct bytes *b, enum port_use use)
{
    bytes_sort(b);
    if (b->all.len)
        port_access(lib()->from, b->all.at, (uint32_t)b->all.len, use);
}

void active_access(const struct data *d, enum port_use use)
{
    struct bytes b = {0};
    if (!port_watching())
        return;
    bytes_add(&b, d);
    check(&b, use);
    vec_free(&b.all);
}

/* ---- requests ---- */

static void watch(struct active **uses, struct port_from from, struct bytes *b,
                  enum port_use use, const char *what)
{
    uint32_t n = (uint32_t)b->all.len;
    if (!n)
        return;
    struct active *a = lib_alloc(sizeof *a);
    a->watch = (struct port_watch){
        .part = &a->one, .n = n, .use = use, .from = from, .what = what};
    a->watch.frame = lib()->frame;
    a->one = b->all.at[0];
    if (n > 1) {
        a->watch.part = lib_alloc(n * sizeof *a->watch.part);
        memcpy(a->watch.part, b->all.at, n * sizeof *a->watch.part);
    }
    a->next = *uses;
    *uses = a;
    port_watch(&a->watch);
}

/* Can the program do anything while the operation is active? */
static bool is_seen(const struct request *r)
{
    return r->object.handle || r->calls_program;
}

bool active_matters(const struct request *r)
{
    return is_seen(r) || port_watching();
}

void active_start(struct request *r, struct bytes *reads, struct bytes *writes)
{
    check(reads, PORT_READS);
    check(writes, PORT_WRITES);
    if (is_seen(r)) {
        watch(&r->uses, r->from, reads, PORT_READS, "the buffer");
        watch(&r->uses, r->from, writes, PORT_WRITES, "the buffer");
    }
    vec_free(&reads->all);
    vec_free(&writes->all);
}

void active_hold(struct active **uses, struct bytes *reads, struct bytes *writes)
{
    check(reads, PORT_READS);
    check(writes, PORT_WRITES);
    watch(uses, lib()->from, reads, PORT_READS, "the buffer");
    watch(uses, lib()->from, writes, PORT_WRITES, "the buffer");
    vec_free(&reads->all);
    vec_free(&writes->all);
}

void active_arrays(struct request *r, struct bytes *b)
{
    check(b, PORT_READS);
    if (is_seen(r))
        watch(&r->uses, r->from, b, PORT_READS, "an array argument");
    vec_free(&b->all);
}

void active_message(struct request *r)
{
    struct bytes uses = {0}, none = {0};
    if (!active_matters(r))
        return;
    bytes_add(&uses, &r->data);
    if (r->kind == REQUEST_RECV)
        active_start(r, &none, &uses);
    else
        active_start(r, &uses, &none);
}

void active_stored(struct request *r, struct bytes *writes)
{
    if (!is_seen(r))
        check(writes, PORT_WRITES);
    vec_free(&writes->all);
}

static void end_all(struct active *first, struct port_from done)
{
    for (struct active *a = first, *next; a; a = next) {
        next = a->next;
        port_unwatch(&a->watch, done);
        if (a->watch.part != &a->one)
            free(a->watch.part);
        memset(a, 0,
               sizeof *a); /* a loop that comes back to a state must find it the same */
        free(a);
    }
}

void active_part(struct request *r, const struct data *d, enum port_use use, int part)
{
    struct bytes b = {0};
    struct active *before = r->uses;
    bytes_add(&b, d);
    check(&b, use);
    watch(&r->uses, r->from, &b, use, "a partition of the buffer");
    if (r->uses != before)
        r->uses->part = part + 1;
    vec_free(&b.all);
}

void active_part_end(struct request *r, int part)
{
    for (struct active **p = &r->uses; *p; p = &(*p)->next)
        if ((*p)->part == part + 1) {
            struct active *a = *p;
            *p = a->next;
            a->next = NULL;
            end_all(a, lib()->from);
            return;
        }
}

void active_before(struct request *r)
{
    for (struct active *a = r->uses; a; a = a->next)
        port_check(&a->watch, lib()->from);
}

void active_after(struct request *r)
{
    for (struct active *a = r->uses; a; a = a->next)
        port_refresh(&a->watch); /* with MPI_IN_PLACE, also what was sent has changed */
}

void active_end(struct request *r, struct port_from done)
{
    active_release(&r->uses, done);
}

void active_release(struct active **uses, struct port_from done)
{
    struct active *first = *uses;
    *uses = NULL;
    end_all(first, done);
}

void active_join(struct active **to, struct active **uses)
{
    while (*to)
        to = &(*to)->next;
    *to = *uses;
    *uses = NULL;
}

/* ---- sends without a request ---- */

void active_loose(struct request *r)
{
    active_join(&lib()->loose, &r->uses);
}

void active_learn(void)
{
    struct active *first = lib()->loose;
    if (!first)
        return;
    lib()->loose = NULL;
    end_all(first, lib()->from);
    port_leaves_out("accesses to buffers of freed sends after the next receive");
}

void active_end_loose(void)
{
    struct active *first = lib()->loose;
    lib()->loose = NULL;
    end_all(first, (struct port_from){0});
}
