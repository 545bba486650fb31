/* A log that all ranks write: the shared file pointer gives each entry a place of its own, whoever comes first.
 *
 * mpich: passes
 * mazurka: -n 2 => verified; 2 outcomes
 * mazurka: -n 3 => verified; 6 outcomes
 *
 * The entries are in the order of ranks only if they are written so (MPI_File_write_ordered).
 * mazurka: -n 3 -- expect-order => assertion; in 5 of 6 outcomes
 * mazurka: -n 3 -- ordered => verified; 1 outcome
 *
 * To look where the pointer is and to write there is not the same: two ranks may find the same place.
 * mazurka: -n 2 -- look-then-write => file-race
 *
 * The buffer of a nonblocking write is in use until it is complete.
 * mazurka: -n 2 -- early => local-race: MPI_File_iwrite_shared */
#include <assert.h>
#include <mpi.h>
#include <string.h>

enum { MOST = 8 };

int main(int argc, char **argv)
{
    int rank, size, entries[MOST], seen = 0;
    const char *how = argc > 1 ? argv[1] : "";
    MPI_File log;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    assert(size <= MOST);
    MPI_File_open(MPI_COMM_WORLD, "log.data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &log);
    MPI_File_set_view(log, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);

    int entry = rank;
    if (!strcmp(how, "ordered")) {
        MPI_File_write_ordered(log, &entry, 1, MPI_INT, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "look-then-write")) {
        MPI_Offset at;
        MPI_File_get_position_shared(log, &at);
        MPI_File_write_at(log, at, &entry, 1, MPI_INT, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "early")) {
        MPI_Request request;
        MPI_File_iwrite_shared(log, &entry, 1, MPI_INT, &request);
        entry = -1;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_shared(log, &entry, 1, MPI_INT, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&log);

    MPI_File_open(MPI_COMM_WORLD, "log.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &log);
    MPI_File_read_all(log, entries, size, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < size; i++) {
        if (!strcmp(how, "expect-order") || !strcmp(how, "ordered"))
            assert(entries[i] == i);
        if (entries[i] >= 0 && entries[i] < size)
            seen |= 1 << entries[i];
    }
    if (!*how)
        assert(seen == (1 << size) - 1);
    MPI_File_close(&log);
    MPI_Finalize();
    return 0;
}
