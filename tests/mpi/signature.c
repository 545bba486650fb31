/* SPDX-License-Identifier: Apache-2.0
 *
 * signature.c - signatures against sequences that are written out.
 *
 * Random types are made of a few basic ones by the library's own constructors; each is
 * expanded into the list of its basic types, and what signatures say of two of them must
 * be what the lists say. The same for how many elements some bytes are. */
#include "mpi/type/construct.h"
#include "mpi/type/types.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000 };

struct list {
    size_t n;
    uint8_t basic[MOST];
};

static uint64_t random_state = 12345;

static unsigned below(unsigned n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % n;
}

static void expand(struct list *l, const struct datatype *t, MPI_Count count)
{
    for (MPI_Count i = 0; i < count; i++) {
        if (t->nparts == 0 && t->size && l->n < MOST)
            l->basic[l->n++] = (uint8_t)(t->basic - basics);
        for (size_t k = 0; k < t->nparts; k++)
            expand(l, t->part[k].type, t->part[k].count);
    }
}

/* Few basic types, so that equal sequences are frequent. */
static struct datatype *random_type(int depth)
{
    static const MPI_Datatype few[] = {MPI_INT, MPI_INT, MPI_INT, MPI_DOUBLE,
                                       MPI_DOUBLE_INT};
    struct datatype *t;
    if (depth == 0 || below(4) == 0) {
        t = type_find(few[below(5)]);
        type_hold(t);
        return t;
    }
    if (below(2)) {
        struct datatype *of = random_type(depth - 1);
        t = type_strided(below(4), below(3), 64, of);
        type_release(of);
        return t;
    }
    struct type_block b[3];
    size_t n = 1 + below(3);
    for (size_t i = 0; i < n; i++)
        b[i] = (struct type_block){
            .at = 100 * (int)i, .length = below(3), .of = random_type(depth - 1)};
    t = type_of_struct(n, b);
    for (size_t i = 0; i < n; i++)
        type_release(b[i].of);
    return t;
}

static size_t failures, fitting, equal;

static void check(bool holds, const char *what, const struct signature *a,
                  const struct signature *b)
{
    char x[TYPE_TEXT], y[TYPE_TEXT];
    if (holds)
        return;
    printf("%s: %s | %s\n", what, signature_text(a, x), signature_text(b, y));
    failures++;
}

static void compare(void)
{
    static struct list one, other;
    struct datatype *t = random_type(3), *u = random_type(3);
    MPI_Count m = below(4), n = below(6);
    one.n = other.n = 0;
    expand(&one, t, m);
    expand(&other, u, n);
    struct signature a = type_signature(t, m), b = type_signature(u, n);
    bool same = one.n == other.n && !memcmp(one.basic, other.basic, one.n);
    bool prefix = one.n <= other.n && !memcmp(one.basic, other.basic, one.n);
    check(a.elements == one.n, "length", &a, &b);
    check(signature_equal(&a, &b) == same, "equal", &a, &b);
    if (one.n <= other.n)
        check(signature_fits(&a, u, n) == prefix, "fits", &a, &b);
    equal += same && one.n > 1;
    fitting += prefix && one.n > 1;
    type_release(t);
    type_release(u);
}

static void count_elements(void)
{
    static struct list list;
    MPI_Count left;
    struct datatype *t = random_type(3);
    size_t bytes = below(200), n = 0, used = 0;
    list.n = 0;
    expand(&list, t, t->size ? 200 : 0);
    while (n < list.n && used + basics[list.basic[n]].size <= bytes)
        used += basics[list.basic[n++]].size;
    bool right = (size_t)type_elements(t, (MPI_Count)bytes, &left) == n &&
                 (size_t)left == bytes - used;
    check(right, "elements", &t->signature, &t->signature);
    type_release(t);
}

int main(void)
{
    MPI_Init(NULL, NULL);
    for (int i = 0; i < 20000; i++) {
        compare();
        count_elements();
    }
    MPI_Finalize();
    if (equal < 100 || fitting < 500) {
        printf("too few of them are equal (%zu) or fit (%zu)\n", equal, fitting);
        failures++;
    }
    return failures > 0;
}
