/* SPDX-License-Identifier: Apache-2.0
 *
 * versus.c - does another MPI ever do what the model says cannot happen?
 *
 *     versus [--programs N] [--seconds N] [--seed N] [--rounds N] [--limit SECONDS]
 *            MPIRUN MPI-PLAYER [TOOL PLAYER] [FILE.lit ...]
 *
 * Random programs with ranks, or those of the files, are explored. Those that can come to
 * a halt, or have a send that nobody may receive unless it is cancelled, are left out;
 * the others are played by another MPI (player.c), in batches, each many times, with
 * pauses and long messages. What its ranks observe must be one of the outcomes of the
 * model, each time. A round that does not end is no outcome. MPIRUN is tests/mpi/mpich,
 * whose ways are taken in turn.
 *
 * With TOOL and PLAYER, that player is explored by the tool as well, and must have each
 * of the outcomes that the other MPI showed. */
#include "explore/search/explorer.h"
#include "litmus/code.h"
#include "support/class.h"
#include "support/oracle.h"
#include "support/ranks.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_OUTCOMES = 30000, BATCH = 12, MAX_RANKS = 4, MAX_GOALS = 16 };
enum { MAX_STATES = 100000 }; /* of the oracle */

/* A program that another MPI is to play. */
struct program_played {
    char file[96];
    uint64_t seed;               /* 0: it was given */
    VEC(struct digest) outcomes; /* sorted; one may be there several times */
    uint32_t ranks;
    VEC(char *) seen;
    bool retracts; /* cancels sends, which match does not know */
    bool played, shown;
};

struct batch {
    struct program_played at[BATCH];
    uint32_t len;
};

static struct {
    const char *mpirun, *other, *tool, *player;
    unsigned way;
    char directory[64];
    int rounds, limit;
    uint64_t programs, large, halting, outcomes, seen, rounds_played, unfinished, missing,
        goals, unreached, crashes, retracting;
    struct batch batch[MAX_RANKS + 1]; /* by the number of ranks */
} run = {.rounds = 60, .limit = 10};

/* The program is shown the first time only. */
static void complain(struct program_played *p, const char *what, const char *outcome)
{
    char line[4096];
    printf("%s: seed %llu\n%s\n", what, (unsigned long long)p->seed, outcome);
    if (p->shown)
        return;
    p->shown = true;
    FILE *f = fopen(p->file, "r");
    while (f && fgets(line, sizeof line, f))
        printf("    %s", line);
    if (f)
        fclose(f);
    fflush(stdout);
}

/* ---- the model ---- */

static int by_value(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct digest));
}

static void remember(struct search *s, void *context)
{
    struct program_played *p = context;
    if (!s->st->potential)
        vec_push(&p->outcomes, histories_of_state(s->st));
}

enum verdict { PLAYABLE, TOO_LARGE, HALTS };

static enum verdict explore(struct litmus *l, enum buffering b, const char *algorithm,
                            struct program_played *p)
{
    struct search s;
    l->program.buffering = b;
    search_init(&s, &l->program);
    s.every_execution = true;
    s.on_execution = remember;
    s.context = p;
    s.options.bounds.executions = MAX_OUTCOMES;
    explorer_run(explorer_find(algorithm), &s);
    bool stopped = search_stopped(&s) || s.counts.cut;
    bool halts = s.counts.deadlocks || s.counts.halts || s.counts.failures;
    search_free(&s);
    return stopped ? TOO_LARGE : halts ? HALTS : PLAYABLE;
}

/* MPICH 4 never cancels a send. That is as MPI has it only if somebody receives each. */
static enum verdict judge_cancels(struct litmus *l)
{
    enum verdict v = PLAYABLE;
    for (enum buffering b = BUFFERING_ZERO; b <= BUFFERING_INFINITE; b++) {
        struct oracle o;
        oracle_run(&l->program, b, MAX_STATES, &o);
        if (v == PLAYABLE && (!o.complete || o.broken))
            v = o.broken ? HALTS : TOO_LARGE;
        oracle_free(&o);
    }
    return v;
}

static enum verdict explore_all(struct litmus *l, struct program_played *p)
{
    if (!p->retracts)
        return explore(l, BUFFERING_ANY, "match", p);
    enum verdict cancels = judge_cancels(l);
    if (cancels != PLAYABLE)
        return cancels;
    enum verdict v = explore(l, BUFFERING_ZERO, "odpor", p);
    return v == PLAYABLE ? explore(l, BUFFERING_INFINITE, "odpor", p) : v;
}

/* In a process of its own, whose end is told apart from an answer. Gives false if there
 * is none. */
static bool explore_apart(struct litmus *l, struct program_played *p, enum verdict *v)
{
    int ends[2];
    uint64_t n;
    if (pipe(ends))
        return false;
    pid_t child = fork();
    if (!child) {
        alarm(300); /* in case that it hangs */
        *v = explore_all(l, p);
        FILE *f = fdopen(ends[1], "w");
        n = p->outcomes.len;
        fwrite(v, sizeof *v, 1, f);
        fwrite(&n, sizeof n, 1, f);
        if (n)
            fwrite(p->outcomes.at, sizeof *p->outcomes.at, n, f);
        _exit(fclose(f) != 0);
    }
    close(ends[1]);
    FILE *f = fdopen(ends[0], "r");
    bool good = fread(v, sizeof *v, 1, f) == 1 && fread(&n, sizeof n, 1, f) == 1;
    for (struct digest d; good && n && (good = fread(&d, sizeof d, 1, f) == 1); n--)
        vec_push(&p->outcomes, d);
    fclose(f);
    waitpid(child, NULL, 0);
    if (p->outcomes.len)
        qsort(p->outcomes.at, p->outcomes.len, sizeof *p->outcomes.at, by_value);
    return good;
}

/* A collective that not all take part in is wrong in MPI, but not here. */
static bool joins_in_branch(const struct litmus *l)
{
    for (size_t c = 0; c < l->codes.len; c++) {
        uint32_t until = 0;
        for (uint32_t i = 0; i < l->codes.at[c]->at.len; i++) {
            const struct instruction *in = &l->codes.at[c]->at.at[i];
            if ((in->flow == FLOW_UNLESS || in->flow == FLOW_JUMP) && in->target > until)
                until = in->target;
            if (in->flow == FLOW_OPERATION && in->kind == OP_ARRIVE && i < until)
                return true;
        }
    }
    return false;
}

static bool judge(struct litmus *l, struct program_played *p)
{
    enum verdict v;
    p->ranks = l->program.nactors;
    p->retracts = l->program.withdrawal == WITHDRAWAL_ALL;
    if (p->ranks > MAX_RANKS || joins_in_branch(l))
        return false;
    if (!explore_apart(l, p, &v)) {
        run.crashes++;
        complain(p, "the explorer crashes, or does not end", "");
        return false;
    }
    run.large += v == TOO_LARGE;
    run.halting += v == HALTS;
    return v == PLAYABLE;
}

/* ---- the other MPI ---- */

static bool is_known(const struct program_played *p, const char *outcome)
{
    struct oracle_rank ranks[MAX_RANKS] = {0};
    char *text = strdup(outcome), *rest = text;
    for (uint32_t i = 0; i < p->ranks; i++) {
        char *word = strsep(&rest, "|"), *end = word;
        for (long v; word && (v = strtol(word, &end, 10), end != word); word = end)
            vec_push(&ranks[i].history, (int32_t)v);
    }
    struct digest d = oracle_histories(ranks, p->ranks);
    bool known = p->outcomes.len && bsearch(&d, p->outcomes.at, p->outcomes.len,
                                            sizeof *p->outcomes.at, by_value);
    for (uint32_t i = 0; i < p->ranks; i++)
        oracle_rank_free(&ranks[i]);
    free(text);
    return known;
}

static void note_line(struct batch *b, uint32_t first, const char *line)
{
    unsigned i;
    int at = 0;
    if (sscanf(line, "played %u:", &i) == 1 && first + i < b->len) {
        b->at[first + i].played = true;
        run.rounds_played += (uint64_t)run.rounds;
    }
    if (sscanf(line, "outcome %u:%n", &i, &at) != 1 || !at || first + i >= b->len)
        return;
    struct program_played *p = &b->at[first + i];
    vec_push(&p->seen, strdup(line + at));
    run.seen++;
    if (is_known(p, line + at))
        return;
    run.missing++;
    complain(p, "the other MPI does something here that the model does not", line + at);
}

/* Plays from this program on, up to one that does not end; gives the next. */
static uint32_t play_from(struct batch *b, uint32_t first)
{
    static char line[1 << 16];
    struct str command = {0};
    str_addf(&command, "timeout %d %s %u -n %u %s --rounds %d --seed %llu --limit %d",
             60 + run.limit * BATCH, run.mpirun, run.way++, b->at[0].ranks, run.other,
             run.rounds, (unsigned long long)time(NULL), run.limit);
    for (uint32_t i = first; i < b->len; i++)
        str_addf(&command, " %s", b->at[i].file);
    str_addf(&command, " 2>&1");
    FILE *f = popen(str_text(&command), "r");
    struct str rest = {0};
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        note_line(b, first, line);
        if (strncmp(line, "outcome", 7) && strncmp(line, "played", 6))
            str_addf(&rest, "%s\n", line);
    }
    if (f)
        pclose(f);
    while (first < b->len && b->at[first].played)
        first++;
    if (first < b->len) {
        run.unfinished++;
        complain(&b->at[first++], "not played to its end", str_text(&rest));
    }
    str_free(&rest);
    str_free(&command);
    return first;
}

/* ---- our MPI ---- */

/* The tool's own player must get to each of the outcomes that were seen. */
static void reach(struct program_played *p)
{
    static char line[1 << 16];
    char goals[80], word[16];
    bool reached[MAX_GOALS] = {false};
    snprintf(goals, sizeof goals, "%s/goals", run.directory);
    FILE *f = fopen(goals, "w");
    for (size_t i = 0; f && i < p->seen.len && i < MAX_GOALS; i++)
        fprintf(f, "%s\n", p->seen.at[i]);
    if (!f || fclose(f))
        return;
    struct str command = {0};
    str_addf(
        &command,
        "timeout 120 %s run -q -n %u -a %s --buffering infinite --keep-going --color "
        "never %s --goals %s %s 2>&1",
        run.tool, p->ranks, p->retracts ? "odpor" : "match", run.player, goals, p->file);
    f = popen(str_text(&command), "r");
    while (f && fgets(line, sizeof line, f))
        for (int k = 0; k < MAX_GOALS; k++) {
            snprintf(word, sizeof word, "goal_%d,", k);
            reached[k] |= strstr(line, word) != NULL;
        }
    if (f)
        pclose(f);
    for (size_t i = 0; i < p->seen.len && i < MAX_GOALS; i++) {
        run.goals++;
        run.unreached += !reached[i];
        if (!reached[i])
            complain(p, "the tool does not see this outcome of the other MPI",
                     p->seen.at[i]);
    }
    str_free(&command);
}

static void drop(struct program_played *p)
{
    unlink(p->file);
    vec_free(&p->outcomes);
    for (size_t i = 0; i < p->seen.len; i++)
        free(p->seen.at[i]);
    vec_free(&p->seen);
}

static void play_batch(struct batch *b)
{
    for (uint32_t first = 0; first < b->len;)
        first = play_from(b, first);
    for (uint32_t i = 0; i < b->len; i++) {
        if (run.tool)
            reach(&b->at[i]);
        drop(&b->at[i]);
    }
    b->len = 0;
}

/* ---- one program after the other ---- */

static void try_text(const struct str *text, uint64_t seed)
{
    static unsigned number;
    struct program_played p = {.seed = seed};
    struct litmus *l = NULL;
    struct str why = {0};
    snprintf(p.file, sizeof p.file, "%s/%u.lit", run.directory, number++);
    FILE *f = fopen(p.file, "w");
    bool good = f && fputs(str_text(text), f) >= 0 && !fclose(f);
    if (litmus_parse(p.file, str_text(text), text->len, &l, &why)) {
        printf("%s\n", str_text(&why));
        good = false;
    }
    if (good && judge(l, &p)) {
        struct batch *b = &run.batch[p.ranks];
        run.programs++;
        run.retracting += p.retracts;
        run.outcomes += p.outcomes.len;
        b->at[b->len++] = p;
        if (b->len == BATCH)
            play_batch(b);
    } else {
        drop(&p);
    }
    litmus_free(l);
    str_free(&why);
}

/* Larger programs than brute force could judge, most of which get to their end whatever
 * is buffered; MPI has no choices. */
static struct ranks_flavour flavour_of(uint64_t seed)
{
    struct ranks_flavour f = random_flavour(seed);
    uint32_t size = (uint32_t)(seed % 4);
    f.choices = f.asserts = f.lonely = 0;
    f.messages += size;
    if (size) {
        f.isends = 60 + f.isends / 2;
        f.irecvs = 50 + f.irecvs / 2;
        f.extras += 10 * size;
    }
    if (size == 2) {
        f.takes = 60;
        f.syncs = 40;
    } else if (size == 3) {
        f.collectives++;
        f.empty = 40;
    }
    if (seed % 5 == 0)
        flavour_cancels_sends(&f);
    if (f.retracts) { /* or most might halt */
        f.resends = 100;
        f.messages -= size;
    }
    return f;
}

static void try_seed(uint64_t seed)
{
    struct ranks_flavour flavour = flavour_of(seed);
    struct str text = {0};
    random_ranks(seed, &flavour, &text);
    try_text(&text, seed);
    str_free(&text);
}

static void try_file(const char *file)
{
    struct str text = {0};
    char line[4096];
    FILE *f = fopen(file, "r");
    while (f && fgets(line, sizeof line, f))
        str_addf(&text, "%s", line);
    if (f)
        fclose(f);
    try_text(&text, 0);
    str_free(&text);
}

static bool is_litmus(const char *name)
{
    size_t n = strlen(name);
    return n > 4 && !strcmp(name + n - 4, ".lit");
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"programs", 1, 0, 'p'}, {"seconds", 1, 0, 't'}, {"seed", 1, 0, 's'},
        {"rounds", 1, 0, 'r'},   {"limit", 1, 0, 'l'},   {0}};
    uint64_t programs = UINT64_MAX, seed = 1;
    time_t start = time(NULL), seconds = 1000000;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (c == 'p')
            programs = strtoull(optarg, NULL, 10);
        else if (c == 't')
            seconds = atoi(optarg);
        else if (c == 's')
            seed = strtoull(optarg, NULL, 10);
        else if (c == 'r')
            run.rounds = atoi(optarg);
        else if (c == 'l')
            run.limit = atoi(optarg);
        else
            return 2;
    if (argc - optind < 2) {
        fprintf(
            stderr,
            "usage: versus [options] MPIRUN MPI-PLAYER [TOOL PLAYER] [FILE.lit ...]\n");
        return 2;
    }
    run.mpirun = argv[optind++];
    run.other = argv[optind++];
    if (optind + 1 < argc && !is_litmus(argv[optind])) {
        run.tool = argv[optind++];
        run.player = argv[optind++];
    }
    snprintf(run.directory, sizeof run.directory, "/tmp/versus-XXXXXX");
    if (!mkdtemp(run.directory))
        return 2;
    if (optind < argc)
        for (int i = optind; i < argc; i++)
            try_file(argv[i]);
    else
        while (run.programs < programs && time(NULL) - start < seconds)
            try_seed(seed++);
    for (int i = 0; i <= MAX_RANKS; i++)
        play_batch(&run.batch[i]);
    struct str rest = {0};
    str_addf(&rest, "%s/goals", run.directory);
    unlink(str_text(&rest));
    rmdir(run.directory);
    str_free(&rest);
    printf(
        "%llu programs, %llu of which cancel sends, with %llu outcomes (%llu too large, "
        "%llu may halt; last seed "
        "%llu), played %llu times: %llu outcomes seen, %llu programs not played to their "
        "end; %llu of %llu outcomes not reached by the tool\n",
        (unsigned long long)run.programs, (unsigned long long)run.retracting,
        (unsigned long long)run.outcomes, (unsigned long long)run.large,
        (unsigned long long)run.halting, (unsigned long long)seed - 1,
        (unsigned long long)run.rounds_played, (unsigned long long)run.seen,
        (unsigned long long)run.unfinished, (unsigned long long)run.unreached,
        (unsigned long long)run.goals);
    printf("versus: %llu as expected, %llu not\n",
           (unsigned long long)(run.seen - run.missing),
           (unsigned long long)(run.missing + run.unreached + run.crashes));
    return run.missing || run.unreached || run.crashes;
}
