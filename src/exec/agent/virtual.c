/* SPDX-License-Identifier: Apache-2.0
 *
 * virtual.c - time, identity and randomness that are the same in every replay.
 *
 * Time stands still but for the calls that look at it, a microsecond each, and for
 * sleeping, which takes no time at all. Random bytes come from --seed. */
#include "exec/agent/syscall.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>

#define LOOK   1000u /* nanoseconds that pass when somebody looks at the clock */
#define SECOND 1000000000u
#define PID    4242

static uint64_t *clock_of(int who)
{
    return who >= 0 ? &agent.rank[who].head->clock : &agent.setup_clock;
}

/* The verdict says so, once. */
static void rest_on(bool *said, const char *format, uint64_t number)
{
    char text[64];
    if (*said)
        return;
    *said = true;
    snprintf(text, sizeof text, format, (unsigned long long)number);
    link_rests_on(agent.shared, text);
}

static uint64_t look(int who)
{
    static bool said;
    rest_on(&said, "virtual time", 0);
    return *clock_of(who) += LOOK;
}

uint64_t virtual_now(void)
{
    return look(agent.current);
}

/* The monotonic clocks began a day before. */
static struct timespec reading(int who, int clock)
{
    uint64_t t = look(who);
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE && clock != CLOCK_TAI)
        t -= VIRTUAL_EPOCH - 86400ull * SECOND;
    return (struct timespec){(time_t)(t / SECOND), (long)(t % SECOND)};
}

long virtual_clock_gettime(struct call *c)
{
    struct timespec t = reading(c->who, (int)c->arg[0]);
    return user_write(c->arg[1], &t, sizeof t) ? 0 : -EFAULT;
}

long virtual_gettimeofday(struct call *c)
{
    struct timespec t = reading(c->who, CLOCK_REALTIME);
    struct timeval v = {t.tv_sec, t.tv_nsec / 1000};
    return !c->arg[0] || user_write(c->arg[0], &v, sizeof v) ? 0 : -EFAULT;
}

long virtual_time(struct call *c)
{
    time_t t = reading(c->who, CLOCK_REALTIME).tv_sec;
    return !c->arg[0] || user_write(c->arg[0], &t, sizeof t) ? t : -EFAULT;
}

static long pass_time(struct call *c, uint64_t from)
{
    struct timespec t;
    if (!user_read(&t, from, sizeof t))
        return -EFAULT;
    if (t.tv_sec < 0 || t.tv_nsec < 0 || t.tv_nsec >= (long)SECOND)
        return -EINVAL;
    *clock_of(c->who) += (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
    return 0;
}

long virtual_nanosleep(struct call *c)
{
    return pass_time(c, c->arg[0]);
}

long virtual_clock_nanosleep(struct call *c)
{
    struct timespec until, now = reading(c->who, (int)c->arg[0]);
    if (!c->arg[1]) /* not TIMER_ABSTIME */
        return pass_time(c, c->arg[2]);
    if (!user_read(&until, c->arg[2], sizeof until))
        return -EFAULT;
    int64_t wait =
        (until.tv_sec - now.tv_sec) * (int64_t)SECOND + until.tv_nsec - now.tv_nsec;
    if (wait > 0)
        *clock_of(c->who) += (uint64_t)wait;
    return 0;
}

long virtual_times(struct call *c)
{
    struct tms none = {0};
    if (c->arg[0] && !user_write(c->arg[0], &none, sizeof none))
        return -EFAULT;
    return (long)(look(c->who) / (SECOND / 100));
}

long virtual_getrusage(struct call *c)
{
    struct rusage none = {0};
    return user_write(c->arg[1], &none, sizeof none) ? 0 : -EFAULT;
}

long virtual_getpid(struct call *c)
{
    return c->who >= 0 ? PID + 1 + c->who : PID;
}

long virtual_getppid(struct call *c)
{
    (void)c;
    return 1;
}

long virtual_uname(struct call *c)
{
    struct utsname u;
    long err = agent_syscall(c->nr, &u);
    memset(u.nodename, 0, sizeof u.nodename);
    memcpy(u.nodename, "mazurka", 7);
    return err ? err : user_write(c->arg[0], &u, sizeof u) ? 0 : -EFAULT;
}

static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void fill(int who, void *to, size_t n)
{
    static bool said;
    rest_on(&said, "random numbers from --seed %llu", agent.link->seed);
    uint64_t *state = who >= 0 ? &agent.rank[who].head->random : &agent.setup_random;
    for (size_t at = 0; at < n; at += 8) {
        uint64_t r = draw(state);
        memcpy((char *)to + at, &r, n - at < 8 ? n - at : 8);
    }
}

void virtual_random(void *to, size_t n)
{
    fill(agent.current, to, n);
}

long virtual_getrandom(struct call *c)
{
    char part[256];
    size_t n = c->arg[1] < sizeof part ? c->arg[1] : sizeof part;
    fill(c->who, part, n);
    return user_write(c->arg[0], part, n) ? (long)n : -EFAULT;
}

/* Nothing ever becomes ready, so this can only be a way to sleep. */
long virtual_poll(struct call *c)
{
    if (c->arg[1])
        return call_fail(c, FAULT_UNSUPPORTED, "waits for descriptors (poll)");
    if (c->nr == SYS_poll)
        *clock_of(c->who) += c->arg[2] * 1000000u;
    else if (c->arg[2])
        return pass_time(c, c->arg[2]);
    return 0;
}

long virtual_select(struct call *c)
{
    struct timeval t;
    if (c->arg[0])
        return call_fail(c, FAULT_UNSUPPORTED, "waits for descriptors (select)");
    if (c->nr == SYS_pselect6)
        return c->arg[4] ? pass_time(c, c->arg[4]) : 0;
    if (c->arg[4] && !user_read(&t, c->arg[4], sizeof t))
        return -EFAULT;
    if (c->arg[4])
        *clock_of(c->who) += (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_usec * 1000u;
    return 0;
}

long virtual_zero(struct call *c)
{
    uint32_t zero = 0;
    for (int i = 0; i < 2; i++)
        if (c->arg[i] && !user_write(c->arg[i], &zero, sizeof zero))
            return -EFAULT;
    return 0;
}
