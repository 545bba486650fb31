/* mazurka: -n 3 => unmatched-message|potential-deadlock|deadlock */
/* Rank 0 stops as soon as rank 2 has answered, and then does not receive what rank 1
 * sent. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        MPI_Status status;
        int word;
        do
            MPI_Recv(&word, 1, MPI_INT, ANY, 0, WORLD, &status);
        while (status.MPI_SOURCE != 2);
    } else {
        tell(0, 0);
    }
    return end();
}
