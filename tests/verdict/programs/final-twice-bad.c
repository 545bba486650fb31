/* mazurka: -n 1 => finding */
/* MPI_Init must be called once. */
#include "truth.h"

int main(void)
{
    begin();
    begin();
    return end();
}
