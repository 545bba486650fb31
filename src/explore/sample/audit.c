/* SPDX-License-Identifier: Apache-2.0
 *
 * audit.c - see audit.h. */
#include "explore/sample/audit.h"
#include "explore/sample/chance.h"
#include "explore/search/observed.h"
#include "kernel/matching.h"
#include "kernel/round.h"

/* ---- what is remembered ---- */

void audit_expect(const struct explorer *e, struct search *s)
{
    if (!s->options.audit || e->samples || s->options.once || s->cluster)
        return;
    s->audit.outcomes = e->matching && !e->states;
    s->audit.by_states = e->states || e->turns;
    s->audit.traces = !e->matching;
    s->st->hashing |= s->audit.traces;
}

bool audit_is_due(const struct search *s)
{
    const struct search_audit *a = &s->audit;
    return (a->traces || a->outcomes || a->by_states) && !s->counts.stopped &&
           !s->counts.cut;
}

const char *audit_text(enum audit_result r)
{
    switch (r) {
    case AUDIT_PASSED:
        break;
    case AUDIT_UNEXPLORED:
        return "is none of those that were explored";
    case AUDIT_STATE:
        return "comes to a state of a rank that was not explored";
    case AUDIT_FINDING:
        return "shows something wrong, which was not found";
    }
    return "is as it should be";
}

/* ---- one execution ---- */

/* How the next step is chosen, from one execution to the next. */
enum taste {
    TASTE_ANY,    /* any step of anybody */
    TASTE_STAY,   /* mostly of the actor that moved last */
    TASTE_RANKED, /* of the actor with the highest priority, which seldom changes */
    TASTES
};
/* Sends that may wait or not. */
enum waits { WAITS_NONE, WAITS_ALL, WAITS_SOME };

struct player {
    struct search *s;
    const struct search *first;
    uint64_t chance; /* the state of the random numbers */
    enum taste taste;
    enum waits waits;
    uint32_t stubborn; /* 0: looks fail as often as anything else happens; else seldom */
    uint32_t tardy;    /* matches come late, the more so the higher it is */
    uint32_t last;     /* who moved last */
    VEC(uint64_t) priority;
    uint64_t lowest;
    uint64_t most; /* after so many steps the execution shall come to its end */
    steps_vec steps, some;
    struct observed observed;
    bool by_states; /* ranks must be in states that were explored, */
    bool strayed;   /* and one was not */
};

static bool is_failure(const struct state *st, const struct step *x)
{
    return x->outcome == OUTCOME_FALSE && x->actor < st->program->nactors &&
           op_fails(st->actor[x->actor].pending.kind);
}

static uint64_t *priority(struct player *p, uint32_t actor)
{
    while (p->priority.len <= actor)
        vec_push(&p->priority, chance_next(&p->chance) | (uint64_t)1 << 63);
    return &p->priority.at[actor];
}

/* Keeps those of `steps` for which the answer is yes, unless that is none. */
typedef bool filter_fn(struct player *, const struct step *);
static void filter(struct player *p, filter_fn *good)
{
    p->some.len = 0;
    for (size_t i = 0; i < p->steps.len; i++)
        if (good(p, &p->steps.at[i]))
            vec_push(&p->some, p->steps.at[i]);
    if (!p->some.len)
        return;
    steps_vec all = p->steps;
    p->steps = p->some;
    p->some = all;
}

static bool succeeds(struct player *p, const struct step *x)
{
    return !is_failure(p->s->st, x);
}

static bool is_of_rank(struct player *p, const struct step *x)
{
    return x->actor < p->s->st->program->nactors;
}

static bool is_of_last(struct player *p, const struct step *x)
{
    return x->actor == p->last;
}

static bool is_of_first(struct player *p, const struct step *x)
{
    uint64_t mine = *priority(p, x->actor);
    for (size_t i = 0; i < p->steps.len; i++)
        if (*priority(p, p->steps.at[i].actor) > mine)
            return false;
    return true;
}

/* Lists the steps of this actor; false if it has none. */
static bool list_steps(struct player *p, uint32_t actor)
{
    struct search *s = p->s;
    s->outcomes.len = 0;
    state_outcomes(s->st, actor, &s->outcomes);
    for (size_t i = 0; i < s->outcomes.len; i++)
        vec_push(&p->steps, (struct step){actor, s->outcomes.at[i]});
    return s->outcomes.len;
}

/* Lists what can be done now: by everybody, or if there are very many slots, by somebody,
 * who is often the one that moved last, or a rank. */
static void list(struct player *p)
{
    enum { FEW = 128, TRIES = 4 };
    const struct state *st = p->s->st;
    uint32_t n = st->nactors, ranks = st->program->nactors;
    p->steps.len = 0;
    if (n <= FEW) {
        search_enabled(p->s, &p->steps);
        return;
    }
    if (p->taste == TASTE_STAY && chance_below(&p->chance, 16) && list_steps(p, p->last))
        return;
    for (int i = 0; i < TRIES; i++)
        if (list_steps(p, chance_below(&p->chance, i % 2 ? n : ranks)))
            return;
    for (uint32_t i = 1; i <= n; i++) /* the slots that follow are often next */
        if (list_steps(p, (p->last + i) % n))
            return;
}

/* False if nobody can go on. */
static bool choose(struct player *p, struct step *out)
{
    struct state *st = p->s->st;
    bool hurries = st->events.len > p->most;
    list(p);
    if (!p->steps.len)
        return false;
    if (hurries || (p->stubborn && chance_below(&p->chance, 16) < p->stubborn))
        filter(p, succeeds);
    if (p->tardy && !hurries && chance_below(&p->chance, 16) < p->tardy)
        filter(p, is_of_rank);
    if (p->taste == TASTE_STAY && chance_below(&p->chance, 16))
        filter(p, is_of_last);
    else if (p->taste == TASTE_RANKED)
        filter(p, is_of_first);
    *out = p->steps.at[chance_below(&p->chance, (uint32_t)p->steps.len)];
    if (is_failure(st, out) || !chance_below(&p->chance, 64))
        *priority(p, out->actor) = --p->lowest;
    p->last = out->actor;
    return true;
}

/* The message that this request got, if it is a receive. */
static int32_t message_for(const struct state *st, uint32_t rank, uint32_t request)
{
    const struct posted *r = &st->actor[rank].requests.at[request];
    return r->kind == OP_IRECV && r->taken != NO_EVENT
               ? st->events.at[r->taken].act.outcome
               : OUTCOME_FALSE;
}

/* Is the rank where the explorer states identifies it? */
static bool is_identified(const struct actor *a)
{
    enum op_kind kind = a->pending.kind;
    return a->ended || op_parts(&a->pending) || kind == OP_FINISH || op_looks(kind) ||
           op_withdraws(kind) || kind == OP_CHOOSE;
}

static void look_at_state(struct player *p, uint32_t rank)
{
    struct program *program = p->s->st->program;
    struct identity id = {0};
    if (!p->by_states || !is_identified(&p->s->st->actor[rank]))
        return;
    if (program->ops->merging->identify(program, rank, &id))
        p->strayed |= !set128_has(&p->first->audit.states, audit_state(rank, id.name));
    vec_free(&id.requests);
    vec_free(&id.messages);
}

static bool push(struct player *p, struct step x)
{
    struct state *st = p->s->st;
    struct program *program = st->program;
    bool names = p->observed.rank && x.actor < program->nactors;
    if (names && op_looks(st->actor[x.actor].pending.kind))
        observed_look(&p->observed, x.actor, program_digest(program, x.actor));
    if (!state_room(st, x.actor) && !state_widen(st))
        return false;
    state_push(st, x.actor, x.outcome);
    const struct op *op = &vec_last(&st->events).op;
    if (names)
        observed_step(&p->observed, x.actor, op, x.outcome,
                      op_reports(op->kind) && x.outcome != OUTCOME_FALSE
                          ? message_for(st, x.actor, op->args[x.outcome])
                          : OUTCOME_FALSE);
    if (x.actor < program->nactors)
        look_at_state(p, x.actor);
    return true;
}

static bool any_enabled(const struct state *st)
{
    for (uint32_t a = 0; a < st->nactors; a++)
        if (state_enabled(st, a))
            return true;
    return false;
}

static bool judge(struct search *s)
{
    s->execution.wrong = false;
    search_judge(s);
    return !s->execution.wrong;
}

/* Nobody can go on, as sends wait. If somebody could, did they not, this is where the
 * program may halt. */
static bool halts(struct search *s)
{
    struct state *st = s->st;
    bool wrong = false;
    st->program->buffering = BUFFERING_INFINITE;
    bool more = any_enabled(st);
    if (more) {
        st->program->buffering = BUFFERING_ZERO;
        st->potential = true;
        wrong = !judge(s);
        st->potential = false;
    }
    return wrong;
}

enum ending { ENDING_COMPLETE, ENDING_VOID, ENDING_TIME, ENDING_HALT, ENDING_STRAYED };

static void begin(struct player *p, bool any)
{
    struct program *program = p->s->st->program;
    p->taste = chance_below(&p->chance, TASTES);
    p->waits = any ? chance_below(&p->chance, 3) : WAITS_NONE;
    p->stubborn = 8 * chance_below(&p->chance, 3);
    p->tardy = chance_below(&p->chance, 2) ? chance_below(&p->chance, 16) : 0;
    p->priority.len = 0;
    p->lowest = (uint64_t)1 << 62;
    p->last = 0;
    p->strayed = false;
    if (p->observed.rank)
        observed_clear(&p->observed);
    for (uint32_t a = 0; a < program->nactors; a++)
        look_at_state(p, a);
    if (any)
        program->buffering = p->waits == WAITS_ALL ? BUFFERING_ZERO : BUFFERING_INFINITE;
}

static enum ending play(struct player *p, bool any)
{
    enum { PATIENCE = 8 };
    struct search *s = p->s;
    struct program *program = s->st->program;
    struct step x;
    begin(p, any);
    state_put_off_clocks(s->st);
    for (;;) {
        if (p->strayed)
            return ENDING_STRAYED;
        if (!search_in_time(s))
            return ENDING_TIME;
        if (s->st->events.len > PATIENCE * p->most)
            return ENDING_VOID;
        if (any && s->st->events.len > p->most)
            program->buffering = BUFFERING_INFINITE;
        else if (p->waits == WAITS_SOME && !chance_below(&p->chance, 4))
            program->buffering =
                chance_below(&p->chance, 2) ? BUFFERING_ZERO : BUFFERING_INFINITE;
        if (choose(p, &x)) {
            if (!push(p, x))
                return ENDING_VOID;
        } else if (any && program->buffering == BUFFERING_ZERO) {
            if (halts(s))
                return ENDING_HALT;
            program->buffering = BUFFERING_INFINITE;
        } else {
            return ENDING_COMPLETE;
        }
    }
}

/* ---- is it one of those? ---- */

static struct digest name_of(struct player *p)
{
    const struct state *st = p->s->st;
    if (!p->observed.rank)
        return st->trace;
    for (uint32_t a = 0; a < st->program->nactors; a++)
        for (uint32_t i = 0; i < st->actor[a].requests.len; i++)
            if (st->actor[a].requests.at[i].kind == OP_IRECV)
                observed_receive(&p->observed, a, message_for(st, a, i));
    return observed_name(&p->observed);
}

/* Does this end tell nothing, as an actor that spins would go on, or a message that was
 * not withdrawn is never received? */
static bool is_void(struct search *s)
{
    uint32_t actor;
    if (matching_refused_in_vain(s->st))
        return true;
    switch (search_round(s, &actor)) {
    case ROUND_NONE:
        break;
    case ROUND_MOOT:
    case ROUND_CUT:
        return true;
    case ROUND_ENDLESS:
        s->st->endless = actor + 1;
        break;
    }
    return false;
}

static enum audit_result look_up(struct player *p)
{
    struct search *s = p->s;
    bool good = judge(s);
    s->st->endless = 0;
    if (!good)
        return AUDIT_FINDING;
    return p->by_states || set128_has(&p->first->audit.names, name_of(p))
               ? AUDIT_PASSED
               : AUDIT_UNEXPLORED;
}

static void take_back(struct search *s)
{
    while (s->st->events.len)
        search_pop(s);
}

static void prepare(struct search *again, const struct search *first)
{
    struct program *program = first->st->program;
    search_init(again, program);
    while (again->st->slots < first->st->slots && state_widen(again->st))
        ;
    again->st->rounds = first->st->rounds;
    again->st->looks = first->st->looks;
    again->st->hashing = first->audit.traces;
    again->options = first->options;
    again->counts = first->counts;
    again->interrupt = first->interrupt;
    again->clock = first->clock;
    again->on_execution = first->on_execution;
    again->on_tick = first->on_tick;
    again->context = first->context;
    again->timing.started = first->timing.started;
}

static uint64_t longer(uint64_t most, size_t events)
{
    return most > 20 * events ? most : 20 * events;
}

enum audit_result audit_run(struct search *again, struct search *first)
{
    enum { SHORTEST = 1000, FIRST = 100000 };
    prepare(again, first);
    struct program *program = again->st->program;
    enum buffering buffering = program->buffering;
    bool by_states = first->counts.by_states;
    bool outcomes = first->audit.outcomes && !by_states;
    struct audit_counts *c = &first->counts.audit;
    struct player p = {.s = again,
                       .first = first,
                       .by_states = by_states,
                       .chance = first->options.seed ^ 0x6175646974u,
                       .most = FIRST};
    enum audit_result result = AUDIT_PASSED;
    if (outcomes)
        observed_init(&p.observed, program->nactors);
    *c = (struct audit_counts){.names = by_states ? first->audit.states.len
                                                  : first->audit.names.len,
                               .by_states = by_states};
    uint64_t most = SHORTEST;
    while (result == AUDIT_PASSED && c->played + c->left < first->options.audit) {
        enum ending end = play(&p, buffering == BUFFERING_ANY);
        if (end == ENDING_TIME) {
            c->over_time = true;
            take_back(again);
            break;
        }
        bool counts = end == ENDING_COMPLETE && !is_void(again);
        if (end == ENDING_HALT)
            result = AUDIT_FINDING;
        else if (end == ENDING_STRAYED)
            result = AUDIT_STATE;
        else if (counts)
            result = look_up(&p);
        c->played += counts;
        c->left += !counts;
        if (end == ENDING_COMPLETE)
            p.most = most = longer(most, again->st->events.len);
        if (result == AUDIT_PASSED)
            take_back(again);
    }
    program->buffering = buffering;
    if (outcomes)
        observed_free(&p.observed);
    vec_free(&p.priority);
    vec_free(&p.steps);
    vec_free(&p.some);
    return result;
}

void audit_over(struct search *again)
{
    take_back(again);
    search_free(again);
}
