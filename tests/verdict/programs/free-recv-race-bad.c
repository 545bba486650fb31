/* mazurka: -n 3 => missing-wait */
/* If the message of rank 1 comes first, rank 2's is not for the freed receive, which then
 * gets nothing. In the other order all is well. */
#include "truth.h"

int main(void)
{
    static int a, b;
    MPI_Request request;
    switch (begin()) {
    case 0:
        MPI_Recv(&b, 1, MPI_INT, ANY, 0, WORLD, IGNORE);
        MPI_Irecv(&a, 1, MPI_INT, 1, 0, WORLD, &request);
        MPI_Request_free(&request);
        hear(1, 1);
        if (b == 1)
            MPI_Recv(&b, 1, MPI_INT, 2, 0, WORLD, IGNORE);
        break;
    case 1:
        b = 1;
        MPI_Send(&b, 1, MPI_INT, 0, 0, WORLD);
        tell(0, 1);
        break;
    case 2:
        b = 2;
        MPI_Send(&b, 1, MPI_INT, 0, 0, WORLD);
        break;
    }
    return end();
}
