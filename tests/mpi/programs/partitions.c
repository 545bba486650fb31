/* mazurka: -n 2 --executions 100 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Partitioned communication: equal and different numbers of partitions, again and again.
 */
#include "say.h"

static int a[24], b[24];

/* Sends 24 ints in so many partitions, and receives them in so many. */
static void pass(int sent, int received, MPI_Datatype type)
{
    MPI_Request r;
    MPI_Status status;
    int flag, list[24];
    if (rank == 0)
        MPI_Psend_init(a, sent, 24 / sent, type, 1, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    else
        MPI_Precv_init(b, received, 24 / received, type, 0, 7, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &r);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 24; i++)
            a[i] = 100 * round + i, b[i] = -1;
        MPI_Start(&r);
        if (rank == 0 && round == 0)
            for (int i = sent - 1; i >= 0; i--)
                MPI_Pready(i, r);
        if (rank == 0 && round == 1)
            MPI_Pready_range(0, sent - 1, r);
        if (rank == 0 && round == 2) {
            for (int i = 0; i < sent; i++)
                list[i] = (i + 1) % sent;
            MPI_Pready_list(sent, list, r);
        }
        for (int i = 0; rank == 1 && round == 1 && i < received; i++)
            for (flag = 0; !flag;)
                MPI_Parrived(r, i, &flag);
        MPI_Wait(&r, &status);
        if (rank == 1) {
            SAY_INTS(b, 24);
            SAY("source %d tag %d", status.MPI_SOURCE, status.MPI_TAG);
        }
    }
    MPI_Request_free(&r);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    pass(1, 1, MPI_INT);
    pass(4, 4, MPI_INT);
    pass(8, 3, MPI_INT);
    pass(3, 8, MPI_FLOAT);
    MPI_Finalize();
}
