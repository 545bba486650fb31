/* mazurka: -n 2 => verified */
/* Whichever receive Waitany takes, it is complete and has the message of its turn. */
#include "truth.h"

int main(void)
{
    int word[2] = {10, 11};
    if (begin() == 0) {
        MPI_Request request[2];
        int index, got[2] = {0, 0};
        MPI_Irecv(&got[0], 1, MPI_INT, 1, 0, WORLD, &request[0]);
        MPI_Irecv(&got[1], 1, MPI_INT, 1, 0, WORLD, &request[1]);
        for (int i = 0; i < 2; i++) {
            MPI_Waitany(2, request, &index, IGNORE);
            assert(got[index] == 10 + index);
        }
        MPI_Waitany(2, request, &index, IGNORE);
        assert(index == MPI_UNDEFINED);
    } else {
        MPI_Send(&word[0], 1, MPI_INT, 0, 0, WORLD);
        MPI_Send(&word[1], 1, MPI_INT, 0, 0, WORLD);
    }
    return end();
}
