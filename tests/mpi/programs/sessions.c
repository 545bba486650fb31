/* mazurka: -n 4 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Sessions: process sets, groups, communicators; with MPI_Init around them, and without.
 */
#include "say.h"

static void use(const char *tag)
{
    MPI_Session session;
    MPI_Info info;
    MPI_Group all, alone, half;
    MPI_Comm comm, side;
    int n, flag, len, sum, range[1][3] = {{rank % 2, 3, 2}};
    char name[MPI_MAX_PSET_NAME_LEN], value[64];
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
    for (int i = 0; i < 2 && i < n; i++) {
        len = 0;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &len, NULL);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &len, name);
        MPI_Session_get_pset_info(session, name, &info);
        MPI_Info_get(info, "mpi_size", 63, value, &flag);
        SAY("%s %d: %s", name, len, flag ? value : "no size");
        MPI_Info_free(&info);
    }
    MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
    MPI_Group_from_session_pset(session, "mpi://SELF", &alone);
    MPI_Group_size(alone, &n);
    SAY("alone: %d", n);
    MPI_Comm_create_from_group(all, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank), MPI_Comm_size(comm, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    SAY("rank %d of %d, sum %d", rank, size, sum);
    range[0][0] = rank % 2;
    MPI_Group_range_incl(all, 1, range, &half);
    MPI_Comm_create_from_group(half, "half", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &side);
    MPI_Comm_rank(side, &n);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, side);
    SAY("rank %d on its side, sum %d", n, sum);
    MPI_Group_free(&half), MPI_Group_free(&alone), MPI_Group_free(&all);
    MPI_Comm_free(&side), MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    SAY("null: %d", session == MPI_SESSION_NULL);
}

int main(int argc, char **argv)
{
    int flag, version, sub;
    static char buffer[60000];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    MPI_Session around; /* MPICH 4.0 cannot begin again when the last one is over */
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &around);
    use("first");
    use("second");
    MPI_Initialized(&flag);
    SAY("initialized: %d", flag);
    MPI_Get_version(&version, &sub);
    SAY("MPI %d.%d", version, sub);
    MPI_Init(&argc, &argv);
    use("third");
    MPI_Finalize();
    MPI_Session_finalize(&around);
}
