/* SPDX-License-Identifier: Apache-2.0
 *
 * handover.c - see handover.h. */
#include "base/str.h"
#include "exec/agent/coroutine.h"
#include "exec/agent/decisive.h"
#include "exec/agent/handover.h"
#include "exec/agent/image.h"
#include "exec/agent/thread.h"
#include "exec/agent/remark.h"
#include "kernel/inbox.h"
#include "kernel/mailbox.h"
#include "kernel/matching.h"
#include "kernel/tape.h"
#include "report/blame.h"
#include "report/finding.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t add_bytes(const void *bytes, size_t n)
{
    uint64_t at = link_room(agent.link, n + 1);
    if (at)
        memcpy(link_at(agent.link, at), bytes, n);
    return at;
}

uint64_t handover_site(const struct op *op)
{
    return exec_ops.site(&agent.program, op);
}

/* The registers of a rank. If it stopped by itself, they are in the frame of the
 * switch; if it crashed, in its head. */
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

/* The head of the rank, whose image is loaded if necessary. Its learned pages are not
 * needed for this. */
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
    to->stack_bytes = (size_t)(thread_stack(r).top - (char *)h->strand.sp);
}

struct evidence handover_evidence(uint32_t actor)
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
    to->output = h->output_kept ? add_bytes(rank_output(h), h->output_kept) : 0;
    to->output_bytes = to->output ? h->output_kept : 0;
    to->output_dropped = h->output_bytes - to->output_bytes;
}

static void add_actor(const struct finding *f, uint32_t n, struct link_actor *to)
{
    const struct finding_actor *known = &f->actors.at[n];
    struct evidence e = handover_evidence(n);
    snprintf(to->name, sizeof to->name, "%s", known->name);
    to->status = known->state;
    snprintf(to->doing, sizeof to->doing, "%s",
             known->state == ACTOR_FAILED ? e.fault->text
             : known->call                ? known->call
                                          : "");
    if (actor_is_stuck(known->state))
        to->pc = handover_site(&agent.search.st->actor[n].pending);
    to->waits_for =
        add_bytes(known->waits_for.at, known->waits_for.len * sizeof(uint32_t));
    to->nwaits = to->waits_for ? (uint32_t)known->waits_for.len : 0;
    if (e.stack) {
        memcpy(to->registers, e.registers, sizeof to->registers);
        to->stack_bytes = e.stack_bytes < LINK_STACK_MAX ? e.stack_bytes : LINK_STACK_MAX;
        to->stack_address = e.stack_address;
        to->stack = add_bytes(e.stack, to->stack_bytes);
        if (!to->stack)
            to->stack_bytes = 0;
    }
    add_output(n, to);
}

/* Hands over what everybody printed in the first execution. */
void handover_output(struct program *p)
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

/* Describes the outcome of a step, if the operation alone does not tell it. */
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

void handover_words(struct state *st, uint32_t event, struct str *s)
{
    const struct event *e = &st->events.at[event];
    agent.front->describe(matching_rank(st, e->act.actor), &e->op, s);
    add_outcome(st, e, s);
}

/* Is this step left out of reports? A blocking receive is three steps, and the match
 * tells everything; the end of a blocking send or collective is left out as well. */
static bool is_silent(const struct state *st, const struct event *e)
{
    const struct actor *a = &st->actor[matching_rank(st, e->act.actor)];
    if (e->op.kind == OP_FINISH && e->op.nargs == 1)
        return matching_made(st, &a->requests.at[e->op.args[0]])->call == e->op.call;
    if (e->op.kind != OP_IRECV)
        return false;
    /* the operation that follows this one in the actor */
    const struct op *next = e->index + 1 < a->events.len
                                ? &st->events.at[a->events.at[e->index + 1]].op
                                : &a->pending;
    return next->kind == OP_FINISH && next->call == e->op.call && next->nargs == 1;
}

/* The steps of an execution that is longer than LONGEST are not all put into words: only
 * the last TOLD. The others are a tape. */
enum { LONGEST = 4000, TOLD = 1000 };

/* The event from which on steps are told; sets f->taped. */
static uint32_t first_told(const struct state *st, const uint32_t *cut,
                           struct link_finding *f)
{
    uint32_t i = (uint32_t)st->events.len;
    uint64_t all = 0, n = 0;
    for (uint32_t e = 0; e < st->events.len; e++)
        all += state_in_cut(st, e, cut);
    if (all <= LONGEST)
        return 0;
    while (n < TOLD)
        n += state_in_cut(st, --i, cut);
    f->taped = all - TOLD;
    return i;
}

static void add_tape(const struct state *st, const uint32_t *cut, uint32_t end,
                     struct link_finding *f)
{
    struct tape_writer *w = mem_alloc(sizeof *w);
    struct str text = {0};
    tape_write_begin(w, &text);
    for (uint32_t i = 0; i < end; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        tape_write(w, (struct step){e->act.actor, e->act.outcome},
                   op_gets(e->op.kind) && e->act.outcome != OUTCOME_FALSE);
        f->tape_digest = handover_taped(f->tape_digest, &e->op);
    }
    tape_write_end(w);
    f->tape = add_bytes(str_text(&text), text.len + 1);
    str_free(&text);
    free(w);
}

uint64_t handover_taped(uint64_t digest, const struct op *op)
{
    uint64_t of = agent.front->digest(op);
    return XXH3_64bits_withSeed(&of, sizeof of, digest);
}

/* Adds the messages that receives could have taken instead of theirs. */
static void add_rivals(const struct state *st, const uint32_t *number,
                       const races_vec *races, struct link_finding *f)
{
    f->rivals = link_room(agent.link, races->len * sizeof(struct link_rival));
    for (size_t i = 0; f->rivals && i < races->len; i++) {
        const struct race *r = &races->at[i];
        const struct event *e = &st->events.at[r->other];
        uint32_t receive = number[r->receive];
        struct str text = {0};
        if (receive == NO_STEP)
            continue;
        agent.front->describe(e->act.actor, &e->op, &text);
        ((struct link_rival *)link_at(agent.link, f->rivals))[f->nrivals++] =
            (struct link_rival){receive, e->act.actor, number[r->other],
                                handover_site(&e->op),
                                add_bytes(str_text(&text), text.len + 1)};
        str_free(&text);
    }
}

static void add_steps(struct state *st, const uint32_t *cut, const races_vec *races,
                      struct link_finding *f)
{
    uint32_t first = first_told(st, cut, f);
    if (f->taped)
        add_tape(st, cut, first, f);
    uint32_t *number = steps_number(st, cut, first), *level = steps_levels(st, first);
    f->steps_before = (uint32_t)st->events.len;
    f->steps = link_room(agent.link, (st->events.len - first) * sizeof(struct link_step));
    for (uint32_t i = first; f->steps && i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        struct link_step *s =
            (struct link_step *)link_at(agent.link, f->steps) + f->nsteps++;
        struct str text = {0};
        s->actor = e->act.actor;
        s->outcome = e->act.outcome;
        s->digest = agent.front->digest(&e->op);
        struct op op = e->op;
        if (op.kind == OP_DIRECT) /* it is carried out later than it was called for */
            op.where = op.access->where;
        s->pc = handover_site(&op);
        struct step_part part = step_part(st, i, number);
        s->role = part.role;
        s->other = part.other;
        s->lost = part.lost;
        s->level = level[i];
        if (e->op.kind == OP_ASSERT && !e->op.value) {
            str_addf(&text, "%s!",
                     finding_word(handover_evidence(e->act.actor).fault->kind));
        } else if (!is_silent(st, e)) {
            handover_words(st, i, &text);
        }
        /* whoever releases a semaphore sends no message that somebody has to take */
        s->lost &= e->op.kind != OP_SEND || !strncmp(str_text(&text), "send ", 5);
        s->text = add_bytes(str_text(&text), text.len + 1);
        str_free(&text);
    }
    add_rivals(st, number, races, f);
    free(number);
    free(level);
}

/* Adds the place of an operation to a message: see PLACE_BEGIN. */
static void add_place(struct str *s, const struct op *op)
{
    str_addf(s, "%c%llx%c", PLACE_BEGIN, (unsigned long long)handover_site(op),
             PLACE_END);
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

void handover_race(const struct state *st, const struct race *r, struct str *s)
{
    const struct event *e = &st->events.at[r->receive];
    agent.front->describe(matching_rank(st, e->act.actor), &e->op, s);
    str_addf(s, " takes what comes first, from ");
    add_sender(st, r->got, s);
    str_addf(s, " or from ");
    add_sender(st, r->other, s);
    if (r->more)
        str_addf(s, " or from %u other%s", r->more, r->more == 1 ? "" : "s");
}

static void add_race(const struct state *st, const struct race *r, struct str *s)
{
    const struct event *e = &st->events.at[r->receive];
    str_addf(s, "%s, ", agent.rank[matching_rank(st, e->act.actor)].name);
    add_place(s, &e->op);
    str_addf(s, ": ");
    handover_race(st, r, s);
    str_addf(s, "\n");
}

/* Describes the message races on the way to a finding, the last first, since one of
 * them decides. A receive in a loop is named once. */
static uint64_t add_races(const struct state *st, const races_vec *races)
{
    enum { SHOWN = 3 };
    struct str s = {0};
    uint64_t told[SHOWN];
    size_t n = 0;
    for (size_t i = races->len; i-- > 0 && n < SHOWN;) {
        told[n] = handover_site(&st->events.at[races->at[i].receive].op);
        size_t k = 0;
        while (told[k] != told[n])
            k++;
        if (k < n)
            continue;
        add_race(st, &races->at[i], &s);
        n++;
    }
    uint64_t at = s.len ? add_bytes(s.text, s.len + 1) : 0;
    str_free(&s);
    return at;
}

/* The newest remark of the rank; 0: it has none. */
uint32_t handover_remarks(uint32_t actor)
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
        str_addf(s, "%s, %c%llx%c: %s\n", agent.rank[actor].name, PLACE_BEGIN,
                 (unsigned long long)r->site, PLACE_END, r->text);
}

/* Lists the errors that were returned to this actor (or to anybody) before it went
 * wrong, because the program may have ignored them. */
static uint64_t add_earlier(uint32_t nactors, uint32_t actor)
{
    struct str s = {0};
    for (uint32_t a = 0; a < nactors; a++)
        if (actor == ANYBODY || actor == a)
            add_errors(&s, a, handover_remarks(a));
    uint64_t at = s.len ? add_bytes(s.text, s.len + 1) : 0;
    str_free(&s);
    return at;
}

/* Is it a finding about all actors? A deadlock may also be one of the threads of one
 * rank, which has said so. */
static bool is_of_all(const struct trouble *t)
{
    return finding_scope(t->kind) == SCOPE_ALL && !t->message;
}

/* A digest that is equal for findings that count as the same with --keep-going. */
static struct digest name_of(const struct state *st, const struct trouble *t)
{
    bool anybody = finding_scope(t->kind) == SCOPE_WORDS;
    uint32_t of[2] = {t->kind, anybody ? 0 : t->actor};
    if (t->other) /* a pair of places, whichever ranks were there */
        return (struct digest){t->kind + (t->other << 8), t->site};
    if (finding_scope(t->kind) == SCOPE_PLACE || t->kind == FINDING_MESSAGE_RACE)
        return (struct digest){t->kind, t->site};
    if (is_of_all(t))
        return finding_place(st, t->kind, 0);
    XXH3_state_t on_stack, *x = &on_stack;
    XXH3_128bits_reset(x);
    XXH3_128bits_update(x, of, sizeof of);
    if (!t->of_line)
        XXH3_128bits_update(x, t->message, strlen(t->message));
    if (t->remark || t->of_line) /* the words do not say where it is */
        XXH3_128bits_update(x, &t->site, sizeof t->site);
    XXH128_hash_t h = XXH3_128bits_digest(x);
    return (struct digest){h.low64, h.high64};
}

/* A digest of where every actor is at the end: the same execution must end the same way
 * again. */
uint64_t handover_end(const struct state *st)
{
    uint64_t sum = 1;
    struct program *p = st->program;
    for (uint32_t a = 0; a < p->nactors; a++) /* an actor without a name does not exist */
        if (!st->actor[a].ended && !st->actor[a].failed && p->ops->actor_name(p, a)[0])
            sum += agent.front->digest(&st->actor[a].pending) * (2 * a + 1);
    return sum;
}

/* The first finding of this kind; NULL: there is none. */
static struct link_finding *of_kind(enum finding_kind kind)
{
    for (uint64_t at = agent.link->findings; at;) {
        struct link_finding *f = link_at(agent.link, at);
        if (f->kind == kind)
            return f;
        at = f->next;
    }
    return NULL;
}

enum { MOST_RACES = 1000 };

/* Room for a finding about these actors, without those at the end that were not created;
 * 0: there is none. */
static uint64_t finding_room(const struct finding *known, uint32_t nactors)
{
    struct link *l = agent.link;
    while (known && nactors && !known->actors.at[nactors - 1].name[0])
        nactors--;
    size_t bytes = sizeof(struct link_finding) + nactors * sizeof(struct link_actor);
    uint64_t at = known && nactors ? link_room(l, bytes) : 0;
    if (at) {
        struct link_finding *f = link_at(l, at);
        f->nactors = nactors;
        f->actors = at + sizeof *f;
    }
    return at;
}

void handover_outcome(struct search *s)
{
    struct state *st = s->st;
    struct finding *known = finding_around(st, FINDING_NONE);
    uint64_t at = finding_room(known, st->program->nactors);
    races_vec races = {0};
    if (at) {
        struct link_finding *f = link_at(agent.link, at);
        races_find(st, NULL, MOST_RACES, &races);
        add_steps(st, NULL, &races, f);
        for (uint32_t a = 0; a < f->nactors; a++)
            add_actor(known, a, (struct link_actor *)link_at(agent.link, f->actors) + a);
        agent.link->outcome = f->steps ? at : 0;
    }
    vec_free(&races);
    finding_free(known);
}

/* Is this at another place than those of its kind so far? Where a rank fails, others may
 * fail for the same reason, so of an execution the first counts. If there are very many
 * places, they are not looked at any more. */
static bool is_elsewhere(struct search *s, const struct trouble *t)
{
    static uint64_t judged[FINDING_KINDS]; /* the last execution that showed the kind */
    static uint32_t kept[FINDING_KINDS];   /* places that were kept back */
    const struct link_finding *first = of_kind(t->kind);
    if (finding_severity(t->kind) == SEVERITY_NOTE || t->kind >= FINDING_KINDS ||
        (first && first->others == LINK_MANY) || kept[t->kind] > LINK_MANY)
        return false;
    bool again = judged[t->kind] == s->judged && !t->remark;
    judged[t->kind] = s->judged;
    struct digest place = {t->kind, t->site};
    if (is_of_all(t)) {
        place = finding_place(s->st, t->kind, 0);
    } else if (!t->site) { /* the words tell where it is */
        XXH128_hash_t h = XXH3_128bits(t->message, strlen(t->message));
        place = (struct digest){h.low64 ^ t->kind, h.high64};
    }
    place.hi ^= UINT64_C(0x6f74686572); /* kept apart from what is reported */
    size_t fresh = s->fresh.len;
    bool elsewhere = !again && search_shows(s, place);
    kept[t->kind] += s->fresh.len > fresh;
    return elsewhere;
}

static void count_other(enum finding_kind kind)
{
    struct link_finding *first = of_kind(kind);
    if (first)
        first->others++;
}

/* Where one finding is to be repeated, others of that execution need not be told; the
 * first is, which may have come instead. */
static bool is_in_vain(const struct link *l, const struct trouble *t)
{
    return l->wanted[0] && l->nfindings && !is_of_all(t) &&
           t->kind != FINDING_NON_TERMINATION &&
           strncmp(t->message, l->wanted, sizeof l->wanted - 1);
}

/* Without --keep-going, all findings of a kind are the same. */
static struct digest shown_as(const struct state *st, const struct trouble *t)
{
    return agent.link->options.keep_going ? name_of(st, t) : (struct digest){t->kind, 0};
}

bool handover_has(const struct search *s, const struct trouble *t)
{
    return search_has_told(s, shown_as(s->st, t));
}

/* Is it to end now, and was there a moment for what was found? */
static bool is_asked_to_end(const struct search *s)
{
    static double since;
    if (!s->interrupt || !*s->interrupt)
        return false;
    if (since <= 0)
        since = search_seconds(s);
    return search_seconds(s) - since > 0.5;
}

/* Does the search end with it? Finding a rank that computes without end takes --step-time
 * each time; a loop of polls without end is found at once. */
static enum stop_reason stops(const struct state *st, const struct trouble *t)
{
    const struct search_options *o = &agent.link->options;
    bool computes = t->kind == FINDING_NON_TERMINATION && st->actor[t->actor].failed;
    if (t->kind >= FINDING_KINDS /* which makes everything else worthless */
        || (o->first && finding_counts(t->kind, o->strict)))
        return STOP_FINDING;
    return computes && !o->keep_going ? STOP_ENDLESS : STOP_NO;
}

void handover_finding(struct search *s, struct trouble t)
{
    struct link *l = agent.link;
    struct state *st = s->st;
    bool of_all = is_of_all(&t);
    s->wrong |= finding_counts(t.kind, l->options.strict);
    if (agent.recounts || is_in_vain(l, &t))
        return;
    /* who asks for an end does not wait until a thousand of them are told */
    if (l->options.keep_going && l->nfindings && l->job == JOB_EXPLORE &&
        is_asked_to_end(s)) {
        l->lost_findings++;
        return;
    }
    s->urgent |= stops(st, &t) != STOP_NO;
    bool elsewhere = !l->options.keep_going && is_elsewhere(s, &t);
    struct shown *fresh = search_shows(s, shown_as(st, &t));
    if (!fresh) {
        if (elsewhere)
            count_other(t.kind);
        return;
    }
    struct finding *known =
        of_all ? finding_of(st, t.kind, 0) : finding_around(st, t.kind);
    bool polls = known && t.kind == FINDING_NON_TERMINATION && st->endless;
    if (polls) {
        known->actor = t.actor;
        blame_endless(known, st);
        if (st->potential)
            blame_buffering(known, st);
    }
    /* A finding needs its actors and, to be repeated, its steps; without room for them it
     * is lost. Texts and stacks are left out if there is no room. */
    uint64_t at = finding_room(known, st->program->nactors);
    if (!at) {
        l->lost_findings++;
        finding_free(known);
        return;
    }
    struct link_finding *f = link_at(l, at);
    f->kind = t.kind;
    f->name = name_of(st, &t);
    f->outcomes = 1;
    f->pc = t.site;
    f->actor = of_all ? known->actor : t.actor;
    f->variable = t.variable;
    f->end = handover_end(st);
    f->tidy = agent.tidies;
    f->execution = s->counts.executions;
    snprintf(f->message, sizeof f->message, "%s",
             of_all || polls ? known->message : t.message);
    snprintf(f->detail, sizeof f->detail, "%s", known->detail ? known->detail : "");
    f->cycle = add_bytes(known->cycle.at, known->cycle.len * sizeof(uint32_t));
    f->ncycle = f->cycle ? (uint32_t)known->cycle.len : 0;
    races_vec races = {0};
    if (t.kind != FINDING_MESSAGE_RACE)
        races_find(st, t.cut, MOST_RACES, &races);
    add_steps(st, t.cut, &races, f);
    f->race = add_races(st, &races);
    vec_free(&races);
    if ((!f->steps && st->events.len) || (f->taped && !f->tape)) {
        l->lost_findings++;
        finding_free(known);
        return;
    }
    f->accesses = t.accesses ? add_bytes(t.accesses, 2 * sizeof *t.accesses) : 0;
    if (!t.remark)
        f->earlier = add_earlier(st->program->nactors, of_all ? ANYBODY : f->actor);
    for (uint32_t a = 0; a < f->nactors; a++)
        add_actor(known, a, (struct link_actor *)link_at(l, f->actors) + a);
    finding_free(known);
    uint64_t *last = &l->findings;
    while (*last)
        last = &((struct link_finding *)link_at(l, *last))->next;
    *last = fresh->keeper = at;
    l->nfindings++;
    if (l->job != JOB_EXPLORE)
        return;
    decisive_note(st, t.cut, at);
    if (stops(st, &t))
        s->counts.stopped = stops(st, &t);
}
