/* SPDX-License-Identifier: Apache-2.0
 *
 * fold.c - see fold.h.
 *
 * Operators say inout = in op inout. In rank order: x0 op (x1 op (x2 op ...)), from the
 * right; those that commute from the left, which is how one adds up by hand. The other
 * order is the reverse for operators that commute, and the other grouping for those that
 * do not. Predefined ones are also tried in pairs, as a tree of ranks would; the
 * program's own are not called more often than need be. (How often they are called is the
 * implementation's business, and programs cannot rely on it: MPI libraries divide long
 * vectors, and compute the same on several ranks.) */
#include "mpi/fold.h"
#include "mpi/types.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A place for elements laid out as their type says. */
struct scratch {
    void *memory;
    struct data data; /* begins where the buffer is, which some types do elsewhere */
};

static struct scratch scratch_for(const struct data *d)
{
    const struct datatype *t = d->type;
    MPI_Aint extent = type_extent(t), reach = extent * (d->count - 1);
    MPI_Aint low = t->true_lb + (reach < 0 ? reach : 0);
    MPI_Aint high = t->true_ub + (reach > 0 ? reach : 0);
    struct scratch s = {.memory = lib_alloc((size_t)(high - low)), .data = *d};
    s.data.at = (char *)s.memory - low;
    return s;
}

/* Operand i, laid out. */
static void lay_out(const struct operands *o, int i, const struct data *to)
{
    data_unpack(to, o->packed[i], data_bytes(to));
}

static void apply(const struct operands *o, const struct data *in,
                  const struct data *inout)
{
    reduce_apply(o->op, in->at, inout->at, inout->count, inout->type);
}

/* From the first of them, in steps of 1 or -1: each is `in`. */
static void fold_along(const struct operands *o, int first, int step,
                       const struct data *to)
{
    /* The program's own operators might write where they should only read. */
    bool direct = to->type->contiguous && !o->op->function;
    struct scratch s = {.data = *to};
    if (!direct)
        s = scratch_for(to);
    lay_out(o, first, to);
    for (int done = 1, i = first + step; done < o->n; done++, i += step) {
        if (direct)
            s.data.at = (void *)o->packed[i];
        else
            lay_out(o, i, &s.data);
        apply(o, &s.data, to);
    }
    free(s.memory);
}

void fold(const struct operands *o, const struct data *result)
{
    bool left = o->op->commutative;
    fold_along(o, left ? 0 : o->n - 1, left ? 1 : -1, result);
}

/* ---- in other orders ---- */

/* ((x0 op x1) op x2) op ... */
static void fold_from_left(const struct operands *o, const struct data *to)
{
    struct scratch s = scratch_for(to);
    const struct data *sum = to, *next = &s.data;
    lay_out(o, 0, sum);
    for (int i = 1; i < o->n; i++) {
        lay_out(o, i, next);
        apply(o, sum, next);
        const struct data *swap = sum;
        sum = next;
        next = swap;
    }
    if (sum != to) {
        void *packed = lib_alloc(data_bytes(to));
        data_pack(sum, packed);
        data_unpack(to, packed, data_bytes(to));
        free(packed);
    }
    free(s.memory);
}

/* Operands [from, from + n): both halves, and then the two. */
static void fold_halves(const struct operands *o, int from, int n, const struct data *to)
{
    if (n == 1) {
        lay_out(o, from, to);
        return;
    }
    struct scratch s = scratch_for(to);
    fold_halves(o, from, n / 2, to);
    fold_halves(o, from + n / 2, n - n / 2, &s.data);
    apply(o, &s.data, to);
    free(s.memory);
}

/* ---- comparing ---- */

/* Bits that make up a value: the rest of the bytes is padding. */
static bool same_bits(const char *a, const char *b, size_t bytes, const struct basic *t)
{
    enum { VALUE = 10, ROOM = 16 }; /* of a long double */
    if (!t || (t->rep != REP_f80 && t->rep != REP_c160) || t->class == CLASS_PAIR)
        return !memcmp(a, b, bytes);
    for (size_t i = 0; i < bytes; i += ROOM)
        if (memcmp(a + i, b + i, VALUE))
            return false;
    return true;
}

static void add_values(const struct basic *t, const char *a, const char *b, char *text)
{
    double x = 0, y = 0;
    float f, g;
    if (t->rep == REP_f64) {
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
    } else if (t->rep == REP_f32) {
        memcpy(&f, a, sizeof f);
        memcpy(&g, b, sizeof g);
        x = (double)f;
        y = (double)g;
    } else {
        return;
    }
    size_t n = strlen(text);
    int digits = t->rep == REP_f64 ? 17 : 9;
    snprintf(text + n, FOLD_TEXT - n, " is %.*g in rank order, %.*g in another", digits,
             x, digits, y);
}

/* Packed, both of them. */
static bool differ(const char *a, const char *b, const struct data *d, char *text)
{
    const struct basic *t = d->type->basic;
    size_t each = data_bytes(d) / (size_t)d->count;
    for (int i = 0; i < d->count; i++, a += each, b += each) {
        if (same_bits(a, b, each, t))
            continue;
        snprintf(text, FOLD_TEXT, "element %d", i);
        if (t)
            add_values(t, a, b, text);
        return true;
    }
    return false;
}

/* Integers wrap around, and are what they are in every order. */
static bool is_exact(const struct operands *o, const struct datatype *t)
{
    return o->n < 2 || (o->op->loops && t->basic && t->basic->rep <= REP_bool8);
}

bool fold_differs(const struct operands *o, const struct data *result,
                  char text[FOLD_TEXT])
{
    if (is_exact(o, result->type) || !data_bytes(result))
        return false;
    struct scratch s = scratch_for(result);
    char *ours = lib_alloc(data_bytes(result)), *other = lib_alloc(data_bytes(result));
    data_pack(result, ours);
    if (o->op->commutative)
        fold_along(o, o->n - 1, -1, &s.data);
    else
        fold_from_left(o, &s.data);
    data_pack(&s.data, other);
    bool found = differ(ours, other, result, text);
    if (!found && o->op->loops) {
        fold_halves(o, 0, o->n, &s.data);
        data_pack(&s.data, other);
        found = differ(ours, other, result, text);
    }
    free(s.memory);
    free(ours);
    free(other);
    return found;
}
