/* mazurka: -n 2 => verified|unsupported */
/* A receive that a test found complete orders as a wait does. */
#include "truth.h"

int main(void)
{
    int word, flag = 0;
    MPI_Request request;
    if (begin() == 0) {
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Test(&request, &flag, IGNORE);
        if (flag)
            assert(access("data.txt", F_OK) == 0);
        MPI_Wait(&request, IGNORE);
        assert(access("data.txt", F_OK) == 0);
    } else {
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
        tell(0, 0);
    }
    return end();
}
