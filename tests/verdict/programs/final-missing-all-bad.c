/* mazurka: -n 2 => finding */
/* No rank calls MPI_Finalize. */
#include "truth.h"

int main(void)
{
    begin();
    return 0;
}
