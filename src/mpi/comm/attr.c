/* SPDX-License-Identifier: Apache-2.0
 *
 * attr.c - keyvals and attributes of communicators, datatypes and windows.
 *
 * A keyval that the program has freed lives on, and can still be used, as long as an
 * attribute has it. While a function of the program's runs on behalf of an attribute, the
 * attribute is still there; that function may set and delete others. */
#include "mpi/comm/attr.h"
#include "base/vec.h"
#include "mpi/lib/callback.h"
#include "mpi/comm/comm.h"
#include "mpi/lib/error.h"
#include "mpi/lib/fortran.h"
#include "mpi/rma/win.h"
#include <stdlib.h>

struct keyval {
    enum object_kind of; /* the kind of objects that carry such attributes */
    int number;
    int refs; /* one for the program, and one for each attribute */
    bool freed;
    MPI_Comm_copy_attr_function *copy;
    MPI_Comm_delete_attr_function *delete;
    void *extra;
    attr_copy_proxy *copy_proxy; /* how to call functions of another language; NULL: they
                                    are C functions */
    attr_delete_proxy *delete_proxy;
};

struct attr {
    struct attr *older;
    struct keyval *keyval;
    void *value;
    enum attr_type type; /* of the value, as it was set */
};

struct keyvals {
    VEC(struct keyval *) made; /* NULL: freed */
    int tag_ub, host, io, wtime_is_global, appnum;
};

enum { MADE_BY_PROGRAM = 2, KIND_SHIFT = 26, OF_SHIFT = 22, INDEX_MASK = (1 << 22) - 1 };

/* ---- keyvals ---- */

void attr_setup(void)
{
    struct keyvals *k = lib_alloc(sizeof *k);
    k->tag_ub = TAG_UB;
    k->host = MPI_PROC_NULL;
    k->io = MPI_ANY_SOURCE;
    k->wtime_is_global = 0;
    k->appnum = 0;
    lib()->keyvals = k;
}

/* The address of a predefined attribute's value; NULL if the keyval is not
 * predefined. */
static int *predefined(int number)
{
    struct keyvals *k = lib()->keyvals;
    switch (number) {
    case MPI_TAG_UB:
        return &k->tag_ub;
    case MPI_HOST:
        return &k->host;
    case MPI_IO:
        return &k->io;
    case MPI_WTIME_IS_GLOBAL:
        return &k->wtime_is_global;
    case MPI_LASTUSEDCODE:
        return error_last_code();
    case MPI_APPNUM:
        return &k->appnum;
    default:
        return NULL;
    }
}

static struct keyval *keyval_find(enum object_kind of, int number)
{
    struct keyvals *k = lib()->keyvals;
    size_t index = (size_t)(number & INDEX_MASK);
    struct keyval *found = index < k->made.len ? k->made.at[index] : NULL;
    return found && found->number == number && found->of == of ? found : NULL;
}

int attr_dup(MPI_Comm comm, int keyval, void *extra, void *value, void *copy, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    *(void **)copy = value;
    *flag = 1;
    return MPI_SUCCESS;
}

static int keyval_make(enum object_kind of, void *copy, void *delete, void *extra)
{
    struct keyvals *k = lib()->keyvals;
    struct keyval *made = lib_alloc(sizeof *made);
    bool dups = copy == (void *)MPI_COMM_DUP_FN;
    *made =
        (struct keyval){.of = of,
                        .number = (int)((uint32_t)MADE_BY_PROGRAM << 30 |
                                        (uint32_t)OBJECT_KEYVAL << KIND_SHIFT |
                                        (uint32_t)of << OF_SHIFT | (uint32_t)k->made.len),
                        .refs = 1,
                        .copy = dups ? (void *)attr_dup : copy,
                        .delete = delete,
                        .extra = extra};
    if (k->made.len > INDEX_MASK)
        port_refuse(lib()->from, REASON_SIZE, "more than %d keyvals", INDEX_MASK);
    vec_push(&k->made, made);
    return made->number;
}

static void keyval_release(struct keyval *k)
{
    if (--k->refs)
        return;
    lib()->keyvals->made.at[k->number & INDEX_MASK] = NULL;
    free(k);
}

/* As predefined(), for windows; the attribute is the address itself for MPI_WIN_BASE. */
static void *predefined_of_window(MPI_Win win, int number)
{
    struct win *w = win_find(win);
    switch (number) {
    case MPI_WIN_BASE:
        return w->base;
    case MPI_WIN_SIZE:
        return &w->size;
    case MPI_WIN_DISP_UNIT:
        return &w->unit;
    case MPI_WIN_CREATE_FLAVOR:
        return &w->flavor;
    case MPI_WIN_MODEL:
        return &w->model;
    default:
        return NULL;
    }
}

/* The value itself, for Fortran. */
static void *value_of_window(MPI_Win win, int number)
{
    const struct win *w = win_find(win);
    switch (number) {
    case MPI_WIN_SIZE:
        return (void *)(intptr_t)w->size;
    case MPI_WIN_DISP_UNIT:
        return (void *)(intptr_t)w->unit;
    case MPI_WIN_CREATE_FLAVOR:
        return (void *)(intptr_t)w->flavor;
    case MPI_WIN_MODEL:
        return (void *)(intptr_t)w->model;
    default:
        return w->base;
    }
}

static bool is_predefined_of_window(int number)
{
    return number == MPI_WIN_BASE || number == MPI_WIN_SIZE ||
           number == MPI_WIN_DISP_UNIT || number == MPI_WIN_CREATE_FLAVOR ||
           number == MPI_WIN_MODEL;
}

static int bad_keyval(struct comm *c, int number)
{
    if (predefined(number) || is_predefined_of_window(number))
        return lib_error(c, MPI_ERR_KEYVAL, FINDING_INVALID_ARGUMENT,
                         "the keyval is predefined, and its attributes stay as they are");
    return lib_error(c, MPI_ERR_KEYVAL, FINDING_INVALID_ARGUMENT, "%s",
                     number == MPI_KEYVAL_INVALID
                         ? "the keyval is MPI_KEYVAL_INVALID"
                         : "the keyval does not exist, has been freed, or is for "
                           "objects of another kind");
}

static int keyval_free(enum object_kind of, int *number)
{
    struct keyval *k = keyval_find(of, *number);
    if (!k)
        return bad_keyval(NULL, *number);
    *number = MPI_KEYVAL_INVALID;
    if (!k->freed) {
        k->freed = true;
        keyval_release(k);
    }
    return MPI_SUCCESS;
}

/* ---- attributes ---- */

static struct attr *attr_find(const struct attrs *attrs, const struct keyval *k)
{
    struct attr *a = attrs->newest;
    while (a && a->keyval != k)
        a = a->older;
    return a;
}

static void attr_unlink(struct attrs *attrs, struct attr *a)
{
    struct attr **at = &attrs->newest;
    while (*at && *at != a)
        at = &(*at)->older;
    if (!*at)
        return; /* the delete function has removed it already */
    *at = a->older;
    keyval_release(a->keyval);
    free(a);
}

/* Calls the delete function. It may free the keyval, so a reference is held
 * meanwhile. */
static int call_delete(const struct attr *a, mpi_handle from)
{
    struct keyval *k = a->keyval;
    if (!k->delete)
        return MPI_SUCCESS;
    struct callback mark = callback_begin();
    int code = k->delete_proxy ? CALLBACK(k->delete_proxy)(k->delete, from, k->number,
                                                           a->type, a->value, k->extra)
                               : CALLBACK(k->delete)(from, k->number, a->value, k->extra);
    callback_end(mark);
    return code;
}

static int call_copy(const struct attr *a, mpi_handle from, void **value, int *flag)
{
    const struct keyval *k = a->keyval;
    *flag = 0;
    if (!k->copy)
        return MPI_SUCCESS;
    struct callback mark = callback_begin();
    int code = k->copy_proxy
                   ? CALLBACK(k->copy_proxy)(k->copy, from, k->number, k->extra, a->type,
                                             a->value, value, flag)
                   : CALLBACK(k->copy)(from, k->number, k->extra, a->value, value, flag);
    callback_end(mark);
    return code;
}

static int attr_delete(struct attrs *attrs, struct attr *a, mpi_handle from)
{
    int code = call_delete(a, from);
    if (!code)
        attr_unlink(attrs, a);
    return code;
}

int attr_delete_all(struct attrs *attrs, mpi_handle from)
{
    int code = MPI_SUCCESS;
    while (!code && attrs->newest)
        code = attr_delete(attrs, attrs->newest, from);
    return code;
}

static struct attr *attr_new(struct keyval *k, void *value, enum attr_type type)
{
    struct attr *a = lib_alloc(sizeof *a);
    k->refs++;
    a->keyval = k;
    a->value = value;
    a->type = type;
    return a;
}

int attr_copy_all(const struct attrs *from_attrs, mpi_handle from, struct attrs *to,
                  mpi_handle to_handle)
{
    struct attr **oldest = &to->newest;
    for (const struct attr *a = from_attrs->newest; a; a = a->older) {
        void *value = NULL;
        int flag;
        int code = call_copy(a, from, &value, &flag);
        if (code) {
            attr_delete_all(to, to_handle);
            return code;
        }
        if (flag) {
            *oldest = attr_new(a->keyval, value, a->type);
            oldest = &(*oldest)->older;
        }
    }
    return MPI_SUCCESS;
}

void attr_finalize(void)
{
    struct comm *const order[] = {lib()->self, lib()->world};
    for (int i = 0; i < 2; i++) {
        int code = attr_delete_all(&order[i]->attrs, order[i]->object.handle);
        if (code)
            attr_failed(order[i], "delete", code);
    }
}

int attr_failed(struct comm *c, const char *what, int code)
{
    return lib_error(c, code, FINDING_EXIT_CODE,
                     "the %s function of an attribute answers with error %d", what, code);
}

/* ---- common parts for the three kinds of objects; c: the communicator whose error
 * handler decides ---- */

struct carrier {
    struct comm *c;
    struct attrs *attrs;
    enum object_kind kind;
    mpi_handle handle;
};

static int attr_set(struct carrier on, int number, void *value, enum attr_type type)
{
    struct keyval *k = keyval_find(on.kind, number);
    if (!k)
        return bad_keyval(on.c, number);
    struct attr *a = attr_find(on.attrs, k);
    if (!a) {
        a = attr_new(k, value, type);
        a->older = on.attrs->newest;
        on.attrs->newest = a;
        return MPI_SUCCESS;
    }
    int code = call_delete(a, on.handle);
    if (code)
        return attr_failed(on.c, "delete", code);
    a->value = value;
    a->type = type;
    return MPI_SUCCESS;
}

/* What MPI_X_get_attr gives for this attribute. C gets a pointer: to the value, if
 * Fortran has set it. Fortran gets the value itself. */
static void *attr_as(struct attr *a, enum attr_type wanted)
{
    if (wanted == ATTR_POINTER && a->type != ATTR_POINTER)
        return &a->value;
    return a->value;
}

static int attr_get(struct carrier on, int number, void *value, int *flag,
                    enum attr_type wanted)
{
    if (on.kind == OBJECT_COMM && number == MPI_UNIVERSE_SIZE) {
        *flag = 0; /* MPI_UNIVERSE_SIZE is not set, since nothing can be spawned */
        return MPI_SUCCESS;
    }
    if (on.kind == OBJECT_WIN && is_predefined_of_window(number)) {
        *(void **)value = wanted == ATTR_POINTER ? predefined_of_window(on.handle, number)
                                                 : value_of_window(on.handle, number);
        *flag = 1;
        return MPI_SUCCESS;
    }
    int *builtin = on.kind == OBJECT_COMM ? predefined(number) : NULL;
    if (builtin) {
        *(void **)value =
            wanted == ATTR_POINTER ? (void *)builtin : (void *)(intptr_t)*builtin;
        *flag = 1;
        return MPI_SUCCESS;
    }
    struct keyval *k = keyval_find(on.kind, number);
    if (!k)
        return bad_keyval(on.c, number);
    struct attr *a = attr_find(on.attrs, k);
    *flag = a != NULL;
    if (a)
        *(void **)value = attr_as(a, wanted);
    return MPI_SUCCESS;
}

static int attr_delete_one(struct carrier on, int number)
{
    struct keyval *k = keyval_find(on.kind, number);
    if (!k)
        return bad_keyval(on.c, number);
    struct attr *a = attr_find(on.attrs, k);
    if (!a)
        return lib_error(on.c, MPI_ERR_KEYVAL, FINDING_INVALID_ARGUMENT,
                         "there is no attribute of this keyval to delete");
    int code = attr_delete(on.attrs, a, on.handle);
    return code ? attr_failed(on.c, "delete", code) : MPI_SUCCESS;
}

/* ---- the functions of the standard ---- */

#define CREATE_KEYVAL(name, kind, copy, delete, keyval, extra)                           \
    ENTER_ANYTIME(name);                                                                 \
    CHECK_RESULT(keyval);                                                                \
    *(keyval) = keyval_make(kind, copy, delete, extra);                                  \
    LEAVE(MPI_SUCCESS)
#define FREE_KEYVAL(name, kind, keyval)                                                  \
    ENTER_ANYTIME(name);                                                                 \
    CHECK_RESULT(keyval);                                                                \
    LEAVE(keyval_free(kind, keyval))
#define ON_COMM(handle)                                                                  \
    FIND_COMM(c, handle);                                                                \
    const struct carrier on = {c, &c->attrs, OBJECT_COMM, handle}
#define ON_WIN(handle)                                                                   \
    FIND_WIN(w, handle);                                                                 \
    const struct carrier on = {w->comm, &w->attrs, OBJECT_WIN, handle}
#define ON_TYPE(datatype)                                                                \
    struct mpi_object *found_ = object_find(OBJECT_DATATYPE, datatype);                  \
    if (!found_)                                                                         \
        INVALID(NULL, MPI_ERR_TYPE, "the datatype %s",                                   \
                datatype == MPI_DATATYPE_NULL ? "is MPI_DATATYPE_NULL"                   \
                                              : "does not exist, or has been freed");    \
    const struct carrier on = {NULL, datatype_attrs(found_), OBJECT_DATATYPE, datatype}

EXPORT int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
                                  MPI_Comm_delete_attr_function *delete, int *keyval,
                                  void *extra)
{
    CREATE_KEYVAL(Comm_create_keyval, OBJECT_COMM, copy, delete, keyval, extra);
}

EXPORT int MPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *delete,
                             int *keyval, void *extra)
{
    CREATE_KEYVAL(Keyval_create, OBJECT_COMM, copy, delete, keyval, extra);
}

EXPORT int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy,
                                  MPI_Type_delete_attr_function *delete, int *keyval,
                                  void *extra)
{
    CREATE_KEYVAL(Type_create_keyval, OBJECT_DATATYPE, copy, delete, keyval, extra);
}

EXPORT int MPI_Win_create_keyval(MPI_Win_copy_attr_function *copy,
                                 MPI_Win_delete_attr_function *delete, int *keyval,
                                 void *extra)
{
    CREATE_KEYVAL(Win_create_keyval, OBJECT_WIN, copy, delete, keyval, extra);
}

EXPORT int MPI_Comm_free_keyval(int *keyval)
{
    FREE_KEYVAL(Comm_free_keyval, OBJECT_COMM, keyval);
}

EXPORT int MPI_Keyval_free(int *keyval)
{
    FREE_KEYVAL(Keyval_free, OBJECT_COMM, keyval);
}

EXPORT int MPI_Type_free_keyval(int *keyval)
{
    FREE_KEYVAL(Type_free_keyval, OBJECT_DATATYPE, keyval);
}

EXPORT int MPI_Win_free_keyval(int *keyval)
{
    FREE_KEYVAL(Win_free_keyval, OBJECT_WIN, keyval);
}

EXPORT int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value)
{
    ENTER(Comm_set_attr);
    ON_COMM(comm);
    LEAVE(attr_set(on, keyval, value, ATTR_POINTER));
}

EXPORT int MPI_Attr_put(MPI_Comm comm, int keyval, void *value)
{
    ENTER(Attr_put);
    ON_COMM(comm);
    LEAVE(attr_set(on, keyval, value, ATTR_POINTER));
}

EXPORT int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag)
{
    ENTER(Comm_get_attr);
    ON_COMM(comm);
    CHECK_RESULT(value);
    CHECK_RESULT(flag);
    LEAVE(attr_get(on, keyval, value, flag, ATTR_POINTER));
}

EXPORT int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag)
{
    ENTER(Attr_get);
    ON_COMM(comm);
    CHECK_RESULT(value);
    CHECK_RESULT(flag);
    LEAVE(attr_get(on, keyval, value, flag, ATTR_POINTER));
}

EXPORT int MPI_Comm_delete_attr(MPI_Comm comm, int keyval)
{
    ENTER(Comm_delete_attr);
    ON_COMM(comm);
    LEAVE(attr_delete_one(on, keyval));
}

EXPORT int MPI_Attr_delete(MPI_Comm comm, int keyval)
{
    ENTER(Attr_delete);
    ON_COMM(comm);
    LEAVE(attr_delete_one(on, keyval));
}

EXPORT int MPI_Type_set_attr(MPI_Datatype datatype, int keyval, void *value)
{
    ENTER(Type_set_attr);
    ON_TYPE(datatype);
    LEAVE(attr_set(on, keyval, value, ATTR_POINTER));
}

EXPORT int MPI_Type_get_attr(MPI_Datatype datatype, int keyval, void *value, int *flag)
{
    ENTER(Type_get_attr);
    ON_TYPE(datatype);
    CHECK_RESULT(value);
    CHECK_RESULT(flag);
    LEAVE(attr_get(on, keyval, value, flag, ATTR_POINTER));
}

EXPORT int MPI_Type_delete_attr(MPI_Datatype datatype, int keyval)
{
    ENTER(Type_delete_attr);
    ON_TYPE(datatype);
    LEAVE(attr_delete_one(on, keyval));
}

EXPORT int MPI_Win_set_attr(MPI_Win win, int keyval, void *value)
{
    ENTER(Win_set_attr);
    ON_WIN(win);
    LEAVE(attr_set(on, keyval, value, ATTR_POINTER));
}

EXPORT int MPI_Win_get_attr(MPI_Win win, int keyval, void *value, int *flag)
{
    ENTER(Win_get_attr);
    ON_WIN(win);
    CHECK_RESULT(value);
    CHECK_RESULT(flag);
    LEAVE(attr_get(on, keyval, value, flag, ATTR_POINTER));
}

EXPORT int MPI_Win_delete_attr(MPI_Win win, int keyval)
{
    ENTER(Win_delete_attr);
    ON_WIN(win);
    LEAVE(attr_delete_one(on, keyval));
}

/* ---- what bindings for Fortran call; see lib/fortran.c ---- */

EXPORT void MPII_Keyval_set_proxy(int number, attr_copy_proxy *copy,
                                  attr_delete_proxy *delete)
{
    struct keyvals *k = lib()->keyvals;
    size_t index = (size_t)(number & INDEX_MASK);
    if (index >= k->made.len || !k->made.at[index])
        return;
    k->made.at[index]->copy_proxy = copy;
    k->made.at[index]->delete_proxy = delete;
}

/* Predefined keyvals may have other numbers in Fortran than in C. */
static int keyval_from_fortran(int number)
{
    int c = number - FORTRAN_KEYVALS;
    return predefined(c) || is_predefined_of_window(c) || c == MPI_UNIVERSE_SIZE ? c
                                                                                 : number;
}

EXPORT int MPII_Comm_set_attr(MPI_Comm comm, int keyval, void *value, enum attr_type type)
{
    ENTER(Comm_set_attr);
    ON_COMM(comm);
    LEAVE(attr_set(on, keyval_from_fortran(keyval), value, type));
}

EXPORT int MPII_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag,
                              enum attr_type wanted)
{
    ENTER(Comm_get_attr);
    ON_COMM(comm);
    LEAVE(attr_get(on, keyval_from_fortran(keyval), value, flag, wanted));
}

EXPORT int MPII_Type_set_attr(MPI_Datatype datatype, int keyval, void *value,
                              enum attr_type type)
{
    ENTER(Type_set_attr);
    ON_TYPE(datatype);
    LEAVE(attr_set(on, keyval, value, type));
}

EXPORT int MPII_Type_get_attr(MPI_Datatype datatype, int keyval, void *value, int *flag,
                              enum attr_type wanted)
{
    ENTER(Type_get_attr);
    ON_TYPE(datatype);
    LEAVE(attr_get(on, keyval, value, flag, wanted));
}

EXPORT int MPII_Win_set_attr(MPI_Win win, int keyval, void *value, enum attr_type type)
{
    ENTER(Win_set_attr);
    ON_WIN(win);
    LEAVE(attr_set(on, keyval_from_fortran(keyval), value, type));
}

EXPORT int MPII_Win_get_attr(MPI_Win win, int keyval, void *value, int *flag,
                             enum attr_type wanted)
{
    ENTER(Win_get_attr);
    ON_WIN(win);
    LEAVE(attr_get(on, keyval_from_fortran(keyval), value, flag, wanted));
}
