/* mazurka: -n 3 => verified; 2 outcomes
 * mazurka: -n 3 -- uuid => unsupported; uncontrolled nondeterminism
 * mazurka: -n 3 --images root -- uuid => unsupported; uncontrolled nondeterminism
 *
 * Time, process numbers and random bytes are the same in every execution, so sending
 * them to others is harmless. Reading what the machine makes up is not, and is noticed. */
#include <fcntl.h>
#include <mazurka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

struct report {
    struct timespec t[2];
    struct timeval v;
    time_t s;
    clock_t c;
    long pid, ppid, random, tsc;
    char uuid[32];
};

int main(int argc, char **argv)
{
    (void)argv;
    struct report r = {0};
    mz_mailbox box = mz_mailbox_new("box");
    if (mz_self() == 0) {
        for (int i = 1; i < mz_actors(); i++)
            mz_recv(box, &r, sizeof r);
        return 0;
    }
    clock_gettime(CLOCK_REALTIME, &r.t[0]);
    struct timespec nap = {1000, 0};
    nanosleep(&nap, NULL);
    sleep(5);
    usleep(10);
    clock_gettime(CLOCK_REALTIME, &r.t[1]);
    mz_assert(r.t[1].tv_sec - r.t[0].tv_sec >= 1005 && r.t[1].tv_sec - r.t[0].tv_sec < 1007);
    gettimeofday(&r.v, NULL);
    r.s = time(NULL);
    r.c = clock();
    r.pid = getpid();
    r.ppid = getppid();
    r.tsc = (long)__rdtsc();
    mz_assert(getrandom(&r.random, sizeof r.random, 0) == sizeof r.random);
    if (argc > 1) {
        int fd = open("/proc/sys/kernel/random/uuid", O_RDONLY);
        mz_assert(read(fd, r.uuid, sizeof r.uuid) > 0);
        close(fd);
    }
    mz_isend(box, &r, sizeof r);
    return 0;
}
