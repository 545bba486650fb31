/* mazurka: -n 2 => verified */
/* holds for: virtual time */
/* A directory has changed when a file was made in it, renamed or removed; a file keeps
 * its time when it is renamed. */
#include "truth.h"

static double changed(const char *name)
{
    struct stat info;
    assert(!stat(name, &info));
    return (double)info.st_mtim.tv_sec + (double)info.st_mtim.tv_nsec * 1e-9;
}

static void later(void)
{
    usleep(20000); /* more than the resolution of a file's times */
}

int main(void)
{
    int rank = begin();
    double before, made, renamed, removed, file;
    if (rank == 0)
        assert(!mkdir("d", 0700));
    MPI_Barrier(WORLD);
    before = changed("d");
    MPI_Barrier(WORLD);
    if (rank == 0) {
        later();
        assert(!close(open("d/f", O_CREAT | O_WRONLY, 0600)));
    }
    MPI_Barrier(WORLD);
    made = changed("d"), file = changed("d/f");
    assert(before < made && before < file);
    MPI_Barrier(WORLD);
    if (rank == 1) {
        later();
        assert(!rename("d/f", "d/g"));
    }
    MPI_Barrier(WORLD);
    renamed = changed("d");
    assert(made < renamed && changed("d/g") == file);
    MPI_Barrier(WORLD);
    if (rank == 0) {
        later();
        assert(!unlink("d/g"));
    }
    MPI_Barrier(WORLD);
    removed = changed("d");
    assert(renamed < removed);
    MPI_Barrier(WORLD);
    if (rank == 0)
        assert(!rmdir("d"));
    return end();
}
