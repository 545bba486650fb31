/* SPDX-License-Identifier: Apache-2.0
 *
 * session.c - see session.h. */
#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/options.h"
#include "kernel/matching.h"
#include "kernel/schedule.h"
#include "kernel/wait.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show_progress(struct search *s, void *context)
{
    struct session *n = context;
    progress_show(&n->progress, s->counts.executions, s->counts.explored,
                  search_seconds(s));
}

/* In the text, findings appear as soon as they are known. */
static void tell(struct session *n, const struct finding *f)
{
    struct str s = {0};
    progress_clear(&n->progress);
    text_finding(f, &n->style, &s);
    str_addf(&s, "\n");
    if (!n->o->json || strcmp(n->o->json, "-"))
        fputs(str_text(&s), stdout);
    fflush(stdout);
    str_free(&s);
}

static void note_finding(struct session *n, struct search *s, enum finding_kind kind)
{
    if (!finding_shows(s->st, kind))
        return;
    /* Where only the first of a kind is reported, it counts for all of them. */
    struct digest what =
        s->options.keep_going ? finding_place(s->st, kind) : (struct digest){kind, 0};
    struct shown *fresh = search_shows(s, what);
    if (!fresh)
        return;
    vec_push(&n->m.findings, finding_of(s->st, kind));
    fresh->keeper = n->m.findings.len;
    tell(n, vec_last(&n->m.findings));
}

/* With `ended`, nobody can move any more; before, only a failure can show. */
static void note_findings(struct session *n, struct search *s, bool ended)
{
    FOR_EACH_KIND(kind)
    if (ended || finding_scope(kind) != SCOPE_ALL)
        note_finding(n, s, kind);
}

static void note_size(struct session *n, struct search *s)
{
    struct digest what = {s->st->events.len, FINDING_KINDS};
    if (!s->st->potential && search_shows(s, what))
        vec_push(&n->sizes, s->st->events.len);
}

static void on_execution(struct search *s, void *context)
{
    struct session *n = context;
    size_t before = n->m.findings.len;
    note_size(n, s);
    note_findings(n, s, true);
    if (s->options.first && n->m.findings.len > before)
        s->counts.stopped = STOP_FINDING;
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
    m->elapsed = search_seconds(s);
    m->stopped = stop_reason_text(s->counts.stopped);
    if (s->counts.stopped == STOP_POLLS && s->counts.loop.known) {
        struct program *p = s->st->program;
        struct op op = {.where = (uint32_t)s->counts.loop.site};
        struct location at = p->ops->location(p, s->counts.loop.rank, &op);
        str_addf(&n->loop, STOP_POLLS_TEXT "%s:%u" STOP_POLLS_HINT,
                 p->ops->actor_name(p, s->counts.loop.rank), at.file, at.line);
        m->stopped = str_text(&n->loop);
    }
    if (s->counts.polled) {
        struct str text = {0};
        str_addf(&text, "polls failing up to %llu times in a row",
                 (unsigned long long)s->options.polls);
        vec_push(&m->holds_for, mem_strdup(str_text(&text)));
        vec_push(&m->rests_on, text.text);
    }
    count_outcomes(n, s);
    if (!s->counts.stopped && n->check)
        n->check(n);
    m->verdict = m->findings.len || m->mismatches.len || m->before ? MZ_FOUND
                 : s->counts.stopped                               ? MZ_INCOMPLETE
                                                                   : MZ_OK;
}

int session_finish(struct session *n)
{
    struct str s = {0}, why = {0};
    bool on_stdout = n->o->json && !strcmp(n->o->json, "-");
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
    }
    if (!on_stdout)
        fputs(str_text(&s), stdout);
    if (n->o->json && !json_write(&n->m, n->o->json, &why))
        code = usage_error("%s", str_text(&why));
    str_free(&s);
    str_free(&why);
    return code;
}

void session_save(struct summary *m, struct frontier *f, facts_vec *facts)
{
    struct str file = {0}, why = {0}, go_on = {0}, raw = {0}, note = {0};
    const char *name = strrchr(m->program, '/');
    name = name ? name + 1 : m->program;
    str_addf(&file, "%.*s.frontier", (int)strcspn(name, "."), name);
    facts_free(&f->facts);
    f->facts = *facts;
    *facts = (facts_vec){0};
    for (size_t i = 0; i < m->rests_on.len; i++)
        vec_push(&f->rests, mem_strdup(m->rests_on.at[i]));
    if (frontier_write(f, str_text(&file), &why))
        str_quote(&go_on, str_text(&file));
    str_addf(&raw,
             go_on.len ? "to go on: the same command with --resume %s"
                       : "what is left is lost: %s",
             str_text(go_on.len ? &go_on : &why));
    str_plain(&note, str_text(&raw), raw.len);
    m->note = note.text;
    str_free(&go_on);
    str_free(&raw);
    str_free(&file);
    str_free(&why);
}

static void explore_resumable(struct session *n, const struct explorer *e,
                              struct search *s, struct frontier *f)
{
    s->frontier = f;
    n->m.before = f->counts.told;
    n->progress.executions = f->counts.executions;
    n->progress.explored = f->counts.explored;
    explorer_run(e, s);
    if (s->counts.stopped && f->items.len)
        session_save(&n->m, f, &n->facts);
}

static bool is(const char *value, const char *word)
{
    return value && !strcmp(value, word);
}

void session_options(const struct options *o, const struct explorer *e,
                     struct search_options *s)
{
    bool divided = o->resume || o->bound || o->jobs > 1;
    *s = (struct search_options){
        .may_choose = !o->algorithm && !o->buffering && !divided,
        .bounds = {o->once ? 1 : o->executions, o->depth, o->time},
        .buffering = s->buffering,
        .queues = s->queues,
        .fifo = is(o->delivery, "fifo"),
        .crashes = (uint32_t)o->failures,
        .keep_going = o->keep_going,
        .first = o->first,
        .strict = o->strict,
        .once = (o->once || o->executions == 1) && !divided,
        .sleep = !is(o->sleep, "off"),
        .k = (uint32_t)o->k,
        .order = is(o->order, "eca")   ? ORDER_ECA
                 : is(o->order, "lca") ? ORDER_LCA
                                       : ORDER_FIFO,
        .figure_races = is(o->races, "figure"),
        .jobs = (uint32_t)o->jobs,
        .bound = o->bound ? (uint32_t)o->bound + 1 : 0,
        .polls = o->polls,
        .seed = o->seed,
        .pct_depth = o->pct_depth ? (uint32_t)o->pct_depth : 3,
    };
    snprintf(s->algorithm, sizeof s->algorithm, "%s", e->name);
}

void session_estimate(struct summary *m, const struct explorer *e,
                      const struct search_options *o)
{
    struct estimate estimate = m->counts.estimate;
    struct str note = {0};
    double seen = estimate.n > 0 && !estimate.scale
                      ? 100.0 * (double)m->counts.traces / estimate.n
                      : 0;
    if (e->samples == SAMPLES_OUTCOMES) {
        str_addf(&note, "about ");
        text_estimate(estimate.n, 512 * estimate.scale, &note);
        str_addf(&note, " outcomes in all, of which ");
        if (seen >= 99.5)
            str_addf(&note, "nearly all were seen");
        else
            str_addf(&note,
                     seen < 0.01 ? "less than 0.01%% were seen" : "%.2g%% were seen",
                     seen);
    } else {
        str_addf(
            &note,
            "a bug that takes %u steps in the right order is found by each execution "
            "with probability ",
            o->pct_depth);
        str_addf(&note, estimate.n > 1e-300 ? "%.2g or more" : "0, nearly", estimate.n);
    }
    m->note = note.text;
}

bool session_explore(struct session *n, const struct explorer *e, struct search *s)
{
    const struct options *o = n->o;
    struct frontier f = {0};
    struct str why = {0};
    if (o->resume &&
        (!frontier_read(&f, o->resume, &why) ||
         !frontier_fits(&f, &n->facts, o->resume, &why) ||
         !frontier_belongs(&f, item_program(s->st->program), o->resume, &why))) {
        frontier_free(&f);
        usage_error("%s", str_text(&why));
        str_free(&why);
        return false;
    }
    session_options(o, e, &s->options);
    s->interrupt = interrupt_watch();
    s->on_execution = on_execution;
    s->on_tick = show_progress;
    s->context = n;
    progress_begin(&n->progress, o->quiet);
    if (e->takes & TAKES_RESUME)
        explore_resumable(n, e, s, &f);
    else
        explorer_run(e, s);
    frontier_free(&f);
    summarize(n, s);
    if (e->samples)
        session_estimate(&n->m, e, &s->options);
    return true;
}

/* Can somebody move, and to some avail? */
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
    n->m.verdict = MZ_INCOMPLETE;
    if (!some || failed) {
        n->m.counts.executions = n->m.counts.traces = 1;
        note_findings(n, search, !some);
        n->m.counts.deadlocks = !some && finding_shows(st, FINDING_DEADLOCK);
        n->m.counts.failures = failed;
        n->m.verdict = n->m.findings.len ? MZ_FOUND : MZ_INCOMPLETE;
    }
    if (some && !failed)
        str_addf(&s, "the schedule ends before the program does\n");
    else if (n->m.verdict != MZ_FOUND)
        str_addf(&s, "this execution ends well\n");
    if (!n->o->json || strcmp(n->o->json, "-"))
        fputs(str_text(&s), stdout);
    str_free(&why);
    str_free(&s);
    return true;
}

bool session_colour(const char *when)
{
    if (when && !strcmp(when, "always"))
        return true;
    return (!when || !strcmp(when, "auto")) && isatty(STDOUT_FILENO) &&
           !getenv("NO_COLOR");
}

bool session_one_of(const char *option, const char *value, const char *words)
{
    if (!value)
        return true;
    size_t n = strlen(value);
    for (const char *w = words; *w; w += strcspn(w, "|"), w += *w == '|')
        if (n == strcspn(w, "|") && n && !memcmp(w, value, n))
            return true;
    usage_error("--%s does not take '%s'\n  fix: give one of %s", option, value, words);
    return false;
}

void session_free(struct session *n)
{
    str_free(&n->loop);
    summary_free(&n->m);
    facts_free(&n->facts);
    vec_free(&n->sizes);
}

bool session_buffering(const struct options *o, const struct explorer *e, bool matching,
                       enum buffering *buffering)
{
    if (!session_one_of("buffering", o->buffering, "any|zero|infinite"))
        return false;
    if (o->buffering && !matching) {
        usage_error(
            "--buffering is for MPI programs, and for litmus files that begin with "
            "'semantics matching'\n  fix: leave it out");
        return false;
    }
    if (o->buffering)
        *buffering = *o->buffering == 'z'   ? BUFFERING_ZERO
                     : *o->buffering == 'i' ? BUFFERING_INFINITE
                                            : BUFFERING_ANY;
    if (*buffering != BUFFERING_ANY || e->both_bufferings || o->schedule)
        return true;
    if (o->buffering) {
        const struct explorer *other = explorer_choose(
            &(struct explorer_need){.matching = true, .both_bufferings = true});
        usage_error("%s explores one buffering at a time\n"
                    "  fix: --buffering zero, --buffering infinite, or -a %s for both",
                    e->name, other->name);
        return false;
    }
    *buffering = BUFFERING_INFINITE;
    return true;
}

bool session_semantics(const struct options *o, const struct explorer *e, bool matching,
                       bool *queues)
{
    if (!session_one_of("semantics", o->semantics, "matching|mailbox"))
        return false;
    if (o->semantics && !matching) {
        usage_error(
            "--semantics is for MPI programs, and for litmus files that begin with "
            "'semantics'\n  fix: leave it out");
        return false;
    }
    if (o->semantics)
        *queues = !strcmp(o->semantics, "mailbox");
    if (*queues && e->matching)
        usage_error(
            "%s is for matching semantics; in mailboxes the order of messages "
            "counts\n  fix: choose another algorithm with -a, such as %s",
            e->name,
            explorer_choose(&(struct explorer_need){.matching = true, .queues = true})
                ->name);
    return !*queues || !e->matching;
}

/* Of those that not every explorer heeds. */
static uint32_t options_given(const struct options *o)
{
    return (o->sleep ? TAKES_SLEEP : 0u) | (o->k ? TAKES_K : 0u) |
           (o->order ? TAKES_ORDER : 0u) | (o->races ? TAKES_RACES : 0u) |
           (o->bound ? TAKES_BOUND : 0u) | (o->pct_depth ? TAKES_PCT_DEPTH : 0u) |
           (o->jobs > 1 ? TAKES_JOBS : 0u) | (o->resume ? TAKES_RESUME : 0u);
}

static void find_fault(const struct options *o, const struct explorer *e,
                       const struct explorer_need *need, struct str *why)
{
    if (e->inboxes && !need->inboxes)
        str_addf(why, "%s is for actor programs: what it relies on holds only there",
                 e->name);
    else if ((o->delivery || o->failures) && !need->inboxes)
        str_addf(why, "--delivery and --failures are for actor programs");
    else if (!explorer_takes(e, need->inboxes, options_given(o), why))
        ;
    else if (o->bound && (o->resume || o->jobs > 1))
        str_addf(why, "--bound does not go together with --resume and --jobs");
    else if (o->jobs > 256)
        str_addf(why, "--jobs takes at most 256");
}

const struct explorer *session_explorer(const struct options *o,
                                        const struct explorer_need *need)
{
    const struct explorer *e =
        o->algorithm ? explorer_find(o->algorithm) : explorer_choose(need);
    struct str why = {0};
    if (!e) {
        usage_error("there is no algorithm '%s'\n  fix: 'mazurka list' shows them",
                    o->algorithm);
        return NULL;
    }
    if (!session_one_of("sleep", o->sleep, "on|off") ||
        !session_one_of("color", o->color, "auto|always|never") ||
        !session_one_of("order", o->order, "fifo|eca|lca") ||
        !session_one_of("races", o->races, "path|figure") ||
        !session_one_of("delivery", o->delivery, "any|fifo"))
        return NULL;
    find_fault(o, e, need, &why);
    if (why.len) {
        usage_error("%s\n  fix: leave it out, or choose another algorithm with -a",
                    str_text(&why));
        e = NULL;
    }
    str_free(&why);
    return e;
}
