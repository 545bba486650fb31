/* mazurka: -n 2 -- {recv,unpack,send,bcast} => verified; not explored: types
 * within packed data */
/* What was packed as MPI_INT is unpacked or received as MPI_FLOAT, which is wrong (MPI
 * 3.1, 4.2). We do not know what was packed, and say so. */
#include "truth.h"

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "recv";
    int rank = begin(), position = 0, one = 1;
    float f = 0;
    char packed[16] = {0};
    if (rank == 0 && !strcmp(how, "send"))
        MPI_Send(&f, 1, MPI_FLOAT, 1, 0, WORLD);
    if (rank == 0 && strcmp(how, "send") != 0)
        MPI_Pack(&one, 1, MPI_INT, packed, 16, &position, WORLD);
    if (!strcmp(how, "bcast"))
        MPI_Bcast(rank ? (void *)&f : packed, rank ? 1 : position,
                  rank ? MPI_FLOAT : MPI_PACKED, 0, WORLD);
    else if (rank == 0 && strcmp(how, "send") != 0)
        MPI_Send(packed, position, MPI_PACKED, 1, 0, WORLD);
    else if (rank == 1 && !strcmp(how, "recv"))
        MPI_Recv(&f, 1, MPI_FLOAT, 0, 0, WORLD, IGNORE);
    else if (rank == 1)
        MPI_Recv(packed, 16, MPI_PACKED, 0, 0, WORLD, IGNORE);
    if (rank == 1 && !strcmp(how, "unpack"))
        MPI_Unpack(packed, 16, &position, &f, 1, MPI_FLOAT, WORLD);
    return end();
}
