/* mazurka: -n 3 => verified */
/* A program without MPI_Init: its communicator is made from the group of a session.
 * Afterwards another session begins. */
#include "truth.h"

int main(void)
{
    for (int round = 0; round < 2; round++) {
        MPI_Session session;
        MPI_Group group;
        MPI_Comm comm;
        int rank, size, got = -1, initialized;
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
        assert(MPI_Group_from_session_pset(session, "mpi://none", &group) == MPI_ERR_ARG);
        MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
        MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                                   &comm);
        MPI_Group_free(&group);
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
                     (rank + size - 1) % size, 0, comm, IGNORE);
        assert(got == (rank + size - 1) % size);
        MPI_Initialized(&initialized);
        assert(!initialized);
        MPI_Comm_free(&comm);
        MPI_Session_finalize(&session);
        assert(session == MPI_SESSION_NULL);
    }
}
