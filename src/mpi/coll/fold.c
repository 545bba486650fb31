/* SPDX-License-Identifier: Apache-2.0
 *
 * fold.c - see fold.h.
 *
 * Operators say inout = in op inout. In rank order: x0 op (x1 op (x2 op ...)), from the
 * right; those that commute from the left, which is how one adds up by hand.
 *
 * Other orders are tried after that, until one has another result. Up to four operands
 * are combined in every way that the standard allows. For more of them there are too many
 * ways, so only some are tried: of an operator that commutes the reverse, even ranks
 * before odd ones, rotations, a few shuffles and a tree; of one that does not, from the
 * left and a tree. That a result is the same in all of these is no proof then. (How often
 * an operator of the program's own is called is the implementation's business, and
 * programs cannot rely on it: MPI libraries divide long vectors, and compute the same on
 * several ranks.) */
#include "mpi/coll/fold.h"
#include "mpi/type/types.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory for elements laid out as their type says. */
struct scratch {
    void *memory;
    struct data data; /* its address is where the buffer would begin; some types have data
                         before that */
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

/* Copies operand i into this layout. */
static void lay_out(const struct operands *o, int i, const struct data *to)
{
    data_unpack(to, o->packed[i], data_bytes(to));
}

static void apply(const struct operands *o, const struct data *in,
                  const struct data *inout)
{
    reduce_apply(o->op, in->at, inout->at, inout->count, inout->type);
}

/* Combines the operands one after the other; each is the `in` argument. */
static void fold_along(const struct operands *o, const struct data *to)
{
    /* An operator of the program might write to its `in` argument, which it should
     * not. */
    bool direct = to->type->contiguous && o->op->loops;
    struct scratch s = {.data = *to};
    if (!direct)
        s = scratch_for(to);
    lay_out(o, 0, to);
    for (int i = 1; i < o->n; i++) {
        if (direct)
            s.data.at = (void *)o->packed[i];
        else
            lay_out(o, i, &s.data);
        apply(o, &s.data, to);
    }
    free(s.memory);
}

/* The operands in another order: the i-th of the result is number order[i]. */
static struct operands arranged(const struct operands *o, const int *order)
{
    struct operands a = {.op = o->op, .n = o->n};
    a.packed = lib_alloc((size_t)o->n * sizeof *a.packed);
    for (int i = 0; i < o->n; i++)
        a.packed[i] = o->packed[order[i]];
    return a;
}

static void fold_in_order(const struct operands *o, const int *order,
                          const struct data *to)
{
    struct operands a = arranged(o, order);
    fold_along(&a, to);
    free(a.packed);
}

/* An order in which each rank comes `step` after the one before, cyclically. */
static void count_around(int *order, int n, int first, int step)
{
    for (int i = 0; i < n; i++)
        order[i] = (first + i * step) % n;
}

static void fold_by_rank(const struct operands *o, const struct data *to)
{
    if (o->op->commutative) {
        fold_along(o, to);
        return;
    }
    int *order = lib_alloc((size_t)o->n * sizeof *order);
    count_around(order, o->n, o->n - 1, o->n - 1);
    fold_in_order(o, order, to);
    free(order);
}

static void copy(const struct data *from, const struct data *to)
{
    void *packed = lib_alloc(data_bytes(to));
    data_pack(from, packed);
    data_unpack(to, packed, data_bytes(to));
    free(packed);
}

/* A function of the program does not get the buffer of the operation itself, which is
 * still in use: where it accesses that, it does so without being asked. */
void fold(const struct operands *o, const struct data *result)
{
    if (o->op->loops) {
        fold_by_rank(o, result);
        return;
    }
    struct scratch s = scratch_for(result);
    fold_by_rank(o, &s.data);
    copy(&s.data, result);
    free(s.memory);
}

/* ---- in other groupings ---- */

/* Combines as ((x0 op x1) op x2) op ... */
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
    if (sum != to)
        copy(sum, to);
    free(s.memory);
}

#define HALVES (-1)

/* Combines operands [from, from + n) as a tree, left op right. The shape says where
 * they are divided: 0 in the middle; otherwise its digits say it, one for each
 * level. */
static void fold_tree(const struct operands *o, int from, int n, int shape,
                      const struct data *to)
{
    if (n == 1) {
        lay_out(o, from, to);
        return;
    }
    int left = shape == HALVES ? n / 2 : 1 + shape % (n - 1);
    int rest = shape == HALVES ? HALVES : shape / (n - 1);
    struct scratch s = scratch_for(to);
    fold_tree(o, from, left, rest, &s.data);
    fold_tree(o, from + left, n - left, rest, to);
    apply(o, &s.data, to);
    free(s.memory);
}

/* ---- comparing ---- */

/* Compares the bits that make up a value; other bytes are padding. */
static bool same_bits(const char *a, const char *b, size_t bytes, const struct basic *t)
{
    enum {
        VALUE = 10,
        ROOM = 16
    }; /* sizes of a long double: its value, and its
          memory */
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

/* Do the two packed results differ? If so, writes where. */
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

/* Is the operation exact? Integers wrap around and have the same result in every
 * order. */
static bool is_exact(const struct operands *o, const struct datatype *t)
{
    return o->n < 2 || (o->op->loops && t->basic && t->basic->rep <= REP_bool8);
}

/* ---- trying ---- */

enum { FEW = 4 }; /* up to this number of operands, all combinations are tried */

struct trial {
    const struct operands *o;
    const struct data *result;
    struct scratch scratch; /* memory for another result */
    char *ours, *other;     /* our result and another, packed */
    char *text;
};

/* Does the scratch memory hold another result than ours? */
static bool found(const struct trial *t)
{
    data_pack(&t->scratch.data, t->other);
    return differ(t->ours, t->other, t->result, t->text);
}

static bool tree_differs(const struct trial *t, const struct operands *o, int shape)
{
    fold_tree(o, 0, o->n, shape, &t->scratch.data);
    return found(t);
}

static bool order_differs(const struct trial *t, const int *order)
{
    fold_in_order(t->o, order, &t->scratch.data);
    return found(t);
}

/* Combines four operands that commute as two pairs. */
static bool pairs_differ(const struct trial *t, const int *order)
{
    struct operands a = arranged(t->o, order);
    bool differs = tree_differs(t, &a, HALVES);
    free(a.packed);
    return differs;
}

/* The number-th permutation of n. */
static void permute(int *order, int n, int number)
{
    count_around(order, n, 0, 1);
    for (int i = 0; i < n; number /= n - i, i++) {
        int j = i + number % (n - i), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

/* Since the first two operands commute, half of the permutations would be enough; but
 * for an operator of the program we only have its word for it. Of trees, only pairs of
 * pairs are not covered by permutations. */
static bool every_order_differs(const struct trial *t)
{
    int order[FEW], n = t->o->n, numbers = 1;
    bool differs = false, commutes = t->o->op->loops;
    for (int i = 2; i <= n; i++)
        numbers *= i;
    for (int k = 1; k < numbers && !differs; k++) {
        permute(order, n, k);
        if (commutes && order[0] > order[1])
            continue;
        differs = order_differs(t, order);
        if (!differs && n == 4 && order[2] < order[3] && order[0] < order[2])
            differs = pairs_differ(t, order);
    }
    return differs || (n == 4 && tree_differs(t, t->o, HALVES));
}

static void shuffle(int *order, int n, uint32_t seed)
{
    count_around(order, n, 0, 1);
    for (int i = n - 1; i > 0; i--) {
        seed = seed * 1664525 + 1013904223;
        int j = (int)((seed >> 8) % (uint32_t)(i + 1)), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

static void evens_then_odds(int *order, int n)
{
    int evens = (n + 1) / 2;
    for (int i = 0; i < n; i++)
        order[i] = i < evens ? 2 * i : 2 * (i - evens) + 1;
}

/* The number-th of the orders that are tried when there are many operands. */
static bool choose_order(int *order, int n, int number)
{
    enum { SHUFFLES = 3 };
    switch (number) {
    case 0:
        count_around(order, n, n - 1, n - 1);
        return true;
    case 1:
        evens_then_odds(order, n);
        return true;
    case 2:
        count_around(order, n, 1, 1);
        return true;
    case 3:
        count_around(order, n, n / 2, 1);
        return true;
    default:
        shuffle(order, n, (uint32_t)number);
        return number < 4 + SHUFFLES;
    }
}

static bool some_order_differs(const struct trial *t)
{
    int n = t->o->n, *order = lib_alloc((size_t)n * sizeof *order);
    bool differs = tree_differs(t, t->o, HALVES);
    for (int k = 0; !differs && choose_order(order, n, k); k++)
        differs = order_differs(t, order);
    free(order);
    return differs;
}

static bool some_grouping_differs(const struct trial *t)
{
    bool differs = false;
    if (t->o->n > FEW) {
        fold_from_left(t->o, &t->scratch.data);
        return found(t) || tree_differs(t, t->o, HALVES);
    }
    /* there are 3 ways to divide 4 operands, and 2 for 3 */
    for (int shape = 0; shape < 6 && !differs; shape++)
        differs = tree_differs(t, t->o, shape);
    return differs;
}

bool fold_differs(const struct operands *o, const struct data *result,
                  char text[FOLD_TEXT])
{
    if (is_exact(o, result->type) || !data_bytes(result))
        return false;
    struct trial t = {.o = o,
                      .result = result,
                      .scratch = scratch_for(result),
                      .ours = lib_alloc(data_bytes(result)),
                      .other = lib_alloc(data_bytes(result)),
                      .text = text};
    data_pack(result, t.ours);
    bool differs = !o->op->commutative ? some_grouping_differs(&t)
                   : o->n > FEW        ? some_order_differs(&t)
                                       : every_order_differs(&t);
    free(t.scratch.memory);
    free(t.ours);
    free(t.other);
    return differs;
}
