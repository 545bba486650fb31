/* SPDX-License-Identifier: Apache-2.0
 *
 * bounds.c - see bounds.h.
 *
 * First all of it is looked at as one range. If that does not lie in one object, the type
 * may still be one whose parts are in different places (MPI_BOTTOM, or displacements
 * between variables); then each part is looked at. Neighbouring parts may have become one
 * block of the layout, so a block of such a type may go over several objects. */
#include "mpi/type/bounds.h"
#include "mpi/type/data.h"
#include "mpi/type/structure.h"
#include "mpi/type/types.h"
#include <stdio.h>
#include <string.h>

struct range {
    uintptr_t low, high;
};

/* From the first byte that the data touch to the last. What is longer than any memory
 * goes on to the last address. */
static struct range hull(const struct data *d)
{
    const struct datatype *t = d->type;
    MPI_Aint last, end;
    uintptr_t at = (uintptr_t)d->at;
    if (__builtin_mul_overflow((MPI_Aint)(d->count - 1), type_extent(t), &last) ||
        __builtin_add_overflow(last, t->true_ub, &end))
        return (struct range){at, UINTPTR_MAX};
    return (struct range){at + (uintptr_t)(t->true_lb + (last < 0 ? last : 0)),
                          at + (uintptr_t)(t->true_ub + (last > 0 ? last : 0))};
}

static bool covered(struct port_from from, struct range r, struct port_object *o)
{
    bool yes = port_covers(from, lib()->frame, r.low, r.high, o);
    lib_wipe(); /* what the checker has left on the stack depends on earlier calls */
    return yes;
}

/* ---- types whose parts may lie in several objects ---- */

/* Was the type made from displacements in bytes, which can lead from one variable to
 * another? */
static bool may_be_scattered(const struct datatype *t)
{
    switch (t->envelope.combiner) {
    case MPI_COMBINER_STRUCT:
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_HINDEXED_BLOCK:
    case MPI_COMBINER_HVECTOR:
        return true;
    default:
        break;
    }
    for (int i = 0; i < t->envelope.ntypes; i++)
        if (may_be_scattered(t->envelope.types[i]))
            return true;
    return false;
}

/* Is every byte of the range in some object? */
static bool covered_by_several(struct port_from from, struct range r,
                               struct port_object *o)
{
    while (!covered(from, r, o)) {
        if (o->kind == MEMORY_FREED || o->kind == MEMORY_LEFT || r.low < o->low ||
            r.low >= o->high)
            return false;
        r.low = o->high;
    }
    return true;
}

enum { MOST = 4096 }; /* the largest number of parts that are looked at */

/* `left` is the number of parts that may still be looked at. */
static bool layout_covered(struct port_from from, const struct type_layout *l,
                           uintptr_t at, size_t *left, struct range *r,
                           struct port_object *o)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct type_piece *p = &l->piece[i];
        uintptr_t copy = at + (uintptr_t)p->at;
        for (size_t k = 0; k < p->count && *left; k++, copy += (uintptr_t)p->stride) {
            *r = (struct range){copy, copy + p->bytes};
            if (p->body ? !layout_covered(from, p->body, copy, left, r, o)
                        : !covered_by_several(from, *r, o))
                return false;
            *left -= !p->body;
        }
    }
    return true;
}

/* Do the data lie in memory of the program? If not, stores the range that does not, and
 * the object in which it begins. */
static bool data_covered(struct port_from from, const struct data *d, struct range *r,
                         struct port_object *o)
{
    *r = hull(d);
    if (covered(from, *r, o))
        return true;
    if (!may_be_scattered(d->type))
        return false;
    size_t left = MOST;
    for (int i = 0; i < d->count && left; i++)
        if (!layout_covered(from, d->type->layout,
                            (uintptr_t)d->at + (uintptr_t)(i * type_extent(d->type)),
                            &left, r, o))
            return false;
    if (!left)
        port_leaves_out("bounds of buffers of many pieces");
    o->structure = 0; /* it is that of the last part, and there is more than one */
    return true;
}

/* ---- in words ---- */

enum { TEXT = 256 };

static const char *name_object(const struct port_object *o, char text[TEXT])
{
    size_t n = o->high - o->low;
    const char *s = n == 1 ? "" : "s";
    switch (o->kind) {
    case MEMORY_HEAP:
        snprintf(text, TEXT, "a heap block of %zu byte%s", n, s);
        break;
    case MEMORY_FREED:
        snprintf(text, TEXT, "a heap block that has been freed");
        break;
    case MEMORY_MAPPED:
        snprintf(text, TEXT, "a mapping of %zu byte%s", n, s);
        break;
    case MEMORY_STATIC:
    case MEMORY_STACK:
        snprintf(text, TEXT, "%s, a variable of %zu byte%s", o->name, n, s);
        break;
    case MEMORY_FRAME:
        snprintf(text, TEXT, "the %zu byte%s of a function's stack frame", n, s);
        break;
    case MEMORY_LEFT:
        snprintf(text, TEXT, "the stack frame of a function that has returned");
        break;
    case MEMORY_UNKNOWN:
        snprintf(text, TEXT, "memory");
        break;
    }
    return text;
}

static const char *const reads = "reads", *const writes = "writes";

/* What is wrong, as a sentence without its subject, which is the function called. */
static const char *describe(struct range r, const struct port_object *o, const char *verb,
                            char text[2 * TEXT])
{
    char what[TEXT], where[64] = "";
    bool has_end = o->kind != MEMORY_FREED && o->kind != MEMORY_LEFT;
    if (has_end && r.low < o->low)
        snprintf(where, sizeof where, " from %zu bytes before ",
                 (size_t)(o->low - r.low));
    else if (has_end && r.low == o->high)
        snprintf(where, sizeof where, " behind the end of ");
    else if (has_end && r.low > o->high)
        snprintf(where, sizeof where, " %zu bytes behind the end of ",
                 (size_t)(r.low - o->high));
    else if (has_end && r.low > o->low)
        snprintf(where, sizeof where, " at offset %zu of ", (size_t)(r.low - o->low));
    else
        snprintf(where, sizeof where, verb == reads ? " from " : " into ");
    snprintf(text, 2 * TEXT, "%s %zu bytes%s%s", verb, (size_t)(r.high - r.low), where,
             name_object(o, what));
    return text;
}

/* ---- what the elements are ---- */

static enum port_element element_of(const struct basic *b)
{
    switch (b->class) {
    case CLASS_INTEGER:
    case CLASS_FORTRAN_INTEGER:
    case CLASS_LOGICAL:
    case CLASS_ADDRESS:
        return PORT_INTEGER;
    case CLASS_FLOATING:
        return PORT_FLOATING;
    case CLASS_COMPLEX:
        return PORT_COMPLEX;
    default:
        return PORT_UNKNOWN;
    }
}

/* Are a variable's elements what the basic type says? A complex number is two others,
 * one byte may be a part of anything, and there is no basic type for integers of 16
 * bytes. */
bool structure_alike(enum port_element ours, unsigned bytes, const struct basic *b)
{
    enum port_element theirs = element_of(b);
    size_t their_bytes = b->size, our_bytes = bytes;
    if (theirs == PORT_COMPLEX) {
        theirs = PORT_FLOATING;
        their_bytes /= 2;
    }
    if (ours == PORT_COMPLEX) {
        ours = PORT_FLOATING;
        our_bytes /= 2;
    }
    return ours == PORT_UNKNOWN || theirs == PORT_UNKNOWN || their_bytes == 1 ||
           our_bytes == 1 || (ours == PORT_INTEGER && our_bytes == 16) ||
           (ours == theirs && our_bytes == their_bytes);
}

static void compare_elements(const struct data *d, const struct port_object *o)
{
    static const char *const word[] = {"", "integers", "floating-point numbers",
                                       "complex numbers"};
    const struct signature *s = &d->type->signature;
    if (o->structure)
        structure_compare(d, o);
    if (o->element == PORT_UNKNOWN || s->runs != 1 || s->more)
        return;
    const struct basic *b = &basics[s->run[0].basic];
    if (!structure_alike(o->element, o->element_bytes, b))
        port_note(
            lib()->from, FINDING_BUFFER_TYPE,
            "the buffer is %s, which has %s of %u bytes, and the datatype is %s, of "
            "%zu bytes",
            o->name, word[o->element], o->element_bytes, b->name, b->size);
}

/* ---- checks ---- */

static int check(struct comm *c, const struct data *d, const char *verb)
{
    struct range r;
    struct port_object o;
    char text[2 * TEXT];
    if (!data_bytes(d))
        return MPI_SUCCESS;
    if (data_covered(lib()->from, d, &r, &o)) {
        compare_elements(d, &o);
        return MPI_SUCCESS;
    }
    return lib_erroneous(c, MPI_ERR_BUFFER, "%s %s", lib_call_name(lib()->from.call),
                         describe(r, &o, verb, text));
}

int bounds_read(struct comm *c, const struct data *d)
{
    return check(c, d, reads);
}

int bounds_written(struct comm *c, const struct data *d)
{
    return check(c, d, writes);
}

int bounds_bytes(struct comm *c, const void *at, size_t n, bool written)
{
    struct range r = {(uintptr_t)at, (uintptr_t)at + n};
    struct port_object o;
    char text[2 * TEXT];
    if (!n || covered(lib()->from, r, &o))
        return MPI_SUCCESS;
    return lib_erroneous(c, MPI_ERR_BUFFER, "%s %s", lib_call_name(lib()->from.call),
                         describe(r, &o, written ? writes : reads, text));
}

int bounds_array(struct comm *c, const char *name, const void *at, size_t n, size_t each,
                 bool written)
{
    struct range r = {(uintptr_t)at, (uintptr_t)at + n * each};
    struct port_object o;
    char text[2 * TEXT];
    if (!at || !n || covered(lib()->from, r, &o))
        return MPI_SUCCESS;
    return lib_erroneous(c, MPI_ERR_ARG, "%s %s (%s, of %zu elements)",
                         lib_call_name(lib()->from.call),
                         describe(r, &o, written ? writes : reads, text), name, n);
}

/* ---- single results ---- */

/* As lib_wipe(), after a function that has cleared the rest. */
static __attribute__((noinline)) void wipe_top(void)
{
    char below[256];
    memset(below, 0, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory");
}

static bool held(struct range r, struct port_object *o)
{
    bool yes = port_holds(lib()->from, lib()->frame, r.low, r.high, o);
    wipe_top();
    return yes;
}

static _Noreturn void no_room(struct range r, const struct port_object *o,
                              const char *verb, const char *why)
{
    char text[2 * TEXT];
    port_fail(lib()->from, FINDING_INVALID_ARGUMENT, "%s %s%s",
              lib_call_name(lib()->from.call), describe(r, o, verb, text), why);
}

/* One of our functions may have called another one with a variable of its own. */
void bounds_result(const void *at, size_t n)
{
    struct range r = {(uintptr_t)at, (uintptr_t)at + n};
    struct port_object o;
    if (lib()->depth == 1 && !held(r, &o))
        no_room(r, &o, writes, "");
}

void bounds_status(const MPI_Status *at)
{
    struct range r = {(uintptr_t)at, (uintptr_t)at + sizeof *at};
    struct port_object o;
    if (!held(r, &o))
        no_room(r, &o, writes, "");
    if (lib()->bound && (o.kind == MEMORY_FRAME || o.kind == MEMORY_UNKNOWN))
        covered(lib()->from, r, &o); /* says so */
}

int bounds_text(char *to, const char *text, size_t room, const char *name)
{
    size_t n = strnlen(text, room - 1);
    struct range r = {(uintptr_t)to, (uintptr_t)to + n + 1};
    struct port_object o;
    char why[64];
    if (lib()->bound ? !held(r, &o) : !covered(lib()->from, r, &o))
        no_room(r, &o, writes, "");
    r.high = r.low + room;
    snprintf(why, sizeof why, " (%s)", name);
    if (!lib()->bound && !covered(lib()->from, r, &o))
        no_room(r, &o, "writes up to", why);
    memcpy(to, text, n);
    to[n] = '\0';
    return (int)n;
}

int bounds_received(struct comm *c, const struct data *d)
{
    struct range r;
    struct port_object o;
    char text[2 * TEXT];
    if (!data_bytes(d))
        return MPI_SUCCESS;
    if (data_covered(lib()->from, d, &r, &o)) {
        compare_elements(d, &o);
        return MPI_SUCCESS;
    }
    bool begins_inside = o.kind != MEMORY_FREED && o.kind != MEMORY_LEFT &&
                         r.low >= o.low && r.low < o.high;
    if (!begins_inside)
        return lib_erroneous(c, MPI_ERR_BUFFER, "%s %s", lib_call_name(lib()->from.call),
                             describe(r, &o, writes, text));
    port_note(lib()->from, FINDING_LONG_RECEIVE, "%s %s if the message is long enough",
              lib_call_name(lib()->from.call), describe(r, &o, writes, text));
    return MPI_SUCCESS;
}

void bounds_deliver(struct port_from from, const struct data *d, size_t n)
{
    struct range r;
    struct port_object o;
    char text[2 * TEXT];
    struct data part = *d;
    if (!n)
        return;
    size_t size = (size_t)d->type->size;
    if (n < data_bytes(d))
        part.count = (int)((n + size - 1) / size);
    if (data_covered(lib()->from, &part, &r, &o))
        return;
    if (d->type->contiguous)
        r.high = r.low + n;
    port_fail(from, FINDING_INVALID_ARGUMENT, "%s %s", lib_call_name(from.call),
              describe(r, &o, writes, text));
}
