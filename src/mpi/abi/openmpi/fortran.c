/* SPDX-License-Identifier: Apache-2.0
 *
 * fortran.c - functions for Fortran that take the place of Open MPI's own.
 *
 * The bindings of Open MPI for Fortran (libmpi_mpifh, libmpi_usempif08) stay as they are,
 * and most of them call functions of the standard, that is ours. But some look at what
 * handles point to in Open MPI's own library: those are here, by all the names that they
 * have there. Our library is loaded before the program, so the loader finds these first.
 *
 * A status is the same six integers in C and in Fortran, and handles that are not
 * predefined are the same numbers. */
#include "mpi/coll/reduce.h"
#include "mpi/lib/error.h"
#include "mpi/lib/fortran.h"

#include <stdlib.h>
#include <string.h>

extern char mpi_fortran_status_ignore_[], mpi_fortran_statuses_ignore_[];

/* mpi_x_ is what compilers call; ompi_x_f is for the module mpi_f08. */
#define ALSO(name, alias_name)                                                           \
    EXPORT __typeof__(ompi_##name##_f) alias_name                                        \
        __attribute__((alias("ompi_" #name "_f")));
#define BINDING(name, ...)                                                               \
    EXPORT void ompi_##name##_f(__VA_ARGS__);                                            \
    ALSO(name, pompi_##name##_f)                                                         \
    ALSO(name, mpi_##name)                                                               \
    ALSO(name, mpi_##name##_)                                                            \
    ALSO(name, mpi_##name##__)                                                           \
    ALSO(name, pmpi_##name)                                                              \
    ALSO(name, pmpi_##name##_)                                                           \
    ALSO(name, pmpi_##name##__)                                                          \
    void ompi_##name##_f(__VA_ARGS__)

/* Programs in the form of mpi_f08 may leave the last argument out. */
static void give_code(MPI_Fint *ierr, int code)
{
    if (ierr)
        *ierr = code;
}

/* ---- requests ---- */

static MPI_Status *status_of(MPI_Fint *status)
{
    char *at = (char *)status;
    return at == mpi_fortran_status_ignore_ || at == mpi_fortran_statuses_ignore_
               ? MPI_STATUS_IGNORE
               : (MPI_Status *)(void *)status;
}

enum { FEW = 16 };

/* The requests of an array, in C. */
struct requests {
    MPI_Request *at, few[FEW];
    MPI_Fint *from;
    int n;
};

static void take_requests(struct requests *r, MPI_Fint *from, MPI_Fint n)
{
    memset(r, 0, sizeof *r);
    r->from = from;
    r->n = n > 0 ? n : 0;
    r->at = n > FEW ? lib_alloc((size_t)n * sizeof *r->at) : r->few;
    for (int i = 0; i < r->n; i++)
        r->at[i] = PMPI_Request_f2c(from[i]);
}

static void give_requests(struct requests *r)
{
    for (int i = 0; i < r->n; i++)
        r->from[i] = PMPI_Request_c2f(r->at[i]);
    if (r->at != r->few)
        free(r->at);
}

BINDING(wait, MPI_Fint *request, MPI_Fint *status, MPI_Fint *ierr)
{
    MPI_Request c = PMPI_Request_f2c(*request);
    give_code(ierr, PMPI_Wait(&c, status_of(status)));
    *request = PMPI_Request_c2f(c);
}

BINDING(test, MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status, MPI_Fint *ierr)
{
    MPI_Request c = PMPI_Request_f2c(*request);
    give_code(ierr, PMPI_Test(&c, flag, status_of(status)));
    *request = PMPI_Request_c2f(c);
}

BINDING(waitall, MPI_Fint *count, MPI_Fint *requests, MPI_Fint *statuses, MPI_Fint *ierr)
{
    struct requests r;
    take_requests(&r, requests, *count);
    give_code(ierr, PMPI_Waitall(*count, r.at, status_of(statuses)));
    give_requests(&r);
}

BINDING(testall, MPI_Fint *count, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses,
        MPI_Fint *ierr)
{
    struct requests r;
    take_requests(&r, requests, *count);
    give_code(ierr, PMPI_Testall(*count, r.at, flag, status_of(statuses)));
    give_requests(&r);
}

/* Fortran counts from 1. */
static void give_index(MPI_Fint *to, int index)
{
    *to = index == MPI_UNDEFINED ? MPI_UNDEFINED : index + 1;
}

BINDING(waitany, MPI_Fint *count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *status,
        MPI_Fint *ierr)
{
    struct requests r;
    int at = MPI_UNDEFINED;
    take_requests(&r, requests, *count);
    give_code(ierr, PMPI_Waitany(*count, r.at, &at, status_of(status)));
    give_index(index, at);
    give_requests(&r);
}

BINDING(testany, MPI_Fint *count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag,
        MPI_Fint *status, MPI_Fint *ierr)
{
    struct requests r;
    int at = MPI_UNDEFINED;
    take_requests(&r, requests, *count);
    give_code(ierr, PMPI_Testany(*count, r.at, &at, flag, status_of(status)));
    give_index(index, at);
    give_requests(&r);
}

#define SOME(name, Name)                                                                 \
    BINDING(name, MPI_Fint *count, MPI_Fint *requests, MPI_Fint *done,                   \
            MPI_Fint *indices, MPI_Fint *statuses, MPI_Fint *ierr)                       \
    {                                                                                    \
        struct requests r;                                                               \
        take_requests(&r, requests, *count);                                             \
        give_code(ierr, PMPI_##Name(*count, r.at, done, indices, status_of(statuses)));  \
        for (int i = 0; *done != MPI_UNDEFINED && i < *done; i++)                        \
            give_index(&indices[i], indices[i]);                                         \
        give_requests(&r);                                                               \
    }
SOME(waitsome, Waitsome)
SOME(testsome, Testsome)

BINDING(request_free, MPI_Fint *request, MPI_Fint *ierr)
{
    MPI_Request c = PMPI_Request_f2c(*request);
    give_code(ierr, PMPI_Request_free(&c));
    *request = PMPI_Request_c2f(c);
}

BINDING(grequest_start, MPI_Grequest_query_function *query, MPI_Grequest_free_function *f,
        MPI_Grequest_cancel_function *cancel, void *extra, MPI_Fint *request,
        MPI_Fint *ierr)
{
    MPI_Request c = MPI_REQUEST_NULL;
    give_code(ierr, PMPI_Grequest_start(query, f, cancel, extra, &c));
    MPII_Grequest_set_lang_f77(c);
    *request = PMPI_Request_c2f(c);
}

/* ---- groups ---- */

#define OF_TWO(name, Name)                                                               \
    BINDING(name, MPI_Fint *one, MPI_Fint *other, MPI_Fint *made, MPI_Fint *ierr)        \
    {                                                                                    \
        MPI_Group c = MPI_GROUP_NULL;                                                    \
        give_code(ierr, PMPI_##Name(PMPI_Group_f2c(*one), PMPI_Group_f2c(*other), &c));  \
        *made = PMPI_Group_c2f(c);                                                       \
    }
OF_TWO(group_union, Group_union)
OF_TWO(group_intersection, Group_intersection)
OF_TWO(group_difference, Group_difference)

#define OF_RANKS(name, Name, type)                                                       \
    BINDING(name, MPI_Fint *group, MPI_Fint *n, type *ranks, MPI_Fint *made,             \
            MPI_Fint *ierr)                                                              \
    {                                                                                    \
        MPI_Group c = MPI_GROUP_NULL;                                                    \
        give_code(ierr, PMPI_##Name(PMPI_Group_f2c(*group), *n, ranks, &c));             \
        *made = PMPI_Group_c2f(c);                                                       \
    }
typedef int range[3];
OF_RANKS(group_incl, Group_incl, MPI_Fint)
OF_RANKS(group_excl, Group_excl, MPI_Fint)
OF_RANKS(group_range_incl, Group_range_incl, range)
OF_RANKS(group_range_excl, Group_range_excl, range)

/* ---- functions of the program ---- */

BINDING(op_create, MPI_User_function *function, MPI_Fint *commute, MPI_Fint *op,
        MPI_Fint *ierr)
{
    MPI_Op c = MPI_OP_NULL;
    give_code(ierr, PMPI_Op_create(function, *commute != 0, &c));
    op_set_fortran(c);
    *op = PMPI_Op_c2f(c);
}

#define ERRHANDLER(name, Name, type)                                                     \
    BINDING(name, type *function, MPI_Fint *errhandler, MPI_Fint *ierr)                  \
    {                                                                                    \
        MPI_Errhandler c = MPI_ERRHANDLER_NULL;                                          \
        give_code(ierr, PMPI_##Name(function, &c));                                      \
        errhandler_set_fortran(c);                                                       \
        *errhandler = PMPI_Errhandler_c2f(c);                                            \
    }
ERRHANDLER(comm_create_errhandler, Comm_create_errhandler, MPI_Comm_errhandler_function)
ERRHANDLER(errhandler_create, Comm_create_errhandler, MPI_Comm_errhandler_function)
ERRHANDLER(win_create_errhandler, Win_create_errhandler, MPI_Win_errhandler_function)
ERRHANDLER(file_create_errhandler, File_create_errhandler, MPI_File_errhandler_function)

/* ---- attributes ----
 *
 * Their values are integers of the size of an address, but those of the first MPI's
 * functions are plain integers; so are the arguments of functions that copy them. */

typedef void copy_wide(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *extra, MPI_Aint *in,
                       MPI_Aint *out, MPI_Fint *flag, MPI_Fint *code);
typedef void delete_wide(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *in,
                         MPI_Aint *extra, MPI_Fint *code);
typedef void copy_plain(MPI_Fint *object, MPI_Fint *keyval, MPI_Fint *extra, MPI_Fint *in,
                        MPI_Fint *out, MPI_Fint *flag, MPI_Fint *code);
typedef void delete_plain(MPI_Fint *object, MPI_Fint *keyval, MPI_Fint *in,
                          MPI_Fint *extra, MPI_Fint *code);

/* `number`: how Fortran knows the object. */
#define PROXIES(shape, integer, kind)                                                    \
    static int copy_##shape##_##kind(                                                    \
        MPI_Comm_copy_attr_function *function, mpi_handle object, int keyval,            \
        void *extra, enum attr_type type, void *value, void **copy, int *flag)           \
    {                                                                                    \
        MPI_Fint number = handle_to_int(OBJECT_##kind, object), code = MPI_SUCCESS;      \
        integer e = (integer)(intptr_t)extra, in = (integer)(intptr_t)value, out = 0;    \
        (void)type;                                                                      \
        ((copy_##shape *)(void *)function)(&number, &keyval, &e, &in, &out, flag,        \
                                           &code);                                       \
        *copy = (void *)(intptr_t)out;                                                   \
        return code;                                                                     \
    }                                                                                    \
    static int delete_##shape##_##kind(MPI_Comm_delete_attr_function *function,          \
                                       mpi_handle object, int keyval,                    \
                                       enum attr_type type, void *value, void *extra)    \
    {                                                                                    \
        MPI_Fint number = handle_to_int(OBJECT_##kind, object), code = MPI_SUCCESS;      \
        integer e = (integer)(intptr_t)extra, in = (integer)(intptr_t)value;             \
        (void)type;                                                                      \
        ((delete_##shape *)(void *)function)(&number, &keyval, &in, &e, &code);          \
        return code;                                                                     \
    }
PROXIES(wide, MPI_Aint, COMM)
PROXIES(wide, MPI_Aint, DATATYPE)
PROXIES(wide, MPI_Aint, WIN)
PROXIES(plain, MPI_Fint, COMM)

#define KEYVAL(name, Name, shape, integer, kind, Copy, Delete)                           \
    BINDING(name, Copy *copy, Delete *delete, MPI_Fint *keyval, integer *extra,          \
            MPI_Fint *ierr)                                                              \
    {                                                                                    \
        give_code(ierr, PMPI_##Name(copy, delete, keyval, (void *)(intptr_t)*extra));    \
        MPII_Keyval_set_proxy(*keyval, copy_##shape##_##kind, delete_##shape##_##kind);  \
    }
KEYVAL(comm_create_keyval, Comm_create_keyval, wide, MPI_Aint, COMM,
       MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function)
KEYVAL(type_create_keyval, Type_create_keyval, wide, MPI_Aint, DATATYPE,
       MPI_Type_copy_attr_function, MPI_Type_delete_attr_function)
KEYVAL(win_create_keyval, Win_create_keyval, wide, MPI_Aint, WIN,
       MPI_Win_copy_attr_function, MPI_Win_delete_attr_function)
KEYVAL(keyval_create, Comm_create_keyval, plain, MPI_Fint, COMM,
       MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function)

/* By the way that programs take (mpi/entry.awk); the functions' own names are those of
 * what lies behind it. */
#define ENTERED(Name)                                                                    \
    __typeof__(MPII_##Name##_set_attr) enter_##Name##_set __asm__("MPII_" #Name          \
                                                                  "_set_attr");          \
    __typeof__(MPII_##Name##_get_attr) enter_##Name##_get __asm__("MPII_" #Name          \
                                                                  "_get_attr");
ENTERED(Comm)
ENTERED(Type)
ENTERED(Win)

/* A value that is not there is left as it was. */
#define ATTRIBUTES(get, set, Name, from, integer, type)                                  \
    BINDING(get, MPI_Fint *object, MPI_Fint *keyval, integer *value, MPI_Fint *flag,     \
            MPI_Fint *ierr)                                                              \
    {                                                                                    \
        MPI_Aint wide = 0;                                                               \
        *flag = 0;                                                                       \
        give_code(ierr, enter_##Name##_get(from(*object), *keyval, &wide, flag,          \
                                           ATTR_ADDRESS));                               \
        if (*flag)                                                                       \
            *value = (integer)wide;                                                      \
    }                                                                                    \
    BINDING(set, MPI_Fint *object, MPI_Fint *keyval, integer *value, MPI_Fint *ierr)     \
    {                                                                                    \
        give_code(ierr, enter_##Name##_set(from(*object), *keyval,                       \
                                           (void *)(intptr_t)*value, type));             \
    }
ATTRIBUTES(comm_get_attr, comm_set_attr, Comm, PMPI_Comm_f2c, MPI_Aint, ATTR_ADDRESS)
ATTRIBUTES(type_get_attr, type_set_attr, Type, PMPI_Type_f2c, MPI_Aint, ATTR_ADDRESS)
ATTRIBUTES(win_get_attr, win_set_attr, Win, PMPI_Win_f2c, MPI_Aint, ATTR_ADDRESS)
ATTRIBUTES(attr_get, attr_put, Comm, PMPI_Comm_f2c, MPI_Fint, ATTR_INTEGER)

/* Those that create keyvals need a function, also where nothing is to be done. Not every
 * version of the bindings has these. */
#define NO_FUNCTIONS(kind)                                                               \
    EXPORT copy_wide mpi_##kind##_null_copy_fn_, mpi_##kind##_dup_fn_;                   \
    EXPORT delete_wide mpi_##kind##_null_delete_fn_;                                     \
    void mpi_##kind##_null_copy_fn_(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *extra, \
                                    MPI_Aint *in, MPI_Aint *out, MPI_Fint *flag,         \
                                    MPI_Fint *code)                                      \
    {                                                                                    \
        (void)object, (void)keyval, (void)extra, (void)in, (void)out;                    \
        *flag = 0;                                                                       \
        *code = MPI_SUCCESS;                                                             \
    }                                                                                    \
    void mpi_##kind##_dup_fn_(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *extra,       \
                              MPI_Aint *in, MPI_Aint *out, MPI_Fint *flag,               \
                              MPI_Fint *code)                                            \
    {                                                                                    \
        (void)object, (void)keyval, (void)extra;                                         \
        *out = *in;                                                                      \
        *flag = 1;                                                                       \
        *code = MPI_SUCCESS;                                                             \
    }                                                                                    \
    void mpi_##kind##_null_delete_fn_(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *in,  \
                                      MPI_Aint *extra, MPI_Fint *code)                   \
    {                                                                                    \
        (void)object, (void)keyval, (void)in, (void)extra;                               \
        *code = MPI_SUCCESS;                                                             \
    }
NO_FUNCTIONS(comm)
NO_FUNCTIONS(type)
NO_FUNCTIONS(win)

/* ---- collectives with a datatype for each rank ---- */

extern char mpi_fortran_bottom_[], mpi_fortran_in_place_[];

static void *buffer_of(void *buffer)
{
    return buffer == (void *)mpi_fortran_in_place_ ? MPI_IN_PLACE
           : buffer == (void *)mpi_fortran_bottom_ ? MPI_BOTTOM
                                                   : buffer;
}

static MPI_Datatype *types_of(const MPI_Fint *types, int n)
{
    MPI_Datatype *c = lib_alloc((size_t)n * sizeof *c + 1);
    for (int i = 0; i < n; i++)
        c[i] = PMPI_Type_f2c(types[i]);
    return c;
}

static int peers(MPI_Comm comm)
{
    int n = 0, inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter)
        PMPI_Comm_remote_size(comm, &n);
    else
        PMPI_Comm_size(comm, &n);
    return n;
}

BINDING(alltoallw, void *send, MPI_Fint *counts, MPI_Fint *places, MPI_Fint *types,
        void *receive, MPI_Fint *receive_counts, MPI_Fint *receive_places,
        MPI_Fint *receive_types, MPI_Fint *comm, MPI_Fint *ierr)
{
    MPI_Comm c = PMPI_Comm_f2c(*comm);
    bool in_place = buffer_of(send) == MPI_IN_PLACE;
    MPI_Datatype *give = in_place ? NULL : types_of(types, peers(c));
    MPI_Datatype *take = types_of(receive_types, peers(c));
    give_code(ierr,
              PMPI_Alltoallw(buffer_of(send), counts, places, give, buffer_of(receive),
                             receive_counts, receive_places, take, c));
    free(give);
    free(take);
}

/* The arrays of types stay, as the operation needs them until it is complete. */
BINDING(ialltoallw, void *send, MPI_Fint *counts, MPI_Fint *places, MPI_Fint *types,
        void *receive, MPI_Fint *receive_counts, MPI_Fint *receive_places,
        MPI_Fint *receive_types, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierr)
{
    MPI_Comm c = PMPI_Comm_f2c(*comm);
    MPI_Request made = MPI_REQUEST_NULL;
    bool in_place = buffer_of(send) == MPI_IN_PLACE;
    MPI_Datatype *give = in_place ? NULL : types_of(types, peers(c));
    MPI_Datatype *take = types_of(receive_types, peers(c));
    give_code(ierr,
              PMPI_Ialltoallw(buffer_of(send), counts, places, give, buffer_of(receive),
                              receive_counts, receive_places, take, c, &made));
    *request = PMPI_Request_c2f(made);
}

/* ---- the others ---- */

BINDING(type_match_size, MPI_Fint *typeclass, MPI_Fint *size, MPI_Fint *type,
        MPI_Fint *ierr)
{
    MPI_Datatype c = MPI_DATATYPE_NULL;
    give_code(ierr, PMPI_Type_match_size(*typeclass, *size, &c));
    *type = PMPI_Type_c2f(c);
}

/* Texts of Fortran have no end, and are filled with blanks. The bindings free what they
 * get. */
EXPORT int ompi_fortran_string_f2c(const char *from, int length, char **to);
EXPORT int ompi_fortran_string_c2f(const char *from, char *to, int length);

int ompi_fortran_string_f2c(const char *from, int length, char **to)
{
    while (length > 0 && *from == ' ')
        from++, length--;
    while (length > 0 && from[length - 1] == ' ')
        length--;
    *to = lib_alloc((size_t)(length > 0 ? length : 0) + 1);
    memcpy(*to, from, (size_t)(length > 0 ? length : 0));
    return MPI_SUCCESS;
}

int ompi_fortran_string_c2f(const char *from, char *to, int length)
{
    size_t n = strlen(from), room = length > 0 ? (size_t)length : 0;
    n = n < room ? n : room;
    memcpy(to, from, n);
    memset(to + n, ' ', room - n);
    return MPI_SUCCESS;
}
