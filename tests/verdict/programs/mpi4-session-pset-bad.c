/* mazurka: -n 1 => invalid-argument */
/* There is no such set of processes. */
#include "truth.h"

int main(void)
{
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group group;
    MPI_Group_from_session_pset(session, "mpi://NONE", &group);
    MPI_Session_finalize(&session);
}
