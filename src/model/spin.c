/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.c - see spin.h. Works in a directory of its own under $TMPDIR: exports
 * the model, lets spin make a verifier (pan.c), compiles it with -DCOLLAPSE
 * -DSAFETY as in the paper, runs it, and reads its report. */
#include "model/spin.h"
#include "model/promela.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Runs a program in `dir` with its output to `log`; its exit status, or -1. */
static int run(const char *dir, const char *log, char *const argv[])
{
    pid_t parent = getpid(), child = fork();
    if (child < 0)
        return -1;
    if (!child) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent || chdir(dir) || !freopen(log, "w", stdout) ||
            dup2(1, 2) < 0)
            _exit(126);
        execvp(argv[0], argv);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void slurp(const char *dir, const char *name, struct str *out)
{
    struct str path = {0};
    str_addf(&path, "%s/%s", dir, name);
    FILE *in = fopen(str_text(&path), "r");
    char block[4096];
    for (size_t n; in && (n = fread(block, 1, sizeof block, in)) > 0;)
        str_add(out, block, n);
    if (in)
        fclose(in);
    str_free(&path);
}

/* The number at the start of the line that contains `label`. */
static double figure(const char *report, const char *label)
{
    const char *at = strstr(report, label);
    if (!at)
        return 0;
    while (at > report && at[-1] != '\n')
        at--;
    return strtod(at, NULL);
}

static void read_report(const char *report, struct spin_result *r)
{
    const char *errors = strstr(report, "errors: ");
    r->violated = errors && strtol(errors + 8, NULL, 10) > 0;
    r->complete = strstr(report, "Search not completed") == NULL && errors &&
                  !strstr(report, "max search depth too small");
    r->states = figure(report, " states, stored");
    r->transitions = figure(report, " transitions (=");
    r->megabytes = figure(report, "total actual memory usage");
    double for_states = figure(report, "actual memory usage for states");
    if (for_states <= 0)
        for_states = figure(report, "equivalent memory usage for states");
    if (r->states > 0)
        r->state_bytes = for_states * 1024 * 1024 / r->states;
}

static enum mz_err in_directory(const char *dir, const struct str *promela, size_t memory,
                                uint64_t depth, struct spin_result *r, struct str *why)
{
    struct str path = {0}, limit = {0}, report = {0}, deep = {0};
    str_addf(&path, "%s/model.pml", dir);
    str_addf(&limit, "-DMEMLIM=%zu", memory >> 20 ? memory >> 20 : 1);
    str_addf(&deep, "-m%llu", (unsigned long long)(depth > 50000000 ? 50000000 : depth));
    FILE *out = fopen(str_text(&path), "w");
    if (out) {
        fwrite(promela->text, 1, promela->len, out);
        fclose(out);
    }
    enum mz_err err = MZ_UNSUPPORTED;
    struct timespec a, b;
    char *spin[] = {"spin", "-o3", "-a", "model.pml", NULL};
    char *gcc[] = {"gcc",        "-O2",        "-w",       "-DSAFETY",
                   "-DCOLLAPSE", "-DNOREDUCE", "-DNOFAIR", "-DVECTORSZ=8192",
                   limit.text,   "-o",         "pan",      "pan.c",
                   NULL};
    char *pan[] = {"./pan", "-E", deep.text, NULL};
    int status = run(dir, "spin.log", spin);
    if (status == 127) {
        str_addf(why, "spin is not installed; try: apt-get install spin");
    } else if (status) {
        slurp(dir, "spin.log", &report);
        str_addf(why, "spin does not accept the exported model: %.300s",
                 str_text(&report));
    } else if (run(dir, "gcc.log", gcc)) {
        str_addf(why, "gcc cannot compile the verifier that spin has made");
    } else {
        clock_gettime(CLOCK_MONOTONIC, &a);
        status = run(dir, "pan.log", pan);
        clock_gettime(CLOCK_MONOTONIC, &b);
        slurp(dir, "pan.log", &report);
        read_report(str_text(&report), r);
        r->seconds =
            (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
        if (r->states > 0)
            err = MZ_OK;
        else
            str_addf(why, "spin's verifier failed: %.300s", str_text(&report));
    }
    str_free(&path);
    str_free(&limit);
    str_free(&deep);
    str_free(&report);
    return err;
}

enum mz_err spin_run(const struct model *m, const struct property *q, uint32_t bound,
                     size_t memory, uint64_t depth, struct spin_result *r,
                     struct str *why)
{
    struct str promela = {0}, dir = {0};
    *r = (struct spin_result){0};
    enum mz_err err = promela_export(m, q, bound, &promela, why);
    if (err == MZ_OK) {
        const char *tmp = getenv("TMPDIR");
        str_addf(&dir, "%s/mazurka-spin-XXXXXX", tmp && *tmp ? tmp : "/tmp");
        if (!mkdtemp(dir.text)) {
            str_addf(why, "no temporary directory: %s", strerror(errno));
            err = MZ_UNSUPPORTED;
        } else {
            err = in_directory(dir.text, &promela, memory, depth, r, why);
            char *rm[] = {"rm", "-rf", dir.text, NULL};
            run("/", "/dev/null", rm);
        }
    }
    str_free(&promela);
    str_free(&dir);
    return err;
}
