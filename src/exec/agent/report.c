/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - what the supervisor gets to know about an execution.
 *
 * Findings are handed over raw: operations in words, but places as addresses and
 * stacks as bytes. Turning those into source lines is the supervisor's work, which
 * has the libraries for it and a heap that no program under test can damage. */
#include "base/str.h"
#include "exec/agent/agent.h"
#include "exec/agent/coroutine.h"
#include "exec/agent/image.h"
#include "kernel/place.h"
#include "kernel/wait.h"
#include "report/finding.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

static int add_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    struct link *l = agent.link;
    if (l->nmodules == LINK_MAX_MODULES)
        return 1;
    struct link_module *m = &l->modules[l->nmodules++];
    m->base = info->dlpi_addr;
    snprintf(m->path, sizeof m->path, "%s", info->dlpi_name);
    return 0;
}

void report_modules(void)
{
    dl_iterate_phdr(add_module, NULL);
}

static uint64_t add_bytes(const void *bytes, size_t n)
{
    uint64_t at = link_room(agent.link, n + 1);
    if (at)
        memcpy(link_at(agent.link, at), bytes, n);
    return at;
}

/* A rank that stopped by itself left its registers in the frame of the switch; one
 * that crashed, in its head. */
void report_registers(const struct head *h, uint64_t *to)
{
    if (h->fault.registers[16]) {
        memcpy(to, h->fault.registers, sizeof h->fault.registers);
        return;
    }
    const struct coro_frame *f = h->sp;
    memset(to, 0, LINK_REGISTERS * sizeof *to);
    to[3] = f->rbx;
    to[6] = f->rbp;
    to[7] = (uint64_t)(uintptr_t)(f + 1);
    to[12] = f->r12;
    to[13] = f->r13;
    to[14] = f->r14;
    to[15] = f->r15;
    to[16] = f->rip;
}

static void add_actor(const struct state *st, const struct finding *f, uint32_t n,
                      struct link_actor *to)
{
    const struct actor *a = &st->actor[n];
    const struct finding_actor *known = &f->actors.at[n];
    struct rank *r = &agent.rank[n];
    image_load(n);
    const struct head *h = r->head;
    snprintf(to->name, sizeof to->name, "%s", r->name);
    to->status = known->state;
    snprintf(to->doing, sizeof to->doing, "%s",
             a->failed     ? h->fault.text
             : known->call ? known->call
                           : "");
    to->nwaits = (uint32_t)known->waits_for.len;
    to->waits_for = add_bytes(known->waits_for.at, to->nwaits * sizeof(uint32_t));
    if (!a->ended) {
        report_registers(h, to->registers);
        size_t bytes = (size_t)(r->top - (char *)h->sp);
        to->stack_bytes = bytes < LINK_STACK_MAX ? bytes : LINK_STACK_MAX;
        to->stack_address = (uint64_t)(uintptr_t)h->sp;
        to->stack = add_bytes(h->sp, to->stack_bytes);
    }
    to->output = h->output_kept ? add_bytes(h->output, h->output_kept) : 0;
    to->output_bytes = h->output_kept;
    to->output_dropped = h->output_bytes - h->output_kept;
}

/* What a step came to, where the operation alone does not tell. */
static void add_outcome(const struct state *st, const struct event *e, struct str *s)
{
    bool comm = e->op.kind == OP_WAIT || e->op.kind == OP_TEST;
    if (comm && e->act.outcome != OUTCOME_FALSE) {
        uint32_t handle = e->op.args[e->act.outcome];
        const struct handle *h = &st->actor[e->act.actor].posts.at[handle];
        const struct post *other = place_partner(st, e->act.actor, handle, NULL);
        uint32_t who = st->events.at[other->event].act.actor;
        str_addf(s, h->side ? " <- %s" : " => %s", agent.rank[who].name);
    } else if (comm || e->op.kind == OP_MTEST) {
        str_addf(s, " -> %d", e->act.outcome != OUTCOME_FALSE);
    } else if (e->op.kind == OP_CHOOSE) {
        str_addf(s, " -> %d", e->act.outcome);
    } else if (e->op.kind == OP_ASSERT) {
        str_addf(s, e->op.value ? " holds" : " FAILS");
    }
}

static void add_steps(const struct state *st, const uint32_t *cut, struct link_finding *f)
{
    f->steps_before = (uint32_t)st->events.len;
    f->steps = link_room(agent.link, st->events.len * sizeof(struct link_step));
    for (uint32_t i = 0; f->steps && i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        struct link_step *s =
            (struct link_step *)link_at(agent.link, f->steps) + f->nsteps++;
        struct str text = {0};
        s->actor = e->act.actor;
        s->outcome = e->act.outcome;
        s->digest = agent.front->digest(&e->op);
        s->pc = e->op.where < agent.sites.len ? agent.sites.at[e->op.where] : 0;
        if (e->op.kind == OP_ASSERT && !e->op.value) {
            image_load(e->act.actor);
            str_addf(&text, "%s!", fault_word(agent.rank[e->act.actor].head->fault.kind));
        } else {
            agent.front->describe(e->act.actor, &e->op, &text);
            add_outcome(st, e, &text);
        }
        s->text = add_bytes(str_text(&text), text.len + 1);
        str_free(&text);
    }
}

/* Is it one that we have? Without --keep-going, one of each kind is enough. */
static bool seen_before(enum fault_kind kind, uint32_t actor, const char *message,
                        struct digest place)
{
    /* Where only the first of a kind is reported, it counts for all of them. */
    for (uint64_t at = agent.link->findings; at;) {
        struct link_finding *f = link_at(agent.link, at);
        at = f->next;
        if (f->kind != kind)
            continue;
        bool same = kind == FAULT_DEADLOCK
                        ? f->place[0] == place.lo && f->place[1] == place.hi
                        : f->actor == actor && !strcmp(f->message, message);
        if (same || !agent.link->keep_going) {
            f->outcomes++;
            return true;
        }
    }
    return false;
}

static void add_finding(struct search *s, enum fault_kind kind, uint32_t actor,
                        const char *message)
{
    struct link *l = agent.link;
    struct state *st = s->st;
    struct digest place = {0};
    if (kind == FAULT_DEADLOCK)
        place = finding_place(st, FINDING_DEADLOCK);
    if (seen_before(kind, actor, message, place))
        return;
    uint64_t at = link_room(l, sizeof(struct link_finding));
    struct finding *known =
        finding_of(st, kind == FAULT_DEADLOCK ? FINDING_DEADLOCK : FINDING_ASSERTION);
    if (!at || !known) {
        l->lost_findings++;
        finding_free(known);
        return;
    }
    struct link_finding *f = link_at(l, at);
    f->kind = kind;
    f->outcomes = 1;
    f->place[0] = place.lo;
    f->place[1] = place.hi;
    f->actor = kind == FAULT_DEADLOCK ? known->actor : actor;
    f->execution = s->executions;
    snprintf(f->message, sizeof f->message, "%s",
             kind == FAULT_DEADLOCK ? known->message : message);
    f->ncycle = (uint32_t)known->cycle.len;
    f->cycle = add_bytes(known->cycle.at, f->ncycle * sizeof(uint32_t));
    /* Only what happens before a failure matters. */
    add_steps(st,
              kind == FAULT_DEADLOCK
                  ? NULL
                  : state_clock(st, vec_last(&st->actor[actor].events)),
              f);
    f->nactors = st->program->nactors;
    f->actors = link_room(l, f->nactors * sizeof(struct link_actor));
    if (!f->actors)
        f->nactors = 0;
    for (uint32_t a = 0; a < f->nactors; a++)
        add_actor(st, known, a, (struct link_actor *)link_at(l, f->actors) + a);
    finding_free(known);
    uint64_t *last = &l->findings;
    while (*last)
        last = &((struct link_finding *)link_at(l, *last))->next;
    *last = at;
    l->nfindings++;
    /* These would cost --step-time each, or make all else worthless. */
    bool enough = kind == FAULT_ENDLESS ? !l->keep_going : kind == FAULT_UNSUPPORTED;
    if (enough && l->job == JOB_EXPLORE)
        s->stopped = STOP_INTERRUPT;
}

static void record(const struct search *s, bool failed, bool deadlock)
{
    struct link *l = agent.link;
    uint64_t at = link_room(l, sizeof(struct link_seen));
    if (!at)
        agent_refuse("too many traces to record");
    if (!l->nseen++)
        l->seen = at;
    struct link_seen *seen = (struct link_seen *)link_at(l, l->seen) + l->nseen - 1;
    *seen = (struct link_seen){s->st->trace.lo, s->st->trace.hi, deadlock, failed,
                               s->st->events.len};
}

/* Some execution, the more recent the better, to see whether it can be repeated. */
static void keep_sample(const struct search *s)
{
    enum { ROOM = 1 << 16 };
    struct link *l = agent.link;
    const struct state *st = s->st;
    if (s->executions & (s->executions - 1) || l->job != JOB_EXPLORE ||
        st->events.len > ROOM)
        return;
    if (!l->sample)
        l->sample = link_room(l, ROOM * sizeof(struct link_step));
    struct link_step *to = link_at(l, l->sample);
    for (size_t i = 0; l->sample && i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        to[i] = (struct link_step){.actor = e->act.actor,
                                   .outcome = e->act.outcome,
                                   .digest = agent.front->digest(&e->op)};
    }
    l->sample_steps = l->sample ? (uint32_t)st->events.len : 0;
}

void report_execution(struct search *s, void *unused)
{
    (void)unused;
    struct state *st = s->st;
    bool failed = false, running = false;
    for (uint32_t a = 0; a < st->nactors; a++) {
        failed |= st->actor[a].failed;
        running |= state_enabled(st, a);
    }
    bool deadlock = !running && wait_deadlocked(st);
    if (agent.link->record) {
        record(s, failed, deadlock);
        return;
    }
    if (!failed && !deadlock)
        keep_sample(s);
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        if (!st->actor[a].failed)
            continue;
        image_load(a);
        const struct fault *f = &agent.rank[a].head->fault;
        add_finding(s, f->kind, a, f->text);
    }
    if (deadlock) {
        add_finding(s, FAULT_DEADLOCK, 0, "");
    }
}
