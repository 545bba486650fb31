/* mazurka: -n 1 => exit-code|invalid-argument: still has the error code */
/* An error class is removed after its codes. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int class, code;
    MPI_Init(&argc, &argv);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Remove_error_class(class);
    return MPI_Finalize();
}
