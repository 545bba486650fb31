/* SPDX-License-Identifier: Apache-2.0
 *
 * machines.c - see machines.h. */
#include "support/machines.h"
#include "base/mem.h"
#include "explore/sample/chance.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Messages from one process to another keep their order; others do not: which of them
 * comes next is drawn by lot. */
struct pair {
    struct str bytes; /* heads and what follows them */
    size_t first;
};

struct net {
    uint32_t size;
    struct end *ends;
    struct pair *pairs; /* [from * size + to] */
    uint32_t waiting;   /* messages in them */
    uint32_t came;      /* processes that have said hello */
    uint64_t chance;
};

/* Reads a message of this process. */
static void read_message(struct net *n, uint32_t from)
{
    struct str bytes = {0};
    struct peer line = {.pid = 1, .fd = n->ends[from].fd};
    struct cluster_head h;
    if (!peer_receive(&line, &h, sizeof h) || !peer_receive_text(&line, &bytes, h.bytes))
        _exit(0);
    struct pair *p = &n->pairs[from * n->size + h.process];
    h.process = from;
    str_add(&p->bytes, (const char *)&h, sizeof h);
    str_add(&p->bytes, bytes.text, bytes.len);
    str_free(&bytes);
    n->came += h.word == CLUSTER_HELLO;
    n->waiting++;
}

/* Process 0 hears nothing before all others have come, so that it has to do with all of
 * them. */
static bool may_pass(const struct net *n, uint32_t pair)
{
    return n->pairs[pair].bytes.len && (pair % n->size || n->came >= n->size - 1);
}

/* Passes one message on. */
static void pass_any(struct net *n)
{
    uint32_t all = n->size * n->size, pair = (uint32_t)(chance_next(&n->chance) % all);
    struct cluster_head h;
    for (uint32_t i = 0; i < all && !may_pass(n, pair); i++)
        pair = (pair + 1) % all;
    if (!may_pass(n, pair))
        return;
    struct pair *p = &n->pairs[pair];
    struct end *to = &n->ends[pair % n->size];
    memcpy(&h, p->bytes.text + p->first, sizeof h);
    str_add(&to->out, p->bytes.text + p->first, sizeof h + h.bytes);
    p->first += sizeof h + h.bytes;
    if (p->first == p->bytes.len)
        p->bytes.len = p->first = 0;
    n->waiting--;
    send_some(to);
}

static _Noreturn void relay(const struct peer *lines, uint32_t size)
{
    struct net n = {.size = size,
                    .ends = mem_alloc(size * sizeof *n.ends),
                    .pairs = mem_alloc(size * size * sizeof *n.pairs)};
    struct pollfd *fds = mem_alloc(size * sizeof *fds);
    for (uint32_t i = 0; i < size; i++)
        n.ends[i].fd = lines[i].fd;
    for (;;) {
        for (uint32_t i = 0; i < size; i++) {
            send_some(&n.ends[i]);
            fds[i] = (struct pollfd){.fd = lines[i].fd, .events = POLLIN};
            fds[i].events |= n.ends[i].out.len ? POLLOUT : 0;
        }
        must(poll(fds, size, !n.waiting ? -1 : n.came < size - 1) >= 0, "poll");
        bool any = false;
        for (uint32_t i = 0; i < size; i++)
            if (fds[i].revents & ~POLLOUT) {
                read_message(&n, i);
                any = true;
            }
        if (!any || chance_next(&n.chance) % 4 == 0)
            pass_any(&n);
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
