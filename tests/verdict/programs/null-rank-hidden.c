/* mpich: compiles */
/* Nobody may be meant: a part of the program has no debugging information. */
#include <mpi.h>

__asm__(".section .text.other, \"ax\"\n"
        ".globl neighbour\n"
        ".type neighbour, @function\n"
        "neighbour: movl $-1, %eax\n"
        "ret\n"
        ".size neighbour, . - neighbour\n"
        ".text\n");
int neighbour(void);

/* mazurka: -n 2 => verified!any */
int main(int argc, char **argv)
{
    int x = 1;
    MPI_Init(&argc, &argv);
    MPI_Recv(&x, 1, MPI_INT, neighbour(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
