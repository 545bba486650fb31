/* mazurka: -n 2 => verified */
/* What MPI_Init_thread provides is what MPI_Query_thread says, and main is the main
 * thread. */
#include "truth.h"

int main(void)
{
    int provided, said, flag;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Query_thread(&said);
    MPI_Is_thread_main(&flag);
    assert(provided == said && flag);
    return end();
}
