/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.c - operators.
 *
 * The predefined ones are loops, one for each representation of types.h that they make
 * sense for; which types of the standard they are for is another question (classes).
 * Integers wrap around, and the results are those of applying the operator element by
 * element, so they do not depend on how a reduction is organised. */
#include "mpi/p2p/active.h"
#include "mpi/coll/reduce.h"
#include "mpi/lib/callback.h"
#include "mpi/lib/check.h"
#include "mpi/p2p/overlap.h"
#include "mpi/type/bounds.h"
#include "mpi/type/types.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef void loop(const void *in, void *inout, size_t n);

#define LOOP(op, rep, expression)                                                        \
    static void op##_##rep(const void *in, void *inout, size_t n)                        \
    {                                                                                    \
        const rep *from = in;                                                            \
        rep *to = inout;                                                                 \
        for (size_t i = 0; i < n; i++) {                                                 \
            rep a = to[i], b = from[i];                                                  \
            to[i] = (rep)(expression);                                                   \
        }                                                                                \
    }

#define ORDERED(rep)                                                                     \
    LOOP(max, rep, a > b ? a : b)                                                        \
    LOOP(min, rep, a < b ? a : b)
#define FIELD(rep)                                                                       \
    LOOP(sum, rep, a + b)                                                                \
    LOOP(prod, rep, a *b)
#define LOGIC(rep)                                                                       \
    LOOP(land, rep, a &&b)                                                               \
    LOOP(lor, rep, a || b)                                                               \
    LOOP(lxor, rep, !a != !b)
#define BITS(rep)                                                                        \
    LOOP(band, rep, a &b)                                                                \
    LOOP(bor, rep, a | b)                                                                \
    LOOP(bxor, rep, a ^ b)
/* Arithmetic modulo a power of two gives the same bits for signed and unsigned
 * integers, without undefined overflow. */
#define RING(rep)                                                                        \
    LOOP(sum, rep, (u64)a + b)                                                           \
    LOOP(prod, rep, (u64)a *b)

/* clang-format off */
ORDERED(i8) ORDERED(i16) ORDERED(i32) ORDERED(i64)
ORDERED(u8) ORDERED(u16) ORDERED(u32) ORDERED(u64)
ORDERED(f32) ORDERED(f64) ORDERED(f80) ORDERED(f128)
RING(u8) RING(u16) RING(u32) RING(u64)
FIELD(f32) FIELD(f64) FIELD(f80) FIELD(f128)
FIELD(c64) FIELD(c128) FIELD(c160) FIELD(c256)
LOGIC(u8) LOGIC(u16) LOGIC(u32) LOGIC(u64) LOGIC(bool8)
BITS(u8) BITS(u16) BITS(u32) BITS(u64)

/* Signed integers are added, multiplied and so on as unsigned ones. */
#define UNSIGNED(op)                                                                     \
    [REP_i8] = op##_u8, [REP_i16] = op##_u16, [REP_i32] = op##_u32, [REP_i64] = op##_u64, \
    [REP_u8] = op##_u8, [REP_u16] = op##_u16, [REP_u32] = op##_u32, [REP_u64] = op##_u64
#define SIGNED(op)                                                                       \
    [REP_i8] = op##_i8, [REP_i16] = op##_i16, [REP_i32] = op##_i32, [REP_i64] = op##_i64, \
    [REP_u8] = op##_u8, [REP_u16] = op##_u16, [REP_u32] = op##_u32, [REP_u64] = op##_u64
#define REAL(op)                                                                         \
    [REP_f32] = op##_f32, [REP_f64] = op##_f64, [REP_f80] = op##_f80, [REP_f128] = op##_f128
#define COMPLEX(op)                                                                      \
    [REP_c64] = op##_c64, [REP_c128] = op##_c128, [REP_c160] = op##_c160,                \
    [REP_c256] = op##_c256
/* clang-format on */

/* ---- a value and where it is ---- */

/* Of equal values, the smaller index counts. Pairs in Fortran have two members of one
 * type, those in C have an int as index; `second` is the offset of the index
 * (types.h). */
#define LOCATE(op, name, value, index, better)                                           \
    static void op##_##name(const void *in, void *inout, size_t n)                       \
    {                                                                                    \
        const struct {                                                                   \
            value v;                                                                     \
            index i;                                                                     \
        } *from = in;                                                                    \
        struct {                                                                         \
            value v;                                                                     \
            index i;                                                                     \
        } *to = inout;                                                                   \
        for (size_t k = 0; k < n; k++)                                                   \
            if (from[k].v better to[k].v) {                                              \
                to[k].v = from[k].v;                                                     \
                to[k].i = from[k].i;                                                     \
            } else if (from[k].v == to[k].v && from[k].i < to[k].i) {                    \
                to[k].i = from[k].i;                                                     \
            }                                                                            \
    }
#define BASIC(name, rep, class, external)
#define PAIR(name, value, index, first, second)                                          \
    LOCATE(minloc, name, value, index, <)                                                \
    LOCATE(maxloc, name, value, index, >)
#include "mpi/type/types.def"
#undef PAIR

#define PAIR(name, value, index, first, second) [BASIC_##name] = minloc_##name,
                    static loop *const minloc[BASICS] = {
#include "mpi/type/types.def"
};
#undef PAIR
#define PAIR(name, value, index, first, second) [BASIC_##name] = maxloc_##name,
static loop *const maxloc[BASICS] = {
#include "mpi/type/types.def"
};
#undef PAIR
#undef BASIC

/* ---- the predefined operators ---- */

/* The types that the standard allows for each operator (MPI-4.1, 6.9.2). */
enum {
    ANY_INTEGER = CLASS_INTEGER | CLASS_FORTRAN_INTEGER | CLASS_ADDRESS,
    TRUTH = CLASS_INTEGER | CLASS_LOGICAL,
    NUMBER = ANY_INTEGER | CLASS_FLOATING | CLASS_COMPLEX,
};

struct loops {
    MPI_Op handle;
    const char *name;
    unsigned classes;   /* the classes of types that it is defined for */
    loop *const *pairs; /* functions for pairs, by position in types.def */
    loop *by_rep[REPRESENTATIONS];
};

static const struct loops operators[] = {
    {MPI_MAX, "MPI_MAX", ANY_INTEGER | CLASS_FLOATING, NULL, {SIGNED(max), REAL(max)}},
    {MPI_MIN, "MPI_MIN", ANY_INTEGER | CLASS_FLOATING, NULL, {SIGNED(min), REAL(min)}},
    {MPI_SUM, "MPI_SUM", NUMBER, NULL, {UNSIGNED(sum), REAL(sum), COMPLEX(sum)}},
    {MPI_PROD, "MPI_PROD", NUMBER, NULL, {UNSIGNED(prod), REAL(prod), COMPLEX(prod)}},
    {MPI_LAND, "MPI_LAND", TRUTH, NULL, {UNSIGNED(land), [REP_bool8] = land_bool8}},
    {MPI_BAND, "MPI_BAND", ANY_INTEGER | CLASS_BYTE, NULL, {UNSIGNED(band)}},
    {MPI_LOR, "MPI_LOR", TRUTH, NULL, {UNSIGNED(lor), [REP_bool8] = lor_bool8}},
    {MPI_BOR, "MPI_BOR", ANY_INTEGER | CLASS_BYTE, NULL, {UNSIGNED(bor)}},
    {MPI_LXOR, "MPI_LXOR", TRUTH, NULL, {UNSIGNED(lxor), [REP_bool8] = lxor_bool8}},
    {MPI_BXOR, "MPI_BXOR", ANY_INTEGER | CLASS_BYTE, NULL, {UNSIGNED(bxor)}},
    {MPI_MINLOC, "MPI_MINLOC", CLASS_PAIR, minloc, {0}},
    {MPI_MAXLOC, "MPI_MAXLOC", CLASS_PAIR, maxloc, {0}},
    /* defined for one-sided communication only */
    {MPI_REPLACE, "MPI_REPLACE", 0, NULL, {0}},
    {MPI_NO_OP, "MPI_NO_OP", 0, NULL, {0}},
};

static void destroy(struct mpi_object *o)
{
    free(o);
}

void reduce_make(void)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        struct mpi_op *op = lib_alloc(sizeof *op);
        object_init(&op->object, OBJECT_OP, destroy);
        op->loops = &operators[i];
        op->name = operators[i].name;
        op->commutative = true;
        object_share(&op->object, operators[i].handle);
    }
}

void reduce_setup(void)
{
    port_arithmetic(op_combine);
}

struct mpi_op *op_find(MPI_Op handle)
{
    return (struct mpi_op *)object_find(OBJECT_OP, handle);
}

bool op_takes(const struct mpi_op *op, const struct basic *b)
{
    return op->loops->classes & b->class;
}

bool op_valid_for(const struct mpi_op *op, const struct datatype *t)
{
    return !op->loops || (t->basic && op_takes(op, t->basic));
}

uint64_t op_identity(const struct mpi_op *op)
{
    if (!op)
        return 0;
    if (op->large)
        return (uint64_t)(uintptr_t)op->large;
    return op->function ? (uint64_t)(uintptr_t)op->function
                        : handle_value(op->object.handle);
}

struct mpi_op *op_need(struct comm *c, MPI_Op handle, int *code)
{
    struct mpi_op *op = op_find(handle);
    if (op)
        return op;
    if (handle == MPI_OP_NULL)
        *code = lib_error(c, MPI_ERR_OP, FINDING_INVALID_ARGUMENT,
                          "the operator is MPI_OP_NULL");
    else
        *code =
            lib_error(c, MPI_ERR_OP, FINDING_INVALID_ARGUMENT,
                      "0x%lx is not an operator: it was never made, or has been freed",
                      handle_value(handle));
    return NULL;
}

struct mpi_op *op_check(struct comm *c, MPI_Op handle, const struct datatype *t,
                        int *code)
{
    char text[TYPE_TEXT];
    struct mpi_op *op = op_need(c, handle, code);
    if (!op || op_valid_for(op, t))
        return op;
    *code = lib_error(c, MPI_ERR_OP, FINDING_INVALID_ARGUMENT, "%s is not for %s%s",
                      op->name, t->basic ? "" : "derived datatypes, such as this one of ",
                      t->basic ? t->basic->name : type_describe(t, 1, text));
    return NULL;
}

/* ---- reductions ---- */

static void call_program(const struct mpi_op *op, const char *in, char *inout,
                         MPI_Count count, struct datatype *t)
{
    struct callback mark = callback_begin();
    bool outer = lib()->operating;
    lib()->operating = true;
    if (op->large) {
        MPI_Datatype handle = t->object.handle;
        CALLBACK(op->large)((void *)(uintptr_t)in, inout, &count, &handle);
    }
    for (MPI_Count done = 0; op->function && done < count; done += INT_MAX) {
        int n = count - done < INT_MAX ? (int)(count - done) : INT_MAX;
        MPI_Datatype handle = t->object.handle;
        MPI_Fint number = op->fortran ? handle_to_int(OBJECT_DATATYPE, handle) : 0;
        CALLBACK(op->function)
        ((void *)(in + done * type_extent(t)), inout + done * type_extent(t), &n,
         op->fortran ? (MPI_Datatype *)(void *)&number : &handle);
    }
    lib()->operating = outer;
    callback_end(mark);
}

void reduce_apply(const struct mpi_op *op, const void *in, void *inout, MPI_Count count,
                  struct datatype *t)
{
    if (!op->loops) {
        call_program(op, in, inout, count, t);
        return;
    }
    const struct loops *o = op->loops;
    if (o->pairs)
        o->pairs[t->basic - basics](in, inout, (size_t)count);
    else
        o->by_rep[t->basic->rep](in, inout, (size_t)count);
}

/* ---- for windows ---- */

uint16_t op_number(const struct mpi_op *op)
{
    return (uint16_t)(PORT_OPERATIONS + (op->loops - operators));
}

bool op_rounds(const struct mpi_op *op, const struct basic *b)
{
    MPI_Op handle = op->loops->handle;
    return (handle == MPI_SUM || handle == MPI_PROD) &&
           (b->class & (CLASS_FLOATING | CLASS_COMPLEX));
}

/* Combines packed pairs, which have gaps in memory that they have not when packed. */
static void combine_pairs(loop *pairs, const struct basic *b, const char *in, char *inout,
                          size_t n)
{
    size_t first = basics[b->types[0]].size, second = basics[b->types[1]].size;
    for (size_t i = 0; i < n; i++, in += first + second, inout += first + second) {
        _Alignas(16) char x[64] = {0}, y[64] = {0};
        memcpy(x, in, first);
        memcpy(x + b->second, in + first, second);
        memcpy(y, inout, first);
        memcpy(y + b->second, inout + first, second);
        pairs(x, y, 1);
        memcpy(inout, y, first);
        memcpy(inout + first, y + b->second, second);
    }
}

void op_combine(unsigned number, unsigned basic, const void *in, void *inout, size_t n)
{
    const struct loops *o = &operators[number - PORT_OPERATIONS];
    if (o->pairs)
        combine_pairs(o->pairs[basic], &basics[basic], in, inout, n);
    else
        o->by_rep[basics[basic].rep](in, inout, n);
}

/* Neither is one of the two to be changed while the other is read. */
static int check_apart(const struct data *in, const struct data *inout)
{
    struct spans s = {0};
    spans_add(&s, in, false);
    spans_add(&s, inout, true);
    if (spans_overlap(&s) != OVERLAP_BOTH)
        return MPI_SUCCESS;
    return lib_error(NULL, MPI_ERR_BUFFER, FINDING_INVALID_ARGUMENT,
                     "inbuf and inoutbuf overlap; they must be disjoint");
}

EXPORT int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count,
                            MPI_Datatype datatype, MPI_Op op)
{
    ENTER(Reduce_local);
    int code;
    struct datatype *t;
    if (!type_check_buffer(NULL, inbuf, count, datatype, &t, &code))
        LEAVE(code);
    const struct mpi_op *o = op_check(NULL, op, t, &code);
    if (!o)
        LEAVE(code);
    if (count == 0)
        LEAVE(MPI_SUCCESS);
    NEED_POINTER(NULL, inoutbuf);
    const struct data in = {(void *)(uintptr_t)inbuf, count, t},
                      inout = {inoutbuf, count, t};
    code = bounds_read(NULL, &in);
    if (!code)
        code = bounds_written(NULL, &inout);
    if (!code)
        code = check_apart(&in, &inout);
    if (code)
        LEAVE(code);
    active_access(&in, PORT_READS);
    active_access(&inout, PORT_WRITES);
    reduce_apply(o, inbuf, inoutbuf, count, t);
    LEAVE(MPI_SUCCESS);
}

/* ---- operators of the program ---- */

static MPI_Op create(MPI_User_function *function, MPI_User_function_c *large, int commute)
{
    struct mpi_op *o = lib_alloc(sizeof *o);
    object_init(&o->object, OBJECT_OP, destroy);
    o->function = function;
    o->large = large;
    o->commutative = commute;
    return object_publish(&o->object);
}

void op_set_fortran(MPI_Op op)
{
    struct mpi_op *o = op_find(op);
    if (o)
        o->fortran = true;
}

EXPORT int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    ENTER(Op_create);
    CHECK_RESULT(op);
    *op = create(user_fn, NULL, commute);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    ENTER(Op_create_c);
    CHECK_RESULT(op);
    *op = create(NULL, user_fn, commute);
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Op_free(MPI_Op *op)
{
    ENTER(Op_free);
    int code;
    CHECK_RESULT(op);
    struct mpi_op *o = op_need(NULL, *op, &code);
    if (!o)
        LEAVE(code);
    if (o->loops)
        INVALID(NULL, MPI_ERR_OP, "%s is predefined and cannot be freed", o->name);
    object_unpublish(&o->object);
    *op = MPI_OP_NULL;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Op_commutative(MPI_Op op, int *commute)
{
    ENTER(Op_commutative);
    int code;
    CHECK_RESULT(commute);
    const struct mpi_op *o = op_need(NULL, op, &code);
    if (!o)
        LEAVE(code);
    *commute = o->commutative;
    LEAVE(MPI_SUCCESS);
}
