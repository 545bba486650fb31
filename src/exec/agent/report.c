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
#include "exec/agent/filerace.h"
#include "exec/agent/image.h"
#include "exec/agent/races.h"
#include "exec/agent/remark.h"
#include "kernel/inbox.h"
#include "kernel/mailbox.h"
#include "kernel/matching.h"
#include "kernel/wait.h"
#include "report/finding.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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

static uint64_t site_of(const struct op *op)
{
    return exec_ops.site(&agent.program, op);
}

/* A rank that stopped by itself left its registers in the frame of the switch; one
 * that crashed, in its head. */
void report_registers(const struct head *h, uint64_t *to)
{
    if (h->strand.fault.registers[16]) {
        memcpy(to, h->strand.fault.registers, sizeof h->strand.fault.registers);
        return;
    }
    const struct coro_frame *f = h->strand.sp;
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

/* The pages that it has elsewhere do not matter. */
static const struct head *head_of(uint32_t actor)
{
    if (!agent.rank[actor].space.loaded)
        image_load(actor);
    return agent.rank[actor].head;
}

void report_rank(const struct rank *r, struct evidence *to)
{
    const struct head *h = r->head;
    to->fault = h->strand.fault.kind ? &h->strand.fault : NULL;
    if (h->strand.ended)
        return;
    report_registers(h, to->registers);
    to->stack = h->strand.sp;
    to->stack_address = (uint64_t)(uintptr_t)h->strand.sp;
    to->stack_bytes = (size_t)(r->top - (char *)h->strand.sp);
}

static struct evidence evidence_of(uint32_t actor)
{
    struct evidence e = {0};
    if (agent.front->evidence) {
        agent.front->evidence(actor, &e);
    } else {
        head_of(actor);
        report_rank(&agent.rank[actor], &e);
    }
    return e;
}

static void add_output(uint32_t actor, struct link_actor *to)
{
    if (agent.front->output) {
        agent.front->output(actor, to);
        return;
    }
    const struct head *h = head_of(actor);
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
    if (known->state == ACTOR_BLOCKED)
        to->pc = site_of(&agent.search.st->actor[n].pending);
    to->nwaits = (uint32_t)known->waits_for.len;
    to->waits_for = add_bytes(known->waits_for.at, to->nwaits * sizeof(uint32_t));
    if (e.stack) {
        memcpy(to->registers, e.registers, sizeof to->registers);
        to->stack_bytes = e.stack_bytes < LINK_STACK_MAX ? e.stack_bytes : LINK_STACK_MAX;
        to->stack_address = e.stack_address;
        to->stack = add_bytes(e.stack, to->stack_bytes);
    }
    add_output(n, to);
}

/* What everybody printed, in the first execution. */
static void keep_output(struct program *p)
{
    struct link *l = agent.link;
    uint64_t at = link_room(l, p->nactors * sizeof(struct link_actor));
    for (uint32_t a = 0; at && a < p->nactors; a++) {
        struct link_actor *to = (struct link_actor *)link_at(l, at) + a;
        snprintf(to->name, sizeof to->name, "%s", p->ops->actor_name(p, a));
        add_output(a, to);
    }
    l->printed = at;
}

/* What a step came to, where the operation alone does not tell. */
static void add_outcome(const struct state *st, const struct event *e, struct str *s)
{
    struct program *p = st->program;
    switch (e->op.kind) {
    case OP_MATCH:
    case OP_PROBE:
    case OP_IPROBE:
    case OP_TRYRECV:
        if (e->act.outcome == OUTCOME_FALSE)
            str_addf(s, " -> no");
        else
            str_addf(s, " <- %s", p->ops->actor_name(p, message_sender(e->act.outcome)));
        return;
    case OP_POLL:
        str_addf(s, e->act.outcome == OUTCOME_FALSE ? " -> no" : " -> yes");
        return;
    case OP_CANCEL:
    case OP_RETRACT:
        str_addf(s, e->act.outcome ? " -> yes" : " -> no");
        return;
    default:
        break;
    }
    bool comm = e->op.kind == OP_WAIT || e->op.kind == OP_TEST;
    if (comm && e->act.outcome != OUTCOME_FALSE) {
        uint32_t handle = e->op.args[e->act.outcome];
        const struct handle *h = &st->actor[e->act.actor].posts.at[handle];
        const struct post *other = mailbox_partner(st, e->act.actor, handle, NULL);
        uint32_t who = st->events.at[other->event].act.actor;
        str_addf(s, h->side ? " <- %s" : " => %s", p->ops->actor_name(p, who));
    } else if (comm || e->op.kind == OP_MTEST) {
        str_addf(s, " -> %d", e->act.outcome != OUTCOME_FALSE);
    } else if (e->op.kind == OP_TAKE) {
        str_addf(s, " ");
        p->ops->describe_body(p, inbox_message(st, e->act.actor, e->act.outcome)->body,
                              s);
    } else if (e->op.kind == OP_CHOOSE) {
        str_addf(s, " -> %d", e->act.outcome);
    } else if (e->op.kind == OP_ASSERT) {
        str_addf(s, e->op.value ? " holds" : " FAILS");
    }
}

/* A blocking receive is three steps, of which the match says all: the others go without
 * saying. Likewise the end of a blocking send or collective. */
static bool is_silent(const struct state *st, const struct event *e)
{
    const struct actor *a = &st->actor[matching_rank(st, e->act.actor)];
    if (e->op.kind == OP_FINISH && e->op.nargs == 1)
        return matching_made(st, &a->requests.at[e->op.args[0]])->call == e->op.call;
    if (e->op.kind != OP_IRECV)
        return false;
    /* What the actor did, or is about to do, next. */
    const struct op *next = e->index + 1 < a->events.len
                                ? &st->events.at[a->events.at[e->index + 1]].op
                                : &a->pending;
    return next->kind == OP_FINISH && next->call == e->op.call && next->nargs == 1;
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
        s->pc = site_of(&e->op);
        if (e->op.kind == OP_ASSERT && !e->op.value) {
            str_addf(&text, "%s!", finding_word(evidence_of(e->act.actor).fault->kind));
        } else if (!is_silent(st, e)) {
            agent.front->describe(matching_rank(st, e->act.actor), &e->op, &text);
            add_outcome(st, e, &text);
        }
        s->text = add_bytes(str_text(&text), text.len + 1);
        str_free(&text);
    }
}

/* In messages, the place of an operation: see PLACE_BEGIN. */
static void add_place(struct str *s, const struct op *op)
{
    str_addf(s, "%c%llx%c", PLACE_BEGIN, (unsigned long long)site_of(op), PLACE_END);
}

static void add_sender(const struct state *st, uint32_t send, struct str *s)
{
    const struct event *e = &st->events.at[send];
    str_addf(s, "%s (", agent.rank[e->act.actor].name);
    agent.front->describe(e->act.actor, &e->op, s);
    str_addf(s, ", ");
    add_place(s, &e->op);
    str_addf(s, ")");
}

static void describe_race(const struct state *st, const struct race *r, struct str *s)
{
    const struct event *e = &st->events.at[r->receive];
    agent.front->describe(matching_rank(st, e->act.actor), &e->op, s);
    str_addf(s, " takes what comes first, from ");
    add_sender(st, r->got, s);
    str_addf(s, " or from ");
    add_sender(st, r->other, s);
}

static void add_race(const struct state *st, const struct race *r, struct str *s)
{
    const struct event *e = &st->events.at[r->receive];
    str_addf(s, "  race: %s, ", agent.rank[matching_rank(st, e->act.actor)].name);
    add_place(s, &e->op);
    str_addf(s, ": ");
    describe_race(st, r, s);
    str_addf(s, "\n");
}

/* Those on the way to something that is wrong, the last first: one of them decides. A
 * receive in a loop is named once. */
static uint64_t add_races(const struct state *st, const uint32_t *cut)
{
    enum { SHOWN = 3, MOST = 1000 };
    races_vec races = {0};
    struct str s = {0};
    races_find(st, cut, MOST, &races);
    for (size_t i = races.len, shown = 0; i-- > 0 && shown < SHOWN;) {
        struct str line = {0};
        add_race(st, &races.at[i], &line);
        bool again = s.len && strstr(s.text, str_text(&line));
        if (!again)
            str_addf(&s, "%s", str_text(&line));
        shown += !again;
        str_free(&line);
    }
    uint64_t at = s.len ? add_bytes(s.text, s.len + 1) : 0;
    str_free(&s);
    vec_free(&races);
    return at;
}

/* The newest remark of the rank; 0: it has none. */
static uint32_t newest_remark(uint32_t actor)
{
    return agent.front->start ? 0 : image_of(&agent.rank[actor])->remarks;
}

#define ANYBODY UINT32_MAX

static void add_errors(struct str *s, uint32_t actor, uint32_t remark)
{
    const struct remark *r = remark_at(remark);
    if (!r)
        return;
    add_errors(s, actor, r->previous);
    if (r->kind == FINDING_IGNORED_ERROR)
        str_addf(s, "  earlier: %s, %c%llx%c: %s\n", agent.rank[actor].name, PLACE_BEGIN,
                 (unsigned long long)r->site, PLACE_END, r->text);
}

/* Errors that were returned to the program (to this actor, or anybody) before it went
 * wrong: perhaps it did not look. */
static uint64_t add_earlier(uint32_t nactors, uint32_t actor)
{
    struct str s = {0};
    for (uint32_t a = 0; a < nactors; a++)
        if (actor == ANYBODY || actor == a)
            add_errors(&s, a, newest_remark(a));
    uint64_t at = s.len ? add_bytes(s.text, s.len + 1) : 0;
    str_free(&s);
    return at;
}

/* What is wrong with an execution. */
struct trouble {
    enum finding_kind kind;
    uint32_t actor;
    const char *message;
    uint64_t site;       /* 0: where the actor's stack says */
    const uint32_t *cut; /* what matters for it; NULL: all */
    uint64_t variable;   /* see struct fault */
    bool remark;         /* and the actor went on */
};

/* What is the same is one finding. Without --keep-going, one of each kind is reported,
 * and counts for all of them. */
static struct digest name_of(const struct state *st, const struct trouble *t)
{
    uint32_t of[2] = {t->kind, t->actor};
    if (!agent.link->options.keep_going)
        return (struct digest){t->kind, 0};
    if (finding_scope(t->kind) == SCOPE_PLACE)
        return (struct digest){t->kind, t->site};
    if (finding_scope(t->kind) == SCOPE_ALL)
        return finding_place(st, t->kind);
    XXH3_state_t on_stack, *x = &on_stack;
    XXH3_128bits_reset(x);
    XXH3_128bits_update(x, of, sizeof of);
    XXH3_128bits_update(x, t->message, strlen(t->message));
    XXH128_hash_t h = XXH3_128bits_digest(x);
    return (struct digest){h.low64, h.high64};
}

/* The same execution must end the same way again. */
static uint64_t end_of(const struct state *st)
{
    uint64_t sum = 1;
    struct program *p = st->program;
    for (uint32_t a = 0; a < p->nactors; a++) /* without a name: not there */
        if (!st->actor[a].ended && !st->actor[a].failed && p->ops->actor_name(p, a)[0])
            sum += agent.front->digest(&st->actor[a].pending) * (2 * a + 1);
    return sum;
}

static void add_finding(struct search *s, struct trouble t)
{
    struct link *l = agent.link;
    struct state *st = s->st;
    bool of_all = finding_scope(t.kind) == SCOPE_ALL;
    s->wrong |= finding_counts(t.kind, l->options.strict);
    struct shown *fresh = search_shows(s, name_of(st, &t));
    if (!fresh)
        return;
    uint64_t at = link_room(l, sizeof(struct link_finding));
    struct finding *known = of_all ? finding_of(st, t.kind) : finding_around(st, t.kind);
    if (!at || !known) {
        l->lost_findings++;
        finding_free(known);
        return;
    }
    struct link_finding *f = link_at(l, at);
    f->kind = t.kind;
    f->outcomes = 1;
    f->pc = t.site;
    f->actor = of_all ? known->actor : t.actor;
    f->variable = t.variable;
    f->end = end_of(st);
    f->execution = s->counts.executions;
    snprintf(f->message, sizeof f->message, "%s", of_all ? known->message : t.message);
    snprintf(f->detail, sizeof f->detail, "%s", known->detail ? known->detail : "");
    f->ncycle = (uint32_t)known->cycle.len;
    f->cycle = add_bytes(known->cycle.at, f->ncycle * sizeof(uint32_t));
    add_steps(st, t.cut, f);
    if (t.kind != FINDING_MESSAGE_RACE)
        f->race = add_races(st, t.cut);
    if (!t.remark)
        f->earlier = add_earlier(st->program->nactors, of_all ? ANYBODY : f->actor);
    f->nactors = st->program->nactors;
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
    *last = fresh->keeper = at;
    l->nfindings++;
    /* These would cost --step-time each, or make all else worthless. */
    bool enough = t.kind == FINDING_NON_TERMINATION ? !l->options.keep_going
                                                    : t.kind >= FINDING_KINDS;
    if (enough && l->job == JOB_EXPLORE)
        s->counts.stopped = STOP_INTERRUPT;
    else if (l->options.first && finding_counts(t.kind, l->options.strict) &&
             l->job == JOB_EXPLORE)
        s->counts.stopped = STOP_FINDING;
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

static bool is_power(uint64_t n)
{
    return !(n & (n - 1));
}

/* Some execution, the more recent the better, to see whether it can be repeated. */
static void keep_sample(struct search *s)
{
    enum { ROOM = 1 << 20 };
    struct link *l = agent.link;
    const struct state *st = s->st;
    bool due = is_power(++agent.calm);
    if (!due || l->job != JOB_EXPLORE || st->events.len > ROOM || !search_keeps(s))
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

/* Only what happens before a failure matters. */
static void report_failure(struct search *s, uint32_t actor)
{
    const struct state *st = s->st;
    const struct fault *f = evidence_of(actor).fault;
    add_finding(
        s, (struct trouble){.kind = f->kind,
                            .actor = actor,
                            .message = f->text,
                            .site = f->site,
                            .variable = f->variable,
                            .cut = state_clock(st, vec_last(&st->actor[actor].events))});
}

/* The same remarks are often made in many executions. Where they do not count, it is
 * enough to tell once. */
static void tell(uint32_t newest)
{
    while (agent.told.len <= newest)
        vec_push(&agent.told, false);
    agent.told.at[newest] = true;
}

static bool tells_more(uint32_t newest)
{
    if (newest && (newest >= agent.told.len || !agent.told.at[newest]))
        return true;
    for (const struct remark *r = remark_at(newest); r; r = remark_at(r->previous))
        if (finding_counts(r->kind, agent.link->options.strict) ||
            r->kind ==
                FINDING_REQUEST_FREE) /* a receive may get nothing in some outcomes */
            return true;
    return false;
}

/* What it remarked on while it went on, oldest first. */
static void report_remarks(struct search *s, uint32_t actor)
{
    const struct state *st = s->st;
    const struct remark *newest = remark_at(newest_remark(actor));
    VEC(const struct remark *) all = {0};
    if (!newest)
        return;
    tell(newest_remark(actor));
    uint32_t *nothing = mem_alloc(st->nactors * sizeof *nothing);
    for (const struct remark *r = newest; r; r = remark_at(r->previous))
        vec_push(&all, r);
    while (all.len) {
        const struct remark *r = vec_pop(&all);
        const events_vec *events = &st->actor[actor].events;
        const uint32_t *cut =
            r->nops ? state_clock(st, events->at[r->nops - 1]) : nothing;
        add_finding(s, (struct trouble){.kind = r->kind,
                                        .actor = actor,
                                        .message = r->text,
                                        .site = r->site,
                                        .cut = cut,
                                        .remark = true});
    }
    vec_free(&all);
    free(nothing);
}

/* The newest access to a file of each rank, and a digest of them: ranks with the same
 * accesses have the same races. False if fewer than two ranks use files. */
static bool file_uses(uint32_t *newest, struct digest *d)
{
    uint32_t users = 0;
    if (agent.front->start || agent.nranks < 2)
        return false;
    for (uint32_t a = 0; a < agent.nranks; a++) {
        newest[a] = image_of(&agent.rank[a])->accesses;
        users += newest[a] != 0;
    }
    XXH128_hash_t h = XXH3_128bits(newest, agent.nranks * sizeof *newest);
    *d = (struct digest){h.low64, h.high64};
    return users > 1;
}

/* What two ranks do with one file must have an order. In programs that are not MPI
 * programs, nobody keeps track of it, so there is no verdict. */
static void report_file_race(struct search *s, const struct file_race *r)
{
    bool known = s->st->program->matching;
    struct str text = {0};
    filerace_describe(r, &text);
    if (!known)
        str_addf(&text, " that is known here; actors must not share files they write");
    known &= !r->hollow;
    add_finding(s,
                (struct trouble){.kind = known ? FINDING_FILE_RACE : FINDING_UNSUPPORTED,
                                 .actor = r->second->rank,
                                 .message = str_text(&text),
                                 .site = r->second->site});
    str_free(&text);
}

/* False if what ranks were told cannot all be true, so that whatever else is found proves
 * nothing. */
static bool report_files(struct search *s)
{
    enum { MOST = 16 };
    uint32_t newest[LINK_MAX_RANKS];
    struct digest uses;
    file_race_vec races = {0};
    bool sound = true;
    if (!file_uses(newest, &uses) || set128_has(&agent.file_uses, uses))
        return true;
    filerace_find(newest, agent.nranks, MOST, &races);
    for (size_t i = 0; i < races.len; i++)
        sound &= !races.at[i].hollow;
    for (size_t i = 0; i < races.len; i++)
        if (sound || races.at[i].hollow)
            report_file_race(s, &races.at[i]);
    if (!races.len)
        set128_add(&agent.file_uses, uses);
    vec_free(&races);
    return sound;
}

/* For explorers that do not come by here with every execution. */
bool report_worth(struct search *s, void *unused)
{
    (void)s, (void)unused;
    /* samples, and where there are races they show soon */
    bool some = is_power(agent.calm + 1);
    uint32_t newest[LINK_MAX_RANKS];
    struct digest uses;
    some |= file_uses(newest, &uses) && !set128_has(&agent.file_uses, uses);
    for (uint32_t a = 0; a < agent.nranks && !some; a++)
        some = tells_more(newest_remark(a));
    agent.calm += !some;
    return some;
}

void report_counts(const struct search *s)
{
    for (size_t i = 0; i < s->shown.len; i++) {
        const struct shown *x = &s->shown.at[i];
        if (x->keeper)
            ((struct link_finding *)link_at(agent.link, x->keeper))->outcomes =
                x->executions;
    }
}

static bool any_of_kind(enum finding_kind kind)
{
    for (uint64_t at = agent.link->findings; at;) {
        const struct link_finding *f = link_at(agent.link, at);
        if (f->kind == kind)
            return true;
        at = f->next;
    }
    return false;
}

/* A note, if there are any. Looking for them takes time, and where there is one there is
 * one in the first executions. */
static void report_races(struct search *s)
{
    enum { LOOKS = 64, MOST = 16 };
    races_vec races = {0};
    bool all = agent.link->options.keep_going;
    if (agent.looks++ >= LOOKS || (!all && any_of_kind(FINDING_MESSAGE_RACE)))
        return;
    races_find(s->st, NULL, all ? MOST : 1, &races);
    for (size_t i = 0; i < races.len; i++) {
        const struct event *e = &s->st->events.at[races.at[i].receive];
        struct str text = {0};
        describe_race(s->st, &races.at[i], &text);
        add_finding(s, (struct trouble){.kind = FINDING_MESSAGE_RACE,
                                        .actor = matching_rank(s->st, e->act.actor),
                                        .message = str_text(&text),
                                        .site = site_of(&e->op)});
        str_free(&text);
    }
    vec_free(&races);
}

/* All ranks have ended, but not all messages have arrived. */
static void report_unmatched(struct search *s)
{
    unmatched_vec left = {0};
    matching_unmatched(s->st, &left);
    for (size_t i = 0; i < left.len; i++) {
        const struct event *e = &s->st->events.at[left.at[i].event];
        struct str text = {0};
        agent.front->describe(left.at[i].from, &e->op, &text);
        str_addf(&text, ": its message is never received");
        add_finding(s, (struct trouble){.kind = FINDING_UNMATCHED_MESSAGE,
                                        .actor = left.at[i].from,
                                        .message = str_text(&text),
                                        .site = site_of(&e->op)});
        str_free(&text);
    }
    vec_free(&left);
}

static bool has_remark(uint32_t actor, enum finding_kind kind)
{
    for (const struct remark *r = remark_at(newest_remark(actor)); r;
         r = remark_at(r->previous))
        if (r->kind == kind)
            return true;
    return false;
}

/* A receive that got nothing and was not cancelled has a request that was never
 * completed, of which there is a remark, or one that was freed: nobody could complete it
 * any more. */
static void report_unmatched_receives(struct search *s, uint32_t actor)
{
    const struct state *st = s->st;
    if (has_remark(actor, FINDING_MISSING_WAIT))
        return;
    for (size_t i = 0; i < st->actor[actor].requests.len; i++) {
        const struct posted *r = &st->actor[actor].requests.at[i];
        const struct op *op = &st->events.at[r->event].op;
        struct str text = {0};
        if (r->kind != OP_IRECV || r->taken != NO_EVENT || r->cancelled != NO_EVENT)
            continue;
        agent.front->describe(actor, op, &text);
        str_addf(&text, ": its request was freed, and no message ever comes for it");
        add_finding(s, (struct trouble){.kind = FINDING_MISSING_WAIT,
                                        .actor = actor,
                                        .message = str_text(&text),
                                        .site = site_of(op)});
        str_free(&text);
    }
}

/* Is it sure that the receive of this message was posted before it was sent? */
static bool is_ready(const struct state *st, uint32_t send, const struct posted *r)
{
    if (r->taken == NO_EVENT)
        return true; /* that it is never received is worse */
    const struct act *match = &st->events.at[r->taken].act;
    return match->kind == OP_MATCH &&
           state_before(st, st->actor[match->owner].requests.at[match->seq].event, send);
}

/* Sends in ready mode whose receive may come after them. */
static void report_unready(struct search *s)
{
    const struct state *st = s->st;
    for (uint32_t a = 0; a < agent.nranks; a++)
        for (size_t i = 0; i < st->actor[a].requests.len; i++) {
            const struct posted *r = &st->actor[a].requests.at[i];
            const struct op *op = &st->events.at[r->event].op;
            struct str text = {0};
            if (r->kind != OP_ISEND || op->mode != SEND_READY ||
                is_ready(st, r->event, r))
                continue;
            agent.front->describe(a, op, &text);
            str_addf(&text, ": the receive for it may not have been posted yet");
            add_finding(s, (struct trouble){.kind = FINDING_INVALID_ARGUMENT,
                                            .actor = a,
                                            .message = str_text(&text),
                                            .site = site_of(op)});
            str_free(&text);
        }
}

static void report_endless(struct search *s)
{
    if (s->st->endless)
        add_finding(s,
                    (struct trouble){.kind = FINDING_NON_TERMINATION,
                                     .actor = s->st->endless - 1,
                                     .message = "asks again and again, and what it asks "
                                                "for does not happen"});
}

void report_execution(struct search *s, void *unused)
{
    (void)unused;
    struct state *st = s->st;
    bool failed = false, running = false;
    agent.link->echo = false; /* what is executed again must not be printed again */
    for (uint32_t a = 0; a < st->nactors; a++) {
        failed |= st->actor[a].failed;
        running |= state_enabled(st, a);
    }
    bool deadlock = !running && finding_shows(st, FINDING_DEADLOCK);
    if (!agent.link->record && !report_files(s))
        return;
    if (st->potential) {
        if (finding_shows(st, FINDING_POTENTIAL_DEADLOCK))
            add_finding(s, (struct trouble){.kind = FINDING_POTENTIAL_DEADLOCK});
        report_endless(s);
        return;
    }
    if (agent.link->record) {
        if (search_keeps(s))
            record(s, failed, deadlock);
        return;
    }
    bool letter = !running && finding_shows(st, FINDING_DEAD_LETTER);
    if (agent.link->job == JOB_REPLAY) {
        agent.link->unfinished = running;
        agent.link->end = end_of(st);
    }
    if (agent.link->show_output && !agent.link->printed) {
        if (search_keeps(s))
            keep_output(st->program);
        else
            agent.link->printed = 1; /* to somebody else */
    }
    if (!failed && !deadlock && !letter)
        keep_sample(s);
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        if (st->actor[a].failed)
            report_failure(s, a);
        report_remarks(s, a);
    }
    if (deadlock)
        add_finding(s, (struct trouble){.kind = FINDING_DEADLOCK});
    if (letter)
        add_finding(s, (struct trouble){.kind = FINDING_DEAD_LETTER});
    report_endless(s);
    if (!deadlock && !failed && !running && st->program->matching) {
        report_unmatched(s);
        for (uint32_t a = 0; a < agent.nranks; a++)
            report_unmatched_receives(s, a);
    }
    if (st->program->matching)
        report_unready(s);
    if (st->program->matching && agent.link->job == JOB_EXPLORE)
        report_races(s);
}
