/* mazurka: -n 3 --keep-going => verified
 *
 * Sorting by sampling: everybody sorts a part, samples of all parts give the limits, and
 * what lies between two limits goes to one rank. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

enum { EACH = 20 };

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int rank, size, mine[EACH];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned seed = 17u * (unsigned)rank + 5;
    for (int i = 0; i < EACH; i++)
        mine[i] = (int)((seed = seed * 1103515245u + 12345u) >> 16 & 1023);
    qsort(mine, EACH, sizeof *mine, compare);

    int *sample = malloc((size_t)size * sizeof *sample);
    int *all = malloc((size_t)(size * size) * sizeof *all);
    for (int i = 0; i < size; i++)
        sample[i] = mine[i * EACH / size];
    MPI_Allgather(sample, size, MPI_INT, all, size, MPI_INT, MPI_COMM_WORLD);
    qsort(all, (size_t)(size * size), sizeof *all, compare);

    int *send = calloc((size_t)size, sizeof *send),
        *from = calloc((size_t)size, sizeof *from);
    int *take = calloc((size_t)size, sizeof *take),
        *to = calloc((size_t)size, sizeof *to);
    for (int i = 0, b = 0; i < EACH; i++) {
        while (b < size - 1 && mine[i] >= all[(b + 1) * size])
            b++;
        send[b]++;
    }
    MPI_Alltoall(send, 1, MPI_INT, take, 1, MPI_INT, MPI_COMM_WORLD);
    for (int b = 1; b < size; b++) {
        from[b] = from[b - 1] + send[b - 1];
        to[b] = to[b - 1] + take[b - 1];
    }
    int n = to[size - 1] + take[size - 1];
    int *sorted = malloc((size_t)(n + 1) * sizeof *sorted);
    MPI_Alltoallv(mine, send, from, MPI_INT, sorted, take, to, MPI_INT, MPI_COMM_WORLD);
    qsort(sorted, (size_t)n, sizeof *sorted, compare);

    int total, last = n ? sorted[n - 1] : -1, before = -1;
    MPI_Reduce(&n, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Exscan(&last, &before, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        assert(total == size * EACH);
    else
        assert(!n || before <= sorted[0]);
    free(sample);
    free(all);
    free(send);
    free(from);
    free(take);
    free(to);
    free(sorted);
    MPI_Finalize();
    return 0;
}
