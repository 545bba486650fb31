/* mazurka: -n 2 => verified
 * mazurka: -n 2 -- limits => unsupported; changes its limits
 * mazurka: -n 2 -- prctl => unsupported; prctl with option
 * mazurka: -n 2 -- sleep => unsupported; sleeps for centuries
 * mazurka: -n 2 -- poll => unsupported; waits for ever
 * mazurka: -n 2 -- wrong => assertion; get_nprocs() == 2
 *
 * The machine and the process that a rank sees: one processor, and the same whenever it looks. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static double seconds(clockid_t id)
{
    struct timespec t;
    assert(clock_gettime(id, &t) == 0);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    static int data[100000];
    for (int i = 0; i < 100000; i++)
        data[i] = (int)((unsigned)i * 7919u % 100003u);
    qsort(data, 100000, sizeof *data, compare); /* asks how much memory there is */
    for (int i = 1; i < 100000; i++)
        assert(data[i - 1] <= data[i]);

    struct sysinfo s;
    assert(sysinfo(&s) == 0 && s.totalram * s.mem_unit >= 1u << 30 && s.procs >= 1);
    cpu_set_t cpus;
    assert(sched_getaffinity(0, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) == 1);
    assert(sched_setaffinity(0, sizeof cpus, &cpus) == 0);
    CPU_ZERO(&cpus);
    CPU_SET(5, &cpus);
    assert(sched_setaffinity(0, sizeof cpus, &cpus) < 0 && errno == EINVAL);
    assert(sysconf(_SC_NPROCESSORS_ONLN) == 1 && sysconf(_SC_NPROCESSORS_CONF) == 1);
    assert(get_nprocs() == 1 && sched_getcpu() == 0 && sysconf(_SC_PHYS_PAGES) > 0);
    assert(sched_getscheduler(0) == SCHED_OTHER && getpriority(PRIO_PROCESS, 0) == 0);

    struct utsname u;
    char host[64], name[16];
    assert(uname(&u) == 0 && !strcmp(u.nodename, "mazurka"));
    assert(gethostname(host, sizeof host) == 0 && !strcmp(host, "mazurka"));
    assert(prctl(PR_SET_NAME, "rank") == 0 && prctl(PR_GET_NAME, name) == 0);
    assert(!strcmp(name, "rank"));

    mode_t mask = umask(077);
    assert(umask(mask) == 077);
    struct rlimit r;
    assert(getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur == 8 << 20);
    assert(setrlimit(RLIMIT_STACK, &r) == 0);
    struct rlimit core = {0, 0}, more = {RLIM_INFINITY, RLIM_INFINITY};
    assert(setrlimit(RLIMIT_CORE, &core) == 0 && getrlimit(RLIMIT_CORE, &r) == 0);
    assert(r.rlim_cur == 0 && r.rlim_max == 0);
    assert(setrlimit(RLIMIT_STACK, &more) < 0 && errno == EPERM);
    char line[4096] = "";
    FILE *f = fopen("/proc/self/cmdline", "r");
    assert(f && fread(line, 1, sizeof line - 1, f) > 0 && strstr(line, "machine"));
    assert(argc < 2 || !strcmp(line + strlen(line) + 1, how));
    fclose(f);
    struct hostent *there = gethostbyname("localhost");
    assert(there && there->h_length == 4 && there->h_addr_list[0][0] == 127);
    struct addrinfo *info = NULL;
    assert(getaddrinfo("nowhere.example", NULL, NULL, &info) != 0);
    uid_t a, b, c;
    assert(getresuid(&a, &b, &c) == 0 && a == getuid());

    /* Sleeping is not computing. */
    struct rusage before, after;
    struct tms t;
    assert(getrusage(RUSAGE_SELF, &before) == 0);
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    sleep(100);
    assert(seconds(CLOCK_MONOTONIC) - wall >= 100);
    assert(seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu < 1 && cpu < 60);
    assert(getrusage(RUSAGE_SELF, &after) == 0 && after.ru_utime.tv_sec < 1);
    assert(times(&t) > 0 && t.tms_utime < 100 && clock() < 60 * CLOCKS_PER_SEC);
    struct timespec now;
    assert(clock_gettime(42, &now) < 0 && errno == EINVAL);
    assert(nanosleep(&(struct timespec){1, 1000000000}, NULL) < 0 && errno == EINVAL);
    assert(poll(NULL, 0, 50) == 0);

    unsigned char random[1000] = {0};
    assert(getrandom(random, sizeof random, 0) == sizeof random);
    int zero = 0;
    for (size_t i = 0; i < sizeof random; i++)
        zero += !random[i];
    assert(zero < 50);

    if (!strcmp(how, "limits"))
        setrlimit(RLIMIT_STACK, &(struct rlimit){1 << 20, 1 << 20});
    if (!strcmp(how, "prctl"))
        prctl(PR_SET_SECCOMP, 1);
    if (!strcmp(how, "sleep"))
        nanosleep(&(struct timespec){INT64_MAX, 0}, NULL);
    if (!strcmp(how, "poll"))
        poll(NULL, 0, -1);
    if (!strcmp(how, "wrong"))
        assert(get_nprocs() == 2);
    return 0;
}
