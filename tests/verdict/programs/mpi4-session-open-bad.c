/* mazurka: -n 1 => missing-finalize */
/* Every session must be finalized. */
#include "truth.h"

int main(void)
{
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
}
