/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - what goes wrong in an execution, looked for where it ends.
 *
 * Some of it a rank has said itself (a failure, a remark), some shows only when nobody
 * can move any more. What is found is handed over to the supervisor: see handover.h. */
#include "base/str.h"
#include "agent/files/filerace.h"
#include "agent/tell/handover.h"
#include "agent/rank/image.h"
#include "agent/port/ports.h"
#include "agent/tell/overlap.h"
#include "agent/tell/prints.h"
#include "agent/tell/remark.h"
#include "agent/threads/datarace.h"
#include "agent/port/window.h"
#include "explore/search/frontier.h"
#include "kernel/matching.h"
#include "kernel/window.h"
#include "mpi/port.h"
#include "judge/judge.h"
#include "report/mzt.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

void report_step(uint32_t actor, int32_t outcome)
{
    /* the step is on the stack of events already */
    const struct state *st = agent.search.st;
    struct link *l = agent.link;
    size_t depth = st ? st->events.len : 0;
    if (depth && depth <= LINK_PATH) {
        l->path[depth - 1].actor = actor;
        l->path[depth - 1].outcome = outcome;
        l->depth = (uint32_t)depth;
    }
}

static void record(const struct search *s, bool failed, bool deadlock)
{
    struct link *l = agent.link;
    uint64_t at = link_room(l, sizeof(struct link_seen));
    if (!at)
        agent_refuse(REASON_SIZE, "too many traces to record");
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

/* Keeps the steps of an execution, a recent one if possible, to check later that it can
 * be repeated. */
static void keep_sample(struct search *s)
{
    enum { ROOM = 1 << 20 };
    struct link *l = agent.link;
    const struct state *st = s->st;
    bool due = is_power(++agent.calm);
    if (!due || agent.recounts || l->job != JOB_EXPLORE || st->events.len > ROOM ||
        !search_keeps(s))
        return;
    if (!l->sample)
        l->sample = link_room(l, ROOM * sizeof(struct mzt_step));
    struct mzt_step *to = link_at(l, l->sample);
    for (size_t i = 0; l->sample && i < st->events.len; i++) {
        const struct event *e = &st->events.at[i];
        to[i] = (struct mzt_step){.actor = e->act.actor,
                                  .outcome = e->act.outcome,
                                  .digest = front_of(&e->op)->digest(&e->op)};
    }
    l->sample_tidy = agent.tidies;
    l->sample_steps = l->sample ? (uint32_t)st->events.len : 0;
    l->end = handover_end(st);
}

static struct finding_access raced(const struct link_access *x)
{
    struct finding_access a = {.what = mem_strdup(x->what),
                               .actor = x->actor,
                               .target = x->target,
                               .first = x->first,
                               .end = x->end,
                               .where.site = x->site};
    for (uint32_t i = 0; i < x->nframes; i++) {
        struct finding_frame frame = {.where.site = x->frames[i]};
        if (!link_in_bindings(agent.link, x->frames[i]))
            vec_push(&a.stack, frame);
    }
    return a;
}

/* What happens before either of the two accesses matters for a data race. */
static void report_data_race(struct search *s, uint32_t actor, const struct fault *f)
{
    const struct state *st = s->st;
    const struct link_access *pair = race_of(actor);
    if (!pair)
        agent_refuse(REASON_DIFFERS,
                     "uncontrolled nondeterminism: a data race of %s was "
                     "not found again",
                     agent.rank[actor].name);
    const uint32_t *mine = state_clock(st, vec_last(&st->actor[actor].events));
    const struct actor *other = &st->actor[pair[1].actor];
    struct finding_access accesses[2] = {raced(&pair[0]), raced(&pair[1])};
    uint32_t n = race_events(actor);
    const uint32_t *its = n ? state_clock(st, other->events.at[n - 1]) : NULL;
    uint32_t *cut = mem_alloc(st->nactors * sizeof *cut);
    for (uint32_t a = 0; a < st->nactors; a++)
        cut[a] = its && its[a] > mine[a] ? its[a] : mine[a];
    handover_finding(s, (struct trouble){.kind = f->kind,
                                         .actor = actor,
                                         .message = f->text,
                                         .site = pair[0].site,
                                         .other = pair[1].site,
                                         .variable = f->variable,
                                         .accesses = accesses,
                                         .of_line = true,
                                         .cut = cut});
    finding_access_free(&accesses[0]);
    finding_access_free(&accesses[1]);
    free(cut);
}

/* The events that lead to the actor's failure: those that happen before it. What threads
 * of its process have done before may matter as well if they race, or if MPI does not
 * like what two of them do at once. */
static uint32_t *leading(const struct state *st, uint32_t actor, enum finding_kind kind)
{
    uint32_t last = vec_last(&st->actor[actor].events), n = st->nactors;
    uint32_t *cut = mem_alloc(n * sizeof *cut);
    bool all = agent.hybrid && (!agent.races || kind == FINDING_INVALID_ARGUMENT);
    memcpy(cut, state_clock(st, last), n * sizeof *cut);
    for (uint32_t e = 0; all && e < last; e++) {
        uint32_t of = st->events.at[e].act.actor;
        if (of >= agent.nranks || agent.process[of] != agent.process[actor])
            continue;
        const uint32_t *its = state_clock(st, e);
        for (uint32_t a = 0; a < n; a++)
            cut[a] = its[a] > cut[a] ? its[a] : cut[a];
    }
    return cut;
}

/* Reports a failed actor, with the events that happen before the failure. */
static void report_failure(struct search *s, uint32_t actor)
{
    const struct state *st = s->st;
    const struct fault *f = handover_evidence(actor).fault;
    if (!f) /* its image was dropped, and made again */
        agent_refuse(REASON_DIFFERS,
                     "uncontrolled nondeterminism: when %s ran again with the same "
                     "messages, it did not fail",
                     agent.rank[actor].name);
    if (f->kind == FINDING_DATA_RACE) {
        report_data_race(s, actor, f);
        return;
    }
    uint32_t *cut = leading(st, actor, f->kind);
    handover_finding(s, (struct trouble){.kind = f->kind,
                                         .reason = f->reason,
                                         .actor = actor,
                                         .message = f->text,
                                         .site = f->site,
                                         .variable = f->variable,
                                         .cut = cut});
    free(cut);
}

/* Notes that these remarks were reported. The same remarks are often made in many
 * executions; if they need not be counted, reporting them once is enough. */
static void tell(struct search *s, uint32_t newest)
{
    const ways_vec *path = search_path(s);
    while (agent.told.len <= newest)
        vec_push(&agent.told, (struct told){0});
    agent.told.at[newest].is = true;
    if (path)
        ways_copy(&agent.told.at[newest].path, path);
}

static bool tells_more(struct search *s, uint32_t newest)
{
    if (newest && (newest >= agent.told.len || !agent.told.at[newest].is ||
                   search_comes_before(s, &agent.told.at[newest].path)))
        return true;
    for (const struct remark *r = remark_at(newest); r; r = remark_at(r->previous))
        if (finding_counts(r->kind, agent.link->options.strict) ||
            r->kind ==
                FINDING_REQUEST_FREE) /* a receive may stay unmatched in some outcomes */
            return true;
    return false;
}

/* Reports the actor's remarks, oldest first. */
static void report_remarks(struct search *s, uint32_t actor)
{
    const struct state *st = s->st;
    const struct remark *newest = remark_at(handover_remarks(actor));
    VEC(const struct remark *) all = {0};
    if (!newest)
        return;
    tell(s, handover_remarks(actor));
    uint32_t *nothing = mem_alloc(st->nactors * sizeof *nothing);
    for (const struct remark *r = newest; r; r = remark_at(r->previous))
        vec_push(&all, r);
    while (all.len) {
        const struct remark *r = vec_pop(&all);
        const events_vec *events = &st->actor[actor].events;
        uint32_t n = r->nops + (agent.shares && actor); /* threads begin by an event */
        const uint32_t *cut = n ? state_clock(st, events->at[n - 1]) : nothing;
        handover_finding(s,
                         (struct trouble){.kind = r->kind,
                                          .reason = r->reason,
                                          .actor = actor,
                                          .message = r->text,
                                          .site = r->site,
                                          .library = r->library,
                                          .excused = r->kind == FINDING_RESOURCE_LEAK ||
                                                     r->kind == FINDING_REQUEST_LEAK ||
                                                     r->kind == FINDING_REQUEST_FREE,
                                          .cut = cut,
                                          .remark = true});
    }
    vec_free(&all);
    free(nothing);
}

/* The newest file access of each rank, and a digest of them: equal accesses have equal
 * races. False if fewer than two ranks use files, and none by MPI_File, of which one rank
 * can have several. */
static bool file_uses(uint32_t *newest, struct digest *d)
{
    uint32_t users = 0;
    if (agent.front->start || (agent.nranks < 2 && !mpifile_used()))
        return false;
    for (uint32_t a = 0; a < agent.nranks; a++) {
        newest[a] = image_of(&agent.rank[a])->accesses;
        users += newest[a] != 0;
    }
    XXH128_hash_t h = XXH3_128bits(newest, agent.nranks * sizeof *newest);
    *d = (struct digest){h.low64, h.high64};
    return users > (mpifile_used() ? 0 : 1);
}

/* Reports two ranks that use one file without an order between them. In programs other
 * than MPI programs the order is not tracked, so the program is refused. */
static void report_file_race(struct search *s, const struct file_race *r)
{
    bool known = s->st->program->matching;
    struct str text = {0};
    filerace_describe(r, &text);
    if (!known)
        str_addf(&text, " that is known here; actors must not share files they write");
    known &= !r->hollow;
    handover_finding(
        s, (struct trouble){.kind = known ? FINDING_FILE_RACE : FINDING_UNSUPPORTED,
                            .reason = known ? REASON_NONE : REASON_SAID,
                            .actor = r->second->rank,
                            .message = str_text(&text),
                            .site = r->second->site,
                            .library = r->second->library,
                            .excused = r->excused,
                            .alike = r->alike});
    str_free(&text);
}

/* Reports file races. False if the ranks were told things that cannot all be true, so
 * that nothing else in this execution proves anything. */
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

/* The digest of how files are used, if they are; then the newest remarks of ranks that
 * have made some. */
void report_shows(struct search *s, void *unused, shows_vec *to)
{
    (void)s, (void)unused;
    uint32_t newest[LINK_MAX_RANKS];
    struct digest uses;
    if (!file_uses(newest, &uses))
        uses = (struct digest){0};
    vec_push(to, uses.lo);
    vec_push(to, uses.hi);
    for (uint32_t a = 0; a < agent.nranks; a++)
        if (handover_remarks(a))
            vec_push(to, handover_remarks(a));
}

bool report_judge(struct search *s, void *unused, const shows_vec *v)
{
    (void)unused;
    /* Only some executions are examined; where there are races, they show soon. */
    bool some = is_power(agent.calm + 1);
    struct digest uses = {v->at[0], v->at[1]};
    some |= (uses.lo || uses.hi) && !set128_has(&agent.file_uses, uses);
    for (size_t i = 2; i < v->len && !some; i++)
        some = tells_more(s, (uint32_t)v->at[i]);
    agent.calm += !some;
    return some;
}

bool report_worth(struct search *s, void *unused)
{
    static shows_vec shows;
    shows.len = 0;
    report_shows(s, unused, &shows);
    return report_judge(s, unused, &shows) || search_is_typical(s);
}

void report_counts(const struct search *s)
{
    for (size_t i = 0; i < s->shown.len; i++) {
        const struct shown *x = &s->shown.at[i];
        if (x->keeper)
            ((struct link_finding *)link_at(agent.link, x->keeper))->outcomes =
                x->executions;
    }
    struct known *known = link_at(agent.link, agent.link->known);
    for (uint64_t i = 0; i < agent.link->nknown; i++)
        known[i].executions = search_shown(s, known[i].what);
}

/* Reports message races as a note. Finding them takes time, so not all executions are
 * examined. */
static void report_races(struct search *s)
{
    enum { MOST = 16 };
    races_vec races = {0};
    bool all = agent.link->options.keep_going;
    if (!search_is_typical(s) || (!all && handover_any_of(FINDING_MESSAGE_RACE)))
        return;
    races_find(s->st, NULL, all ? MOST : 1, &races);
    for (size_t i = 0; i < races.len; i++) {
        const struct event *e = &s->st->events.at[races.at[i].receive];
        struct trouble t = {.kind = FINDING_MESSAGE_RACE,
                            .actor = matching_rank(s->st, e->act.actor),
                            .site = handover_site(&e->op)};
        struct str text = {0};
        if (!s->place.path &&
            handover_has(s, &t)) /* putting it into words takes time, too */
            continue;
        handover_race(s->st, &races.at[i], &text);
        t.message = str_text(&text);
        handover_finding(s, t);
        str_free(&text);
    }
    vec_free(&races);
}

/* Calls of one rank at one line that have the same trouble: they are told as one. */
struct alike {
    uint32_t actor;
    uint64_t site;
    const struct op *first;
    uint64_t others;
    int64_t low, high; /* the tags of the others */
    bool tags, peers;  /* do tags, or the ranks at the other end, differ? */
};
typedef VEC(struct alike) alike_vec;

static void add_alike(alike_vec *to, uint32_t actor, const struct op *op)
{
    uint64_t site = handover_site(op);
    for (size_t i = to->len; i-- > 0;) {
        struct alike *x = &to->at[i];
        if (x->actor != actor || x->site != site)
            continue;
        x->low = x->others && x->low < op->tag ? x->low : op->tag;
        x->high = x->others && x->high > op->tag ? x->high : op->tag;
        x->tags |= op->tag != x->first->tag;
        x->peers |= op->peer != x->first->peer;
        x->others++;
        return;
    }
    vec_push(to, (struct alike){.actor = actor, .site = site, .first = op});
}

/* Appends ", nor are 9 others like it (tags 1 to 9)". */
static void add_others(const struct alike *x, const char *one, const char *many,
                       struct str *s)
{
    bool tags = x->tags && x->low >= 0; /* a receive may take any tag */
    if (!x->others)
        return;
    str_addf(s, ", %s %llu other%s like it", x->others == 1 ? one : many,
             (unsigned long long)x->others, x->others == 1 ? "" : "s");
    if (tags || x->peers)
        str_addf(s, " (%s%s",
                 !x->peers        ? ""
                 : x->others == 1 ? "with another rank"
                                  : "with other ranks",
                 x->peers && tags ? ", " : "");
    if (tags && x->low == x->high)
        str_addf(s, "tag %lld", (long long)x->low);
    else if (tags)
        str_addf(s, "tags %lld to %lld", (long long)x->low, (long long)x->high);
    str_addf(s, tags || x->peers ? ")" : "");
}

/* Reports what is wrong with calls that are alike. */
static void report_alike(struct search *s, enum finding_kind kind, const struct alike *x,
                         const char *what, const char *one, const char *many)
{
    struct str text = {0};
    front_of(x->first)->describe(x->actor, x->first, &text);
    str_addf(&text, ": %s", what);
    add_others(x, one, many, &text);
    const struct nobody *n =
        kind == FINDING_UNMATCHED_MESSAGE
            ? port_nobody_for(x->first->peer, x->first->object, x->first->tag)
            : NULL;
    if (n)
        str_addf(&text,
                 "; rank %d receives with this tag from MPI_PROC_NULL, which is -1, "
                 "at %s",
                 n->rank, port_place(n->site));
    handover_finding(s, (struct trouble){.kind = kind,
                                         .actor = x->actor,
                                         .message = str_text(&text),
                                         .site = x->site,
                                         .of_line = true});
    str_free(&text);
}

/* Reports messages that were not received although all ranks have ended. */
static void report_unmatched(struct search *s)
{
    unmatched_vec left = {0};
    alike_vec all = {0};
    matching_unmatched(s->st, &left);
    for (size_t i = 0; i < left.len; i++)
        add_alike(&all, left.at[i].from, &s->st->events.at[left.at[i].event].op);
    for (size_t i = 0; i < all.len; i++)
        report_alike(s, FINDING_UNMATCHED_MESSAGE, &all.at[i],
                     "its message is never received", "nor is", "nor are");
    vec_free(&all);
    vec_free(&left);
}

static bool has_remark(uint32_t actor, enum finding_kind kind)
{
    for (const struct remark *r = remark_at(handover_remarks(actor)); r;
         r = remark_at(r->previous))
        if (r->kind == kind)
            return true;
    return false;
}

/* Reports receives that got no message and were not cancelled. Either the request was
 * never completed, for which there is a remark, or it was freed, so that nobody could
 * complete it. */
static void report_unmatched_receives(struct search *s, uint32_t actor)
{
    const struct state *st = s->st;
    alike_vec all = {0};
    if (has_remark(actor, FINDING_MISSING_WAIT))
        return;
    for (size_t i = 0; i < st->actor[actor].requests.len; i++) {
        const struct posted *r = &st->actor[actor].requests.at[i];
        if (r->kind == OP_IRECV && r->taken == NO_EVENT && r->cancelled == NO_EVENT)
            add_alike(&all, actor, &st->events.at[r->event].op);
    }
    for (size_t i = 0; i < all.len; i++)
        report_alike(s, FINDING_MISSING_WAIT, &all.at[i],
                     "its request was freed, and no message ever comes for it", "nor for",
                     "nor for");
    vec_free(&all);
}

/* The event by which a receive is certain to be posted: its own; or, if the same call
 * goes on to send (MPI_Sendrecv, MPI_Startall), which may come first as well, what the
 * rank does after that call. NO_EVENT: nothing. */
static uint32_t posted_by(const struct state *st, uint32_t actor, uint32_t receive)
{
    const struct actor *a = &st->actor[actor];
    const struct event *first = &st->events.at[receive];
    bool sends = false;
    for (size_t i = first->index + 1; i < a->events.len; i++) {
        const struct op *op = &st->events.at[a->events.at[i]].op;
        bool same = op->where == first->op.where;
        if (!same || (op->kind != OP_ISEND && (sends || op->kind != OP_IRECV)))
            return sends ? a->events.at[i] : receive;
        sends |= op->kind == OP_ISEND;
    }
    return sends ? NO_EVENT : receive;
}

/* Is it certain that the receive of this message was posted before it was sent? */
static bool is_ready(const struct state *st, uint32_t send, const struct posted *r)
{
    if (r->taken == NO_EVENT)
        return true; /* it is never received, which is reported separately */
    const struct act *match = &st->events.at[r->taken].act;
    if (match->kind != OP_MATCH)
        return false;
    uint32_t event = matching_receive(st, match->owner, match->seq)->event;
    uint32_t posted = posted_by(st, st->events.at[event].act.actor, event);
    return posted != NO_EVENT && state_before(st, posted, send);
}

/* Reports sends in ready mode whose receive may be posted after them. */
static void report_unready(struct search *s)
{
    const struct state *st = s->st;
    alike_vec all = {0};
    for (uint32_t a = 0; a < agent.nranks; a++)
        for (size_t i = 0; i < st->actor[a].requests.len; i++) {
            const struct posted *r = &st->actor[a].requests.at[i];
            const struct op *op = &st->events.at[r->event].op;
            if (r->kind == OP_ISEND && op->mode == SEND_READY &&
                !is_ready(st, r->event, r))
                add_alike(&all, a, op);
        }
    for (size_t i = 0; i < all.len; i++)
        report_alike(s, FINDING_INVALID_ARGUMENT, &all.at[i],
                     "the receive for it may not have been posted yet", "nor that for",
                     "nor those for");
    vec_free(&all);
}

static void report_endless(struct search *s)
{
    if (s->st->endless)
        handover_finding(s, (struct trouble){.kind = FINDING_NON_TERMINATION,
                                             .actor = s->st->endless - 1,
                                             .message = "polls for ever"});
}

static uint64_t raced_site(const struct state *st, const struct rma_raced *r)
{
    return handover_site(&(struct op){.where = window_raced(st, r)->where});
}

/* Reports accesses to windows that nothing orders. A pair is reported once, in whichever
 * order they happen: the one that is later in the program comes first. */
static void report_rma_races(struct search *s)
{
    const struct state *st = s->st;
    rma_races_vec races = {0};
    window_races(st, &races);
    for (size_t i = 0; i < races.len; i++) {
        struct rma_race r = races.at[i];
        if (r.assumed) {
            link_leaves_out(agent.shared,
                            "what a rank stores first, before a collective call, being "
                            "in one copy of a window only");
            continue;
        }
        uint64_t one = raced_site(st, &r.a), other = raced_site(st, &r.b);
        struct str text = {0};
        if (one > other || (one == other && r.a.actor > r.b.actor))
            r = (struct rma_race){r.b, r.a, r.rule, false};
        struct finding_access accesses[2];
        window_tell_access(st, &r.b, &accesses[0]);
        window_tell_access(st, &r.a, &accesses[1]);
        window_describe_race(st, &r, &text);
        handover_finding(s, (struct trouble){.kind = FINDING_RMA_RACE,
                                             .reason = window_compared(st, &r)
                                                           ? REASON_COMPARED
                                                           : REASON_NONE,
                                             .accesses = accesses,
                                             .actor = r.b.actor,
                                             .message = str_text(&text),
                                             .site = raced_site(st, &r.b),
                                             .other = raced_site(st, &r.a)});
        finding_access_free(&accesses[0]);
        finding_access_free(&accesses[1]);
        str_free(&text);
    }
    vec_free(&races);
}

/* Does an actor do something in this execution that is not supported? Then nothing else
 * can be said of it. */
static bool is_refused(const struct state *st)
{
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        const struct fault *f = st->actor[a].failed ? handover_evidence(a).fault : NULL;
        if (f && f->kind == FINDING_UNSUPPORTED)
            return true;
    }
    return false;
}

/* Reports parts of windows that are locked while they are exposed. */
static void report_clashes(struct search *s)
{
    rma_clashes_vec clashes = {0};
    if (agent.exposes)
        window_clashes(s->st, &clashes);
    for (size_t i = 0; i < clashes.len; i++) {
        const struct rma_clash *c = &clashes.at[i];
        struct str text = {0};
        window_describe_clash(s->st, c, &text);
        handover_finding(
            s, (struct trouble){.kind = FINDING_EPOCH_ERROR,
                                .actor = c->actor,
                                .message = str_text(&text),
                                .site = handover_site(&s->st->events.at[c->lock].op),
                                .other = handover_site(
                                    &(struct op){.where = c->exposed->access.where})});
        str_free(&text);
    }
    vec_free(&clashes);
}

/* Did nobody do more than to end MPI? Then there is no other execution. */
static bool is_silent(const struct state *st)
{
    bool talks = !st->program->matching;
    for (size_t i = 0; i < st->events.len && !talks; i++)
        talks = !port_is_end(st->events.at[i].op.call);
    return !talks;
}

/* What an execution has come to, as a whole. */
struct ending {
    bool failed;   /* an actor has failed */
    bool running;  /* an actor could go on */
    bool deadlock; /* actors wait for ever */
    bool letter;   /* a message is left that its receiver minds */
};

static struct ending ending_of(const struct state *st)
{
    struct ending e = {0};
    for (uint32_t a = 0; a < st->nactors; a++) {
        e.failed |= st->actor[a].failed;
        e.running |= state_enabled(st, a);
    }
    e.deadlock = !e.running && finding_shows(st, FINDING_DEADLOCK);
    e.letter = !e.running && finding_shows(st, FINDING_DEAD_LETTER);
    return e;
}

/* Reports what is wrong although the execution goes on if sends do not wait. */
static void report_potential(struct search *s)
{
    struct state *st = s->st;
    bool before = st->potential;
    st->potential = true;
    if (finding_shows(st, FINDING_POTENTIAL_DEADLOCK))
        handover_finding(s, (struct trouble){.kind = FINDING_POTENTIAL_DEADLOCK});
    report_endless(s);
    st->potential = before;
}

/* Keeps what is asked for of this execution besides findings: what it has printed, and
 * what a replay is compared with. */
static void keep_execution(struct search *s, const struct ending *e)
{
    const struct state *st = s->st;
    const struct plan_asked *asked = &agent.link->plan.asked;
    if (agent.link->job == JOB_REPLAY) {
        agent.link->unfinished = e->running;
        agent.link->end = handover_end(st);
    }
    if (asked->show_output && !agent.link->printed && !agent.recounts) {
        if (search_keeps(s))
            handover_output(st->program);
        else
            agent.link->printed = 1; /* another process has printed it */
    }
    if (e->failed || e->deadlock || st->cut)
        return;
    if (!e->letter)
        keep_sample(s);
    if (!st->endless && asked->compare_output && !agent.recounts &&
        !s->execution.sampling && !s->execution.repeats && agent.link->job == JOB_EXPLORE)
        prints_compare();
}

/* Reports what is wrong with messages and requests that are left at the end. */
static void report_messages(struct search *s, const struct ending *e)
{
    const struct state *st = s->st;
    if (!st->program->matching)
        return;
    if (!e->deadlock && !e->failed && !e->running && !st->cut && !st->endless) {
        report_unmatched(s);
        for (uint32_t a = 0; a < agent.nranks; a++)
            report_unmatched_receives(s, a);
    }
    report_unready(s);
    if (agent.link->job == JOB_EXPLORE && !agent.recounts)
        report_races(s);
}

void report_execution(struct search *s, void *unused)
{
    (void)unused;
    struct state *st = s->st;
    bool records = agent.link->plan.asked.record;
    if (!agent.followed) {
        agent.followed = true;
        agent.link->silent = is_silent(st);
    }
    agent.link->echo = false; /* executing steps again must not print again */
    const struct ending e = ending_of(st);
    if (st->program->windows && !records && !(e.failed && is_refused(st))) {
        report_rma_races(s);
        report_clashes(s);
    }
    if (st->moot || (!records && !report_files(s)))
        return;
    if (st->potential || (agent.link->plan.phase.waits && e.deadlock)) {
        report_potential(s);
        return;
    }
    if (records) {
        if (search_keeps(s) && !s->execution.repeats)
            record(s, e.failed, e.deadlock);
        return;
    }
    keep_execution(s, &e);
    for (uint32_t a = 0; a < st->program->nactors; a++) {
        if (st->actor[a].failed)
            report_failure(s, a);
        report_remarks(s, a);
    }
    if (e.deadlock)
        handover_finding(s, (struct trouble){.kind = FINDING_DEADLOCK});
    if (e.letter)
        handover_finding(s, (struct trouble){.kind = FINDING_DEAD_LETTER});
    if (agent.hybrid)
        overlap_report(s);
    report_endless(s);
    report_messages(s, &e);
}
