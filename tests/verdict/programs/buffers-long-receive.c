/* mazurka: -n 2 -- 10 10 => verified!any */
/* mazurka: -n 2 -- 11 10 => verified+long-receive: MPI_Recv writes 44 bytes into a heap block of 40 bytes if the message is long enough */
/* mazurka: -n 2 --strict -- 11 10 => long-receive */
/* mazurka: -n 2 -- 11 11 => invalid-argument+long-receive: MPI_Recv writes 44 bytes into a heap block of 40 bytes */
/* mazurka: -n 2 -- 1000 0 => verified+long-receive */
/* mpich: compiles */
/* The standard asks for room for all elements that a receive names. Many programs name
 * more and know that the message is short, which no implementation punishes: a warning.
 * The first argument is the count of the receive, the second that of the send; there is
 * room for ten. */
#include "truth.h"

int main(int argc, char **argv)
{
    int sent[11] = {0};
    if (argc < 3)
        return 1;
    if (begin() == 0) {
        MPI_Send(sent, atoi(argv[2]), MPI_INT, 1, 0, WORLD);
    } else {
        int *p = malloc(10 * sizeof *p);
        MPI_Recv(p, atoi(argv[1]), MPI_INT, 0, 0, WORLD, IGNORE);
        free(p);
    }
    return end();
}
