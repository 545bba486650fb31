/* SPDX-License-Identifier: Apache-2.0
 *
 * process.c - base/process.h for the agent: copies of the process under test.
 *
 * A copy has all the memory, and so all ranks and images. What it must not share is the
 * link, which the supervisor reads; and what belongs to the process, and not to its
 * memory, has to be made again: the tracking of written pages, and
 * the timer that watches ranks which make no progress. */
#include "base/process.h"
#include "agent/core/agent.h"
#include "agent/core/spill.h"
#include "agent/system/syscall.h"
#include "agent/rank/track.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static void *map(size_t bytes, int flags)
{
    long at = agent_syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE,
                            flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at < 0 && at > -4096 ? NULL : (void *)at;
}

void *process_share(size_t bytes)
{
    return map(bytes, MAP_SHARED);
}

void process_unshare(void *at, size_t bytes)
{
    agent_syscall(SYS_munmap, at, bytes);
}

static uint32_t own_id; /* 0: not asked for yet */

uint32_t process_id(void)
{
    if (!own_id)
        own_id = (uint32_t)agent_syscall(SYS_getpid);
    return own_id;
}

bool process_lives(uint32_t id)
{
    return agent_syscall(SYS_kill, id, 0) != -ESRCH;
}

void process_nap(void)
{
    const struct timespec nap = {.tv_nsec = 100000};
    agent_syscall(SYS_nanosleep, &nap, NULL);
}

_Noreturn void process_exit(int code)
{
    for (;;)
        agent_syscall(SYS_exit_group, code);
}

/* ---- becoming a copy ---- */

/* Gives a copy of the process its own link: a copy of the first one, without the steps
 * of the current execution and without the findings, which it does not need. */
static void own_link(uint32_t copies)
{
    struct link *mine = map(LINK_SIZE, MAP_PRIVATE), *l = agent.link;
    size_t after = offsetof(struct link, path) + sizeof l->path;
    if (!mine)
        agent_die("no memory for one more process");
    memcpy(mine, l, offsetof(struct link, path));
    memcpy((char *)mine + after, (char *)l + after, sizeof *l - after);
    mine->plan.asked.memory_cap /= copies;
    /* at the same address: a rank's stack may have it in a register that was saved */
    if (agent_syscall(SYS_mremap, mine, LINK_SIZE, LINK_SIZE,
                      MREMAP_MAYMOVE | MREMAP_FIXED, l) != (long)l)
        agent_die("no memory for one more process");
}

static void become_copy(void)
{
    own_id = 0;
    own_link(agent.link->options.jobs ? agent.link->options.jobs : 1);
    spill_copied();
    track_copied();
    patience_watch();
}

enum copy process_copy(struct peer *p)
{
    int fd[2];
    long parent = agent_syscall(SYS_getpid);
    *p = (struct peer){0};
    if (agent_syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
        return COPY_FAILED;
    p->pid = (int)agent_syscall(SYS_clone, SIGCHLD);
    p->fd = fd[p->pid == 0];
    agent_syscall(SYS_close, fd[p->pid != 0]);
    if (!p->pid) {
        agent_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
        if (agent_syscall(SYS_getppid) != parent)
            process_exit(0);
        become_copy();
        return COPY_NEW;
    }
    if (p->pid > 0)
        return COPY_MADE;
    agent_syscall(SYS_close, p->fd);
    p->pid = 0;
    return COPY_FAILED;
}

bool process_start(struct peer *p, void (*run)(struct peer *, void *), void *context)
{
    enum copy is = process_copy(p);
    if (is == COPY_NEW) {
        run(p, context);
        process_exit(0);
    }
    return is == COPY_MADE;
}

/* ---- talking ---- */

bool peer_send(const struct peer *p, const void *bytes, size_t n)
{
    for (const char *at = bytes; n;) {
        long some = agent_syscall(SYS_sendto, p->fd, at, n, MSG_NOSIGNAL, NULL, 0);
        if (some < 0 && some != -EINTR)
            return false;
        at += some > 0 ? some : 0;
        n -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

bool peer_receive(const struct peer *p, void *bytes, size_t n)
{
    for (char *at = bytes; n;) {
        long some = agent_syscall(SYS_recvfrom, p->fd, at, n, 0, NULL, NULL);
        if (!some || (some < 0 && some != -EINTR))
            return false;
        at += some > 0 ? some : 0;
        n -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

void peers_wait(struct peer *p, uint32_t n, int milliseconds)
{
    struct pollfd *fds = mem_alloc(n * sizeof *fds);
    for (uint32_t i = 0; i < n; i++)
        fds[i] = (struct pollfd){.fd = p[i].pid ? p[i].fd : -1, .events = POLLIN};
    long some = agent_syscall(SYS_poll, fds, n, milliseconds);
    for (uint32_t i = 0; i < n; i++)
        p[i].ready = some > 0 && fds[i].revents;
    free(fds);
}

void peer_end(struct peer *p)
{
    if (!p->pid)
        return;
    agent_syscall(SYS_close, p->fd);
    agent_syscall(SYS_kill, p->pid, SIGKILL);
    while (agent_syscall(SYS_wait4, p->pid, NULL, 0, NULL) == -EINTR)
        ;
    p->pid = 0;
}
