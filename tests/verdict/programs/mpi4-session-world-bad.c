/* mazurka: -n 1 => invalid-argument */
/* A session does not have MPI_COMM_WORLD. */
#include "truth.h"

int main(void)
{
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Barrier(WORLD);
    MPI_Session_finalize(&session);
}
