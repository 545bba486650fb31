/* mazurka: -n 2 => verified+resource-leak */
/* The duplicate is never freed. */
#include "truth.h"

int main(void)
{
    MPI_Comm copy;
    begin();
    MPI_Comm_dup(WORLD, &copy);
    MPI_Barrier(copy);
    return end();
}
