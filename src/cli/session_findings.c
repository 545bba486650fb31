/* SPDX-License-Identifier: Apache-2.0
 *
 * session_findings.c - see session_findings.h. */
#include "cli/session_findings.h"
#include "base/timer.h"
#include "cli/outputs.h"
#include "real/launch.h"
#include "kernel/window.h"
#include "judge/judge.h"

#include <stdio.h>
#include <unistd.h>

/* Notes the execution, to find out what decides it. */
static void note_decision(struct session *n, struct state *st, const uint32_t *cut)
{
    enum { MOST = 16, LONG = 100000 };
    struct finding *f = vec_last(&n->collector.summary.findings);
    bool waits = st->potential && f->kind != FINDING_POTENTIAL_DEADLOCK;
    bool can = n->explorer && decide_can(n->explorer);
    enum undecided why = !can                       ? UNDECIDED_EXPLORER
                         : waits                    ? UNDECIDED_POTENTIAL
                         : n->decisions.len == MOST ? UNDECIDED_MANY
                         : st->events.len > LONG    ? UNDECIDED_LONG
                                                    : UNDECIDED_STOPPED;
    f->undecided = undecided_text(why);
    if (why != UNDECIDED_STOPPED)
        return;
    decide_note(&n->decisions, st, cut, n->explorer->matching);
    vec_push(&n->explained, n->collector.summary.findings.len - 1);
}

/* Keeps a finding that is shown for the first time, and reports it. */
static void keep(struct session *n, struct state *st, struct finding *f,
                 const uint32_t *cut, struct digest name, struct shown *fresh)
{
    f->name = name;
    finding_read_source(f, 0);
    if (n->replay)
        finding_replay(f, n->replay);
    collect_keep(&n->collector, f);
    fresh->keeper = n->collector.summary.findings.len;
    note_decision(n, st, cut);
}

/* Would --keep-going report this one as well? Looking takes time, so it is done for the
 * first that are found, and then for some; not at all if there are very many places. */
static bool is_another(struct session *n, struct search *s, enum finding_kind kind,
                       uint32_t actor)
{
    enum { FIRST = 1 << 15, THEN = 64 };
    const struct finding *first = collect_of_kind(&n->collector, kind);
    if ((n->looks++ >= FIRST && n->looks % THEN) ||
        (first && first->others >= FINDING_MANY))
        return false;
    struct digest name = finding_place(s->st, kind, actor);
    name.hi ^= UINT64_C(0x6f74686572); /* kept apart from what is reported */
    return search_shows(s, name);
}

/* Notes every actor that shows the kind in this execution. */
static void note_findings(struct session *n, struct search *s, enum finding_kind kind)
{
    for (uint32_t a = finding_next(s->st, kind, 0); a != NO_ACTOR;
         a = finding_next(s->st, kind, a + 1)) {
        struct digest name = {0};
        if (s->options.keep_going)
            name = finding_place(s->st, kind, a);
        bool another = !s->options.keep_going && is_another(n, s, kind, a);
        struct shown *fresh = search_shows(s, collect_name(kind, name, &s->options));
        if (fresh)
            keep(n, s->st, finding_of(s->st, kind, a), finding_cut(s->st, kind, a),
                 finding_place(s->st, kind, a), fresh);
        else if (another && collect_of_kind(&n->collector, kind))
            collect_of_kind(&n->collector, kind)->others++;
    }
}

/* What else search_shows() is asked about, for what a file expects: second words of
 * digests that no finding has. */
enum { SEEN_SIZE = FINDING_KINDS, SEEN_RACE };

void findings_take_seen(struct session *n, struct search *s, const struct frontier *f)
{
    for (size_t i = 0; i < f->runs.seen.len; i++) {
        struct digest x = {f->runs.seen.at[i].lo, SEEN_SIZE + f->runs.seen.at[i].hi};
        search_kept_before(s, x, 0);
        n->races += x.hi == SEEN_RACE;
        if (x.hi == SEEN_SIZE)
            vec_push(&n->sizes, x.lo);
    }
}

void findings_save_seen(const struct search *s, struct frontier *f)
{
    f->runs.seen.len = 0;
    for (size_t i = 0; i < s->shown.len; i++) {
        struct digest x = s->shown.at[i].what;
        if (x.hi == SEEN_SIZE || x.hi == SEEN_RACE)
            vec_push(&f->runs.seen, (struct digest){x.lo, x.hi - SEEN_SIZE});
    }
}

void findings_note_races(struct session *n, struct search *s)
{
    rma_races_vec races = {0};
    window_races(s->st, &races);
    for (size_t i = 0; i < races.len; i++) {
        struct digest name = finding_race_place(s->st, &races.at[i]);
        struct digest counted = {name.lo, SEEN_RACE};
        n->races += search_shows(s, counted) != NULL;
        struct shown *fresh =
            search_shows(s, collect_name(FINDING_RMA_RACE, name, &s->options));
        if (!fresh)
            continue;
        uint32_t *cut = finding_race_cut(s->st, &races.at[i]);
        keep(n, s->st, finding_of_race(s->st, &races.at[i]), cut, name, fresh);
        free(cut);
    }
    vec_free(&races);
}

/* Is anything wrong with this final state? */
static bool is_wrong(const struct state *st)
{
    rma_races_vec races = {0};
    if (st->program->windows)
        window_races(st, &races);
    bool wrong = races.len;
    vec_free(&races);
    FOR_EACH_KIND(kind)
    wrong = wrong || finding_shows(st, kind);
    return wrong;
}

void findings_note(struct session *n, struct search *s, bool ended)
{
    if (s->st->program->windows)
        findings_note_races(n, s);
    if (s->st->moot)
        return;
    FOR_EACH_KIND(kind)
    if (ended || finding_scope(kind) != SCOPE_ALL)
        note_findings(n, s, kind);
}

static void note_size(struct session *n, struct search *s)
{
    struct digest what = {s->st->events.len, SEEN_SIZE};
    if (!s->st->potential && search_shows(s, what))
        vec_push(&n->sizes, s->st->events.len);
}

void findings_judge(struct search *s, void *context)
{
    struct session *n = context;
    size_t before = n->collector.summary.findings.len;
    if (n->recounts) {
        s->execution.wrong |= is_wrong(s->st);
        return;
    }
    if (!s->st->moot)
        note_size(n, s);
    findings_note(n, s, true);
    if (s->options.first && n->collector.summary.findings.len > before)
        s->counts.stopped = STOP_FINDING;
}

/* ---- what decides ---- */

/* Takes over what decides the finding. */
static void take_decision(struct finding *f, const struct decision *d, struct program *p,
                          bool all)
{
    f->undecided =
        d->known ? NULL : undecided_text(all ? UNDECIDED_UNCLEAR : UNDECIDED_STOPPED);
    if (!d->known)
        return;
    f->decided = d->hopeless ? DECIDED_ALWAYS : DECIDED_BY_STEP;
    f->all_judged = all;
    if (d->hopeless)
        return;
    f->in_order = d->events;
    f->decisive = d->choices.at[d->decisive].step;
    for (size_t i = 0; i < d->ways.len; i++) {
        const struct decide_way *w = &d->ways.at[i];
        bool message = !d->events && w->got.sender >= 0;
        uint32_t of = d->events ? w->got.rank % p->nactors /* itself, or its slot */
                      : message ? (uint32_t)w->got.sender
                                : NO_ACTOR;
        struct op op = {.where = w->got.where - 1};
        struct finding_way way = {.what = mem_strdup(w->text),
                                  .kind = w->kind,
                                  .actor = of,
                                  .passes = w->passes,
                                  .fails = w->fails};
        if (w->got.where && of != NO_ACTOR)
            way.where = finding_locate(f, p->ops->words->location(p, of, &op));
        vec_push(&f->ways, way);
    }
}

void findings_decide(struct session *n, const struct search *first)
{
    struct search again;
    if (decide_prepare(&again, first, &n->decisions)) {
        n->recounts = true;
        bool all = decide_run(&again, &n->decisions, finding_words);
        n->recounts = false;
        for (size_t i = 0; i < n->decisions.len; i++)
            take_decision(n->collector.summary.findings.at[n->explained.at[i]],
                          &n->decisions.at[i], first->st->program, all);
        search_free(&again);
    }
    decisions_free(&n->decisions);
    n->explained.len = 0;
}
