/* SPDX-License-Identifier: Apache-2.0
 *
 * process.c - see process.h. */
#include "base/process.h"
#include "base/vec.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void *process_share(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

void process_unshare(void *at, size_t bytes)
{
    munmap(at, bytes);
}

uint32_t process_cores(void)
{
    cpu_set_t may;
    return sched_getaffinity(0, sizeof may, &may) ? 1 : (uint32_t)CPU_COUNT(&may);
}

uint32_t process_id(void)
{
    return (uint32_t)getpid();
}

bool process_lives(uint32_t id)
{
    return !kill((pid_t)id, 0) || errno != ESRCH;
}

void process_nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

_Noreturn void process_exit(int code)
{
    _exit(code);
}

bool process_start(struct peer *p, void (*run)(struct peer *, void *), void *context)
{
    int fd[2];
    pid_t parent = getpid();
    *p = (struct peer){0};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
        return false;
    fflush(NULL); /* otherwise buffered output would be written twice */
    p->pid = fork();
    p->fd = fd[p->pid == 0];
    close(fd[p->pid != 0]);
    if (!p->pid) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            run(p, context);
        process_exit(0);
    }
    if (p->pid > 0)
        return true;
    close(p->fd);
    p->pid = 0;
    return false;
}

bool peer_send(const struct peer *p, const void *bytes, size_t n)
{
    for (const char *at = bytes; n;) {
        ssize_t some = send(p->fd, at, n, MSG_NOSIGNAL);
        if (some < 0 && errno != EINTR)
            return false;
        at += some > 0 ? some : 0;
        n -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

bool peer_receive(const struct peer *p, void *bytes, size_t n)
{
    for (char *at = bytes; n;) {
        ssize_t some = recv(p->fd, at, n, 0);
        if (!some || (some < 0 && errno != EINTR))
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
    int some = poll(fds, n, milliseconds);
    for (uint32_t i = 0; i < n; i++)
        p[i].ready = some > 0 && fds[i].revents;
    free(fds);
}

void peer_end(struct peer *p)
{
    if (!p->pid)
        return;
    close(p->fd);
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    p->pid = 0;
}
