/* SPDX-License-Identifier: Apache-2.0
 *
 * futex.c - programs that call futex(2) themselves: std::latch, std::barrier and
 * std::counting_semaphore of libstdc++ do, as part of the program.
 *
 * The word is a cell. Its contents are known to the kernel by their version, so who waits
 * reads the word first and then enrols, if nobody has written since; otherwise the call
 * returns as if it had come too late, which it always may. Programs that do not say what
 * they access cannot be followed here: what they do to the word before is not seen. */
#include "agent/port/sets.h"
#include "agent/threads/threads.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

#include "agent/core/for_program.h"

static long wait_at(const volatile uint32_t *word, uint32_t expected, bool timed,
                    void *site)
{
    struct sync_ref c = threads_object(SYNC_CELL, word, 0);
    struct outcome seen = threads_do(OP_LOAD, c, 0, site);
    if (*word != expected)
        return -EAGAIN;
    struct op enrol = {
        .kind = OP_ENROL, .object = c.number, .peer = SYNC_CELL, .value = seen.value};
    use_note((uint32_t)agent.current, OP_ENROL, c.number);
    if (rank_take(&enrol, site).index == OUTCOME_FALSE)
        return -EAGAIN;
    int32_t how = threads_ask(OP_AWAIT, c, timed ? AWAIT_OR_LEAVE : AWAIT_WAKE, site);
    return how == OUTCOME_FALSE ? -ETIMEDOUT : 0;
}

static long wake_at(const volatile uint32_t *word, uint32_t most, void *site)
{
    struct sync_ref c = threads_object(SYNC_CELL, word, 0);
    use_note((uint32_t)agent.current, OP_WAKE, c.number);
    if (most >= INT_MAX)
        return threads_ask(OP_WAKE, c, WAKE_ALL, site) != OUTCOME_FALSE;
    uint32_t n = 0;
    while (n < most && threads_ask(OP_WAKE, c, WAKE_ONE, site) != OUTCOME_FALSE)
        n++;
    return n;
}

static long futex(const long *arg, void *site)
{
    const volatile uint32_t *word = (const uint32_t *)arg[0];
    int what = (int)arg[1] & FUTEX_CMD_MASK;
    bool bits = what == FUTEX_WAIT_BITSET || what == FUTEX_WAKE_BITSET;
    if (!agent.races)
        port_take_turns();
    if (!agent.races)
        rank_refuse_at(REASON_COMPILED, site,
                       "calls futex itself, as std::latch, std::future and "
                       "std::atomic::wait do");
    if (bits && (uint32_t)arg[5] != FUTEX_BITSET_MATCH_ANY)
        rank_refuse_at(REASON_FEATURE, site, "calls futex with a set of bits");
    switch (what) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        return wait_at(word, (uint32_t)arg[2], arg[3] != 0, site);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return wake_at(word, (uint32_t)arg[2], site);
    default:
        rank_refuse_at(REASON_FEATURE, site, "calls futex with an unusual operation");
    }
}

EXPORT long syscall(long number, ...)
{
    long arg[6];
    va_list args;
    va_start(args, number);
    for (int i = 0; i < 6; i++)
        arg[i] = va_arg(args, long);
    va_end(args);
    if (number != SYS_futex || !threads_mine(SITE))
        return threads_real.syscall(number, arg[0], arg[1], arg[2], arg[3], arg[4],
                                    arg[5]);
    long result = futex(arg, SITE);
    if (result >= 0)
        return result;
    errno = (int)-result;
    return -1;
}
