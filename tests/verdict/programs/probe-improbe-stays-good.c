/* mazurka: -n 2 => verified */
/* What a probe has seen can be received, so that Improbe finds it. */
#include "truth.h"

int main(void)
{
    int word;
    if (begin() == 0) {
        MPI_Message message;
        int flag;
        MPI_Probe(1, 0, WORLD, IGNORE);
        MPI_Improbe(ANY, MPI_ANY_TAG, WORLD, &flag, &message, IGNORE);
        assert(flag);
        MPI_Mrecv(&word, 1, MPI_INT, &message, IGNORE);
    } else {
        tell(0, 0);
    }
    return end();
}
