/* leave.h - may a rank leave a collective before another has come to it?
 *
 * `late` sends a synchronous message to `watch` and then makes the call; `early` makes
 * the call and then sends to `watch`, which receives both from any source. If early must
 * wait for late, the message of late is always the first: a synchronous send that is
 * complete has been matched. */
#ifndef LEAVE_H
#define LEAVE_H
#include "truth.h"

static inline void meet(int rank, int early, int late, int watch,
                        void (*collective)(int rank))
{
    int word[2] = {0};
    if (rank == watch) {
        MPI_Request request[2];
        MPI_Status status[2];
        MPI_Irecv(&word[0], 1, MPI_INT, ANY, 0, WORLD, &request[0]);
        MPI_Irecv(&word[1], 1, MPI_INT, ANY, 0, WORLD, &request[1]);
        collective(rank);
        MPI_Waitall(2, request, status);
        assert(status[0].MPI_SOURCE == late);
    } else if (rank == late) {
        MPI_Ssend(word, 1, MPI_INT, watch, 0, WORLD);
        collective(rank);
    } else if (rank == early) {
        collective(rank);
        MPI_Send(word, 1, MPI_INT, watch, 0, WORLD);
    } else {
        collective(rank);
    }
}

static inline int leave(int early, int late, int watch, void (*collective)(int rank))
{
    meet(begin(), early, late, watch, collective);
    return end();
}
#endif
