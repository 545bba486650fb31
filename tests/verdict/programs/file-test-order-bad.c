/* mazurka: -n 2 => file-race|assertion|unsupported */
/* A test that says no orders nothing. */
#include "truth.h"

int main(void)
{
    int word, flag = 0;
    MPI_Request request;
    if (begin() == 0) {
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Test(&request, &flag, IGNORE);
        if (!flag)
            assert(access("data.txt", F_OK) == -1);
        MPI_Wait(&request, IGNORE);
    } else {
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
        tell(0, 0);
    }
    return end();
}
