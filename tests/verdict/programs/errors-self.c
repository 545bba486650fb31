/* mazurka: -n 1 -- self => verified
 * mazurka: -n 1 -- world => verified
 * mazurka: -n 1 -- none => invalid-argument
 * mpich: compiles
 *
 * An error of a call that names no communicator, window or file goes to the handler of MPI_COMM_SELF (MPI-4.1, 9.3); before MPI-4 it
 * went to that of MPI_COMM_WORLD, and MPICH 4.0 asks that one. */
#include "truth.h"

int main(int argc, char **argv)
{
    int size, code;
    int self = argc > 1 && !strcmp(argv[1], "self");
    begin();
    if (strcmp(argv[1], "none"))
        MPI_Comm_set_errhandler(self ? MPI_COMM_SELF : WORLD, MPI_ERRORS_RETURN);
    code = MPI_Type_size(MPI_DATATYPE_NULL, &size);
    assert(code != MPI_SUCCESS);
    return end();
}
