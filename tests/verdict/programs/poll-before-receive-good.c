/* mazurka: -n 2 => verified */
/* mazurka: -n 2 -a match => verified */
/* mazurka: -n 2 -a states => verified */
/* A rank polls for two things by turns, before it has posted any receive. */
#include <mpi.h>
int main(int argc, char **argv)
{
    int r, f = 0, t = 0, x;
    MPI_Request b, s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    MPI_Ibarrier(MPI_COMM_WORLD, &b);
    if (r == 0) {
        while (!t) {
            MPI_Test(&b, &t, MPI_STATUS_IGNORE);
            if (!t)
                MPI_Iprobe(1, 1, MPI_COMM_WORLD, &f, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Iprobe(0, 7, MPI_COMM_WORLD, &f, MPI_STATUS_IGNORE);
        MPI_Isend(&r, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &s);
        MPI_Wait(&b, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&s, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
