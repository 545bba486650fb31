/* SPDX-License-Identifier: Apache-2.0
 *
 * match_parallel.c - see match_parallel.h.
 *
 * The processes are forked where the program has done nothing yet, so each has a program
 * of its own. They share a stack of items. Who has none waits for one; who sees another
 * one wait, and none there, divides what it has. What there is to tell goes to the first
 * process by a pipe: it alone reports. When all wait, all is explored. */
#include "explore/match_parallel.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define QUANTUM 64 /* outcomes before an item is divided */

struct pool {
    pthread_mutex_t lock, pipe_lock;
    pthread_cond_t more;
    volatile sig_atomic_t stop;
    bool done, lost; /* all explored; an item could not be kept */
    uint32_t workers, idle;
    atomic_uint waiting; /* idle, where no item is there */
    uint64_t executions, redundant;
    bool bounded; /* some loop of polls was */
    bool deep;    /* something was deeper than --depth */
    double explored;
    int pipe[2];
    size_t bytes, top; /* of the stack below */
    char stack[];
};

/* ---- the stack ---- */

static void lock(pthread_mutex_t *m)
{
    if (pthread_mutex_lock(m) == EOWNERDEAD)
        pthread_mutex_consistent(m);
}

/* An item is its numbers, then its weight and how many there are. */
struct footer {
    double weight;
    size_t n;
};

static bool push_item(struct pool *p, const struct item *it)
{
    size_t bytes = it->events.len * sizeof(int32_t);
    struct footer f = {it->weight, it->events.len};
    if (p->top + bytes + sizeof f > p->bytes)
        return false;
    if (bytes)
        memcpy(p->stack + p->top, it->events.at, bytes);
    memcpy(p->stack + p->top + bytes, &f, sizeof f);
    p->top += bytes + sizeof f;
    return true;
}

static bool pop_item(struct pool *p, struct item *it)
{
    struct footer f;
    if (!p->top)
        return false;
    p->top -= sizeof f;
    memcpy(&f, p->stack + p->top, sizeof f);
    p->top -= f.n * sizeof(int32_t);
    *it = (struct item){.weight = f.weight};
    vec_reserve(&it->events, f.n + 1);
    memcpy(it->events.at, p->stack + p->top, f.n * sizeof(int32_t));
    it->events.len = f.n;
    return true;
}

static struct pool *new_pool(void)
{
    for (size_t bytes = (size_t)1 << 33; bytes >= (size_t)1 << 24; bytes /= 4) {
        struct pool *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED) {
            p->bytes = bytes - sizeof *p;
            return p;
        }
    }
    return NULL;
}

static void init_locks(struct pool *p)
{
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_mutexattr_init(&m);
    pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST);
    pthread_condattr_init(&c);
    pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&p->lock, &m);
    pthread_mutex_init(&p->pipe_lock, &m);
    pthread_cond_init(&p->more, &c);
}

/* ---- a worker ---- */

/* An item to explore; false if there will be none any more. */
static bool next_item(struct pool *p, struct item *it)
{
    bool got = false;
    lock(&p->lock);
    while (!p->done && !p->stop && !(got = pop_item(p, it))) {
        p->idle++;
        atomic_store(&p->waiting, p->idle);
        p->done = p->idle == p->workers;
        if (p->done)
            pthread_cond_broadcast(&p->more);
        while (!p->done && !p->stop && !p->top) {
            if (pthread_cond_wait(&p->more, &p->lock) == EOWNERDEAD)
                pthread_mutex_consistent(&p->lock);
            p->done |= p->idle == p->workers;
        }
        p->idle--;
        atomic_store(&p->waiting, p->idle);
    }
    pthread_mutex_unlock(&p->lock);
    return got;
}

/* What is left goes to the others; what cannot, this one explores itself. */
static void give_items(struct work *w)
{
    struct pool *p = w->pool;
    size_t kept = 0;
    lock(&p->lock);
    for (size_t i = 0; i < w->items.len; i++)
        if (push_item(p, &w->items.at[i]))
            item_free(&w->items.at[i]);
        else
            w->items.at[kept++] = w->items.at[i];
    w->items.len = kept;
    p->executions += w->s->executions;
    p->redundant += w->s->redundant;
    p->explored += w->s->explored;
    p->bounded |= w->s->stopped == STOP_POLLS;
    p->deep |= w->s->stopped == STOP_DEPTH;
    w->s->executions = w->s->redundant = 0;
    w->s->explored = 0;
    if (w->s->stopped <= STOP_DEPTH)
        w->s->stopped = STOP_NO;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
}

static bool somebody_waits(struct work *w)
{
    struct pool *p = w->pool;
    return w->s->executions + w->s->redundant >= QUANTUM && atomic_load(&p->waiting) &&
           !p->top;
}

static bool write_all(int fd, const void *bytes, size_t n)
{
    for (const char *at = bytes; n;) {
        ssize_t some = write(fd, at, n);
        if (some < 0 && errno != EINTR)
            return false;
        at += some > 0 ? some : 0;
        n -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

struct header {
    bool potential;
    uint32_t endless;
    size_t nsteps, nwaits;
};

static void tell_first(struct work *w)
{
    struct pool *p = w->pool;
    const struct match_trace *t = &w->trace;
    struct header h = {t->potential, t->endless, t->steps.len, t->waits.len};
    lock(&p->pipe_lock);
    bool good = write_all(p->pipe[1], &h, sizeof h) &&
                write_all(p->pipe[1], t->steps.at, h.nsteps * sizeof *t->steps.at) &&
                write_all(p->pipe[1], t->waits.at, h.nwaits * sizeof *t->waits.at);
    pthread_mutex_unlock(&p->pipe_lock);
    if (!good)
        _exit(1);
}

static void run_worker(struct work *w, struct pool *p)
{
    struct search mine = *w->s;
    struct item it;
    mine.on_execution = NULL;
    mine.on_tick = NULL;
    mine.bounds.executions = 0;
    mine.bounds.seconds = 0;
    mine.interrupt = &p->stop;
    mine.executions = mine.redundant = 0;
    mine.explored = 0;
    w->s = &mine;
    w->pool = p;
    w->tell = tell_first;
    w->divide = somebody_waits;
    close(p->pipe[0]);
    while (next_item(p, &it)) {
        work_explore(w, &it);
        item_free(&it);
        give_items(w);
        while (w->items.len && !search_stopped(&mine)) {
            it = vec_pop(&w->items);
            work_explore(w, &it);
            item_free(&it);
            give_items(w);
        }
    }
    p->lost |= w->items.len > 0;
    _exit(0);
}

/* ---- the first process ---- */

static bool read_all(int fd, void *bytes, size_t n)
{
    for (char *at = bytes; n;) {
        ssize_t some = read(fd, at, n);
        if (!some || (some < 0 && errno != EINTR))
            return false;
        at += some > 0 ? some : 0;
        n -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

/* False at the end of the pipe. */
static bool hear(struct work *w, int fd)
{
    struct match_trace *t = &w->trace;
    struct header h;
    if (!read_all(fd, &h, sizeof h))
        return false;
    t->potential = h.potential;
    t->endless = h.endless;
    vec_reserve(&t->steps, h.nsteps);
    vec_reserve(&t->waits, h.nwaits);
    t->steps.len = h.nsteps;
    t->waits.len = h.nwaits;
    if (!read_all(fd, t->steps.at, h.nsteps * sizeof *t->steps.at) ||
        !read_all(fd, t->waits.at, h.nwaits * sizeof *t->waits.at))
        return false;
    match_trace_report(w->s, t);
    return true;
}

/* Waits for those that have ended. Without the one that dies, the others would wait for
 * ever, and what it had is lost. */
static void bury(struct work *w, struct pool *p, pid_t *pids, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        int status;
        if (pids[i] <= 0 || waitpid(pids[i], &status, WNOHANG) != pids[i])
            continue;
        pids[i] = 0;
        if (WIFEXITED(status) && !WEXITSTATUS(status))
            continue;
        w->s->stopped = STOP_WORKER;
        p->stop = 1;
        lock(&p->lock);
        p->workers--;
        pthread_cond_broadcast(&p->more);
        pthread_mutex_unlock(&p->lock);
    }
}

static void stop_all(struct pool *p)
{
    p->stop = 1;
    lock(&p->lock);
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
}

static void count(struct work *w, struct pool *p, uint64_t *seen)
{
    lock(&p->lock);
    w->s->executions += p->executions - *seen;
    *seen = p->executions;
    w->s->explored = p->explored;
    pthread_mutex_unlock(&p->lock);
}

static void listen(struct work *w, struct pool *p, pid_t *pids, uint32_t n)
{
    struct pollfd fd = {.fd = p->pipe[0], .events = POLLIN};
    uint64_t seen = 0;
    for (bool open = true; open;) {
        int ready = poll(&fd, 1, 50);
        if (ready > 0)
            open = hear(w, fd.fd);
        count(w, p, &seen);
        bury(w, p, pids, n);
        w->s->next_tick = 0; /* look at the clock */
        if (!search_go_on(w->s) && !p->stop)
            stop_all(p);
    }
    for (uint32_t i = 0; i < n; i++) {
        int status = 0;
        if (pids[i] > 0 && waitpid(pids[i], &status, 0) == pids[i] && status)
            w->s->stopped = STOP_WORKER;
    }
    count(w, p, &seen);
}

void parallel_explore(struct work *w, uint32_t jobs)
{
    struct pool *p = new_pool();
    pid_t *pids = mem_alloc(jobs * sizeof *pids);
    struct search *s = w->s;
    if (!p || pipe(p->pipe)) {
        s->stopped = STOP_WORKER;
        free(pids);
        return;
    }
    init_locks(p);
    p->workers = jobs;
    p->explored = s->explored;
    for (size_t i = 0; i < w->items.len; i++) {
        p->lost |= !push_item(p, &w->items.at[i]);
        item_free(&w->items.at[i]);
    }
    w->items.len = 0;
    graph_rewind(&w->v.g);
    fflush(NULL);
    for (uint32_t i = 0; i < jobs; i++) {
        pids[i] = fork();
        if (!pids[i])
            run_worker(w, p);
    }
    close(p->pipe[1]);
    bury(w, p, pids, jobs);
    listen(w, p, pids, jobs);
    close(p->pipe[0]);
    s->redundant += p->redundant;
    if (!s->stopped)
        s->stopped = p->lost      ? STOP_WORKER
                     : p->deep    ? STOP_DEPTH
                     : p->bounded ? STOP_POLLS
                                  : STOP_NO;
    struct item it;
    while (pop_item(p, &it))
        vec_push(&w->items, it);
    bool bound = s->stopped == STOP_EXECUTIONS || s->stopped == STOP_TIME ||
                 s->stopped == STOP_INTERRUPT;
    if (bound && !w->items.len && !p->lost) /* just when there was nothing left */
        s->stopped = STOP_NO;
    munmap(p, p->bytes + sizeof *p);
    free(pids);
}
