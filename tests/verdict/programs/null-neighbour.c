/* mazurka: -n 3 -- wrong => unmatched-message+potential-deadlock */
/* mazurka: -n 3 -- wrong-back => deadlock */
/* mazurka: -n 3 -- right => verified!any */
/* mazurka: -n 3 -- line => verified!any */
/* mpich: compiles */
/* In C, (0 - 1) % n is -1, which is MPI_PROC_NULL: the receive does nothing, and the
 * message that was meant for it stays. Nothing can be seen wrong about the -1 itself,
 * since programs that end at the edge mean it ("line"); but whoever is on the other side
 * of the mistake shows it. */
#include "truth.h"

int main(int argc, char **argv)
{
    int rank = begin(), size, x = 1, y = 0;
    const char *how = argc > 1 ? argv[1] : "";
    MPI_Comm_size(WORLD, &size);
    int left = (rank - 1) % size, right = (rank + 1) % size;
    if (!strcmp(how, "right"))
        left = (rank + size - 1) % size;
    if (!strcmp(how, "line") && right == 0)
        right = MPI_PROC_NULL;
    if (!strcmp(how, "wrong-back")) {
        int swap = left;
        left = right;
        right = swap;
    }
    MPI_Sendrecv(&x, 1, MPI_INT, right, 0, &y, 1, MPI_INT, left, 0, WORLD, IGNORE);
    return end();
}
