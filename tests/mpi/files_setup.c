/* What a constructor does with files: see files.sh. */
#include <assert.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char read_before[16];

__attribute__((constructor)) static void before_main(void)
{
    const char *what = getenv("FILES_SETUP");
    int fd = open("input.txt", O_RDONLY);
    read(fd, read_before, 5);
    close(fd);
    if (!what)
        return;
    if (!strcmp(what, "write"))
        write(open("input.txt", O_WRONLY | O_TRUNC), "gone", 4);
    if (!strcmp(what, "remove"))
        unlink("input.txt");
    if (!strcmp(what, "directory"))
        mkdir("made", 0755);
    if (!strcmp(what, "stdout"))
        close(1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    assert(!strcmp(read_before, "hello"));
    return MPI_Finalize();
}
