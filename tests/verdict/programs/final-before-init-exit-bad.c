/* mazurka: -n 2 => exit-code */
/* All ranks end with an error before they call MPI_Init, as there are no arguments. */
#include "truth.h"

int main(int argc, char **argv)
{
    if (argc < 2)
        return 3;
    begin();
    return end();
}
