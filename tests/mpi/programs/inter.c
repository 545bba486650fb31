/* mazurka: -n 5 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Collectives and messages between two groups: {0, 1} and {2, 3, 4}. */
#include "say.h"

static MPI_Comm inter;
static int low, mine, other; /* in the low group; sizes of the groups */
static int a[40], b[40];

static void fill(void)
{
    for (int i = 0; i < 40; i++) {
        a[i] = 100 * rank + i;
        b[i] = -1;
    }
}

/* As root, the second of the low group. */
static int root(void)
{
    return !low ? 1 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL;
}

int main(int argc, char **argv)
{
    MPI_Comm local;
    int counts[3], displs[3], n;
    MPI_Request r;
    MPI_Status s;
    begin(&argc, &argv);
    low = rank < 2;
    mine = low ? 2 : 3;
    other = 5 - mine;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, low ? 2 : 0, 5, &inter);
    MPI_Comm_remote_size(inter, &n);
    SAY("remote %d", n);
    int me;
    MPI_Comm_rank(inter, &me);
    fill();
    if (low)
        MPI_Send(a, 3, MPI_INT, 2 - me, 4, inter);
    else if (me > 0) {
        MPI_Recv(b, 3, MPI_INT, MPI_ANY_SOURCE, 4, inter, &s);
        SAY_STATUS(&s, MPI_INT);
        SAY_INTS(b, 4);
    }
    MPI_Barrier(inter);
    fill();
    MPI_Bcast(a, 3, MPI_INT, root(), inter);
    SAY_INTS(a, 4);
    fill();
    MPI_Gather(a, 2, MPI_INT, b, 2, MPI_INT, root(), inter);
    SAY_INTS(b, 8);
    fill();
    MPI_Scatter(a, 2, MPI_INT, b, 2, MPI_INT, root(), inter);
    SAY_INTS(b, 4);
    fill();
    MPI_Allgather(a, 2, MPI_INT, b, 2, MPI_INT, inter);
    SAY_INTS(b, 8);
    fill();
    MPI_Alltoall(a, 2, MPI_INT, b, 2, MPI_INT, inter);
    SAY_INTS(b, 8);
    fill();
    for (int i = 0; i < 3; i++) {
        counts[i] = low ? i + 1 : 2 - i;
        displs[i] = 4 * i;
    }
    MPI_Allgatherv(a, low ? 2 - me : me + 1, MPI_INT, b, counts, displs, MPI_INT, inter);
    SAY_INTS(b, 12);
    fill();
    MPI_Reduce(a, b, 3, MPI_INT, MPI_SUM, root(), inter);
    SAY_INTS(b, 4);
    fill();
    MPI_Allreduce(a, b, 3, MPI_INT, MPI_SUM, inter);
    SAY_INTS(b, 4);
    fill();
    MPI_Reduce_scatter_block(a, b, low ? 3 : 2, MPI_INT, MPI_SUM, inter);
    SAY_INTS(b, 4);
    fill();
    MPI_Iallreduce(a, b, 3, MPI_INT, MPI_MAX, inter, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    SAY_INTS(b, 4);
    MPI_Comm merged;
    MPI_Intercomm_merge(inter, low, &merged);
    MPI_Comm_rank(merged, &me);
    SAY("merged %d", me);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
    MPI_Finalize();
}
