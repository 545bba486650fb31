/* SPDX-License-Identifier: Apache-2.0
 *
 * dims.c - MPI_Dims_create: the most even grid of so many ranks.
 *
 * The standard asks for dimensions "as close to each other as possible". What MPICH does,
 * and so programs expect, comes to this: a prime factor greater than the square root of
 * the rest is a dimension of its own. If there are not more prime factors left than
 * dimensions, each is one, and the others are 1. Otherwise no dimension is 1, the
 * greatest and the least are as close as possible, and among such grids the one is taken
 * whose last dimension is greatest, then whose last but one, and so on. Dimensions come
 * out in descending order. */
#include "mpi/lib/check.h"
#include "base/vec.h"
#include <limits.h>
#include <string.h>

/* ---- the search for the most even grid ---- */

struct search {
    int ndims;
    const int *divisors; /* divisors of the whole product, ascending, without 1 */
    int ndivisors;
    int *dims; /* the dimensions that are being tried, filled from the end */
    int *best;
    int spread; /* largest minus smallest dimension of the best solution so far */
};

/* Is d to the power of `times` at most n? */
static bool power_fits(int d, int times, int n)
{
    while (times-- > 0)
        n /= d;
    return n > 0;
}

/* Tries all values of dimensions 0 to `last` whose product is n and of which none is
 * less than divisors[from]. */
static void search(struct search *s, int n, int last, int from)
{
    if (last == 0) {
        s->dims[0] = n;
        int spread = n - s->dims[s->ndims - 1];
        if (n >= s->divisors[from] && spread <= s->spread) {
            s->spread = spread;
            for (int i = 0; i < s->ndims; i++)
                s->best[i] = s->dims[i];
        }
        return;
    }
    for (int i = from; i < s->ndivisors; i++) {
        int d = s->divisors[i];
        if (!power_fits(d, last + 1, n) ||
            (last < s->ndims - 1 && d - s->dims[s->ndims - 1] > s->spread))
            return;
        if (n % d == 0) {
            s->dims[last] = d;
            search(s, n / d, last - 1, i);
        }
    }
}

/* ---- prime factors ---- */

struct factors {
    int at[31]; /* prime factors, ascending */
    int n;
};

static struct factors factorise(int n)
{
    struct factors f = {0};
    for (int p = 2; p <= n / p; p++)
        for (; n % p == 0; n /= p)
            f.at[f.n++] = p;
    if (n > 1)
        f.at[f.n++] = n;
    return f;
}

static int ascending(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* All divisors of the product except 1, ascending; allocated with malloc(). */
static int *divisors_of(const struct factors *f, int *n)
{
    VEC(int) found = {0};
    vec_push(&found, 1);
    size_t begin = 0;
    for (int i = 0; i < f->n; i++) {
        /* If the same factor occurs again, only divisors that already have all its
         * earlier occurrences are multiplied. */
        if (i == 0 || f->at[i] != f->at[i - 1])
            begin = 0;
        size_t end = found.len;
        for (size_t d = begin; d < end; d++)
            vec_push(&found, found.at[d] * f->at[i]);
        begin = end;
    }
    qsort(found.at, found.len, sizeof *found.at, ascending);
    *n = (int)found.len - 1;
    memmove(found.at, found.at + 1, (size_t)*n * sizeof *found.at);
    return found.at;
}

/* Is p greater than the square root of n? Then n has no other factor of that size. */
static bool dominates(int p, int n)
{
    return p > n / p;
}

/* Fills dims[0..ndims) with the most even factorisation of n. */
static void most_even(int n, int ndims, int *dims)
{
    struct factors f = factorise(n);
    int done = 0;
    while (f.n > 1 && done < ndims - 1 && f.at[f.n - 1] != f.at[0] &&
           dominates(f.at[f.n - 1], n)) {
        dims[done++] = f.at[--f.n];
        n /= dims[done - 1];
    }
    int left = ndims - done;
    if (f.n <= left) {
        for (int i = 0; i < left; i++)
            dims[done + i] = i < f.n ? f.at[f.n - 1 - i] : 1;
        return;
    }
    int *trial = lib_alloc((size_t)left * sizeof *trial);
    struct search s = {
        .ndims = left, .dims = trial, .best = dims + done, .spread = INT_MAX};
    int *divisors = divisors_of(&f, &s.ndivisors);
    s.divisors = divisors;
    search(&s, n, left - 1, 0);
    free(divisors);
    free(trial);
}

EXPORT int MPI_Dims_create(int nnodes, int ndims, int dims[])
{
    ENTER_ANYTIME(Dims_create);
    NEED_COUNT(NULL, nnodes);
    NEED_COUNT(NULL, ndims);
    NEED_ARRAY(NULL, ndims, dims);
    if (ndims == 0 && nnodes != 1)
        INVALID(NULL, MPI_ERR_ARG, "a grid without dimensions has 1 rank, not %d",
                nnodes);
    int rest = nnodes, wanted = 0;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0)
            INVALID(NULL, MPI_ERR_DIMS, "dims[%d] is negative: %d", i, dims[i]);
        if (dims[i] == 0)
            wanted++;
        else if (rest % dims[i])
            INVALID(NULL, MPI_ERR_DIMS,
                    "%d ranks cannot be divided into the dimensions that are given",
                    nnodes);
        else
            rest /= dims[i];
    }
    int *found = lib_alloc((size_t)wanted * sizeof *found);
    if (wanted)
        most_even(rest, wanted, found);
    for (int i = 0, next = 0; i < ndims; i++)
        if (dims[i] == 0)
            dims[i] = found[next++];
    free(found);
    LEAVE(MPI_SUCCESS);
}
