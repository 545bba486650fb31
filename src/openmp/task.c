/* SPDX-License-Identifier: Apache-2.0
 *
 * task.c - tasks. One that is made in a team of several threads waits for a thread that
 * has come to a barrier, or that waits for its own tasks: any of these may take any task
 * that can begin, as libgomp's do. A taskwait lets its thread perform the tasks for which
 * it waits, the end of a group those of the group, a barrier all. It stays on that
 * thread.
 *
 * A team of one thread performs tasks where they are made. */
#include "openmp/team.h"

#include <stdlib.h>
#include <string.h>

static void put_in(uint64_t *set, uint32_t node)
{
    set[node / 64] |= UINT64_C(1) << (node % 64);
}

/* ---- nodes: made when somebody needs them ---- */

static uint32_t task_node(struct region_thread *, struct task *, void *site);

static uint32_t node(struct region_thread *c, struct task *parent, uint32_t within,
                     uint32_t nth, enum omp_waits waits, const uint64_t *before,
                     void *site)
{
    struct omp_node n = {.parent = parent ? task_node(c, parent, site) : OMP_NO_NODE,
                         .within = within,
                         .nth = nth,
                         .waits = waits};
    if (before)
        memcpy(n.before, before, sizeof n.before);
    return omp_port_node(&c->barrier, &n, site);
}

static uint32_t group_node(struct region_thread *c, struct task *t, struct taskgroup *g,
                           void *site)
{
    if (g->node == NOT_MADE) {
        uint32_t within =
            g->outer ? group_node(c, t, g->outer, site) : task_node(c, t, site);
        g->node = node(c, t, within, g->nth, OMP_WAITS_WITHIN, NULL, site);
    }
    return g->node;
}

/* Where the tasks are that a task makes now. */
static uint32_t inside(struct region_thread *c, struct task *t, void *site)
{
    return t->group ? group_node(c, t, t->group, site) : task_node(c, t, site);
}

static uint32_t task_node(struct region_thread *c, struct task *t, void *site)
{
    if (t->node == NOT_MADE) {
        if (t->parent)
            t->within = inside(c, t->parent, site);
        t->node = node(c, t->parent, t->within, t->parent ? t->nth : c->id,
                       OMP_WAITS_CHILDREN, NULL, site);
    }
    return t->node;
}

/* ---- what they depend on ---- */

static struct dependence *dependence(struct task *t, const void *variable)
{
    struct dependence *d = t->dependences;
    while (d && d->variable != variable)
        d = d->next;
    if (d)
        return d;
    d = calloc(1, sizeof *d);
    d->variable = variable;
    d->next = t->dependences;
    return t->dependences = d;
}

static void forget_dependences(struct task *t)
{
    while (t->dependences) {
        struct dependence *d = t->dependences;
        t->dependences = d->next;
        free(d);
    }
}

void needs_add(struct needs *n, const void *variable, bool out, void *site)
{
    struct region_thread *c = team_now();
    if (!c->pool)
        return;
    if (n->n == sizeof n->on / sizeof *n->on)
        team_refuse("tasks that depend on more than 64 variables", site);
    struct dependence *d = dependence(c->task, variable);
    for (int i = 0; i < WORDS; i++)
        n->before[i] |= out ? d->in[i] | d->out[i] : d->out[i];
    n->on[n->n] = d;
    n->out[n->n++] = out;
}

/* The task is the newest that these variables are about. */
static void needs_become(const struct needs *n, uint32_t task)
{
    for (uint32_t i = 0; i < n->n; i++) {
        struct dependence *d = n->on[i];
        if (n->out[i]) {
            memset(d->in, 0, sizeof d->in);
            memset(d->out, 0, sizeof d->out);
            put_in(d->out, task);
        }
    }
    for (uint32_t i = 0; i < n->n; i++)
        if (!n->out[i])
            put_in(n->on[i]->in, task);
}

/* ---- they are performed ---- */

static void enter(struct region_thread *c, struct task *t)
{
    t->below = c->task;
    c->task = t;
}

void task_leave(void)
{
    struct region_thread *c = team_now();
    struct task *t = c->task;
    c->task = t->below;
    forget_dependences(t);
}

static void run(struct region_thread *c, struct task *t)
{
    enter(c, t);
    t->function(t->data);
    task_leave();
}

void task_perform(uint32_t which, void *site)
{
    struct region_thread *c = team_now();
    struct task *t = c->pool->task[which];
    struct omp_object o = c->barrier;
    o.generation = t->generation;
    run(c, t);
    free(t);
    omp_port_ask(OMP_DONE, &o, which, site);
}

static void *aligned(void *at, size_t align)
{
    uintptr_t a = (uintptr_t)at, more = align ? align - 1 : 0;
    return (void *)((a + more) & ~(uintptr_t)more);
}

static void fill(const struct task_make *m, void *data)
{
    if (m->copy)
        m->copy(data, m->data);
    else if (m->bytes)
        memcpy(data, m->data, m->bytes);
    if (m->settle)
        m->settle(data, m->with);
}

/* On this thread, now. */
static void perform_here(struct region_thread *c, const struct task_make *m,
                         struct task *t)
{
    void *room = NULL;
    t->data = m->data;
    if (m->copy || m->settle) {
        room = malloc(m->bytes + m->align + 1);
        t->data = aligned(room, m->align);
        fill(m, t->data);
    }
    run(c, t);
    free(room);
}

static struct task made_by(struct task *parent, bool final)
{
    return (struct task){.parent = parent,
                         .nth = parent->made++,
                         .node = NOT_MADE,
                         .generation =
                             parent->parent ? parent->generation : team_now()->barriers,
                         .final = final || parent->final};
}

void task_enter(struct task *t, bool final)
{
    struct region_thread *c = team_now();
    *t = made_by(c->task, final);
    enter(c, t);
}

void task_make(const struct task_make *m, struct needs *needs, void *site)
{
    struct region_thread *c = team_now();
    struct task *parent = c->task;
    struct task t = made_by(parent, m->final);
    t.function = m->function;
    bool alone = !c->pool || parent->final;
    if (alone || !m->deferred) {
        if (!alone && needs)
            task_wait_for(needs, site);
        perform_here(c, m, &t);
        return;
    }
    struct task *put = malloc(sizeof *put + m->bytes + m->align + 1);
    *put = t;
    put->data = aligned(put + 1, m->align);
    fill(m, put->data);
    put->within = inside(c, parent, site);
    put->node = node(c, parent, put->within, put->nth, OMP_WAITS_CHILDREN,
                     needs ? needs->before : NULL, site);
    if (needs)
        needs_become(needs, put->node);
    memset(c->pool->before[put->node], 0, sizeof c->pool->before[0]);
    if (needs)
        memcpy(c->pool->before[put->node], needs->before, sizeof needs->before);
    c->pool->task[put->node] = put;
    parent->waiting++;
    omp_port_ask(OMP_PUT, &c->barrier, put->node, site);
}

/* ---- waiting ---- */

static void join(struct region_thread *c, uint32_t at, void *site)
{
    int32_t task;
    while ((task = omp_port_ask(OMP_JOIN, &c->barrier, at, site)) > 0)
        task_perform((uint32_t)task - 1, site);
}

void task_wait(void *site)
{
    struct region_thread *c = team_now();
    if (!c->pool || !c->task->waiting)
        return;
    join(c, task_node(c, c->task, site), site);
    c->task->waiting = 0;
}

/* Until these are done, with what has to be done before. */
void task_wait_for(struct needs *n, void *site)
{
    struct region_thread *c = team_now();
    static const uint64_t none[WORDS];
    uint64_t all[WORDS], last[WORDS];
    memcpy(all, n->before, sizeof all);
    if (!c->pool || !memcmp(all, none, sizeof all))
        return;
    do {
        memcpy(last, all, sizeof last);
        for (uint32_t i = 0; i < NODES; i++)
            for (int k = 0; k < WORDS && last[i / 64] >> (i % 64) & 1; k++)
                all[k] |= c->pool->before[i][k];
    } while (memcmp(last, all, sizeof last));
    join(c,
         node(c, c->task, inside(c, c->task, site), c->task->made++, OMP_WAITS_BEFORE,
              all, site),
         site);
}

void task_yield(void *site)
{
    struct region_thread *c = team_now();
    if (!c->pool || !c->task->waiting)
        return;
    int32_t task =
        omp_port_ask(OMP_YIELD, &c->barrier, task_node(c, c->task, site), site);
    if (task > 0)
        task_perform((uint32_t)task - 1, site);
}

void task_group_begin(void)
{
    struct region_thread *c = team_now();
    struct taskgroup *g = malloc(sizeof *g);
    *g = (struct taskgroup){c->task->group, NOT_MADE, 0, c->task->made++};
    c->task->group = g;
}

void task_group_end(void *site)
{
    struct region_thread *c = team_now();
    struct taskgroup *g = c->task->group;
    if (!g)
        return;
    if (c->pool && g->node != NOT_MADE)
        join(c, g->node, site);
    c->task->group = g->outer;
    free(g);
}

void task_forget(struct region_thread *c)
{
    forget_dependences(&c->implicit);
    c->implicit.node = NOT_MADE;
    c->implicit.made = c->implicit.waiting = 0;
}
