/* mazurka: -n 1 => unsupported: has functions that convert */
/* A data representation with functions that convert can be registered, and not be used. */
#include <mpi.h>
#include <stddef.h>

static int convert(void *user, MPI_Datatype type, int count, void *file, MPI_Offset at, void *extra)
{
    (void)user, (void)type, (void)count, (void)file, (void)at, (void)extra;
    return MPI_SUCCESS;
}

static int extent(MPI_Datatype type, MPI_Aint *bytes, void *extra)
{
    MPI_Aint low;
    (void)extra;
    return MPI_Type_get_extent(type, &low, bytes);
}

int main(int argc, char **argv)
{
    MPI_File f;
    MPI_Init(&argc, &argv);
    MPI_Register_datarep("mine", convert, convert, extent, NULL);
    MPI_File_open(MPI_COMM_SELF, "rep.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "mine", MPI_INFO_NULL);
    MPI_File_close(&f);
    return MPI_Finalize();
}
