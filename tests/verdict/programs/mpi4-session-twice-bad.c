/* mazurka: -n 1 => invalid-argument */
/* The session is over, though another one is not. */
#include "truth.h"

int main(void)
{
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session copy = session, other;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &other);
    MPI_Session_finalize(&session);
    MPI_Session_finalize(&copy);
    MPI_Session_finalize(&other);
}
