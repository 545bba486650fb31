/* SPDX-License-Identifier: Apache-2.0
 *
 * datatype.h - datatypes: what they describe, and moving what they describe.
 *
 * A datatype is made of others, down to those of types.def; it knows where its bytes are
 * (layout.h), and which sequence of basic types they are (its signature). */
#ifndef MZ_MPI_DATATYPE_H
#define MZ_MPI_DATATYPE_H
#include "mpi/comm/attr.h"
#include "mpi/type/layout.h"
#include "mpi/lib/lib.h"
#include <limits.h>

struct basic; /* types.h */

/* A sequence of basic types, short enough to travel with each message: its length, a hash
 * of it, and how it begins, for people. Equal sequences have equal signatures. */
enum { SIGNATURE_RUNS = 3 };
struct signature {
    uint64_t elements, hash;
    struct {
        uint32_t count, basic; /* basic: position in types.def */
    } run[SIGNATURE_RUNS];
    uint32_t runs; /* that are valid */
    uint32_t more; /* 1: it goes on after them */
};

/* How it was made: MPI_Type_get_envelope and MPI_Type_get_contents. */
struct envelope {
    int combiner;
    int nints, naddresses, ntypes;
    int *ints;
    MPI_Aint *addresses;
    struct datatype **types; /* held */
};

/* So many of that type, in the type map. */
struct part {
    struct datatype *type;
    MPI_Count count;
};

struct datatype {
    struct object object;
    struct attrs attrs;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Count size;
    MPI_Aint lb, ub, true_lb, true_ub;
    MPI_Aint alignment;
    bool committed;
    bool contiguous; /* any number of them is one block that begins at the buffer */
    const struct basic *basic; /* NULL: the program's own, or a pair */
    struct layout *layout;
    struct signature signature; /* of one */
    size_t nparts;              /* 0: basic */
    struct part *part;
    struct envelope envelope;
};

static inline MPI_Aint type_extent(const struct datatype *t)
{
    return t->ub - t->lb;
}

void datatype_setup(void); /* the predefined ones */

struct datatype *type_find(MPI_Datatype); /* NULL: names nothing */
/* The type that is named, for a function that only asks about it, or NULL: then *code is
 * what the function must LEAVE with. */
struct datatype *type_need(struct comm *, MPI_Datatype, int *code);
/* The same for a function that communicates: it must have been committed. */
struct datatype *type_check_comm(struct comm *, MPI_Datatype, int *code);
/* And the count that goes with it; true if both are fine. */
bool type_check_buffer(struct comm *, const void *buffer, int count, MPI_Datatype,
                       struct datatype **, int *code);

static inline void type_hold(struct datatype *t)
{
    object_hold(&t->object);
}

static inline void type_release(struct datatype *t)
{
    object_release(&t->object);
}

/* For functions that store an int: MPI_UNDEFINED if it does not fit. */
static inline int count_as_int(MPI_Count n)
{
    return n > INT_MAX ? MPI_UNDEFINED : (int)n;
}

/* ---- moving data ---- */

static inline size_t type_bytes(const struct datatype *t, MPI_Count count)
{
    return (size_t)t->size * (size_t)count;
}

/* type_bytes() of them. There is no need to if the type is contiguous. */
void type_pack(const void *buffer, MPI_Count count, const struct datatype *, void *out);

/* As much as n bytes say, and no more than there is room for; gives how many bytes were
 * used. */
size_t type_unpack(const void *bytes, size_t n, void *buffer, MPI_Count count,
                   const struct datatype *);

/* ---- signatures ---- */

struct signature type_signature(const struct datatype *, MPI_Count count);
/* May what was sent be received into that many of this type? The receive may be longer.
 */
bool signature_fits(const struct signature *sent, const struct datatype *,
                    MPI_Count count);
/* Collectives: both describe the same sequence. */
bool signature_equal(const struct signature *, const struct signature *);

enum { TYPE_TEXT = 160 };
/* "3 x MPI_DOUBLE", "MPI_INT, 2 x MPI_DOUBLE, ..." */
const char *signature_text(const struct signature *, char text[TYPE_TEXT]);
const char *type_describe(const struct datatype *, MPI_Count count, char text[TYPE_TEXT]);

/* How many basic elements the first n bytes of data are, and how many bytes of these are
 * left over because the last one is not whole. */
MPI_Count type_elements(const struct datatype *, MPI_Count bytes, MPI_Count *left);

#endif
