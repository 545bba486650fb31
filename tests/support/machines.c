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

/* Waits until somebody says something; returns who. */
static uint32_t next_of(const struct peer *lines, uint32_t size, uint32_t after)
{
    struct pollfd *fds = mem_alloc(size * sizeof *fds);
    for (uint32_t i = 0; i < size; i++)
        fds[i] = (struct pollfd){.fd = lines[i].fd, .events = POLLIN};
    must(poll(fds, size, -1) > 0, "poll");
    uint32_t who = after;
    do
        who = (who + 1) % size;
    while (!fds[who].revents);
    free(fds);
    return who;
}

/* Process 0 hears nothing before all others have come, so that it has to do with all of
 * them. */
static _Noreturn void relay(const struct peer *lines, uint32_t size)
{
    struct str bytes = {0}, early = {0};
    struct cluster_head h;
    uint32_t who = 0, came = 0;
    for (;;) {
        who = next_of(lines, size, who);
        str_clear(&bytes);
        if (!peer_receive(&lines[who], &h, sizeof h) ||
            !peer_receive_text(&lines[who], &bytes, h.bytes))
            _exit(0);
        uint32_t to = h.process;
        h.process = who;
        came += h.word == CLUSTER_HELLO;
        if (to || came >= size - 1) {
            peer_send(&lines[to], early.text, to ? 0 : early.len);
            early.len = to ? early.len : 0;
            peer_send(&lines[to], &h, sizeof h);
            peer_send(&lines[to], bytes.text, bytes.len);
        } else {
            str_add(&early, (const char *)&h, sizeof h);
            str_add(&early, bytes.text, bytes.len);
        }
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
