// SPDX-License-Identifier: Apache-2.0
//
// copies.cpp - functions that a compiler copies: inlined, cloned, split, behind a thunk. Each is called only if the last
// rank's message comes first.
#include <mpi.h>
#include <cstdio>

static volatile int seen;

namespace shapes {
struct Base {
    virtual int area(int x) { return x; }
    virtual ~Base() { seen = 1; }
};
struct Other {
    virtual int other() { return 1; }
    int member = 0;
};
struct Square : Other, Base {
    int area(int x) override
    {
        seen = x;
        return x * x;
    }
};
template <class T> T twice(T x)
{
    seen = (int)x;
    return x + x;
}
} // namespace shapes

int inlined(int x)
{
    seen = x;
    return seen + 3;
}

static __attribute__((noinline)) int cloned(int x, int y)
{
    for (int i = 0; i < x; i++) {
        seen = seen + y * i;
        if (seen > 1000)
            printf("%d\n", seen);
    }
    return seen;
}

int split(int x)
{
    if (x < 0)
        return 0;
    for (int i = 0; i < x; i++) {
        seen = seen + i;
        if (seen > 1000)
            printf("%d\n", seen);
        if (seen % 7 == 3)
            puts("x");
    }
    puts("part");
    return seen;
}

static __attribute__((noinline)) int calls_split(int x)
{
    return split(x) + 1;
}

static __attribute__((noinline)) int by_base(shapes::Base *b, int x)
{
    return b->area(x);
}

__attribute__((noinline)) void never(int x)
{
    seen = x;
}

int main(int argc, char **argv)
{
    int rank, size, first = 0, x;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 2; i < size; i++)
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (first == size - 1) {
            shapes::Square square;
            seen = inlined(3) + cloned(7, 3) + calls_split(first) + by_base(&square, 3) + shapes::twice(3) +
                   (int)shapes::twice(3.0);
        }
        if (first == size)
            never(first);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
