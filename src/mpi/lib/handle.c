/* SPDX-License-Identifier: Apache-2.0
 *
 * handle.c - the numbers by which a program knows objects.
 *
 * What a handle looks like is a matter of the ABI (abi/abi.h). Those of objects that a
 * program made are 32-bit numbers in all of them, and look as MPICH's do: two bits say
 * how it came to be (2: made by the program), four what it names, the rest is a slot of
 * that kind's table and a generation, which counts how often the slot has been given
 * away: a handle that was freed is not mistaken for the next one in its place. (If states
 * are compared, requests have no generations: programs make them in every round of a
 * loop, and a handle that counts the rounds would make each round a state of its own. A
 * slot is then given away again only if the program has no copy of the old handle any
 * more.) What the tables hold depends on which objects there are and on the order in
 * which they were made, not on what there was before. MPICH has predefined datatypes that
 * look like the program's own (MPI_FLOAT_INT); they are installed first, as generation 0
 * of the first slots.
 *
 * Predefined datatypes and operators are the same for all ranks. They are made before
 * there are ranks, and nothing is written to them unless the program changes one: so they
 * are not in the images of ranks, which would be ten times as large. */
#include "mpi/lib/lib.h"
#include <stdlib.h>
#include <string.h>

enum {
    KIND_SHIFT = 26,
    SLOT_BITS = 20,
    SLOTS_MOST = 1 << SLOT_BITS,
    GENERATIONS = 1 << (KIND_SHIFT - SLOT_BITS),
    OWN = 16, /* predefined objects of one kind that each rank has for itself */
    MADE_BY_PROGRAM = 2,
};

struct slot {
    struct mpi_object *object; /* NULL: the slot is free */
    uint32_t generation;
    /* The slots of the objects that the program made before and after this one and has
     * not freed, plus 1; 0: none. */
    uint32_t older, newer;
};

struct table {
    struct slot *slot;
    uint32_t n, space;
    uint32_t free;           /* the lowest free slot; n: none */
    uint32_t oldest, newest; /* as in struct slot */
    struct mpi_object *builtin[OWN];
};

struct handles {
    struct table table[OBJECT_KINDS];
};

/* Those that are the same for all ranks. */
static struct mpi_object *common[OBJECT_KINDS][HANDLE_INDICES];

static struct handles *handles(void)
{
    struct lib *l = lib();
    if (!l->handles)
        l->handles = lib_alloc(sizeof *l->handles);
    return l->handles;
}

static uint32_t slot_of(mpi_handle h)
{
    return handle_number(h) & (SLOTS_MOST - 1);
}

static mpi_handle handle_of(enum object_kind kind, uint32_t slot, uint32_t generation)
{
    return handle_from((uint32_t)MADE_BY_PROGRAM << 30 | (uint32_t)kind << KIND_SHIFT |
                       generation << SLOT_BITS | slot);
}

void object_init(struct mpi_object *o, enum object_kind kind,
                 void (*destroy)(struct mpi_object *))
{
    struct lib *l = lib();
    *o = (struct mpi_object){.kind = kind,
                             .refs = 1,
                             .site = l->from.site,
                             .call = l->from.call,
                             .early = l->phase == LIB_FRESH && !l->sessions,
                             .destroy = destroy};
}

static void grow(struct table *t)
{
    if (t->space == SLOTS_MOST)
        port_refuse(lib()->from, REASON_SIZE, "more than %d objects of one kind",
                    SLOTS_MOST);
    uint32_t space = t->space ? 2 * t->space : 16;
    struct slot *slot = lib_alloc(space * sizeof *slot);
    if (t->n)
        memcpy(slot, t->slot, t->n * sizeof *slot);
    free(t->slot);
    t->slot = slot;
    t->space = space;
}

/* Could the program have a copy of the handle that this slot had before? */
static bool is_recalled(enum object_kind kind, uint32_t slot)
{
    return kind == OBJECT_REQUEST && port_compares &&
           port_recalls(~handle_number(handle_of(kind, slot, 0)));
}

static uint32_t take_slot(enum object_kind kind, struct table *t)
{
    uint32_t s = t->free;
    while (s < t->n && (t->slot[s].object || is_recalled(kind, s)))
        s++;
    if (s == t->n) {
        if (t->n == t->space)
            grow(t);
        t->n++;
    }
    return s;
}

/* Sets t->free, after the slot that it names was taken. */
static void find_free(struct table *t)
{
    while (t->free < t->n && t->slot[t->free].object)
        t->free++;
}

mpi_handle object_publish(struct mpi_object *o)
{
    struct table *t = &handles()->table[o->kind];
    uint32_t s = take_slot(o->kind, t);
    t->slot[s].object = o;
    find_free(t);
    t->slot[s].older = t->newest;
    t->slot[s].newer = 0;
    *(t->newest ? &t->slot[t->newest - 1].newer : &t->oldest) = s + 1;
    t->newest = s + 1;
    return o->handle = handle_of(o->kind, s, t->slot[s].generation);
}

void object_share(struct mpi_object *o, mpi_handle h)
{
    o->builtin = true;
    o->handle = h;
    if (!handle_is_numbered(h))
        common[o->kind][handle_index(h)] = o;
}

void object_install(struct mpi_object *o, mpi_handle h)
{
    o->builtin = true;
    o->handle = h;
    handles()->table[o->kind].builtin[handle_index(h) % OWN] = o;
}

void object_install_shared(struct mpi_object *o)
{
    struct table *t = &handles()->table[o->kind];
    uint32_t s = slot_of(o->handle);
    if (!handle_is_numbered(o->handle))
        return;
    while (t->n <= s)
        if (t->n == t->space)
            grow(t);
        else
            t->n++;
    t->slot[s].object = o;
    find_free(t);
}

struct mpi_object *object_find(enum object_kind kind, mpi_handle h)
{
    const struct table *t = &handles()->table[kind];
    struct mpi_object *o = NULL;
    if (handle_is_numbered(h)) {
        if (slot_of(h) < t->n)
            o = t->slot[slot_of(h)].object;
    } else {
        o = common[kind][handle_index(h)];
        if (!o)
            o = t->builtin[handle_index(h) % OWN];
    }
    return o && o->handle == h ? o : NULL;
}

void object_hold(struct mpi_object *o)
{
    if (!o->builtin)
        o->refs++;
}

void object_release(struct mpi_object *o)
{
    if (!o->builtin && --o->refs == 0)
        o->destroy(o);
}

void object_unpublish(struct mpi_object *o)
{
    struct table *t = &handles()->table[o->kind];
    uint32_t s = slot_of(o->handle);
    struct slot *slot = &t->slot[s];
    *(slot->older ? &t->slot[slot->older - 1].newer : &t->oldest) = slot->newer;
    *(slot->newer ? &t->slot[slot->newer - 1].older : &t->newest) = slot->older;
    uint32_t next = (slot->generation + 1) % GENERATIONS;
    *slot = (struct slot){.generation =
                              o->kind == OBJECT_REQUEST && port_compares ? 0 : next};
    t->free = s < t->free ? s : t->free;
    o->handle = NO_HANDLE;
    object_release(o);
}

static bool is_leaked(const struct slot *s)
{
    return s->object && !s->object->builtin && !s->object->early;
}

struct mpi_object **object_all_leaked(enum object_kind kind, size_t *n)
{
    const struct table *t = &handles()->table[kind];
    size_t found = 0;
    for (uint32_t s = 0; s < t->n; s++)
        found += is_leaked(&t->slot[s]);
    *n = 0;
    if (!found)
        return NULL;
    struct mpi_object **all = lib_alloc(found * sizeof *all);
    for (uint32_t s = 0; s < t->n; s++)
        if (is_leaked(&t->slot[s]))
            all[(*n)++] = t->slot[s].object;
    return all;
}

struct mpi_object *object_leaked(enum object_kind kind, struct mpi_object *after)
{
    const struct table *t = &handles()->table[kind];
    uint32_t s = after ? t->slot[slot_of(after->handle)].newer : t->oldest;
    while (s && !is_leaked(&t->slot[s - 1]))
        s = t->slot[s - 1].newer;
    return s ? t->slot[s - 1].object : NULL;
}
