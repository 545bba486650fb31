/* mazurka: -n 1 => unsupported */
/* A count that does not fit an int is refused. */
#include "truth.h"

int main(void)
{
    static char a;
    begin();
    MPI_Bcast_c(&a, 5000000000, MPI_BYTE, 0, WORLD);
    MPI_Finalize();
}
