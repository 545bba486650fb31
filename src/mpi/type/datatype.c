/* SPDX-License-Identifier: Apache-2.0
 *
 * datatype.c - the predefined datatypes, and what can be asked of any. */
#include "mpi/comm/comm.h"
#include "mpi/lib/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/types.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Types made by MPI_Type_create_f90_*; equal arguments give equal handles. */
struct f90_types {
    struct datatype **type;
    size_t n;
};

/* ---- the predefined ones ---- */

static struct datatype *basic_type[BASICS]; /* of all ranks */

static struct datatype *make_basic(enum basic_index i)
{
    const struct basic *b = &basics[i];
    struct datatype *t = type_new();
    t->basic = b;
    t->size = t->true_ub = t->ub = (MPI_Aint)b->size;
    t->alignment = (MPI_Aint)b->alignment;
    t->layout = layout_block(b->size);
    t->contiguous = true;
    if (b->size)
        t->signature = signature_of_basic((uint32_t)i);
    return t;
}

static struct datatype *make_pair(const struct basic *b)
{
    struct type_block parts[] = {
        {.length = 1, .of = basic_type[b->types[0]]},
        {.length = 1, .of = basic_type[b->types[1]], .at = (long)b->second}};
    struct datatype *t = type_of_struct(2, parts);
    t->basic = b;
    return t;
}

static void share(struct datatype *t, MPI_Datatype handle, const char *name)
{
    t->committed = true;
    t->envelope.combiner = MPI_COMBINER_NAMED;
    snprintf(t->name, sizeof t->name, "%s", name);
    type_overlaps_from(t); /* so that no rank has to write it down */
    object_share(&t->object, handle);
}

void datatype_make(void)
{
    for (enum basic_index i = 0; i < BASICS; i++) {
        const struct basic *b = &basics[i];
        basic_type[i] = b->class == CLASS_PAIR ? make_pair(b) : make_basic(i);
        share(basic_type[i], b->handle, b->name);
    }
}

void datatype_setup(void)
{
    for (enum basic_index i = 0; i < BASICS; i++)
        object_install_shared(&basic_type[i]->object);
}

struct attrs *datatype_attrs(struct mpi_object *o)
{
    return &((struct datatype *)o)->attrs;
}

/* ---- checks ---- */

struct datatype *type_find(MPI_Datatype handle)
{
    return (struct datatype *)object_find(OBJECT_DATATYPE, handle);
}

struct datatype *type_need(struct comm *c, MPI_Datatype handle, int *code)
{
    struct datatype *t = type_find(handle);
    if (t)
        return t;
    if (handle == MPI_DATATYPE_NULL)
        *code = lib_error(c, MPI_ERR_TYPE, FINDING_INVALID_ARGUMENT,
                          "the datatype is MPI_DATATYPE_NULL");
    else
        *code = lib_error(c, MPI_ERR_TYPE, FINDING_INVALID_ARGUMENT,
                          "0x%lx is not a datatype: it was never made, or has been freed",
                          handle_value(handle));
    return NULL;
}

struct datatype *type_check_comm(struct comm *c, MPI_Datatype handle, int *code)
{
    struct datatype *t = type_need(c, handle, code);
    if (!t || t->committed)
        return t;
    static const char text[] =
        "the datatype made at %s has not been committed (MPI_Type_commit)";
    const char *made = port_place(t->object.site);
    bool of_file = c && c->owner && c->owner->kind == OBJECT_FILE;
    *code = of_file /* whose errors are returned: the data would be lost */
                ? lib_erroneous(c, MPI_ERR_TYPE, text, made)
                : lib_error(c, MPI_ERR_TYPE, FINDING_INVALID_ARGUMENT, text, made);
    return NULL;
}

int type_check_null(struct comm *c, const void *buffer, int count,
                    const struct datatype *t)
{
    if (!buffer && count > 0 && t->size > 0 && t->true_lb == 0)
        return lib_error(c, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                         "the buffer is NULL");
    return MPI_SUCCESS;
}

bool type_check_buffer(struct comm *c, const void *buffer, int count, MPI_Datatype handle,
                       struct datatype **type, int *code)
{
    if (count < 0) {
        *code = lib_error(c, MPI_ERR_COUNT, FINDING_INVALID_ARGUMENT,
                          "the count is negative: %d", count);
        return false;
    }
    *type = type_check_comm(c, handle, code);
    if (!*type)
        return false;
    *code = type_check_null(c, buffer, count, *type);
    return !*code;
}

int type_check_received(struct comm *c, MPI_Count count, struct datatype *t)
{
    if (!type_overlaps(t, count))
        return MPI_SUCCESS;
    return lib_erroneous(
        c, MPI_ERR_TYPE,
        "entries of the datatype made at %s overlap%s, so nothing can be received into "
        "it",
        port_place(t->object.site),
        type_overlaps_from(t) == 1 ? "" : " where there are several in a row");
}

/* ---- moving data ---- */

void type_pack(const void *buffer, MPI_Count count, const struct datatype *t, void *out)
{
    layout_pack(t->layout, buffer, type_extent(t), (size_t)count, out,
                type_bytes(t, count));
}

size_t type_unpack(const void *bytes, size_t n, void *buffer, MPI_Count count,
                   const struct datatype *t)
{
    return layout_unpack(t->layout, buffer, type_extent(t), (size_t)count, bytes, n);
}

/* ---- life ---- */

EXPORT int MPI_Type_commit(MPI_Datatype *datatype)
{
    ENTER(Type_commit);
    int code;
    CHECK_RESULT(datatype);
    struct datatype *t = type_need(NULL, *datatype, &code);
    if (!t)
        LEAVE(code);
    if (!t->committed) /* who writes to a predefined type gets a copy of it */
        t->committed = true;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_free(MPI_Datatype *datatype)
{
    ENTER(Type_free);
    int code;
    CHECK_RESULT(datatype);
    struct datatype *t = type_need(NULL, *datatype, &code);
    if (!t)
        LEAVE(code);
    if (t->object.builtin)
        INVALID(NULL, MPI_ERR_TYPE, "%s is predefined and cannot be freed", t->name);
    code = attr_delete_all(&t->attrs, *datatype);
    if (code != MPI_SUCCESS)
        LEAVE(code);
    object_unpublish(&t->object);
    *datatype = MPI_DATATYPE_NULL;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_dup);
    int code;
    CHECK_RESULT(newtype);
    struct datatype *old = type_need(NULL, oldtype, &code);
    if (!old)
        LEAVE(code);
    struct datatype *t = type_resized(old, old->lb, type_extent(old));
    type_remember(t, MPI_COMBINER_DUP, 1, &old);
    t->committed = old->committed;
    MPI_Datatype made = object_publish(&t->object);
    code = attr_copy_all(&old->attrs, oldtype, &t->attrs, made);
    if (code != MPI_SUCCESS) {
        object_unpublish(&t->object);
        *newtype = MPI_DATATYPE_NULL;
        LEAVE(code);
    }
    *newtype = made;
    LEAVE(MPI_SUCCESS);
}

/* ---- questions ---- */

EXPORT int MPI_Type_size(MPI_Datatype datatype, int *size)
{
    ENTER(Type_size);
    int code;
    CHECK_RESULT(size);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    *size = count_as_int(t->size);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
    ENTER(Type_size_x);
    int code;
    CHECK_RESULT(size);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    *size = t->size;
    LEAVE(MPI_SUCCESS);
}

/* MPI_Aint and MPI_Count are the same type. Either result may be NULL: it is not asked
 * for. */
static int bounds(MPI_Datatype datatype, bool true_ones, MPI_Aint *lb, MPI_Aint *extent)
{
    int code;
    if (lb)
        CHECK_RESULT(lb);
    if (extent)
        CHECK_RESULT(extent);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    if (lb)
        *lb = true_ones ? t->true_lb : t->lb;
    if (extent)
        *extent = true_ones ? t->true_ub - t->true_lb : type_extent(t);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    ENTER(Type_get_extent);
    return bounds(datatype, false, lb, extent);
}

EXPORT int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    ENTER(Type_get_extent_x);
    return bounds(datatype, false, lb, extent);
}

EXPORT int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb,
                                    MPI_Aint *true_extent)
{
    ENTER(Type_get_true_extent);
    return bounds(datatype, true, true_lb, true_extent);
}

EXPORT int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb,
                                      MPI_Count *true_extent)
{
    ENTER(Type_get_true_extent_x);
    return bounds(datatype, true, true_lb, true_extent);
}

EXPORT int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent)
{
    ENTER(Type_extent);
    return bounds(datatype, false, NULL, extent);
}

EXPORT int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement)
{
    ENTER(Type_lb);
    return bounds(datatype, false, displacement, NULL);
}

EXPORT int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement)
{
    ENTER(Type_ub);
    int code;
    CHECK_RESULT(displacement);
    const struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    *displacement = t->ub;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
    ENTER(Type_set_name);
    int code;
    CHECK_RESULT(type_name);
    struct datatype *t = type_need(NULL, datatype, &code);
    if (!t)
        LEAVE(code);
    snprintf(t->name, sizeof t->name, "%s", type_name);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
    ENTER(Type_get_name);
    int code;
    CHECK_RESULT(type_name);
    CHECK_RESULT(resultlen);
    const char *name = "MPI_DATATYPE_NULL";
    if (datatype != MPI_DATATYPE_NULL) {
        const struct datatype *t = type_need(NULL, datatype, &code);
        if (!t)
            LEAVE(code);
        name = t->name;
    }
    *resultlen = GIVE_TEXT(type_name, name, MPI_MAX_OBJECT_NAME);
    LEAVE(MPI_SUCCESS);
}

/* ---- types of Fortran by their properties ---- */

EXPORT int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
    ENTER(Type_match_size);
    static const struct {
        int typeclass, size;
        MPI_Datatype type;
    } known[] = {
        {MPI_TYPECLASS_REAL, 4, MPI_REAL4},
        {MPI_TYPECLASS_REAL, 8, MPI_REAL8},
        {MPI_TYPECLASS_REAL, 16, MPI_REAL16},
        {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},
        {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
        {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4},
        {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
        {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8},
        {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16},
        {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32},
    };
    CHECK_RESULT(datatype);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].typeclass == typeclass && known[i].size == size) {
            *datatype = known[i].type;
            LEAVE(MPI_SUCCESS);
        }
    INVALID(NULL, MPI_ERR_ARG, "there is no type of class %d with %d bytes", typeclass,
            size);
}

/* Makes the type, once for each list of arguments. It counts as predefined, although it
 * has no name. */
static int f90_type(int combiner, enum basic_index basic, int n, const int *arguments,
                    MPI_Datatype *newtype)
{
    struct lib *l = lib();
    struct f90_types *p = l->f90_types ? l->f90_types : lib_alloc(sizeof *p);
    l->f90_types = p;
    size_t bytes = (size_t)n * sizeof *arguments;
    for (size_t i = 0; i < p->n; i++) {
        const struct type_envelope *e = &p->type[i]->envelope;
        if (e->combiner == combiner && !memcmp(e->ints.at, arguments, bytes)) {
            *newtype = p->type[i]->object.handle;
            LEAVE(MPI_SUCCESS);
        }
    }
    struct datatype *t = make_basic(basic);
    type_remember(t, combiner, 0, NULL);
    for (int i = 0; i < n; i++)
        type_remember_int(t, arguments[i]);
    t->committed = t->object.builtin = true;
    struct datatype **more = lib_alloc((p->n + 1) * sizeof *more);
    if (p->n)
        memcpy(more, p->type, p->n * sizeof *more);
    free(p->type);
    p->type = more;
    p->type[p->n++] = t;
    *newtype = object_publish(&t->object);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
    ENTER(Type_create_f90_integer);
    CHECK_RESULT(newtype);
    if (r > 18)
        INVALID(NULL, MPI_ERR_ARG, "there is no integer with %d digits", r);
    enum basic_index basic = r > 9   ? BASIC_INTEGER8
                             : r > 4 ? BASIC_INTEGER4
                             : r > 2 ? BASIC_INTEGER2
                                     : BASIC_INTEGER1;
    return f90_type(MPI_COMBINER_F90_INTEGER, basic, 1, &r, newtype);
}

/* Which of three kinds has precision p and exponent range r (or MPI_UNDEFINED); 3: none
 * has. */
static int f90_kind(int p, int r)
{
    static const int digits[] = {6, 15, 33}, exponents[] = {37, 307, 4931};
    int kind = 0;
    while (kind < 3 && (p > digits[kind] || r > exponents[kind]))
        kind++;
    return kind;
}

static int f90_floating(int combiner, const enum basic_index *of_kind, int p, int r,
                        MPI_Datatype *newtype)
{
    CHECK_RESULT(newtype);
    if (p == MPI_UNDEFINED && r == MPI_UNDEFINED)
        INVALID(NULL, MPI_ERR_ARG, "neither precision nor range is given");
    int kind = f90_kind(p, r), arguments[] = {p, r};
    if (kind == 3)
        INVALID(NULL, MPI_ERR_ARG, "there is no real with %d digits and range %d", p, r);
    return f90_type(combiner, of_kind[kind], 2, arguments, newtype);
}

EXPORT int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
    ENTER(Type_create_f90_real);
    static const enum basic_index kinds[] = {BASIC_REAL4, BASIC_REAL8, BASIC_REAL16};
    return f90_floating(MPI_COMBINER_F90_REAL, kinds, p, r, newtype);
}

EXPORT int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
    ENTER(Type_create_f90_complex);
    static const enum basic_index kinds[] = {BASIC_COMPLEX8, BASIC_COMPLEX16,
                                             BASIC_COMPLEX32};
    return f90_floating(MPI_COMBINER_F90_COMPLEX, kinds, p, r, newtype);
}

/* ---- addresses ---- */

EXPORT int MPI_Get_address(const void *location, MPI_Aint *address)
{
    ENTER(Get_address);
    CHECK_RESULT(address);
    *address = (MPI_Aint)location;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Address(void *location, MPI_Aint *address)
{
    ENTER(Address);
    CHECK_RESULT(address);
    *address = (MPI_Aint)location;
    LEAVE(MPI_SUCCESS);
}

/* These two functions return their result instead of a code, so there is no LEAVE. */
EXPORT MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
    return base + disp;
}

EXPORT MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return addr1 - addr2;
}
