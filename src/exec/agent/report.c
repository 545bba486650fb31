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

void report_step(uint32_t actor, int32_t outcome)
{
    /* The step is on the stack of events already. */
    const struct state *st = agent.search.st;
    struct link *l = agent.link;
    size_t depth = st ? st->events.len : 0;
    if (depth && depth <= LINK_PATH) {
        l->path[depth - 1].actor = actor;
        l->path[depth - 1].outcome = outcome;
        l->depth = (uint32_t)depth;
    }
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

void report_rank(const struct rank *r, struct evidence *to)
{
    const struct head *h = r->head;
    to->fault = h->fault.kind ? &h->fault : NULL;
    if (h->ended)
        return;
    report_registers(h, to->registers);
    to->stack = h->sp;
    to->stack_address = (uint64_t)(uintptr_t)h->sp;
    to->stack_bytes = (size_t)(r->top - (char *)h->sp);
}

static struct evidence evidence_of(uint32_t actor)
{
    struct evidence e = {0};
    if (agent.front->evidence) {
        agent.front->evidence(actor, &e);
    } else {
        image_load(actor);
        report_rank(&agent.rank[actor], &e);
    }
    return e;
}

static void add_output(uint32_t actor, struct link_actor *to)
{
    const struct head *h = agent.rank[actor].head;
    to->output = h->output_kept ? add_bytes(h->output, h->output_kept) : 0;
    to->output_bytes = h->output_kept;
    to->output_dropped = h->output_bytes - h->output_kept;
}

static void add_actor(const struct finding *f, uint32_t n, struct link_actor *to)
{
    const struct finding_actor *known = &f->actors.at[n];
    struct evidence e = evidence_of(n);
    snprintf(to->name, sizeof to->name, "%s", known->name);
    to->status = known->state;
    snprintf(to->doing, sizeof to->doing, "%s",
             known->state == ACTOR_FAILED ? e.fault->text
             : known->call                ? known->call
                                          : "");
    to->nwaits = (uint32_t)known->waits_for.len;
    to->waits_for = add_bytes(known->waits_for.at, to->nwaits * sizeof(uint32_t));
    if (e.stack) {
        memcpy(to->registers, e.registers, sizeof to->registers);
        to->stack_bytes = e.stack_bytes < LINK_STACK_MAX ? e.stack_bytes : LINK_STACK_MAX;
        to->stack_address = e.stack_address;
        to->stack = add_bytes(e.stack, to->stack_bytes);
    }
    (agent.front->output ? agent.front->output : add_output)(n, to);
}

/* What a step came to, where the operation alone does not tell. */
static void add_outcome(const struct state *st, const struct event *e, struct str *s)
{
    struct program *p = st->program;
    bool comm = e->op.kind == OP_WAIT || e->op.kind == OP_TEST;
    if (comm && e->act.outcome != OUTCOME_FALSE) {
        uint32_t handle = e->op.args[e->act.outcome];
        const struct handle *h = &st->actor[e->act.actor].posts.at[handle];
        const struct post *other = place_partner(st, e->act.actor, handle, NULL);
        uint32_t who = st->events.at[other->event].act.actor;
        str_addf(s, h->side ? " <- %s" : " => %s", p->ops->actor_name(p, who));
    } else if (comm || e->op.kind == OP_MTEST) {
        str_addf(s, " -> %d", e->act.outcome != OUTCOME_FALSE);
    } else if (e->op.kind == OP_TAKE) {
        str_addf(s, " ");
        p->ops->describe_body(p, state_message(st, e->act.actor, e->act.outcome)->body,
                              s);
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
            str_addf(&text, "%s!", fault_word(evidence_of(e->act.actor).fault->kind));
        } else {
            agent.front->describe(e->act.actor, &e->op, &text);
            add_outcome(st, e, &text);
        }
        s->text = add_bytes(str_text(&text), text.len + 1);
        str_free(&text);
    }
}

/* What is wrong when nobody can move any more; FINDING_KINDS: it is an actor's. */
static enum finding_kind at_the_end(enum fault_kind kind)
{
    return kind == FAULT_DEADLOCK      ? FINDING_DEADLOCK
           : kind == FAULT_DEAD_LETTER ? FINDING_DEAD_LETTER
                                       : FINDING_KINDS;
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
        bool same = at_the_end(kind) < FINDING_KINDS
                        ? f->place[0] == place.lo && f->place[1] == place.hi
                        : f->actor == actor && !strcmp(f->message, message);
        if (same || !agent.link->keep_going) {
            f->outcomes++;
            return true;
        }
    }
    return false;
}

/* The same execution must end the same way again. */
static uint64_t end_of(const struct state *st)
{
    uint64_t sum = 1;
    struct program *p = st->program;
    for (uint32_t a = 0; a < st->nactors; a++) /* without a name: not there */
        if (!st->actor[a].ended && !st->actor[a].failed && p->ops->actor_name(p, a)[0])
            sum += agent.front->digest(&st->actor[a].pending) * (2 * a + 1);
    return sum;
}

static void add_finding(struct search *s, enum fault_kind kind, uint32_t actor,
                        const struct fault *fault)
{
    struct link *l = agent.link;
    struct state *st = s->st;
    enum finding_kind end = at_the_end(kind);
    struct digest place = {0};
    if (end < FINDING_KINDS)
        place = finding_place(st, end);
    if (seen_before(kind, actor, fault ? fault->text : "", place))
        return;
    uint64_t at = link_room(l, sizeof(struct link_finding));
    struct finding *known = finding_of(st, fault ? FINDING_ASSERTION : end);
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
    f->actor = fault ? actor : known->actor;
    f->variable = fault ? fault->variable : 0;
    f->end = end_of(st);
    f->execution = s->executions;
    snprintf(f->message, sizeof f->message, "%s", fault ? fault->text : known->message);
    f->ncycle = (uint32_t)known->cycle.len;
    f->cycle = add_bytes(known->cycle.at, f->ncycle * sizeof(uint32_t));
    /* Only what happens before a failure matters. */
    add_steps(st, fault ? state_clock(st, vec_last(&st->actor[actor].events)) : NULL, f);
    f->nactors = st->nactors;
    while (f->nactors && !known->actors.at[f->nactors - 1].name[0])
        f->nactors--; /* room for more */
    f->actors = link_room(l, f->nactors * sizeof(struct link_actor));
    if (!f->actors)
        f->nactors = 0;
    for (uint32_t a = 0; a < f->nactors; a++)
        add_actor(known, a, (struct link_actor *)link_at(l, f->actors) + a);
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
    else if (l->first && l->job == JOB_EXPLORE)
        s->stopped = STOP_FINDING;
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
    l->end = end_of(st);
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
    bool letter = !running && finding_shows(st, FINDING_DEAD_LETTER);
    if (agent.link->job == JOB_REPLAY) {
        agent.link->unfinished = running;
        agent.link->end = end_of(st);
    }
    if (!failed && !deadlock && !letter)
        keep_sample(s);
    for (uint32_t a = 0; a < st->nactors; a++) {
        if (!st->actor[a].failed)
            continue;
        const struct fault *f = evidence_of(a).fault;
        add_finding(s, f->kind, a, f);
    }
    if (deadlock)
        add_finding(s, FAULT_DEADLOCK, 0, NULL);
    else if (letter)
        add_finding(s, FAULT_DEAD_LETTER, 0, NULL);
}
