/* SPDX-License-Identifier: Apache-2.0
 *
 * handover.c - see handover.h. */
#include "base/str.h"
#include "agent/x86/coroutine.h"
#include "agent/tell/decisive.h"
#include "agent/tell/handover.h"
#include "agent/core/unwind.h"
#include "agent/rank/image.h"
#include "agent/rank/thread.h"
#include "agent/system/signals.h"
#include "agent/tell/remark.h"
#include "kernel/inbox.h"
#include "kernel/mailbox.h"
#include "kernel/matching.h"
#include "kernel/tape.h"
#include "judge/blame.h"
#include "judge/judge.h"
#include "judge/steps.h"
#include "report/pack.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t handover_site(const struct op *op)
{
    return exec_ops.words->site(&agent.program, op);
}

/* The registers of a rank. If it stopped by itself, they are in the frame of the
 * switch; if it crashed, in its head. */
void report_registers(const struct rank_head *h, uint64_t *to)
{
    if (h->strand.fault.registers[16]) {
        memcpy(to, h->strand.fault.registers, sizeof h->strand.fault.registers);
        return;
    }
    const struct coro_frame *f = h->strand.sp;
    memset(to, 0, FINDING_REGISTERS * sizeof *to);
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
static const struct rank_head *head_of(uint32_t actor)
{
    if (!agent.rank[actor].space.loaded)
        image_load(actor);
    return agent.rank[actor].head;
}

void report_rank(const struct rank *r, struct evidence *to)
{
    const struct rank_head *h = r->head;
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

static void look_at_output(uint32_t actor, struct finding_evidence *to)
{
    if (agent.front->output) {
        agent.front->output(actor, to);
        return;
    }
    const struct rank_head *h = head_of(actor);
    to->output = rank_output(h);
    to->output_bytes = h->output_kept;
    to->output_dropped = h->output_bytes - h->output_kept;
}

static void look(uint32_t actor, struct finding_evidence *to)
{
    struct evidence e = handover_evidence(actor);
    if (e.stack) {
        memcpy(to->registers, e.registers, sizeof to->registers);
        to->stack_address = e.stack_address;
        to->stack = (char *)(uintptr_t)e.stack;
        to->stack_bytes = e.stack_bytes < LINK_STACK_MAX ? e.stack_bytes : LINK_STACK_MAX;
    }
    look_at_output(actor, to);
}

/* Puts the execution into the link; false: there is no room for it. */
static bool put(const struct mzt *t, evidence_fn *evidence, uint64_t *at, uint64_t *size)
{
    struct link *l = agent.link;
    *size = pack_trace(t, evidence, link_at(l, l->used), link_left(l));
    *at = *size ? link_room(l, *size) : 0;
    return *at;
}

/* Actors at the end that were not created are none. */
static void drop_uncreated(struct finding *f)
{
    while (f->actors.len && !vec_last(&f->actors).name[0])
        finding_actor_free(&vec_pop(&f->actors));
}

/* Adds what the agent alone knows: where calls are that are pending, and what a failed
 * actor has said. */
static void complete_actors(struct finding *f)
{
    for (uint32_t a = 0; a < f->actors.len; a++) {
        struct finding_actor *x = &f->actors.at[a];
        x->where = (struct location){0};
        if (actor_is_stuck(x->state))
            x->where.site = handover_site(&agent.search.st->actor[a].pending);
        if (x->state != ACTOR_FAILED)
            continue;
        free(x->call);
        x->call = mem_strdup(handover_evidence(a).fault->text);
    }
}

void handover_output(struct program *p)
{
    struct link *l = agent.link;
    struct mzt t = {.finding = mem_alloc(sizeof *t.finding)};
    t.finding->message = mem_strdup("");
    for (uint32_t a = 0; a < p->nactors; a++) {
        struct finding_actor x = {.name = mem_strdup(program_name(p, a))};
        vec_push(&t.finding->actors, x);
    }
    put(&t, look_at_output, &l->printed, &l->printed_size);
    mzt_free(&t);
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
            str_addf(s, " <- %s", program_name(p, message_sender(e->act.outcome)));
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
        str_addf(s, h->side ? " <- %s" : " => %s", program_name(p, who));
    } else if (comm || e->op.kind == OP_MTEST) {
        str_addf(s, " -> %d", e->act.outcome != OUTCOME_FALSE);
    } else if (e->op.kind == OP_TAKE) {
        str_addf(s, " ");
        p->ops->inboxes->describe_body(
            p, inbox_message(st, e->act.actor, e->act.outcome)->body, s);
    } else if (e->op.kind == OP_CHOOSE) {
        str_addf(s, " -> %d", e->act.outcome);
    } else if (e->op.kind == OP_ASSERT) {
        str_addf(s, e->op.value ? " holds" : " FAILS");
    }
}

void handover_words(struct state *st, uint32_t event, struct str *s)
{
    const struct event *e = &st->events.at[event];
    front_of(&e->op)->describe(matching_rank(st, e->act.actor), &e->op, s);
    add_outcome(st, e, s);
}

/* Is this step left out of reports? A blocking receive is three steps, and the match
 * tells everything; the end of a blocking send or collective is left out as well. */
static bool is_silent(const struct state *st, const struct event *e)
{
    uint32_t line = matching_rank(st, e->act.actor);
    const struct actor *a = &st->actor[line];
    if (e->op.kind == OP_FINISH && e->op.nargs == 1)
        return matching_made(st, matching_request(st, line, e->op.args[0]))->call ==
               e->op.call;
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

/* The event from which on steps are told; sets t->taped. */
static uint32_t first_told(const struct state *st, const uint32_t *cut, struct mzt *t)
{
    uint32_t i = (uint32_t)st->events.len;
    uint64_t all = 0, n = 0;
    for (uint32_t e = 0; e < st->events.len; e++)
        all += state_in_cut(st, e, cut);
    if (all <= LONGEST)
        return 0;
    while (n < TOLD)
        n += state_in_cut(st, --i, cut);
    t->taped = all - TOLD;
    return i;
}

static void add_tape(const struct state *st, const uint32_t *cut, uint32_t end,
                     struct mzt *t)
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
        t->tape_digest = handover_taped(t->tape_digest, &e->op);
    }
    tape_write_end(w);
    t->tape = text.text ? text.text : mem_strdup("");
    free(w);
}

uint64_t handover_taped(uint64_t digest, const struct op *op)
{
    uint64_t of = front_of(op)->digest(op);
    return XXH3_64bits_withSeed(&of, sizeof of, digest);
}

/* Adds the messages that receives could have taken instead of theirs. */
static void add_rivals(const struct state *st, const uint32_t *number,
                       const races_vec *races, struct finding *f)
{
    for (size_t i = 0; i < races->len; i++) {
        const struct race *r = &races->at[i];
        const struct event *e = &st->events.at[r->other];
        struct str text = {0};
        if (number[r->receive] == NO_STEP || e->act.actor >= f->actors.len)
            continue;
        front_of(&e->op)->describe(e->act.actor, &e->op, &text);
        struct finding_rival x = {.receive = number[r->receive],
                                  .actor = e->act.actor,
                                  .step = number[r->other],
                                  .text = text.text ? text.text : mem_strdup(""),
                                  .where.site = handover_site(&e->op)};
        vec_push(&f->rivals, x);
    }
}

/* Is this send a message to the program itself? */
static bool is_message(const struct state *st, const struct event *e)
{
    const char *name;
    return program_purpose(st->program, e->act.actor, &e->op, &name) == PURPOSE_PLAIN;
}

/* Puts the step into words; none, if it is left out of reports. */
static char *step_text(struct state *st, uint32_t event)
{
    const struct event *e = &st->events.at[event];
    struct str text = {0};
    if (e->op.kind == OP_ASSERT && !e->op.value)
        str_addf(&text, "%s!", finding_word(handover_evidence(e->act.actor).fault->kind));
    else if (!is_silent(st, e))
        handover_words(st, event, &text);
    return text.text ? text.text : mem_strdup("");
}

/* Adds the steps to the finding of the trace, and to its schedule. */
static void add_steps(struct state *st, const uint32_t *cut, const races_vec *races,
                      struct mzt *t)
{
    struct finding *f = t->finding;
    uint32_t first = first_told(st, cut, t);
    if (t->taped)
        add_tape(st, cut, first, t);
    uint32_t *number = steps_number(st, cut, first), *level = steps_levels(st, first);
    f->steps_before = st->events.len;
    f->left_out = t->taped;
    for (uint32_t i = first; i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        if (!state_in_cut(st, i, cut))
            continue;
        struct op op = e->op;
        if (op.kind == OP_DIRECT) /* it is carried out later than it was called for */
            op.where = op.access->where;
        struct step_part part = step_part(st, i, number);
        /* whoever releases a semaphore sends no message that somebody has to take */
        struct finding_step step = {.actor = matching_rank(st, e->act.actor),
                                    .text = step_text(st, i),
                                    .where.site = handover_site(&op),
                                    .role = part.role,
                                    .other = part.other,
                                    .level = level[i],
                                    .lost = part.lost &&
                                            (e->op.kind != OP_SEND || is_message(st, e))};
        vec_push(&f->steps, step);
        struct mzt_step taken = {e->act.actor, e->act.outcome,
                                 front_of(&e->op)->digest(&e->op)};
        vec_push(&t->steps, taken);
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
    front_of(&e->op)->describe(e->act.actor, &e->op, s);
    str_addf(s, ", ");
    add_place(s, &e->op);
    str_addf(s, ")");
}

void handover_race(const struct state *st, const struct race *r, struct str *s)
{
    const struct event *e = &st->events.at[r->receive];
    front_of(&e->op)->describe(matching_rank(st, e->act.actor), &e->op, s);
    str_addf(s, " takes what comes first, from ");
    add_sender(st, r->got, s);
    str_addf(s, " or from ");
    add_sender(st, r->other, s);
    if (r->more)
        str_addf(s, " or from %u other%s", r->more, r->more == 1 ? "" : "s");
}

static char *race_text(const struct state *st, const struct race *r)
{
    const struct event *e = &st->events.at[r->receive];
    struct str s = {0};
    str_addf(&s, "%s, ", agent.rank[matching_rank(st, e->act.actor)].name);
    add_place(&s, &e->op);
    str_addf(&s, ": ");
    handover_race(st, r, &s);
    return s.text;
}

/* Describes the message races on the way to a finding, the last first, since one of
 * them decides. A receive in a loop is named once. */
static void add_races(const struct state *st, const races_vec *races, texts_vec *to)
{
    enum { SHOWN = 3 };
    uint64_t told[SHOWN];
    size_t n = 0;
    for (size_t i = races->len; i-- > 0 && n < SHOWN;) {
        told[n] = handover_site(&st->events.at[races->at[i].receive].op);
        size_t k = 0;
        while (told[k] != told[n])
            k++;
        if (k < n)
            continue;
        vec_push(to, race_text(st, &races->at[i]));
        n++;
    }
}

/* The newest remark of the rank; 0: it has none. */
uint32_t handover_remarks(uint32_t actor)
{
    return agent.front->start ? 0 : image_of(&agent.rank[actor])->remarks;
}

#define ANYBODY UINT32_MAX

static bool has_error(uint32_t actor, const struct remark *like)
{
    for (const struct remark *r = remark_at(handover_remarks(actor)); r;
         r = remark_at(r->previous))
        if (r->kind == like->kind && r->site == like->site &&
            !strcmp(r->text, like->text))
            return true;
    return false;
}

/* What was returned to several of the actors is told once, for the first. */
static void add_errors(texts_vec *to, uint32_t first, uint32_t actor, uint32_t remark)
{
    const struct remark *r = remark_at(remark);
    if (!r)
        return;
    add_errors(to, first, actor, r->previous);
    if (r->kind != FINDING_IGNORED_ERROR)
        return;
    for (uint32_t a = first; a < actor; a++)
        if (has_error(a, r))
            return;
    struct str s = {0};
    str_addf(&s, "%s, %c%llx%c: %s", agent.rank[actor].name, PLACE_BEGIN,
             (unsigned long long)r->site, PLACE_END, r->text);
    vec_push(to, s.text);
}

/* Lists the errors that were returned to this actor (or to anybody) before it went
 * wrong, because the program may have ignored them. */
static void add_earlier(uint32_t nactors, uint32_t actor, texts_vec *to)
{
    for (uint32_t a = 0; a < nactors; a++)
        if (actor == ANYBODY || actor == a)
            add_errors(to, actor == ANYBODY ? 0 : a, a, handover_remarks(a));
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
        if (!st->actor[a].ended && !st->actor[a].failed && program_name(p, a)[0])
            sum += front_of(&st->actor[a].pending)->digest(&st->actor[a].pending) *
                   (2 * a + 1);
    return sum;
}

/* The program may write over the link. So how many findings there are, and where the list
 * begins and ends, is kept where it does not lie beside what is read by others. */
static struct {
    uint64_t first, last, n, lost;
} handed;

/* The first finding of this kind; NULL: there is none. */
static struct link_finding *of_kind(enum finding_kind kind)
{
    uint64_t at = handed.first;
    for (uint64_t i = 0; i < handed.n; i++) {
        struct link_finding *f = link_at(agent.link, at);
        if (f->kind == kind)
            return f;
        at = f->next;
    }
    return NULL;
}

bool handover_any_of(enum finding_kind kind)
{
    return of_kind(kind);
}

enum { MOST_RACES = 1000 };

/* Puts the execution into the link, as a finding that is not in the list; returns its
 * offset, or 0 if there is no room for it. */
static uint64_t put_finding(const struct mzt *t)
{
    struct link *l = agent.link;
    uint64_t at = link_room(l, sizeof(struct link_finding));
    struct link_finding *f = at ? link_at(l, at) : NULL;
    if (!f || !put(t, look, &f->packed, &f->size))
        return 0;
    f->kind = t->finding->kind;
    f->actor = t->finding->actor;
    f->name = t->finding->name;
    f->outcomes = 1;
    f->left_out = t->taped;
    return at;
}

void handover_outcome(struct search *s)
{
    struct state *st = s->st;
    struct mzt t = {.finding = finding_around(st, FINDING_NONE)};
    races_vec races = {0};
    t.finding->message = mem_strdup("");
    drop_uncreated(t.finding);
    complete_actors(t.finding);
    races_find(st, NULL, MOST_RACES, &races);
    add_steps(st, NULL, &races, &t);
    agent.link->outcome = put_finding(&t);
    vec_free(&races);
    mzt_free(&t);
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
        (first && first->others == FINDING_MANY) || kept[t->kind] > FINDING_MANY)
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
    size_t fresh = s->execution.fresh.len;
    bool elsewhere = !again && search_shows(s, place);
    kept[t->kind] += s->execution.fresh.len > fresh;
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
static bool is_in_vain(const struct link *l, const struct state *st,
                       const struct trouble *t)
{
    if (!l->replay.wants || !handed.n || is_of_all(t) ||
        t->kind == FINDING_NON_TERMINATION)
        return false;
    struct digest name = name_of(st, t);
    return name.lo != l->replay.wanted.lo || name.hi != l->replay.wanted.hi;
}

/* Without --keep-going, all findings of a kind are the same, but for notes on libraries.
 */
static struct digest shown_as(const struct state *st, const struct trouble *t)
{
    if (t->kind == FINDING_LIBRARY) /* one for each library and kind */
        return (struct digest){t->kind, unwind_module(t->library) + t->was};
    return agent.link->options.keep_going ? name_of(st, t) : (struct digest){t->kind, 0};
}

/* Is this another note on a library than those so far, be it at the same place? Which
 * rank it is about makes no difference. */
static bool is_another_note(struct search *s, const struct trouble *t)
{
    struct str words = {0};
    for (const char *p = t->message; *p; p++) {
        bool rank = p - t->message > 5 && !strncmp(p - 5, "rank ", 5);
        if (!rank || *p < '0' || *p > '9')
            str_add(&words, p, 1);
    }
    XXH128_hash_t h =
        XXH3_128bits_withSeed(str_text(&words), words.len, (XXH64_hash_t)(t->site));
    str_free(&words);
    return search_shows(s, (struct digest){h.low64 ^ FINDING_LIBRARY, h.high64});
}

/* Counts it beside the note that stands for the library and kind. */
static void count_note(struct search *s, const struct trouble *t)
{
    struct digest name = shown_as(s->st, t);
    for (size_t i = 0; i < s->shown.len; i++) {
        const struct shown *x = &s->shown.at[i];
        if (x->what.lo != name.lo || x->what.hi != name.hi || !x->keeper)
            continue;
        struct link_finding *f = link_at(agent.link, x->keeper);
        f->others += f->others < FINDING_MANY;
    }
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

/* The supervisor takes findings meanwhile: one is there when its offset is, by which time
 * all of it is written that does not change any more. */
static void append(uint64_t at)
{
    struct link *l = agent.link;
    uint64_t *to = &l->findings;
    link_close_finding(l, at);
    if (handed.last)
        to = &((struct link_finding *)link_at(l, handed.last))->next;
    else
        handed.first = at;
    __atomic_store_n(to, at, __ATOMIC_RELEASE);
    handed.last = at;
    __atomic_store_n(&l->nfindings, ++handed.n, __ATOMIC_RELEASE);
}

static void lose(void)
{
    agent.link->lost_findings = ++handed.lost;
}

void handover_done(void)
{
    struct link *l = agent.link;
    if (l->findings != handed.first || l->nfindings != handed.n ||
        l->lost_findings != handed.lost)
        agent_refuse(REASON_OVERWRITTEN, LINK_OVERWRITTEN);
}

static void set_text(char **to, const char *text)
{
    free(*to);
    *to = mem_strdup(text);
}

/* The finding without its steps. */
static struct finding *make(struct state *st, const struct trouble *t)
{
    bool of_all = is_of_all(t);
    struct finding *f =
        of_all ? finding_without_steps(st, t->kind, 0) : finding_around(st, t->kind);
    bool polls = t->kind == FINDING_NON_TERMINATION && st->endless;
    if (!of_all)
        f->actor = t->actor;
    if (polls && !of_all) {
        blame_endless(f, st);
        if (st->potential)
            blame_buffering(f, st);
    }
    if (!of_all && !polls)
        set_text(&f->message, t->message);
    f->reason = t->reason;
    f->name = name_of(st, t);
    f->at = (struct finding_addresses){t->site, t->library, t->variable};
    for (int i = 0; t->accesses && i < 2; i++) {
        vec_push(&f->accesses, t->accesses[i]);
        t->accesses[i] = (struct finding_access){0};
    }
    drop_uncreated(f);
    complete_actors(f);
    return f;
}

/* Adds what led to the finding. */
static void tell_steps(struct state *st, const struct trouble *t, struct mzt *trace)
{
    struct finding *f = trace->finding;
    races_vec races = {0};
    if (t->kind != FINDING_MESSAGE_RACE)
        races_find(st, t->cut, MOST_RACES, &races);
    add_steps(st, t->cut, &races, trace);
    add_races(st, &races, &f->races);
    vec_free(&races);
    if (!t->remark)
        add_earlier(st->program->nactors, is_of_all(t) ? ANYBODY : f->actor, &f->earlier);
}

/* A rank that goes on and on does not do so for ever if an alarm may stop it, or another
 * one on which it waits; when that goes off is not known, since the clock stands still.
 */
static void refuse_alarm(const struct state *st)
{
    for (uint32_t a = 0; a < st->nactors && a < agent.nranks; a++)
        if (agent.rank[a].head && signals_alarm((int)a))
            agent_refuse(REASON_TIMER,
                         "%s has set an alarm, and a rank computes or polls until that "
                         "goes off, as it seems",
                         agent.rank[a].name);
}

void handover_finding(struct search *s, struct trouble t)
{
    struct link *l = agent.link;
    struct state *st = s->st;
    if (t.kind == FINDING_NON_TERMINATION)
        refuse_alarm(st);
    if (t.excused && t.library && !l->options.strict) {
        t.was = t.kind;
        t.kind = FINDING_LIBRARY;
    }
    s->execution.wrong |= finding_counts(t.kind, l->options.strict);
    if (agent.recounts || is_in_vain(l, st, &t))
        return;
    /* who asks for an end does not wait until a thousand of them are told */
    if (l->options.keep_going && handed.n && l->job == JOB_EXPLORE &&
        is_asked_to_end(s)) {
        lose();
        return;
    }
    s->execution.urgent |= stops(st, &t) != STOP_NO;
    bool elsewhere = t.kind == FINDING_LIBRARY
                         ? is_another_note(s, &t)
                         : !l->options.keep_going && is_elsewhere(s, &t);
    struct shown *fresh = search_shows(s, shown_as(st, &t));
    if (!fresh) {
        if (elsewhere && t.kind == FINDING_LIBRARY)
            count_note(s, &t);
        else if (elsewhere)
            count_other(t.kind);
        return;
    }
    struct mzt trace = {.end = handover_end(st), .options.tidy = agent.tidies};
    trace.finding = make(st, &t);
    uint64_t at = 0;
    if (trace.finding->actors.len) {
        tell_steps(st, &t, &trace);
        at = put_finding(&trace);
    }
    mzt_free(&trace);
    if (!at) {
        lose();
        return;
    }
    fresh->keeper = at;
    ((struct link_finding *)link_at(l, at))->others = t.alike;
    append(at);
    if (l->job != JOB_EXPLORE)
        return;
    decisive_note(st, t.cut, at);
    if (stops(st, &t))
        s->counts.stopped = stops(st, &t);
}
