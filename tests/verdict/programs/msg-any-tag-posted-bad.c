/* mazurka: -n 2 => deadlock */
/* The receive of any tag is posted first and takes the message with tag 1, for which the
 * other one waits. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Request request;
        int word;
        MPI_Irecv(&word, 1, MPI_INT, 1, MPI_ANY_TAG, WORLD, &request);
        hear(1, 1);
        MPI_Wait(&request, IGNORE);
    } else {
        MPI_Request request;
        int word = 0;
        MPI_Isend(&word, 1, MPI_INT, 0, 1, WORLD, &request);
        tell(0, 2);
        MPI_Wait(&request, IGNORE);
    }
    return end();
}
