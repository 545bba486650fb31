/* What a constructor does with files: see files.sh. With -DCONSTRUCTOR=0 it has none, and
 * another file of this kind, which is a library (-DMAIN=0), has it; with -DPREINIT it
 * runs even earlier. */
#include <assert.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef CONSTRUCTOR
#define CONSTRUCTOR 1
#endif
#ifndef MAIN
#define MAIN 1
#endif

#if CONSTRUCTOR
char read_before[16];

#ifdef PREINIT
static void before_main(int argc, char **argv, char **envp);
__attribute__((section(".preinit_array"),
               used)) static void (*preinit)(int, char **, char **) = before_main;
#else
__attribute__((constructor))
#endif
static void before_main(int argc, char **argv, char **envp)
{
    const char *what = NULL; /* getenv() does not work as early as that */
    for (; *envp; envp++)
        if (!strncmp(*envp, "FILES_SETUP=", 12))
            what = *envp + 12;
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
#else
extern char read_before[16];
#endif

#if MAIN
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    assert(!strcmp(read_before, "hello"));
    return MPI_Finalize();
}
#endif
