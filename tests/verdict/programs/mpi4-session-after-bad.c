/* mazurka: -n 1 => after-finalize */
/* The last session is over. */
#include "truth.h"

int main(void)
{
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_finalize(&session);
    MPI_Query_thread(&(int){0});
}
