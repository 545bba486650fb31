/* mazurka: -n 1 -- comm 1 => verified+resource-leak: the communicator of MPI_Comm_dup at leak-growth.c: */
/* mazurka: -n 1 -- comm 3 => verified+resource-leak: 3 communicators of MPI_Comm_dup at leak-growth.c: */
/* mazurka: -n 1 -- comm 100 => resource-growth: 100 communicators of MPI_Comm_dup at leak-growth.c: */
/* mazurka: -n 1 -- type 26 => verified+resource-leak: 26 datatypes of MPI_Type_contiguous */
/* mazurka: -n 1 -- type 1000 => resource-growth: 1000 datatypes of MPI_Type_contiguous */
/* mazurka: -n 1 -- request 2 => verified+request-leak: 2 persistent requests of MPI_Send_init */
/* mazurka: -n 1 -- request 200 => resource-growth: 200 persistent requests of MPI_Send_init */
/* mazurka: -n 1 --strict -- comm 1 => resource-leak */
/* mazurka: -n 1 -- freed 1000 => verified!any */
/* mpich: compiles */
/* What is left at MPI_Finalize is untidy, which is worth a warning. What a loop leaves
 * grows with the length of the run, which is an error. */
#include "truth.h"

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[2]) : 0, x = 0;
    begin();
    for (int i = 0; i < n; i++) {
        MPI_Comm c;
        MPI_Datatype t;
        MPI_Request q;
        if (!strcmp(argv[1], "comm"))
            MPI_Comm_dup(MPI_COMM_SELF, &c);
        if (!strcmp(argv[1], "type"))
            MPI_Type_contiguous(2, MPI_INT, &t);
        if (!strcmp(argv[1], "request")) {
            MPI_Send_init(&x, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &q);
            MPI_Start(&q);
            MPI_Wait(&q, IGNORE);
        }
        if (!strcmp(argv[1], "freed")) {
            MPI_Comm_dup(MPI_COMM_SELF, &c);
            MPI_Comm_free(&c);
        }
    }
    return end();
}
