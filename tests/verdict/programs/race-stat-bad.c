/* mazurka: -n 2 => local-race: lets a system call write */
/* A system call changes what is being sent. */
#include "truth.h"
#include <sys/stat.h>

int main(void)
{
    int rank = begin();
    static struct stat a;
    MPI_Request q;
    if (rank == 0) {
        MPI_Isend(&a, (int)sizeof a, MPI_BYTE, 1, 0, WORLD, &q);
        stat(".", &a);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Recv(&a, (int)sizeof a, MPI_BYTE, 0, 0, WORLD, IGNORE);
    }
    return end();
}
