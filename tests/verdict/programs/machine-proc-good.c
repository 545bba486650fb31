/* mazurka: -n 2 => verified */
/* mpich: passes */
/* Programs tell how much memory they use, and on which machine, from files of /proc: they say the same to every rank,
 * each time. */
#include <assert.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The number after the last line's beginning that is this key; -1 if there is none. */
static long number(const char *path, const char *key)
{
    char line[4096];
    long n = -1;
    FILE *f = fopen(path, "r");
    assert(f);
    while (fgets(line, sizeof line, f))
        if (!strncmp(line, key, strlen(key)))
            sscanf(line + strlen(key), " %ld", &n);
    fclose(f);
    return n;
}

int main(int argc, char **argv)
{
    char path[64], one[100], two[100];
    long size, resident;
    struct stat st;
    MPI_Init(&argc, &argv);
    assert(number("/proc/self/status", "VmRSS:") > 0);
    assert(number("/proc/self/status", "Pid:") == getpid());
    assert(number("/proc/cpuinfo", "processor\t:") >= 0);
    assert(number("/proc/meminfo", "MemTotal:") ==
           sysconf(_SC_PHYS_PAGES) * (sysconf(_SC_PAGESIZE) / 1024));
    snprintf(path, sizeof path, "/proc/%d/statm", (int)getpid());
    FILE *f = fopen(path, "r");
    assert(f && fscanf(f, "%ld %ld", &size, &resident) == 2 && size >= resident && resident > 0);
    fclose(f);
    assert(!stat("/proc/self/statm", &st) && S_ISREG(st.st_mode) && !access("/proc/meminfo", R_OK));
    int fd = open("/proc/cpuinfo", O_RDONLY);
    assert(read(fd, one, sizeof one) == sizeof one && lseek(fd, 0, SEEK_SET) == 0);
    assert(read(fd, two, sizeof two) == sizeof two && !memcmp(one, two, sizeof one));
    close(fd);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
