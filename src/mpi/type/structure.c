/* SPDX-License-Identifier: Apache-2.0
 *
 * structure.c - is a datatype what the structure is that it is used for?
 *
 * Displacements that leave out the padding, members in another order, and an extent that
 * is not the structure's size are frequent mistakes. Debugging information tells the
 * members; the datatype is taken apart as it was made. Only what is made by
 * MPI_Type_create_struct from basic types, or is a pair such as MPI_DOUBLE_INT, and what
 * is made of that by MPI_Type_create_resized, MPI_Type_contiguous and MPI_Type_dup, is
 * compared. */
#include "mpi/type/structure.h"
#include "mpi/type/types.h"
#include <stdio.h>

enum { MOST = 64 }; /* entries and members that are looked at */

struct entry {
    MPI_Aint at;
    const struct basic *basic;
};

struct entries {
    struct entry all[MOST];
    int n;
    bool has_struct; /* it was made by MPI_Type_create_struct, or has pairs */
};

static bool add_basic(struct entries *to, const struct basic *b, MPI_Aint at)
{
    bool pair = b->class == CLASS_PAIR;
    if (to->n + pair >= MOST)
        return false;
    to->all[to->n++] = (struct entry){at, pair ? &basics[b->types[0]] : b};
    if (pair)
        to->all[to->n++] = (struct entry){at + (MPI_Aint)b->second, &basics[b->types[1]]};
    to->has_struct |= pair;
    return true;
}

/* Adds the entries of `count` elements; false if they cannot be told. */
static bool add(struct entries *to, const struct datatype *t, MPI_Aint at,
                MPI_Count count)
{
    const struct type_envelope *e = &t->envelope;
    for (MPI_Count k = 0; k < count; k++, at += type_extent(t)) {
        if (t->basic) {
            if (!add_basic(to, t->basic, at))
                return false;
            continue;
        }
        switch (e->counts.len ? MPI_COMBINER_NAMED : e->combiner) {
        case MPI_COMBINER_STRUCT:
            to->has_struct = true;
            for (int i = 0; i < e->ntypes; i++)
                if (!add(to, e->types[i], at + e->addresses.at[i], e->ints.at[i + 1]))
                    return false;
            break;
        case MPI_COMBINER_RESIZED:
        case MPI_COMBINER_DUP:
        case MPI_COMBINER_CONTIGUOUS:
            if (!add(to, e->types[0], at,
                     e->combiner == MPI_COMBINER_CONTIGUOUS ? e->ints.at[0] : 1))
                return false;
            break;
        default:
            return false;
        }
    }
    return true;
}

static const struct port_member *member_at(const struct port_member *m, uint32_t n,
                                           MPI_Aint at)
{
    for (uint32_t i = 0; i < n; i++)
        if (at >= (MPI_Aint)m[i].at && at < (MPI_Aint)(m[i].at + m[i].bytes))
            return &m[i];
    return NULL;
}

/* Is the entry, at this offset of a structure, an element of a member? */
static bool fits(const struct port_member *m, const struct entry *e, MPI_Aint at)
{
    if (e->basic->size == 1)
        return true; /* a byte may be a part of anything */
    if (!m)
        return false;
    if (m->element == PORT_UNKNOWN)
        return at + (MPI_Aint)e->basic->size <= (MPI_Aint)(m->at + m->bytes);
    return structure_alike(m->element, m->element_bytes, e->basic) &&
           (at - (MPI_Aint)m->at) % (MPI_Aint)m->element_bytes == 0;
}

static void complain(const struct port_object *o, const struct port_member *m,
                     const struct entry *e, MPI_Aint at)
{
    static const char *const word[] = {"", "integers", "floating-point numbers",
                                       "complex numbers"};
    char there[128] = "there is no member";
    if (m && m->element == PORT_UNKNOWN)
        snprintf(there, sizeof there, "%s begins at %zu and has %zu bytes", m->name,
                 m->at, m->bytes);
    else if (m)
        snprintf(there, sizeof there, "%s begins at %zu and has %s of %u bytes", m->name,
                 m->at, word[m->element], m->element_bytes);
    port_note(
        lib()->from, FINDING_BUFFER_TYPE,
        "the buffer is %s, a structure, and the datatype has %s at offset %ld, where "
        "%s",
        o->name, e->basic->name, (long)at, there);
}

void structure_compare(const struct data *d, const struct port_object *o)
{
    struct entries e = {.n = 0};
    struct port_member m[MOST];
    MPI_Aint bytes = (MPI_Aint)o->element_bytes, extent = type_extent(d->type);
    if (!bytes || !add(&e, d->type, 0, 1) || !e.has_struct)
        return;
    uint32_t n = port_members(lib()->from, o->structure, m, MOST);
    if (!n || n == MOST)
        return;
    if (d->count > 1 && extent % bytes) {
        port_note(lib()->from, FINDING_BUFFER_TYPE,
                  "the buffer is %s, structures of %ld bytes, and the extent of the "
                  "datatype is %ld",
                  o->name, (long)bytes, (long)extent);
        return;
    }
    for (int i = 0; i < e.n; i++) {
        MPI_Aint at = e.all[i].at % bytes;
        const struct port_member *there = at < 0 ? NULL : member_at(m, n, at);
        if (at >= 0 && !fits(there, &e.all[i], at)) {
            complain(o, there, &e.all[i], at);
            return;
        }
    }
}
