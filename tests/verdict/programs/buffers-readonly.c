/* mazurka: -n 3 {,-a states,-a odpor --buffering infinite,--once} -- static => crash; write to address */
/* mazurka: -n 3 {,-a states,--once} -- mapped => crash; which is protected (mprotect, mmap) */
/* mazurka: -n 3 {,-a states,--once} -- wait => crash; which is protected (mprotect, mmap) */
/* mazurka: -n 3 {,-a states,--once} -- status => crash; which is protected (mprotect, mmap) */
/* mazurka: -n 3 {,-a states,--once} -- never => deadlock */
/* mazurka: -n 3 {,-a states} -- opened => verified */
/* A receive, or its status, is to go to memory that cannot be written: the rank crashes when the
 * message has come, and not before. */
#include <mpi.h>
#include <string.h>
#include <sys/mman.h>

static const int fixed[4] = {1, 2, 3, 4};

int main(int argc, char **argv)
{
    int rank, x = 7;
    const char *how = argv[argc - 1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *to = !strcmp(how, "static") ? (void *)fixed : !strcmp(how, "status") ? &x : page;
    MPI_Status *status = !strcmp(how, "status") ? page : MPI_STATUS_IGNORE;
    if (!strcmp(how, "opened"))
        mprotect(page, 4096, PROT_READ | PROT_WRITE);
    if (rank == 0) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!strcmp(how, "wait")) {
            MPI_Request r;
            MPI_Irecv(to, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &r);
            MPI_Wait(&r, status);
        } else {
            MPI_Recv(to, 1, MPI_INT, MPI_ANY_SOURCE, strcmp(how, "never") ? 0 : 1, MPI_COMM_WORLD, status);
        }
    } else if (rank == 1 || strcmp(how, "never")) {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
