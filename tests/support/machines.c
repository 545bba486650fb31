/* SPDX-License-Identifier: Apache-2.0
 *
 * machines.c - see machines.h. */
#include "support/machines.h"
#include "base/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void must(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(2);
}

/* The line to a process, and what it has not read yet. Nobody waits for somebody else to
 * read: two who send each other much would wait for ever. */
struct end {
    int fd;
    struct str out;
    size_t done;
};

/* Sends what the process takes without waiting. */
static void send_some(struct end *e)
{
    while (e->done < e->out.len) {
        ssize_t n = send(e->fd, e->out.text + e->done, e->out.len - e->done,
                         MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0)
            return;
        e->done += (size_t)n;
    }
    e->out.len = e->done = 0;
}

/* Waits until somebody says something; returns who. */
static uint32_t next_of(struct end *ends, uint32_t size, uint32_t after)
{
    struct pollfd *fds = mem_alloc(size * sizeof *fds);
    uint32_t who = size;
    while (who == size) {
        for (uint32_t i = 0; i < size; i++) {
            send_some(&ends[i]);
            fds[i] = (struct pollfd){.fd = ends[i].fd, .events = POLLIN};
            fds[i].events |= ends[i].out.len ? POLLOUT : 0;
        }
        must(poll(fds, size, -1) > 0, "poll");
        for (uint32_t i = 1; i <= size && who == size; i++)
            if (fds[(after + i) % size].revents & ~POLLOUT)
                who = (after + i) % size;
    }
    free(fds);
    return who;
}

static void pass(struct end *to, const struct cluster_head *h, const struct str *bytes)
{
    str_add(&to->out, (const char *)h, sizeof *h);
    str_add(&to->out, bytes->text, bytes->len);
}

/* Process 0 hears nothing before all others have come, so that it has to do with all of
 * them. */
static _Noreturn void relay(const struct peer *lines, uint32_t size)
{
    struct end *ends = mem_alloc(size * sizeof *ends), early = {0};
    struct str bytes = {0};
    struct cluster_head h;
    uint32_t who = 0, came = 0;
    for (uint32_t i = 0; i < size; i++)
        ends[i].fd = lines[i].fd;
    for (;;) {
        who = next_of(ends, size, who);
        str_clear(&bytes);
        if (!peer_receive(&lines[who], &h, sizeof h) ||
            !peer_receive_text(&lines[who], &bytes, h.bytes))
            _exit(0);
        uint32_t to = h.process;
        h.process = who;
        came += h.word == CLUSTER_HELLO;
        if (!to && came == size - 1) {
            str_add(&ends[0].out, early.out.text, early.out.len);
            early.out.len = 0;
        }
        pass(to || came >= size - 1 ? &ends[to] : &early, &h, &bytes);
    }
}

/* A copy of this process that ends with it; 0 in the copy. */
static int copy(void)
{
    pid_t parent = getpid(), pid = fork();
    must(pid >= 0, "fork");
    if (pid)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    return 0;
}

void machines_start(struct machines *m, uint32_t size,
                    void (*run)(struct cluster *, void *), void *context)
{
    struct peer *lines = mem_alloc(size * sizeof *lines);
    int *ends = mem_alloc(size * sizeof *ends), pair[2];
    *m = (struct machines){.others = mem_alloc(size * sizeof *m->others)};
    fflush(NULL);
    for (uint32_t r = 0; r < size; r++) {
        must(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), "socketpair");
        lines[r] = (struct peer){.pid = 1, .fd = pair[0]};
        ends[r] = pair[1];
    }
    for (uint32_t r = 1; r < size; r++) {
        m->others[r] = copy();
        if (m->others[r])
            continue;
        struct cluster mine = {
            .line = {.pid = 1, .fd = ends[r]}, .rank = r, .size = size, .search = 1};
        run(&mine, context);
        _exit(0);
    }
    m->relay = copy();
    if (!m->relay) {
        for (uint32_t r = 0; r < size; r++)
            close(ends[r]);
        relay(lines, size);
    }
    m->first =
        (struct cluster){.line = {.pid = 1, .fd = ends[0]}, .size = size, .search = 1};
    for (uint32_t r = 0; r < size; r++) {
        close(lines[r].fd);
        if (r)
            close(ends[r]);
    }
    must(poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, -1) > 0, "poll");
    free(lines);
    free(ends);
}

static void end(int pid)
{
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

void machines_end(struct machines *m)
{
    for (uint32_t r = 1; r < m->first.size; r++)
        end(m->others[r]);
    end(m->relay);
    close(m->first.line.fd);
    free(m->others);
}
