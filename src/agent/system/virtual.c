/* SPDX-License-Identifier: Apache-2.0
 *
 * virtual.c - time and randomness that are the same in every replay.
 *
 * Time stands still but for the calls that look at it, a microsecond each or more (see
 * haste()), and for sleeping, which passes at once; what a rank receives is never older
 * than its clock says (port.c). Random bytes come from --seed. */
#include "agent/system/syscall.h"
#include "agent/system/signals.h"
#include "agent/rank/thread.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/times.h>

#define LOOK   1000ull /* nanoseconds that pass at each look at the clock */
#define SECOND 1000000000u
#define TICK   (SECOND / 100)
#define BEFORE (86400ull * SECOND) /* the boot time is a day before the start */
#define LONGEST_SLEEP                                                                    \
    3000000000ll /* seconds; beyond, the clock would overflow after some centuries */

static uint64_t *clock_of(int who)
{
    return who >= 0 ? &agent.rank[who].head->clock : &agent.setup_clock;
}

/* Adds a sentence to what the verdict rests on, once. */
static void rest_on(bool *said, const char *format, uint64_t number)
{
    char text[64];
    if (*said)
        return;
    *said = true;
    snprintf(text, sizeof text, format, (unsigned long long)number);
    link_rests_on(agent.shared, text);
}

static uint64_t *asleep_of(int who)
{
    return who >= 0 ? &agent.rank[who].head->asleep : &agent.setup_asleep;
}

/* Notes that a loop which polls and sleeps is left after its first unsuccessful round,
 * since it is then in the same state again; so only one round passes on the clock. */
static void one_round(void)
{
    static bool said;
    rest_on(&said, "loops of polls taking one round of time", 0);
}

/* Times differ from history to history where states do not; so as long as no rank looks
 * at a clock, they are left out of what is compared. Now one does, and the search begins
 * again with times. */
void virtual_matters(void)
{
    if (!agent.compares || agent.timed)
        return;
    agent.learns.timed = 1;
    agent_again(ATTEMPT_CLOCK);
}

/* Time passes the faster, the longer a rank has only polled in vain or looked at the
 * clock, so that what waits for some time to pass does not do so a million times. The
 * result is a number of binary digits. */
static uint32_t haste(int who)
{
    enum { FASTEST = 32, PATIENCE = 1000 };
    const struct rank_head *h = who >= 0 ? agent.rank[who].head : NULL;
    uint32_t haste =
        h ? 2 * (h->vain < FASTEST ? h->vain : FASTEST) + h->gazes / PATIENCE : 0;
    return haste < FASTEST ? haste : FASTEST;
}

/* The time, without a look at it that the rank would learn something by. */
static uint64_t tick(int who)
{
    static bool said;
    rest_on(&said, "virtual time", 0);
    uint64_t now = *clock_of(who) += LOOK << haste(who);
    if (who >= 0) {
        struct rank_head *h = agent.rank[who].head;
        h->gazes++;
        h->looked = now;
        if (h->polls && h->asleep)
            one_round();
    }
    return now;
}

static uint64_t look(int who)
{
    if (who >= 0)
        virtual_matters();
    return tick(who);
}

static void pass(int who, uint64_t nanoseconds)
{
    *clock_of(who) += nanoseconds;
    *asleep_of(who) += nanoseconds;
}

uint64_t virtual_now(void)
{
    return look(agent.current);
}

void virtual_not_before(uint64_t time)
{
    uint64_t now = *clock_of(agent.current);
    if (time > now)
        pass(agent.current, time - now);
}

void virtual_come_to(const struct timespec *t, clockid_t id)
{
    if (t->tv_sec >= 0 && (uint64_t)t->tv_sec < VIRTUAL_EPOCH / SECOND + LONGEST_SLEEP)
        virtual_not_before((uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec +
                           (id == CLOCK_REALTIME ? 0 : VIRTUAL_EPOCH - BEFORE));
}

uint64_t virtual_computed(int who)
{
    if (who >= 0)
        virtual_matters();
    return *clock_of(who) - VIRTUAL_EPOCH - *asleep_of(who);
}

/* Is this a clock of computing time? Clocks of processes and threads have negative
 * numbers. */
static bool computing_clock(int who, clockid_t id)
{
    int of = ~(id >> 3);
    return id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID ||
           (id < 0 && (id & 3) != 3 && (!of || of == machine_pid(who)));
}

static bool reading_at(int who, clockid_t id, uint64_t t, struct timespec *to)
{
    switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI:
        break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM:
        t -= VIRTUAL_EPOCH - BEFORE;
        break;
    default:
        if (!computing_clock(who, id))
            return false;
        t = virtual_computed(who);
    }
    *to = (struct timespec){(time_t)(t / SECOND), (long)(t % SECOND)};
    return true;
}

static bool reading(int who, clockid_t id, struct timespec *to)
{
    return reading_at(who, id, look(who), to);
}

bool virtual_clock(clockid_t id, struct timespec *to)
{
    return reading(agent.current, id, to);
}

long virtual_clock_gettime(struct call *c)
{
    struct timespec t;
    if (!reading(c->who, (clockid_t)c->arg[0], &t))
        return -EINVAL;
    return user_write(c->arg[1], &t, sizeof t) ? 0 : -EFAULT;
}

long virtual_clock_getres(struct call *c)
{
    struct timespec t, resolution = {0, 1};
    if (!reading(c->who, (clockid_t)c->arg[0], &t))
        return -EINVAL;
    if (c->arg[0] == CLOCK_REALTIME_COARSE || c->arg[0] == CLOCK_MONOTONIC_COARSE)
        resolution.tv_nsec = 4000000;
    return !c->arg[1] || user_write(c->arg[1], &resolution, sizeof resolution) ? 0
                                                                               : -EFAULT;
}

long virtual_gettimeofday(struct call *c)
{
    struct timespec t;
    reading(c->who, CLOCK_REALTIME, &t);
    struct timeval v = {t.tv_sec, t.tv_nsec / 1000};
    struct timezone utc = {0};
    if (c->arg[1] && !user_write(c->arg[1], &utc, sizeof utc))
        return -EFAULT;
    return !c->arg[0] || user_write(c->arg[0], &v, sizeof v) ? 0 : -EFAULT;
}

long virtual_time(struct call *c)
{
    struct timespec t;
    reading(c->who, CLOCK_REALTIME, &t);
    return !c->arg[0] || user_write(c->arg[0], &t.tv_sec, sizeof t.tv_sec) ? t.tv_sec
                                                                           : -EFAULT;
}

long virtual_times(struct call *c)
{
    uint64_t now = look(c->who) - VIRTUAL_EPOCH + BEFORE;
    struct tms t = {.tms_utime = (clock_t)(virtual_computed(c->who) / TICK)};
    if (c->arg[0] && !user_write(c->arg[0], &t, sizeof t))
        return -EFAULT;
    return (long)(now / TICK);
}

/* ---- sleeping ---- */

/* Sleeps until the alarm, and stores what is left at this address (0: nowhere). */
static long sleep_until_alarm(struct call *c, uint64_t until, uint64_t rest)
{
    uint64_t now = *clock_of(c->who), at = signals_alarm(c->who);
    at = at > now ? at : now;
    pass(c->who, at - now);
    struct timespec left = {(time_t)((until - at) / SECOND),
                            (long)((until - at) % SECOND)};
    return rest && !user_write(rest, &left, sizeof left) ? -EFAULT : -EINTR;
}

static long sleep_for(struct call *c, int64_t seconds, int64_t nanoseconds, uint64_t rest)
{
    if (seconds < 0 || nanoseconds < 0 || nanoseconds >= (long)SECOND)
        return -EINVAL;
    if (seconds > LONGEST_SLEEP)
        return call_refuse(c, REASON_FEATURE, "sleeps for centuries");
    uint64_t time = (uint64_t)seconds * SECOND + (uint64_t)nanoseconds;
    if (c->who >= 0 && signals_alarm_wakes(c->who, *clock_of(c->who) + time))
        return sleep_until_alarm(c, *clock_of(c->who) + time, rest);
    if (!thread_sleeps(c, *clock_of(c->who) + time))
        pass(c->who, time);
    return 0;
}

void virtual_pass_until(int who, uint64_t time)
{
    uint64_t now = *clock_of(who);
    if (time > now)
        pass(who, time - now);
}

long virtual_until(struct call *c, uint64_t from, bool absolute, bool monotonic,
                   uint64_t *until)
{
    struct timespec t;
    if (!user_read(&t, from, sizeof t))
        return -EFAULT;
    if (t.tv_sec < 0 || t.tv_nsec < 0 || t.tv_nsec >= (long)SECOND)
        return -EINVAL;
    if (t.tv_sec > LONGEST_SLEEP)
        t.tv_sec = LONGEST_SLEEP;
    uint64_t now = tick(c->who);
    *until = (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
    *until += !absolute ? now : monotonic ? VIRTUAL_EPOCH - BEFORE : 0;
    return *until <= now ? -ETIMEDOUT : 0;
}

long virtual_sleep(struct call *c, uint64_t from, uint64_t rest)
{
    struct timespec t;
    return user_read(&t, from, sizeof t) ? sleep_for(c, t.tv_sec, t.tv_nsec, rest)
                                         : -EFAULT;
}

long virtual_nanosleep(struct call *c)
{
    return virtual_sleep(c, c->arg[0], c->arg[1]);
}

/* pause: sleeps until the alarm goes off, since nothing else can wake the rank. */
long virtual_pause(struct call *c)
{
    if (c->who < 0 || !signals_alarm_wakes(c->who, UINT64_MAX))
        return call_refuse(c, REASON_SIGNALS,
                           "waits for a signal, and nobody can send it one (pause)");
    return sleep_until_alarm(c, UINT64_MAX, 0);
}

long virtual_clock_nanosleep(struct call *c)
{
    struct timespec until, now;
    clockid_t id = (clockid_t)c->arg[0];
    uint64_t looked = c->who >= 0 ? agent.rank[c->who].head->looked : 0;
    bool absolute = c->arg[1] & TIMER_ABSTIME;
    uint64_t time = absolute ? look(c->who) : tick(c->who);
    if (id == CLOCK_THREAD_CPUTIME_ID || !reading_at(c->who, id, time, &now))
        return -EINVAL;
    if (c->who >= 0)
        agent.rank[c->who].head->looked = looked; /* the rank is not told the time by
                                                     this */
    if (computing_clock(c->who, id))
        return call_refuse(c, REASON_FEATURE,
                           "sleeps until it has computed for some time");
    if (!absolute)
        return virtual_sleep(c, c->arg[2], c->arg[3]);
    if (!user_read(&until, c->arg[2], sizeof until))
        return -EFAULT;
    if (until.tv_sec < 0 || until.tv_nsec < 0 || until.tv_nsec >= (long)SECOND)
        return -EINVAL;
    int64_t seconds = until.tv_sec - now.tv_sec, rest = until.tv_nsec - now.tv_nsec;
    if (rest < 0)
        seconds--, rest += SECOND;
    return seconds < 0 ? 0 : sleep_for(c, seconds, rest, 0);
}

/* poll and similar calls: no descriptor ever becomes ready, so this is only a way to
 * sleep. */
long virtual_poll(struct call *c)
{
    int wait = (int)c->arg[2];
    if (c->arg[1])
        return call_refuse(c, REASON_CHANNEL, "waits for descriptors (poll)");
    if (c->nr == SYS_poll ? wait < 0 : !c->arg[2])
        return call_refuse(c, REASON_FEATURE, "waits for ever, for nothing (poll)");
    return c->nr == SYS_poll ? sleep_for(c, wait / 1000, wait % 1000 * 1000000l, 0)
                             : virtual_sleep(c, c->arg[2], 0);
}

long virtual_select(struct call *c)
{
    struct timeval t;
    if ((int)c->arg[0] < 0)
        return -EINVAL;
    if (c->arg[0])
        return call_refuse(c, REASON_CHANNEL, "waits for descriptors (select)");
    if (!c->arg[4])
        return call_refuse(c, REASON_FEATURE, "waits for ever, for nothing (select)");
    if (c->nr == SYS_pselect6)
        return virtual_sleep(c, c->arg[4], 0);
    if (!user_read(&t, c->arg[4], sizeof t))
        return -EFAULT;
    long err =
        sleep_for(c, t.tv_sec + t.tv_usec / 1000000, t.tv_usec % 1000000 * 1000, 0);
    struct timeval none = {0}; /* no time is left */
    return err || c->over ? err : user_write(c->arg[4], &none, sizeof none) ? 0 : -EFAULT;
}

/* ---- alarms ---- */

static uint64_t span_of(struct timeval t)
{
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_usec * 1000;
}

static struct timeval timeval_of(uint64_t nanoseconds)
{
    return (struct timeval){(time_t)(nanoseconds / SECOND),
                            (suseconds_t)(nanoseconds % SECOND / 1000)};
}

/* Sets the rank's alarm, so many nanoseconds from now; 0: takes it back. */
static void set_alarm(struct call *c, uint64_t after, uint64_t every)
{
    if (!after && (c->who < 0 || !signals_alarm(c->who)))
        return;
    virtual_matters();
    link_rests_on(agent.shared, "alarms by virtual time");
    signals_set_alarm(c->who, after ? *clock_of(c->who) + after : 0, every);
}

/* How long it is until the alarm; 0: none is set. */
static uint64_t alarm_left(struct call *c)
{
    uint64_t at = c->who >= 0 ? signals_alarm(c->who) : 0, now = *clock_of(c->who);
    return !at ? 0 : at > now ? at - now : 1000;
}

static bool can_have_alarm(struct call *c)
{
    return c->who >= 0 && thread_alone(call_head(c));
}

long virtual_alarm(struct call *c)
{
    uint64_t left = alarm_left(c);
    if (c->arg[0] && !can_have_alarm(c))
        return call_refuse(c, REASON_TIMER, "sets a timer (alarm)");
    set_alarm(c, (uint32_t)c->arg[0] * (uint64_t)SECOND, 0);
    return left && left < SECOND ? 1 : (long)((left + SECOND / 2) / SECOND);
}

/* setitimer, getitimer. The timers of computing time are never set. */
long virtual_itimer(struct call *c)
{
    struct itimerval t = {0}, old = {0};
    bool real = c->arg[0] == ITIMER_REAL, sets = c->nr == SYS_setitimer && c->arg[1];
    uint64_t to = c->nr == SYS_setitimer ? c->arg[2] : c->arg[1];
    if (c->arg[0] > ITIMER_PROF)
        return -EINVAL;
    if (sets && !user_read(&t, c->arg[1], sizeof t))
        return -EFAULT;
    if (t.it_value.tv_sec < 0 || t.it_value.tv_usec < 0 || t.it_value.tv_usec >= 1000000)
        return -EINVAL;
    uint64_t after = span_of(t.it_value);
    if (real)
        old = (struct itimerval){timeval_of(signals_alarm_again(c->who)),
                                 timeval_of(alarm_left(c))};
    if (after && (!real || !can_have_alarm(c)))
        return call_refuse(c, REASON_TIMER, "sets a timer (setitimer)");
    if (after > LONGEST_SLEEP * SECOND)
        return call_refuse(c, REASON_TIMER, "sets a timer for centuries (setitimer)");
    if (real && c->nr == SYS_setitimer)
        set_alarm(c, after, span_of(t.it_interval));
    return !to || user_write(to, &old, sizeof old) ? 0 : -EFAULT;
}

/* ---- randomness ---- */

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
    rest_on(&said, "random numbers from --seed %llu", agent.link->options.seed);
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
    size_t done = 0, n = c->arg[1] < (1 << 25) ? c->arg[1] : 1 << 25;
    uint64_t unknown =
        c->arg[2] & ~(uint64_t)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE);
    if (unknown)
        return -EINVAL;
    while (done < n) {
        size_t some = n - done < sizeof part ? n - done : sizeof part;
        fill(c->who, part, some);
        if (!user_write(c->arg[0] + done, part, some))
            return done ? (long)done : -EFAULT;
        done += some;
    }
    return (long)done;
}
