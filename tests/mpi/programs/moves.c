/* mazurka: -n 4 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Collectives that move data, blocking and not, with their variants. */
#include "say.h"

enum { N = 4 };
static int a[64], b[64], counts[N], displs[N], scounts[N], sdispls[N];
static MPI_Datatype types[N];

static void fill(void)
{
    for (int i = 0; i < 64; i++) {
        a[i] = 100 * rank + i;
        b[i] = -1;
    }
}

#define WAIT MPI_Wait(&r, MPI_STATUS_IGNORE)

static void rooted(int root)
{
    MPI_Request r;
    fill();
    MPI_Bcast(a, 3, MPI_INT, root, MPI_COMM_WORLD);
    SAY_INTS(a, 4);
    fill();
    MPI_Ibcast(a, 3, MPI_INT, root, MPI_COMM_WORLD, &r);
    WAIT;
    SAY_INTS(a, 4);
    fill();
    MPI_Gather(a, 2, MPI_INT, b, 2, MPI_INT, root, MPI_COMM_WORLD);
    SAY_INTS(b, 9);
    fill();
    MPI_Gather(rank == root ? MPI_IN_PLACE : a, 2, MPI_INT, b, 2, MPI_INT, root,
               MPI_COMM_WORLD);
    SAY_INTS(b, 9);
    fill();
    MPI_Igatherv(a, rank, MPI_INT, b, counts, displs, MPI_INT, root, MPI_COMM_WORLD, &r);
    WAIT;
    SAY_INTS(b, 20);
    fill();
    MPI_Scatter(a, 2, MPI_INT, b, 2, MPI_INT, root, MPI_COMM_WORLD);
    SAY_INTS(b, 3);
    fill();
    MPI_Scatter(a, 2, MPI_INT, rank == root ? MPI_IN_PLACE : b, 2, MPI_INT, root,
                MPI_COMM_WORLD);
    SAY_INTS(b, 3);
    fill();
    MPI_Scatterv(a, counts, displs, MPI_INT, b, rank, MPI_INT, root, MPI_COMM_WORLD);
    SAY_INTS(b, 5);
    fill();
    MPI_Iscatter(a, 1, MPI_INT, b, 1, MPI_INT, root, MPI_COMM_WORLD, &r);
    WAIT;
    SAY_INTS(b, 3);
}

static void all(void)
{
    MPI_Request r;
    fill();
    MPI_Allgather(a, 2, MPI_INT, b, 2, MPI_INT, MPI_COMM_WORLD);
    SAY_INTS(b, 9);
    fill();
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, a, 2, MPI_INT, MPI_COMM_WORLD);
    SAY_INTS(a, 9);
    fill();
    MPI_Allgatherv(a, rank, MPI_INT, b, counts, displs, MPI_INT, MPI_COMM_WORLD);
    SAY_INTS(b, 20);
    fill();
    MPI_Iallgatherv(a, rank, MPI_INT, b, counts, displs, MPI_INT, MPI_COMM_WORLD, &r);
    WAIT;
    SAY_INTS(b, 20);
    fill();
    MPI_Alltoall(a, 2, MPI_INT, b, 2, MPI_INT, MPI_COMM_WORLD);
    SAY_INTS(b, 9);
    fill();
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, a, 2, MPI_INT, MPI_COMM_WORLD);
    SAY_INTS(a, 9);
    fill();
    for (int i = 0; i < N; i++) {
        scounts[i] = (rank + i) % 3;
        sdispls[i] = 5 * i;
        counts[i] = (rank + i) % 3;
        displs[i] = 4 * i + 1;
        types[i] = MPI_INT;
    }
    MPI_Alltoallv(a, scounts, sdispls, MPI_INT, b, counts, displs, MPI_INT, MPI_COMM_WORLD);
    SAY_INTS(b, 20);
    for (int i = 0; i < N; i++) {
        sdispls[i] *= 4;
        displs[i] *= 4;
    }
    fill();
    MPI_Alltoallw(a, scounts, sdispls, types, b, counts, displs, types, MPI_COMM_WORLD);
    SAY_INTS(b, 20);
    fill();
    MPI_Ialltoallw(a, scounts, sdispls, types, b, counts, displs, types, MPI_COMM_WORLD, &r);
    WAIT;
    SAY_INTS(b, 20);
}

/* A column of a matrix, and types that differ between sender and receiver. */
static void derived(void)
{
    MPI_Datatype column, resized;
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &resized);
    MPI_Type_commit(&resized);
    fill();
    MPI_Alltoall(a, 4, MPI_INT, b, 1, resized, MPI_COMM_WORLD);
    SAY_INTS(b, 16);
    fill();
    MPI_Scatter(a, 1, resized, b, 4, MPI_INT, 1, MPI_COMM_WORLD);
    SAY_INTS(b, 5);
    fill();
    MPI_Bcast(a, 2, resized, 2, MPI_COMM_WORLD);
    SAY_INTS(a, 16);
    MPI_Type_free(&column);
    MPI_Type_free(&resized);
}

/* Several at once, completed in another order. */
static void overlapping(void)
{
    MPI_Request r[3];
    int x = rank, y[N], z = -1;
    MPI_Iallgather(&x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD, &r[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &r[1]);
    MPI_Iscatter(a, 1, MPI_INT, &z, 1, MPI_INT, 0, MPI_COMM_WORLD, &r[2]);
    MPI_Wait(&r[2], MPI_STATUS_IGNORE);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    SAY_INTS(y, N);
    SAY("%d", z);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int i = 0; i < N; i++) {
        counts[i] = i;
        displs[i] = 5 * i;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int root = 0; root < size; root++)
        rooted(root);
    all();
    derived();
    overlapping();
    MPI_Finalize();
}
