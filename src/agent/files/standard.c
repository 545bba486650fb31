/* SPDX-License-Identifier: Apache-2.0
 *
 * standard.c - see standard.h.
 *
 * Output is kept with the rank, up to a limit, and shown in reports. Input is read by the
 * supervisor, all of it, when the program first asks: the program is then started once
 * more, with the input in the link. */
#include "agent/files/standard.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static long print_setup(uint64_t from, size_t n)
{
    char *text = agent.link->setup_output;
    size_t have = strlen(text), room = sizeof agent.link->setup_output - 1 - have;
    if (!user_read(text + have, from, n < room ? n : room))
        return -EFAULT;
    return (long)n;
}

/* What has left a stream's buffer is not part of the rank's state any more. */
static void forget_printed(const FILE *f, uint64_t from, size_t n)
{
    char *low = f->_IO_buf_base, *high = f->_IO_buf_end, *at = (char *)(uintptr_t)from;
    if (at >= low && at < high && n <= (size_t)(high - at))
        memset(at, 0, n);
}

/* Notes what a rank prints to standard error first, in the first execution. */
static void note_complaint(int who, uint64_t from, size_t n)
{
    struct link *l = agent.link;
    char text[sizeof l->complaint] = "";
    size_t keep = n < sizeof text - 1 ? n : sizeof text - 1;
    uint32_t me = (uint32_t)who + 1;
    if (agent.followed || agent.trial || (l->complainer && l->complainer <= me) ||
        !user_read(text, from, keep) || !text[0] || text[0] == '\n')
        return;
    text[strcspn(text, "\n")] = 0;
    memcpy(l->complaint, text, sizeof text);
    l->complainer = me;
}

long stdout_write(struct call *c, unsigned which, uint64_t from, size_t n)
{
    /* Output of a behaviour is not echoed: what it prints before a choice, it prints
     * again for each value. Nor is that of a trial, which never happened. */
    if (agent.link->echo && !agent.trial && (c->who == AT_SETUP || !agent.front->start))
        return agent_syscall(SYS_write, which, from, n);
    if (c->who == AT_SETUP)
        return print_setup(from, n);
    if (which == 2)
        note_complaint(c->who, from, n);
    struct rank_head *h = call_head(c);
    h->output_bytes += n;
    size_t room = SLAB_OUTPUT_MAX - h->output_kept, keep = room < n ? room : n;
    if (!user_read(rank_output(h) + h->output_kept, from, keep))
        return -EFAULT;
    h->output_kept += keep;
    forget_printed(stdout, from, n);
    return (long)n;
}

/* As with mpirun, standard input belongs to rank 0. Actors that main() creates have no
 * order in which they could share it. */
static bool has_input(struct call *c)
{
    if (c->who >= 0 && !agent.link->plan.asked.ranks)
        call_refuse(c, REASON_SAID,
                    "reads standard input, which actors cannot share; read it in main "
                    "before they start");
    else if (c->who == AT_SETUP && agent.link->plan.asked.ranks)
        call_refuse(c, REASON_SAID, "reads standard input; read it in main");
    return !c->over && c->who <= 0;
}

long stdin_read(struct call *c, uint64_t to, size_t n, int64_t offset)
{
    struct link *l = agent.shared;
    if (!has_input(c))
        return 0;
    if (!l->input.at) {
        agent.learns.input = 1;
        agent_again(ATTEMPT_INPUT);
    }
    uint64_t left =
        (uint64_t)offset < l->input.bytes ? l->input.bytes - (uint64_t)offset : 0;
    n = n < left ? n : left;
    const char *from = link_at(l, l->input.at);
    return user_write(to, from + offset, n) ? (long)n : -EFAULT;
}
