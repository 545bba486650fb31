/* mazurka: -n 2 => verified!any */
/* What MPI-4.1 and 5.0 added: requests that are asked about and stay, the fields of a status, handles as integers,
 * pairs by their types. The answers are those of the standard. */
#include <assert.h>
#include <mpi.h>

static void integers(MPI_Comm comm, MPI_Datatype type, MPI_Request request)
{
    assert(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm);
    assert(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    assert(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_NULL)) == MPI_COMM_NULL);
    assert(MPI_Type_fromint(MPI_Type_toint(type)) == type);
    assert(MPI_Type_fromint(MPI_Type_toint(MPI_DOUBLE)) == MPI_DOUBLE);
    assert(MPI_Request_fromint(MPI_Request_toint(request)) == request);
    assert(MPI_Op_fromint(MPI_Op_toint(MPI_SUM)) == MPI_SUM);
    assert(MPI_Errhandler_fromint(MPI_Errhandler_toint(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
    assert(MPI_Group_fromint(MPI_Group_toint(MPI_GROUP_EMPTY)) == MPI_GROUP_EMPTY);
    assert(MPI_Info_fromint(MPI_Info_toint(MPI_INFO_NULL)) == MPI_INFO_NULL);
    assert(MPI_Win_fromint(MPI_Win_toint(MPI_WIN_NULL)) == MPI_WIN_NULL);
    assert(MPI_File_fromint(MPI_File_toint(MPI_FILE_NULL)) == MPI_FILE_NULL);
}

static void fields(void)
{
    MPI_Status s;
    int value, n;
    MPI_Status_set_source(&s, 3);
    MPI_Status_set_tag(&s, 4);
    MPI_Status_set_error(&s, MPI_ERR_TAG);
    assert(s.MPI_SOURCE == 3 && s.MPI_TAG == 4 && s.MPI_ERROR == MPI_ERR_TAG);
    s.MPI_SOURCE = 5;
    assert(!MPI_Status_get_source(&s, &value) && value == 5);
    assert(!MPI_Status_get_tag(&s, &value) && value == 4);
    assert(!MPI_Status_get_error(&s, &value) && value == MPI_ERR_TAG);
    MPI_Status_set_cancelled(&s, 0);
    MPI_Status_set_elements_c(&s, MPI_INT, 7);
    assert(!MPI_Get_count(&s, MPI_INT, &n) && n == 7);
}

int main(int argc, char **argv)
{
    int rank, x[3] = {1, 2, 3}, flag, index, count, indices[3], major, minor;
    MPI_Request r[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status s[3];
    MPI_Comm dup;
    MPI_Datatype three, pair;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Type_contiguous(3, MPI_INT, &three);
    fields();
    assert(!MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair) && pair == MPI_DOUBLE_INT);
    assert(!MPI_Type_get_value_index(MPI_INT, MPI_INT, &pair) && pair == MPI_2INT);
    assert(!MPI_Type_get_value_index(MPI_INT, MPI_DOUBLE, &pair) && pair == MPI_DATATYPE_NULL);
    assert(!MPI_Abi_get_version(&major, &minor) && (major == -1 || (major == 1 && minor == 0)));

    /* none is active */
    assert(!MPI_Request_get_status_all(3, r, &flag, s) && flag && s[0].MPI_SOURCE == MPI_ANY_SOURCE);
    assert(!MPI_Request_get_status_any(3, r, &index, &flag, s) && flag && index == MPI_UNDEFINED);
    assert(!MPI_Request_get_status_some(3, r, &count, indices, s) && count == MPI_UNDEFINED);

    if (rank == 0) {
        MPI_Send(x, 1, MPI_INT, 1, 8, dup);
        MPI_Recv(x, 0, MPI_INT, 1, 9, dup, MPI_STATUS_IGNORE);
        MPI_Send(x, 2, MPI_INT, 1, 7, dup);
    } else {
        MPI_Irecv(x, 2, MPI_INT, 0, 7, dup, &r[0]);
        MPI_Irecv(x + 2, 1, MPI_INT, 0, 8, dup, &r[2]);
        integers(dup, three, r[0]);
        MPI_Recv(0, 0, MPI_INT, MPI_PROC_NULL, 0, dup, MPI_STATUS_IGNORE);
        MPI_Wait(&r[2], s);
        /* the first has not been sent, so it is not complete */
        assert(!MPI_Request_get_status_all(3, r, &flag, s) && !flag);
        assert(!MPI_Request_get_status_any(3, r, &index, &flag, s) && !flag && index == MPI_UNDEFINED);
        assert(!MPI_Request_get_status_some(3, r, &count, indices, MPI_STATUSES_IGNORE) && count == 0);
        MPI_Send(x, 0, MPI_INT, 0, 9, dup);
        do
            MPI_Request_get_status_any(3, r, &index, &flag, s);
        while (!flag);
        assert(index == 0 && s[0].MPI_SOURCE == 0 && s[0].MPI_TAG == 7 && r[0] != MPI_REQUEST_NULL);
        assert(!MPI_Request_get_status_all(3, r, &flag, s) && flag && s[0].MPI_TAG == 7);
        assert(!MPI_Request_get_status_some(3, r, &count, indices, s) && count == 1 && indices[0] == 0);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&three);
    MPI_Comm_free(&dup);
    return MPI_Finalize();
}
