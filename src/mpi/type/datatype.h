/* SPDX-License-Identifier: Apache-2.0
 *
 * datatype.h - datatypes: what they describe, and moving what they describe.
 *
 * A datatype is made of others, down to those of types.def; it knows where its bytes are
 * (layout.h), and which sequence of basic types they are (its signature). */
#ifndef MZ_MPI_TYPE_DATATYPE_H
#define MZ_MPI_TYPE_DATATYPE_H
#include "base/vec.h"
#include "mpi/comm/attr.h"
#include "mpi/type/layout.h"
#include "mpi/lib/lib.h"
#include <limits.h>

struct basic; /* types.h */

/* The signature of a sequence of basic types, short enough to travel with each message:
 * its length, a hash, and its first runs, for messages to the user. Equal sequences
 * have equal signatures. */
enum { SIGNATURE_RUNS = 3 };
struct signature {
    uint64_t elements, hash;
    struct {
        uint32_t count, basic; /* basic: position in types.def */
    } run[SIGNATURE_RUNS];
    uint32_t runs; /* number of valid runs */
    uint32_t more; /* 1: the sequence continues after them */
};

/* How the type was made, for MPI_Type_get_envelope and MPI_Type_get_contents. */
struct type_envelope {
    int combiner;
    VEC(int) ints;
    VEC(MPI_Aint) addresses;
    VEC(MPI_Count)
    counts; /* counts and addresses of a type that was made with large
               ones */
    int ntypes;
    struct datatype **types; /* references are held */
};

/* A part of the type map: `count` elements of a type. */
struct part {
    struct datatype *type;
    MPI_Count count;
};

struct datatype {
    struct mpi_object object;
    struct attrs attrs;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Count size;
    MPI_Aint lb, ub, true_lb, true_ub;
    MPI_Aint alignment;
    bool committed;
    bool contiguous; /* any number of elements is one block that begins at the buffer's
                        address */
    const struct basic *basic; /* NULL: a type of the program, or a pair */
    struct type_layout *layout;
    MPI_Count overlaps_from;    /* see type_overlaps(); 0: not known yet */
    struct signature signature; /* signature of one element */
    size_t nparts;              /* 0: a basic type */
    struct part *part;
    struct type_envelope envelope;
};

static inline MPI_Aint type_extent(const struct datatype *t)
{
    return t->ub - t->lb;
}

void datatype_make(void);  /* makes the predefined types, for all ranks, */
void datatype_setup(void); /* and makes them known to one */

struct datatype *type_find(MPI_Datatype); /* NULL: the handle is invalid */
/* The type of this handle, for a function that only asks about it, or NULL: then *code
 * is what the function must LEAVE with. */
struct datatype *type_need(struct comm *, MPI_Datatype, int *code);
/* As type_need(), for a function that communicates: the type must be committed. */
struct datatype *type_check_comm(struct comm *, MPI_Datatype, int *code);
/* An error if the buffer is a null pointer where it must not be one. It is MPI_BOTTOM
 * with types that contain absolute addresses. */
int type_check_null(struct comm *, const void *buffer, int count,
                    const struct datatype *);
/* Checks buffer, count and type of a function that communicates; true if all are
 * valid. */
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

/* A count for functions that store an int: MPI_UNDEFINED if it does not fit. */
static inline int count_as_int(MPI_Count n)
{
    return n > INT_MAX ? MPI_UNDEFINED : (int)n;
}

/* ---- entries that overlap (entries.c) ---- */

#define OVERLAPS_NEVER LONG_MAX

/* The least count with which a byte occurs twice in the type map, or OVERLAPS_NEVER. */
MPI_Count type_overlaps_from(struct datatype *);

static inline bool type_overlaps(struct datatype *t, MPI_Count count)
{
    return count >= t->overlaps_from && count >= type_overlaps_from(t);
}

/* Checks that this many elements can be received into; returns an error code. */
int type_check_received(struct comm *, MPI_Count count, struct datatype *);

/* ---- moving data ---- */

static inline size_t type_bytes(const struct datatype *t, MPI_Count count)
{
    size_t bytes;
    if (__builtin_mul_overflow((size_t)t->size, (size_t)count, &bytes))
        return SIZE_MAX; /* more than any memory has */
    return bytes;
}

/* Packs type_bytes() bytes. Unnecessary if the type is contiguous. */
void type_pack(const void *buffer, MPI_Count count, const struct datatype *, void *out);

/* Unpacks n bytes, or as many as fit into the buffer; returns the number of bytes
 * used. */
size_t type_unpack(const void *bytes, size_t n, void *buffer, MPI_Count count,
                   const struct datatype *);

/* Converts packed data to and from external32, where one element has
 * type_external_size() bytes (pack.c). */
size_t type_external_size(const struct datatype *);
void type_to_external(const void *native, MPI_Count count, const struct datatype *,
                      void *external);
void type_from_external(const void *external, MPI_Count count, const struct datatype *,
                        void *native);

/* ---- signatures ---- */

struct signature type_signature(const struct datatype *, MPI_Count count);
/* May what was sent be received into this many elements of the type? The receive may be
 * longer. */
bool signature_fits(const struct signature *sent, const struct datatype *,
                    MPI_Count count);
/* Do both describe the same sequence? Collectives require this. */
bool signature_equal(const struct signature *, const struct signature *);

/* States in the verdict that packed data are used as data of a type that nobody has
 * compared with what was packed. */
void signature_unknown(void);

enum { TYPE_TEXT = 160 };
/* The signature in words: "3 x MPI_DOUBLE", "MPI_INT, 2 x MPI_DOUBLE, ...". */
const char *signature_text(const struct signature *, char text[TYPE_TEXT]);
const char *type_describe(const struct datatype *, MPI_Count count, char text[TYPE_TEXT]);

/* The number of basic elements in the first n bytes of data. Sets *left to the number
 * of bytes at the end that are not a whole element. */
MPI_Count type_elements(const struct datatype *, MPI_Count bytes, MPI_Count *left);

#endif
