/* mazurka: -n 1 => verified */
/* Probes of MPI_PROC_NULL return at once: source MPI_PROC_NULL, any tag, nothing in it.
 */
#include "truth.h"

int main(void)
{
    MPI_Status status;
    MPI_Message message;
    int flag, count;
    begin();
    MPI_Probe(MPI_PROC_NULL, 0, WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG &&
           count == 0);
    MPI_Iprobe(MPI_PROC_NULL, 0, WORLD, &flag, IGNORE);
    assert(flag);
    MPI_Mprobe(MPI_PROC_NULL, 0, WORLD, &message, &status);
    assert(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Mrecv(&count, 1, MPI_INT, &message, &status);
    assert(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
    return end();
}
