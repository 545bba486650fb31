/* SPDX-License-Identifier: Apache-2.0
 *
 * interrupt.c - see interrupt.h.
 *
 * One request to stop may come as two signals: timeout(1) sends its signal to the process
 * and to the group. So a signal that follows at once does not count as a second request.
 * Batch systems send SIGUSR1 some time before the end, to every process of a job, and the
 * relay of a search on several machines passes it on: it never counts as a second one. */
#include "cli/interrupt.h"
#include "base/timer.h"
#include "cli/cluster.h"

#include <time.h>
#include <unistd.h>

#define AT_ONCE 0.3 /* seconds within which a second signal counts as the same */

static volatile sig_atomic_t interrupted;
static double first;

static void on_signal(int sig)
{
    if (!interrupted) {
        first = timer_now();
        interrupted = 1;
    } else if (sig != SIGUSR1 && timer_now() - first > AT_ONCE) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
}

/* Of several processes that share a search, the first one stops it: its relay hears of
 * it from ours, whose child we are. */
static void pass_on(int sig)
{
    (void)sig;
    kill(getppid(), SIGUSR1);
}

/* SIGHUP stays ignored if it is: nohup(1) means that. */
const volatile sig_atomic_t *interrupt_watch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
    struct sigaction action = {.sa_handler = cluster_is_other() ? pass_on : on_signal,
                               .sa_flags = cluster_is_other() ? SA_RESTART : 0};
    struct sigaction before;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(&action.sa_mask, signals[i]);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signals[i] != SIGHUP || sigaction(SIGHUP, NULL, &before) ||
            before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    sigprocmask(SIG_UNBLOCK, &action.sa_mask, NULL); /* see cluster.c */
    return &interrupted;
}
