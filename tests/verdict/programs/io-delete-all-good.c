/* mazurka: -n 3 => verified */
/* mazurka: -n 2 -- told => unsupported: which of them is told that it is gone */
/* mpich: passes */
/* All ranks delete one file, as HDF5's clean-up does, and nobody looks at who was the first. Where one does, the order
 * is not explored, which is said. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File f;
    int code;
    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "scratch", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_close(&f);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1) {
        code = MPI_File_delete("scratch", MPI_INFO_NULL);
        MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_File_delete("scratch", MPI_INFO_NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
