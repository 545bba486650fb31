/* SPDX-License-Identifier: Apache-2.0
 *
 * entries.c - whether entries of datatypes overlap, against bytes that are counted.
 *
 * Random types are made by the library's own constructors, with strides and extents of
 * either sign. For each count the bytes are marked one by one; the least count with which
 * one is marked twice must be what the library says. */
#include "mpi/type/construct.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16, COUNTS = 40 };

static uint64_t random_state = 4711;

static int below(int n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (int)((random_state >> 33) % (unsigned)n);
}

static int from_to(int low, int high)
{
    return low + below(high - low + 1);
}

static struct datatype *random_type(int depth)
{
    static const MPI_Datatype few[] = {MPI_CHAR, MPI_SHORT, MPI_INT, MPI_SHORT_INT};
    struct datatype *t, *of;
    if (depth == 0) {
        t = type_find(few[below(4)]);
        type_hold(t);
        return t;
    }
    of = random_type(depth - 1);
    int kind = below(3);
    if (kind == 0) {
        t = type_strided(below(4), from_to(0, 2), from_to(-24, 24), of);
    } else if (kind == 1) {
        t = type_resized(of, from_to(-4, 4), from_to(-12, 40));
    } else {
        struct type_block b[3];
        size_t n = (size_t)from_to(1, 3);
        for (size_t i = 0; i < n; i++)
            b[i] =
                (struct type_block){.at = from_to(-20, 20), .length = from_to(0, 2), .of = of};
        t = type_of_blocks(n, b);
    }
    type_release(of);
    return t;
}

/* Marks the bytes of an element; true: one was marked before. */
static bool mark(const struct type_layout *l, char *at)
{
    bool twice = false;
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->piece[i].count; k++) {
            const struct type_piece *p = &l->piece[i];
            char *copy = at + p->at + (ptrdiff_t)k * p->stride;
            if (p->body)
                twice |= mark(p->body, copy);
            for (size_t b = 0; !p->body && b < p->bytes; b++)
                twice |= copy[b]++ > 0;
        }
    return twice;
}

/* The least count with which a byte is marked twice; COUNTS: there is none below. */
static MPI_Count least_count(const struct datatype *t)
{
    static char bytes[ROOM];
    memset(bytes, 0, sizeof bytes);
    for (int n = 1; n < COUNTS; n++)
        if (mark(t->layout, bytes + ROOM / 2 + (n - 1) * type_extent(t)))
            return n;
    return COUNTS;
}

int main(void)
{
    int failures = 0, in_itself = 0, in_a_row = 0, never = 0;
    MPI_Init(NULL, NULL);
    for (int i = 0; i < 50000; i++) {
        struct datatype *t = random_type(from_to(1, 4));
        MPI_Count expected = least_count(t), got = type_overlaps_from(t);
        in_itself += expected == 1;
        in_a_row += expected > 2 && expected < COUNTS;
        never += expected == COUNTS && !t->contiguous;
        if (expected < COUNTS ? got != expected : got < COUNTS) {
            printf("type %d overlaps from %ld on, not %ld\n", i, (long)expected,
                   (long)got);
            failures++;
        }
        type_release(t);
    }
    MPI_Finalize();
    if (in_itself < 1000 || in_a_row < 300 || never < 1000) {
        printf("too few overlap at once (%d), in a row (%d), never (%d)\n", in_itself,
               in_a_row, never);
        failures++;
    }
    return failures > 0;
}
