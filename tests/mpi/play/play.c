/* SPDX-License-Identifier: Apache-2.0
 *
 * play.c - do real MPI programs do what brute force says?
 *
 *     play [--programs N] [--seed N] [--algorithm NAME] [--jobs N] [--mailbox] [--states]
 *          TOOL PLAYER
 *     play --show [--large] [--seed N]    prints one program, perhaps with more messages
 *
 * Random programs with ranks are judged by brute force and then played (player.c) under
 * mazurka, which must see exactly as many outcomes and deadlocks. With --mailbox, all
 * that is done with mailbox semantics. With --states, the explorers match and states must
 * report the same, and ranks in equal states must go on alike (--check-names). What
 * another MPI does with them: versus.c. */
#include "litmus/litmus.h"
#include "support/oracle.h"
#include "support/ranks.h"

#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STATES = 4000, MAX_CLASSES = 300 };

static struct {
    const char *tool, *player, *algorithm, *images;
    char file[64];
    uint64_t programs, skipped, outcomes, wrong;
    unsigned jobs;
    bool mailbox, states, show, large;
} run = {.algorithm = "match", .images = "auto", .jobs = 1};

static void complain(const struct str *text, const char *what)
{
    run.wrong++;
    printf("%s:\n%s\n", what, str_text(text));
}

/* ---- under mazurka ---- */

static long number(const json_t *report, const char *key)
{
    const json_t *value = json_object_get(report, key);
    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

static json_t *explore(uint32_t ranks, const char *algorithm, const char *buffering,
                       const char *more)
{
    struct str command = {0};
    str_addf(
        &command,
        "timeout 60 %s run -q -n %u -a %s %s --images %s --buffering %s --semantics %s "
        "--json - -- %s --exact %s 2>&1",
        run.tool, ranks, algorithm, more, run.images, buffering,
        run.mailbox ? "mailbox" : "matching", run.player, run.file);
    FILE *f = popen(str_text(&command), "r");
    json_t *report = f ? json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    if (f)
        pclose(f);
    str_free(&command);
    return report;
}

/* Ranks that meet in different collectives are nothing to the model and wrong in MPI. */
static bool is_misuse(const json_t *report)
{
    size_t i;
    const json_t *finding;
    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        const char *kind = json_string_value(json_object_get(finding, "kind"));
        if (kind && strstr(kind, "mismatch"))
            return true;
    }
    return false;
}

static void compare(const struct str *text, const struct litmus *l,
                    const struct oracle *o, const char *buffering)
{
    char jobs[32];
    snprintf(jobs, sizeof jobs, "-j %u", run.jobs);
    json_t *report = explore(l->program.nactors, run.algorithm, buffering, jobs);
    struct str what = {0};
    /* Deadlocks in which nobody failed. Where somebody did, the tool calls it one only if
     * the others do not wait for that one, which brute force does not look at. */
    uint64_t plain = 0;
    for (size_t i = 0; i < o->classes.len; i++)
        plain += o->classes.at[i].deadlock && !o->classes.at[i].failed;
    long outcomes = number(report, "executions"), redundant = number(report, "redundant");
    long deadlocks = number(report, "deadlocks");
    str_addf(
        &what,
        "with %s buffering there are %zu outcomes and %llu to %llu deadlocks, but the "
        "tool sees %ld, %ld more than once, and %ld",
        buffering, o->classes.len, (unsigned long long)plain,
        (unsigned long long)o->deadlocks, outcomes, redundant, deadlocks);
    bool same = outcomes == (long)o->classes.len && !redundant;
    same &= deadlocks >= (long)plain && deadlocks <= (long)o->deadlocks;
    if (!is_misuse(report) && !same)
        complain(text, str_text(&what));
    run.outcomes += o->classes.len;
    str_free(&what);
    json_decref(report);
}

/* ---- two explorers ---- */

/* The verdict, and the kinds and messages of what was found, sorted. Which races of
 * messages are noted depends on which executions are looked at. Of halts, which are
 * reported once for an outcome by match and everywhere by states, it counts that there
 * are any; and match does not look for them before a rank fails. */
static void found(const json_t *report, bool halts, struct str *to)
{
    const char *line[200],
        *verdict = json_string_value(json_object_get(report, "verdict"));
    size_t n = 0, i;
    const json_t *f;
    str_addf(to, "%s", verdict ? verdict : "no verdict");
    json_array_foreach(json_object_get(report, "findings"), i, f)
    {
        const char *severity = json_string_value(json_object_get(f, "severity"));
        const char *message = json_string_value(json_object_get(f, "message"));
        const char *kind = json_string_value(json_object_get(f, "kind"));
        if (n == 200 || !message || !severity || !kind || !strcmp(severity, "note"))
            continue;
        if (!strcmp(kind, "potential-deadlock")) {
            if (!halts)
                continue;
            message = kind;
        }
        size_t k = n++;
        for (; k && strcmp(line[k - 1], message) > 0; k--)
            line[k] = line[k - 1];
        line[k] = message;
    }
    for (i = 0; i < n; i++)
        if (!i || strcmp(line[i - 1], line[i]))
            str_addf(to, "; %s", line[i]);
}

static bool has(const json_t *report, const char *kind)
{
    size_t i;
    const json_t *f;
    json_array_foreach(json_object_get(report, "findings"), i, f)
    {
        const char *is = json_string_value(json_object_get(f, "kind"));
        if (is && !strcmp(is, kind))
            return true;
    }
    return false;
}

/* Do both reports have the same findings, in the same order? */
static bool same_findings(const json_t *a, const json_t *b)
{
    static const char *const keys[] = {"kind", "message", "steps"};
    const json_t *x = json_object_get(a, "findings"), *y = json_object_get(b, "findings");
    bool same = json_array_size(x) == json_array_size(y);
    for (size_t i = 0; i < json_array_size(x) && same; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys && same; k++) {
            const json_t *p = json_object_get(json_array_get(x, i), keys[k]);
            const json_t *q = json_object_get(json_array_get(y, i), keys[k]);
            same = p == q || json_equal(p, q);
        }
    return same;
}

/* Two or three processes that share states: the same findings in the same order, final
 * states and states. */
static void compare_jobs(const struct str *text, uint32_t ranks, const char *buffering,
                         const json_t *alone)
{
    char more[64];
    struct str what = {0};
    int jobs = 2 + (int)(run.programs % 2);
    snprintf(more, sizeof more, "--keep-going --check-names -j %d", jobs);
    json_t *several = explore(ranks, "states", buffering, more);
    str_addf(&what,
             "with %s buffering, %d processes have %ld of %ld states instead of %ld of "
             "%ld, or other findings",
             buffering, jobs, number(several, "executions"), number(several, "states"),
             number(alone, "executions"), number(alone, "states"));
    if (number(several, "states") != number(alone, "states") ||
        number(several, "executions") != number(alone, "executions") ||
        !json_equal(json_object_get(several, "verdict"),
                    json_object_get(alone, "verdict")) ||
        !same_findings(several, alone))
        complain(text, str_text(&what));
    str_free(&what);
    json_decref(several);
}

static void compare_explorers(const struct str *text, const struct litmus *l,
                              const char *buffering)
{
    struct str a = {0}, b = {0}, what = {0};
    uint32_t n = l->program.nactors;
    json_t *match = explore(n, "match", buffering, "--keep-going");
    json_t *states = explore(n, "states", buffering, "--keep-going --check-names");
    bool fails = has(match, "crash");
    found(match, !fails, &a);
    found(states, !fails, &b);
    str_addf(&what, "with %s buffering, match says: %s\nand states: %s", buffering,
             str_text(&a), str_text(&b));
    if (strcmp(str_text(&a), str_text(&b)))
        complain(text, str_text(&what));
    compare_jobs(text, n, buffering, states);
    run.outcomes += (uint64_t)number(match, "executions");
    str_free(&a);
    str_free(&b);
    str_free(&what);
    json_decref(match);
    json_decref(states);
}

/* ---- one program after the other ---- */

static bool judge(struct litmus *l, enum buffering buffering, struct oracle *o)
{
    oracle_run(&l->program, buffering, MAX_STATES, o);
    return o->complete && o->classes.len <= MAX_CLASSES;
}

static void try_program(const struct str *text, struct litmus *l)
{
    struct oracle eager = {0}, strict = {0};
    if (!judge(l, BUFFERING_INFINITE, &eager) || !judge(l, BUFFERING_ZERO, &strict)) {
        run.skipped++;
    } else {
        run.programs++;
        if (run.states) {
            compare_explorers(text, l, "any");
            compare_explorers(text, l, "infinite");
        } else {
            compare(text, l, &eager, "infinite");
        }
        if (strcmp(run.algorithm, "match")) /* which looks at zero in another way */
            compare(text, l, &strict, "zero");
    }
    oracle_free(&eager);
    oracle_free(&strict);
}

static bool write_file(const struct str *text)
{
    FILE *f = fopen(run.file, "w");
    return f && fputs(str_text(text), f) >= 0 && !fclose(f);
}

static void try_seed(uint64_t seed)
{
    struct ranks_flavour flavour = random_flavour(seed);
    /* Whether a cancel was in time is known after a wait only: see finish.c. */
    flavour.cancels = flavour.retracts = 0;
    struct str text = {0}, why = {0};
    struct litmus *l = NULL;
    flavour.choices = 0; /* MPI has none */
    flavour.messages += run.large ? 4 : 0;
    random_ranks(seed, &flavour, &text);
    if (run.show)
        printf("%s", str_text(&text));
    else if (litmus_parse("random", str_text(&text), text.len, &l, &why))
        complain(&text, str_text(&why));
    else if (write_file(&text)) {
        l->program.queues = run.mailbox;
        try_program(&text, l);
    }
    litmus_free(l);
    str_free(&text);
    str_free(&why);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"programs", 1, 0, 'p'}, {"seed", 1, 0, 's'}, {"algorithm", 1, 0, 'a'},
        {"mailbox", 0, 0, 'm'},  {"jobs", 1, 0, 'j'}, {"images", 1, 0, 'i'},
        {"states", 0, 0, 't'},   {"show", 0, 0, 'w'}, {"large", 0, 0, 'l'},
        {0}};
    uint64_t programs = 50, seed = 1;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (c == 'p')
            programs = strtoull(optarg, NULL, 10);
        else if (c == 's')
            seed = strtoull(optarg, NULL, 10);
        else if (c == 'a')
            run.algorithm = optarg;
        else if (c == 'j')
            run.jobs = (unsigned)strtoul(optarg, NULL, 10);
        else if (c == 'i')
            run.images = optarg;
        else if (c == 'm')
            run.mailbox = true;
        else if (c == 't')
            run.states = true;
        else if (c == 'w')
            run.show = true;
        else if (c == 'l')
            run.large = true;
        else
            return 2;
    if (run.show) {
        try_seed(seed);
        return 0;
    }
    if (argc - optind < 2) {
        fprintf(stderr, "usage: play [options] TOOL PLAYER\n");
        return 2;
    }
    run.tool = argv[optind];
    run.player = argv[optind + 1];
    snprintf(run.file, sizeof run.file, "/tmp/play-%d.lit", (int)getpid());
    for (uint64_t i = 0; i < programs; i++)
        try_seed(seed + i);
    unlink(run.file);
    printf("%llu programs, %llu too large, %llu outcomes\n",
           (unsigned long long)run.programs, (unsigned long long)run.skipped,
           (unsigned long long)run.outcomes);
    printf("play: %llu as expected, %llu not\n",
           (unsigned long long)(run.programs -
                                (run.wrong < run.programs ? run.wrong : run.programs)),
           (unsigned long long)run.wrong);
    return run.wrong != 0;
}
