/* SPDX-License-Identifier: Apache-2.0
 *
 * session.c - see session.h. */
#include "base/file.h"
#include "cli/cluster.h"
#include "cli/cluster_end.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/scope.h"
#include "cli/session.h"
#include "cli/session_findings.h"
#include "cli/options.h"
#include "kernel/matching.h"
#include "kernel/schedule.h"
#include "kernel/round.h"
#include "kernel/wait.h"
#include "report/sampled.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void show_progress(struct search *s, void *context)
{
    struct session *n = context;
    findings_tell(n, false);
    progress_show(&n->progress, &s->counts, search_seconds(s));
}

static void count_outcomes(struct session *n, const struct search *s)
{
    for (size_t i = 0; i < s->shown.len; i++)
        if (s->shown.at[i].keeper)
            n->m.findings.at[s->shown.at[i].keeper - 1]->outcomes =
                s->shown.at[i].executions;
}

static void summarize(struct session *n, const struct search *s)
{
    struct summary *m = &n->m;
    m->counts = search_counted(s);
    m->by_states = m->counts.by_states;
    m->algorithm = explorer_used(n->explorer, &m->counts)->name;
    m->elapsed = search_seconds(s);
    m->stopped = stop_reason_text(s->counts.stopped);
    if (stop_has_loop(&s->counts)) {
        struct program *p = s->st->program;
        struct op op = {.where = (uint32_t)s->counts.loop.site};
        struct location at = p->ops->location(p, s->counts.loop.rank, &op);
        struct str place = {0};
        str_addf(&place, "%s:%u", at.file, at.line);
        stop_loop_text(&s->counts, p->ops->actor_name(p, s->counts.loop.rank),
                       str_text(&place), &n->loop);
        str_free(&place);
        m->stopped = str_text(&n->loop);
    }
    if (s->counts.stopped == STOP_WORKER && s->cluster && s->cluster->lost[0]) {
        str_addf(&n->loop, "%s (%s)", m->stopped, s->cluster->lost);
        m->stopped = str_text(&n->loop);
    }
    count_outcomes(n, s);
    if (!s->counts.stopped && n->check)
        n->check(n);
    bool found = m->findings.len || m->mismatches.len || m->earlier.len || m->before;
    m->verdict = found ? MZ_FOUND : s->counts.stopped ? MZ_INCOMPLETE : MZ_OK;
}

int session_finish(struct session *n)
{
    struct str s = {0};
    int code = (int)n->m.verdict;
    progress_clear(&n->progress);
    for (size_t i = 0; i < n->m.mismatches.len; i++)
        str_addf(&s, "error[expectation]: %s\n", n->m.mismatches.at[i]);
    if (!n->style.quiet || n->m.verdict != MZ_OK)
        text_summary(&n->m, &n->style, &s);
    if (n->o->verbose) {
        str_addf(&s, "          ");
        text_count(n->m.counts.transitions, &s);
        str_addf(&s, " transitions");
        if (n->m.counts.peak_events) {
            str_addf(&s, ", at most ");
            text_count(n->m.counts.peak_events, &s);
            str_addf(&s, " events remembered at once");
        }
        str_addf(&s, "\n");
        if (cluster_here())
            cluster_tell_traffic(&cluster_here()->did, &s);
        text_turn(&n->m, &s);
    }
    if (!outputs_standard(n->o))
        fputs(str_text(&s), stdout);
    str_free(&s);
    return outputs_write(n->o, &n->m, code);
}

/* ---- what is left, and what was found so far ---- */

static void add_found(struct frontier *f, const struct finding *x)
{
    const char *file = x->where.line && x->where.file ? x->where.file : "";
    vec_push(&f->found, (struct found){.name = x->name,
                                       .kind = mem_strdup(finding_word(x->kind)),
                                       .message = mem_strdup(x->message),
                                       .file = mem_strdup(file),
                                       .line = x->where.line,
                                       .outcomes = x->outcomes,
                                       .trace = mem_strdup(x->trace ? x->trace : ""),
                                       .replay = mem_strdup(x->replay ? x->replay : "")});
}

static struct finding *take_found(const struct found *x, enum finding_kind kind)
{
    struct finding *f = mem_alloc(sizeof *f);
    *f = (struct finding){.kind = kind,
                          .name = x->name,
                          .outcomes = x->outcomes,
                          .message = mem_strdup(x->message)};
    f->where = finding_locate(f, (struct location){.file = x->file, .line = x->line});
    f->trace = *x->trace ? mem_strdup(x->trace) : NULL;
    f->replay = *x->replay ? mem_strdup(x->replay) : NULL;
    return f;
}

void session_take_found(struct summary *m, struct frontier *f,
                        const struct search_options *o)
{
    for (size_t i = 0; i < f->found.len; i++) {
        enum finding_kind kind = finding_named(f->found.at[i].kind);
        if (kind == FINDING_NONE)
            continue;
        struct finding *x = take_found(&f->found.at[i], kind);
        if (finding_counts(kind, o->strict))
            vec_push(&m->earlier, x);
        else
            vec_push(&m->earlier_notes, x);
        x->uncounted = !finding_counts(kind, o->strict);
        vec_push(&f->shown,
                 (struct known){findings_shown_as(kind, x->name, o), x->outcomes});
    }
    frontier_free_found(f);
    m->before = f->counts.told;
}

static void count_earlier(const findings_vec *v, const struct known *k,
                          const struct search_options *o)
{
    for (size_t i = 0; i < v->len; i++) {
        struct digest what = findings_shown_as(v->at[i]->kind, v->at[i]->name, o);
        if (what.lo == k->what.lo && what.hi == k->what.hi)
            v->at[i]->outcomes = k->executions;
    }
}

void session_count_earlier(struct summary *m, const struct known *k,
                           const struct search_options *o)
{
    count_earlier(&m->earlier, k, o);
    count_earlier(&m->earlier_notes, k, o);
}

void session_count_saved(struct summary *m, const struct frontier *f,
                         const struct search_options *o)
{
    findings_vec *all[] = {&m->findings, &m->notes, &m->earlier, &m->earlier_notes};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        for (size_t i = 0; i < all[k]->len; i++)
            all[k]->at[i]->outcomes = 0;
        for (size_t i = 0; i < f->shown.len; i++)
            count_earlier(all[k], &f->shown.at[i], o);
    }
}

/* The name of the file for what is left. */
static void frontier_name(const struct summary *m, struct str *file)
{
    const char *name = strrchr(m->program, '/');
    name = name ? name + 1 : m->program;
    str_addf(file, "%s%s%s%.*s.frontier", m->folder ? m->folder : "",
             m->folder ? "/" : "", m->folder ? "" : file_prefix(name),
             (int)strcspn(name, "."), name);
}

void session_done(const struct summary *m, const char *resumed)
{
    struct str file = {0};
    struct stat ours, theirs;
    frontier_name(m, &file);
    bool same = resumed && !stat(str_text(&file), &ours) && !stat(resumed, &theirs) &&
                ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
    if (!m->stopped && (same || m->saved))
        unlink(str_text(&file));
    str_free(&file);
}

/* Adds what was reported, and what it rests on. */
static void add_reported(struct frontier *f, const struct summary *m)
{
    for (size_t i = 0; i < m->earlier.len; i++)
        add_found(f, m->earlier.at[i]);
    for (size_t i = 0; i < m->earlier_notes.len; i++)
        add_found(f, m->earlier_notes.at[i]);
    for (size_t i = 0; i < m->findings.len; i++)
        add_found(f, m->findings.at[i]);
    for (size_t i = 0; i < m->notes.len; i++)
        add_found(f, m->notes.at[i]);
    /* A single execution is not part of the search: what is left is all of it. */
    bool counted = f->counts.executions || f->counts.told || f->counts.halts;
    for (size_t i = 0; i < f->found.len && !counted; i++)
        f->found.at[i].outcomes = 0;
    for (size_t i = 0; i < m->rests_on.len; i++)
        vec_push(&f->rests, mem_strdup(m->rests_on.at[i]));
}

bool session_save_meanwhile(struct summary *m, const struct frontier *left,
                            const facts_vec *facts, struct str *why)
{
    struct str file = {0};
    struct frontier f = *left;
    f.facts = *facts;
    frontier_name(m, &file);
    add_reported(&f, m);
    bool good = frontier_write(&f, str_text(&file), why);
    m->saved |= good;
    frontier_free_found(&f);
    for (size_t i = 0; i < f.rests.len; i++)
        free(f.rests.at[i]);
    vec_free(&f.rests);
    str_free(&file);
    return good;
}

/* The frontier that was saved before, quoted; "": there is none. */
static void name_saved(const struct summary *m, struct str *quoted)
{
    struct str file = {0};
    if (m->saved)
        frontier_name(m, &file);
    else if (m->resumed)
        str_addf(&file, "%s", m->resumed);
    if (file.len)
        str_quote(quoted, str_text(&file));
    str_free(&file);
}

#define SAVED_BEFORE "to go on with what was saved before: the same command with --resume %s"

static void set_note(struct summary *m, const struct str *raw)
{
    struct str note = {0};
    str_plain(&note, str_text(raw), raw->len);
    m->note = note.text;
}

void session_tell_saved(struct summary *m)
{
    struct str file = {0}, raw = {0};
    name_saved(m, &file);
    str_addf(&raw, SAVED_BEFORE, str_text(&file));
    if (file.len)
        set_note(m, &raw);
    str_free(&file);
    str_free(&raw);
}

void session_tell_lost(struct summary *m, const char *why)
{
    struct str file = {0}, raw = {0};
    name_saved(m, &file);
    str_addf(&raw, "what is left %s: %s", file.len ? "was not saved" : "is lost", why);
    if (file.len)
        str_addf(&raw, "; " SAVED_BEFORE, str_text(&file));
    set_note(m, &raw);
    str_free(&file);
    str_free(&raw);
}

void session_save(struct summary *m, struct frontier *f, facts_vec *facts)
{
    struct str file = {0}, why = {0}, raw = {0};
    frontier_name(m, &file);
    add_reported(f, m);
    facts_free(&f->facts);
    f->facts = *facts;
    *facts = (facts_vec){0};
    if (frontier_write(f, str_text(&file), &why)) {
        str_addf(&raw, "to go on: the same command with --resume ");
        str_quote(&raw, str_text(&file));
        if (f->counts.stopped == STOP_MEMORY)
            str_addf(&raw, ", and with more --memory");
        set_note(m, &raw);
    } else {
        session_tell_lost(m, str_text(&why));
    }
    str_free(&raw);
    str_free(&file);
    str_free(&why);
}

/* Says once that what is left cannot be saved. */
static void tell_unsaved(struct session *n, const struct str *why)
{
    if (!n->m.unsaved)
        fprintf(stderr, "mazurka: what is left was not saved: %s\n", str_text(why));
    n->m.unsaved = true;
}

/* In how many outcomes findings show, also those of the searches that this one resumes.
 */
static void count_found(struct session *n, const struct search *s)
{
    const struct frontier *f = s->frontier;
    for (size_t i = 0; i < f->shown.len; i++)
        session_count_earlier(
            &n->m,
            &(struct known){f->shown.at[i].what, search_shown(s, f->shown.at[i].what)},
            &s->options);
    count_outcomes(n, s);
}

static void on_save(struct search *s, void *context, const struct frontier *left)
{
    struct session *n = context;
    struct frontier f = *left;
    struct str why = {0};
    f.seen = (__typeof__(f.seen)){0}; /* our own */
    count_found(n, s);
    findings_save_seen(s, &f);
    if (!session_save_meanwhile(&n->m, &f, &n->facts, &why))
        tell_unsaved(n, &why);
    vec_free(&f.seen);
    str_free(&why);
}

static void explore_resumable(struct session *n, const struct explorer *e,
                              struct search *s, struct frontier *f)
{
    s->frontier = f;
    session_take_found(&n->m, f, &s->options);
    progress_resume(&n->progress, &f->counts);
    findings_take_seen(n, s, f);
    explorer_run(e, s);
    count_found(n, s);
    findings_save_seen(s, f);
    if (s->counts.stopped && !frontier_is_empty(f))
        session_save(&n->m, f, &n->facts);
    else if (s->counts.stopped == STOP_WORKER)
        session_tell_saved(&n->m);
}

/* "about 720 outcomes in all (95%: 690 to 750)" */
static void add_interval(const char *before, struct interval x, const char *after,
                         struct str *to)
{
    str_addf(to, "%s", before);
    text_logarithm(x.value, to);
    str_addf(to, "%s (95%%: ", after);
    text_logarithm(x.low, to);
    str_addf(to, " to ");
    text_logarithm(x.high, to);
    str_addf(to, ")");
}

static void estimate_outcomes(const struct search_counts *c, struct str *note)
{
    struct interval all = sampled_outcomes(c);
    double seen = 100 * exp(log((double)(c->traces ? c->traces : 1)) - all.value);
    double fresh = c->sampled.covered < 1 ? 1 - c->sampled.covered : 0;
    if (!sampled_tells(c)) {
        str_addf(note, "one run does not tell how many outcomes there are");
        return;
    }
    add_interval("about ", all, " outcomes in all", note);
    str_addf(note, ", of which ");
    if (seen >= 99.5)
        str_addf(note, "nearly all were seen");
    else
        str_addf(note, seen < 0.01 ? "less than 0.01%% were seen" : "%.2g%% were seen",
                 seen);
    str_addf(note, "; another run is new with probability %.2g", fresh);
}

static void estimate_chance(const struct search_counts *c, uint32_t depth,
                            struct str *note)
{
    struct interval fresh = sampled_new(c);
    add_interval("about ", sampled_at_least(c), " outcomes or more", note);
    str_addf(note, "; another run is new with probability %.2g (95%%: %.2g to %.2g)\n",
             fresh.value, fresh.low, fresh.high);
    str_addf(note,
             "          a bug that takes %u steps in the right order is found by each "
             "execution with probability ",
             depth);
    str_addf(note, c->estimate.n > 1e-300 ? "%.2g or more" : "0, nearly", c->estimate.n);
}

void session_estimate(struct summary *m, const struct explorer *e,
                      const struct search_options *o)
{
    struct str note = {0};
    if (e->samples == SAMPLES_OUTCOMES)
        estimate_outcomes(&m->counts, &note);
    else
        estimate_chance(&m->counts, o->pct_depth, &note);
    m->note = note.text;
}

bool session_explore(struct session *n, const struct explorer *e, struct search *s)
{
    const struct options *o = n->o;
    struct frontier f = {0};
    struct str why = {0};
    bool other = cluster_is_other(); /* only process 0 has the frontier, and reports */
    if (o->resume && !other &&
        (!frontier_read(&f, o->resume, &why) || !frontier_suits(&f, e, o->resume, &why) ||
         !frontier_fits(&f, &n->facts, o->resume, &why) ||
         !frontier_belongs(&f, item_program(s->st->program), o->resume, &why))) {
        frontier_free(&f);
        usage_error("%s", str_text(&why));
        str_free(&why);
        return false;
    }
    s->options = o->search;
    n->m.interleavings = e->interleavings;
    n->explorer = e;
    s->cluster = cluster_here();
    if (s->cluster)
        cluster_take_facts(s->cluster, &n->shared);
    s->interrupt = interrupt_watch();
    s->patience = progress_patience();
    s->on_execution = findings_judge;
    s->on_tick = show_progress;
    s->on_save = on_save;
    s->context = n;
    progress_begin(&n->progress, o->quiet);
    n->progress.processes = s->cluster ? s->cluster->size : 0;
    if (e->takes & TAKES_RESUME && !other)
        explore_resumable(n, e, s, &f);
    else
        explorer_run(e, s);
    frontier_free(&f);
    if (!cluster_leave(&(struct cluster_known){.program = item_program(s->st->program),
                                               .facts = &n->shared,
                                               .interrupt = s->interrupt}))
        return false;
    if (other)
        return true;
    summarize(n, s);
    cluster_describe(&n->m);
    findings_decide(n, s);
    findings_tell(n, true);
    session_done(&n->m, o->resume);
    if (e->samples)
        session_estimate(&n->m, e, &s->options);
    return true;
}

/* Can some actor make a step that has an effect? */
static bool can_go_on(struct state *st)
{
    uint32_t endless = 0;
    size_t before = st->events.len;
    for (uint32_t a = st->nactors; a-- > 0;) {
        if (!state_enabled(st, a))
            continue;
        if (a >= st->program->nactors || !st->program->matching || !wait_spins(st, a))
            return true;
        while (st->events.len > before)
            state_pop(st);
        endless = a + 1;
    }
    st->endless = endless;
    return false;
}

/* Does an actor that goes round in a loop on a window do so for ever? */
static void judge_spinning(struct state *st)
{
    uint32_t actor;
    enum round_end end = round_judge(st, &actor);
    st->moot = end == ROUND_MOOT;
    st->cut = end == ROUND_CUT;
    if (end == ROUND_ENDLESS)
        st->endless = actor + 1;
}

bool session_replay(struct session *n, struct search *search)
{
    struct state *st = search->st;
    struct str why = {0}, s = {0};
    if (schedule_follow(st, n->o->schedule, &why)) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return false;
    }
    bool failed = false;
    for (uint32_t a = 0; a < st->nactors; a++)
        failed |= st->actor[a].failed;
    bool some = can_go_on(st);
    if (some && !failed && st->program->matching &&
        st->program->buffering == BUFFERING_ANY) {
        matching_halt(st);
        some = can_go_on(st);
    }
    n->m.algorithm = "replay";
    n->m.counts.transitions = st->pushes;
    n->m.stopped = "the end of the schedule";
    if (!some && st->program->windows)
        judge_spinning(st);
    if (!some || failed) {
        n->m.counts.executions = n->m.counts.traces = 1;
        findings_note(n, search, !some);
        n->m.counts.deadlocks = !some && finding_shows(st, FINDING_DEADLOCK);
        n->m.counts.failures = failed;
    } else if (st->program->windows) {
        findings_note_races(n, search);
    }
    n->m.verdict = n->m.findings.len ? MZ_FOUND : MZ_INCOMPLETE;
    findings_tell(n, true);
    if (some && !failed && n->m.verdict != MZ_FOUND)
        str_addf(&s, "the schedule ends before the program does\n");
    else if (n->m.verdict != MZ_FOUND)
        str_addf(&s, "this execution ends well\n");
    if (!outputs_standard(n->o))
        fputs(str_text(&s), stdout);
    str_free(&why);
    str_free(&s);
    return true;
}

void session_free(struct session *n)
{
    str_free(&n->loop);
    summary_free(&n->m);
    facts_free(&n->facts);
    facts_free(&n->shared);
    vec_free(&n->sizes);
    decisions_free(&n->decisions);
    vec_free(&n->explained);
}

/* ---- from what was asked for to what is done ---- */

/* Sets the buffering for a program with matching semantics: what the user asked for or
 * the program says, otherwise the most that the explorer supports. */
static bool settle_buffering(struct options *o, const struct explorer *e)
{
    if (o->search.buffering != BUFFERING_ANY || e->both_bufferings || o->schedule)
        return true;
    if (GIVEN(o, buffering)) {
        const struct explorer *other = explorer_choose(
            &(struct explorer_need){.matching = true, .both_bufferings = true});
        usage_error("%s explores one buffering at a time\n"
                    "  fix: --buffering zero, --buffering infinite, or -a %s for both",
                    e->name, other->name);
        return false;
    }
    o->search.buffering = BUFFERING_INFINITE;
    return true;
}

static bool settle_semantics(const struct options *o, const struct explorer *e)
{
    if (o->search.queues && e->matching)
        usage_error(
            "%s is for matching semantics; in mailboxes the order of messages "
            "counts\n  fix: choose another algorithm with -a, such as %s",
            e->name,
            explorer_choose(&(struct explorer_need){.matching = true, .queues = true})
                ->name);
    return !o->search.queues || !e->matching;
}

/* The order of the search: what was asked for must have an effect. */
static bool settle_order(enum command c, const struct options *o,
                         const struct explorer *e)
{
    enum strategy strategy = o->search.strategy;
    bool compares = strategy == STRATEGY_DFS || strategy == STRATEGY_ASTAR;
    if (o->search.guides && !compares)
        usage_error("--guide says which heads are promising, and --strategy %s does not "
                    "ask\n  fix: leave one of them out, or --strategy dfs or astar",
                    option_word(OPTION_strategy, strategy));
    else if (o->search.guides & GUIDE_CFG && c == CMD_LITMUS)
        usage_error("--guide cfg is the distance to a line in a program's code, which a "
                    "litmus file does not have\n  fix: choose another guide, see "
                    "'mazurka list'");
    else if (o->search.threshold && !o->search.guides && strategy != STRATEGY_ASTAR &&
             strategy != STRATEGY_BFS)
        usage_error(
            "--threshold leaves an execution for a better head, but heads are "
            "not compared\n  fix: leave it out, or give --guide, --strategy astar "
            "or --strategy bfs");
    else if (strategy == STRATEGY_PRIORITY && e->interleavings)
        usage_error("--strategy priority prefers some senders to others, and %s does not "
                    "know who sends\n  fix: --strategy random, or choose another "
                    "algorithm with -a",
                    e->name);
    else
        return true;
    return false;
}

const struct explorer *session_settle(enum command c, struct options *o,
                                      unsigned programs, const struct explorer_need *need)
{
    const struct explorer *e = o->algorithm ? o->algorithm : explorer_choose(need);
    const struct explorer *instead =
        explorer_choose(&(struct explorer_need){.matching = true});
    struct search_options *s = &o->search;
    bool divided = o->resume || s->bound || s->jobs > 1 || cluster_here();
    /* others have each of the two ways in which sends may behave, but not both at once */
    bool both = GIVEN(o, buffering) && s->buffering == BUFFERING_ANY;
    bool choose = c == CMD_RUN && !o->algorithm && !both && !divided;
    if (e->inboxes && !(programs & PROGRAM_ACTORS)) {
        usage_error(
            "%s is for actor programs: what it relies on holds only there\n  fix: "
            "choose another algorithm with -a",
            e->name);
        return NULL;
    }
    if (s->guides && !GIVEN(o, strategy))
        s->strategy = STRATEGY_DFS;
    if (!options_fit(c, o, programs, e->name,
                     choose && programs & PROGRAM_MPI ? instead->name : NULL) ||
        !settle_buffering(o, e) || !settle_semantics(o, e) || !settle_order(c, o, e))
        return NULL;
    if (programs & PROGRAM_ACTORS && (s->jobs > 1 || o->resume || cluster_here())) {
        usage_error(
            "%s of an actor program is one search in one process: which number an "
            "actor gets that is created depends on what was explored before\n"
            "  fix: without -j, --resume and mpiexec",
            e->name);
        return NULL;
    }
    if (e->states && s->jobs > 1 && s->exact) {
        usage_error("-j: numbers of states are agreed upon by name, so not with "
                    "--exact\n  fix: leave one of them out");
        return NULL;
    }
    snprintf(s->algorithm, sizeof s->algorithm, "%s", e->name);
    s->may_choose = choose;
    s->ordered = GIVEN(o, strategy);
    if (o->once)
        s->bounds.executions = 1;
    s->once = (o->once || (s->bounds.executions == 1 && !e->samples)) && !divided;
    return e;
}
