/* The resolver of an indirect function makes a file, before even constructors run: see
 * files.sh. */
#include <fcntl.h>
#include <mpi.h>
#include <sys/syscall.h>

static int one(void)
{
    return 1;
}

static void *resolve(void)
{
    static const char name[] = "made-by-resolver";
#ifdef WRITES
    long result, flags = O_CREAT | O_WRONLY, mode = 0600;
#else
    long result, flags = O_RDONLY, mode = 0;
#endif
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(SYS_open), "D"(name), "S"(flags), "d"(mode)
                     : "rcx", "r11", "memory");
    return (void *)one;
}

static int which(void) __attribute__((ifunc("resolve")));

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int code = which() - 1;
    MPI_Finalize();
    return code;
}
