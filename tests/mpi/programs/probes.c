/* mazurka: -n 3 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Probe, Iprobe, and messages that are taken out: Mprobe, Improbe. */
#include "say.h"

static void feed(int n, int tag)
{
    int v[8];
    for (int i = 0; i < n; i++)
        v[i] = 10 * rank + i;
    MPI_Send(v, n, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank > 0) {
        for (int tag = 0; tag < 5; tag++)
            feed(rank + tag, tag);
        MPI_Finalize();
        return 0;
    }
    int v[8], n, flag = 0;
    MPI_Status s = {0};
    MPI_Message m;
    MPI_Request r;
    for (int from = 1; from < size; from++) {
        MPI_Probe(from, 0, MPI_COMM_WORLD, &s);
        SAY_STATUS(&s, MPI_INT);
        MPI_Get_count(&s, MPI_INT, &n);
        MPI_Recv(v, n, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, &s);
        SAY_INTS(v, n);
        while (!flag)
            MPI_Iprobe(from, 1, MPI_COMM_WORLD, &flag, &s);
        flag = 0;
        SAY_STATUS(&s, MPI_INT);
        MPI_Recv(v, 8, MPI_INT, from, 1, MPI_COMM_WORLD, &s);
        SAY_STATUS(&s, MPI_INT);
        MPI_Mprobe(from, 2, MPI_COMM_WORLD, &m, &s);
        SAY_STATUS(&s, MPI_INT);
        MPI_Mrecv(v, 8, MPI_INT, &m, &s);
        SAY("null %d", m == MPI_MESSAGE_NULL);
        SAY_STATUS(&s, MPI_INT);
        SAY_INTS(v, from + 2);
        while (!flag)
            MPI_Improbe(from, 3, MPI_COMM_WORLD, &flag, &m, &s);
        flag = 0;
        MPI_Imrecv(v, 8, MPI_INT, &m, &r);
        MPI_Wait(&r, &s);
        SAY_STATUS(&s, MPI_INT);
        MPI_Mprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &m, &s);
        MPI_Mrecv(v, 8, MPI_INT, &m, MPI_STATUS_IGNORE);
        SAY_INTS(v, from + 4);
    }
    MPI_Probe(MPI_PROC_NULL, 4, MPI_COMM_WORLD, &s);
    SAY_STATUS(&s, MPI_INT);
    MPI_Mprobe(MPI_PROC_NULL, 4, MPI_COMM_WORLD, &m, &s);
    SAY("no proc %d", m == MPI_MESSAGE_NO_PROC);
    MPI_Mrecv(v, 8, MPI_INT, &m, &s);
    SAY_STATUS(&s, MPI_INT);
    MPI_Finalize();
}
