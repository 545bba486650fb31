/* hunt: -n 16
 * Halos of a 4 x 4 torus, several rounds. A rank takes what comes first; the side that it
 * belongs to is in the tag. In one corner a copied line has the tag of the side opposite:
 * that is right as long as the message from the north has come before. */
#include <assert.h>
#include <mpi.h>

enum { SIDE = 4, ROUNDS = 3, NORTH = 0, EAST, SOUTH, WEST };

static int at(int x, int y)
{
    return (y + SIDE) % SIDE * SIDE + (x + SIDE) % SIDE;
}

int main(int argc, char **argv)
{
    int rank, halo[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int x = rank % SIDE, y = rank / SIDE;
    int to[4] = {at(x, y - 1), at(x + 1, y), at(x, y + 1), at(x - 1, y)};
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request request[4];
        int got = 0;
        for (int side = 0; side < 4; side++) /* it arrives from the side opposite */
            MPI_Isend(&rank, 1, MPI_INT, to[side], 10 * round + (side + 2) % 4,
                      MPI_COMM_WORLD, &request[side]);
        for (int i = 0; i < 4; i++) {
            MPI_Status s;
            int value, side;
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            while (s.MPI_TAG / 10 != round) /* somebody is ahead */
                MPI_Probe(to[(s.MPI_TAG + 1) % 4], MPI_ANY_TAG, MPI_COMM_WORLD, &s);
            MPI_Recv(&value, 1, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            side = s.MPI_TAG % 10;
            if (rank == 5 && round == 0 && side == WEST && got == 0)
                side = EAST;
            halo[side] = value;
            got |= 1 << side;
        }
        MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int side = 0; side < 4; side++)
            assert(halo[side] == to[side]);
    }
    MPI_Finalize();
    return 0;
}
