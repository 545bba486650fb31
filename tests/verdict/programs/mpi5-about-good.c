/* mazurka: -n 2 => verified!any; !not supported */
/* What MPI-4.1 and 5.0 added: errors are removed, the ABI and the machine are described, data representations registered. */
#include <assert.h>
#include <mpi.h>
#include <string.h>

static void errors(void)
{
    int class, code, other, n;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "a code of ours");
    assert(!MPI_Remove_error_string(code));
    assert(!MPI_Error_string(code, text, &n) && n == 0);
    assert(!MPI_Remove_error_code(code));
    assert(!MPI_Remove_error_class(class));
    MPI_Add_error_class(&other);
    assert(!MPI_Error_class(other, &n) && n == other);
}

static void value_is(MPI_Info info, const char *key, const char *expected)
{
    char value[16];
    int length = sizeof value, there;
    MPI_Info_get_string(info, key, &length, value, &there);
    assert(there && !strcmp(value, expected));
}

static void about(void)
{
    MPI_Info info;
    int yes = 7, no = 7, set = 0, n;
    assert(!MPI_Abi_get_info(&info));
    value_is(info, "mpi_aint_size", "8");
    value_is(info, "mpi_count_size", "8");
    value_is(info, "mpi_offset_size", "8");
    MPI_Info_free(&info);
    assert(!MPI_Abi_get_fortran_info(&info));
    value_is(info, "mpi_logical_size", "4");
    value_is(info, "mpi_integer8_supported", "true");
    value_is(info, "mpi_real2_supported", "false");
    MPI_Info_free(&info);
    assert(!MPI_Abi_get_fortran_booleans(4, &yes, &no, &set) && set && yes == 1 && no == 0);
    assert(!MPI_Get_hw_resource_info(&info));
    assert(!MPI_Info_get_nkeys(info, &n) && n == 0);
    MPI_Info_free(&info);
}

static int extent(MPI_Datatype type, MPI_Aint *bytes, void *extra)
{
    MPI_Aint low;
    (void)extra;
    return MPI_Type_get_extent(type, &low, bytes);
}

static void files(void)
{
    MPI_File f;
    char name[MPI_MAX_DATAREP_STRING];
    int x = 5, y = 0;
    MPI_Offset at;
    MPI_Datatype etype, filetype;
    assert(!MPI_Register_datarep("plain", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent, NULL));
    MPI_File_open(MPI_COMM_SELF, "added.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
    assert(!MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "plain", MPI_INFO_NULL));
    MPI_File_write_at(f, 0, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(f, 0, &y, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_view(f, &at, &etype, &filetype, name);
    assert(y == 5 && !strcmp(name, "plain"));
    MPI_File_close(&f);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    errors();
    about();
    if (rank == 0)
        files();
    return MPI_Finalize();
}
