/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_model.c - `mazurka model`: can a model of an MPI program halt badly,
 * whatever the library buffers?
 *
 * Reads the command line, loads the model, runs one search (or SPIN, or the
 * Promela export, or the replay of a trace) and prints what came out. */
#include "cli/interrupt.h"
#include "base/file.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/replay.h"
#include "model/finding.h"
#include "model/promela.h"
#include "model/report.h"
#include "model/trace.h"
#include "report/mzt.h"
#include "report/summary.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

struct request {
    const struct options *given;
    const char *file;
    struct str shown; /* its name, which may be anything, as it is shown */
    struct model_options o;
    VEC(struct model_param) param;
};

static void add_parameters(struct request *c)
{
    const struct settings *given = &c->given->param;
    for (size_t i = 0; i < given->len; i++) {
        struct model_param p = {mem_strdup(given->at[i].name), given->at[i].value};
        ((char *)p.name)[given->at[i].length] = '\0';
        vec_push(&c->param, p);
    }
}

/* Checks that the options given fit together; returns the exit code if not. */
static int consistent(const struct request *c)
{
    const struct model_options *o = &c->o;
    bool spin = c->given->model_algorithm == ALGORITHM_SPIN;
    if (!options_fit(CMD_MODEL, c->given, 0,
                     option_word(OPTION_model_algorithm, c->given->model_algorithm),
                     NULL))
        return MZ_USAGE;
    if ((c->given->export || spin) && o->bound == SEARCH_NO_BOUND)
        return usage_error("SPIN's channels are bounded\n  fix: say --channel-bound V");
    if (o->bitstate && o->bound == SEARCH_NO_BOUND)
        return usage_error(
            "--bitstate needs bounded channels\n  fix: say --channel-bound V");
    return MZ_OK;
}

static size_t width(void)
{
    struct winsize w;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_col >= 40)
        return w.ws_col;
    return 100;
}

static void progress(const struct search_result *r, void *arg)
{
    (void)arg;
    struct str line = {0};
    str_count(&line, r->states);
    str_addf(&line, " states, ");
    str_count(&line, r->waiting);
    str_addf(&line, " waiting, %.0f MB, ", (double)r->bytes / 1048576);
    str_count(&line, (uint64_t)((double)r->states / r->seconds));
    fprintf(stderr, "\r\033[K exploring  %s/s", str_text(&line));
    fflush(stderr);
    str_free(&line);
}

static int write_file(struct output to, const struct str *text)
{
    struct str why = {0};
    int code = MZ_OK;
    if (!to.standard) {
        if (!file_write(to.path, str_text(text), text->len, &why))
            code = usage_error("%s", str_text(&why));
    } else if (fputs(str_text(text), stdout) == EOF || fflush(stdout)) {
        code = usage_error("the report cannot be written: %s", strerror(errno));
    }
    str_free(&why);
    return code;
}

static int write_replacing(const char *path, const struct str *text)
{
    struct str why = {0};
    bool good = file_replace(path, str_text(text), text->len, &why);
    int code = good ? MZ_OK : usage_error("%s", str_text(&why));
    str_free(&why);
    return code;
}

/* "examples/ring.model" -> "ring-1.mzt" */
static void trace_name(const char *path, struct str *out)
{
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    const char *dot = strrchr(base, '.');
    str_addf(out, "%s%.*s-1.mzt", file_prefix(base),
             dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
}

/* Writes the counterexample to a file, and notes how to replay it. */
static int write_trace(const struct request *c, struct model_report *r)
{
    struct mzt t = {.command = (char[]){"model"}, .program = (char *)(uintptr_t)c->file};
    struct str name = {0}, replay = {0}, text = {0};
    struct output to = c->given->trace;
    char *directory = getcwd(NULL, 0);
    if (!to.path) {
        trace_name(c->file, &name);
        to.path = str_text(&name);
    }
    r->finding->trace = mem_strdup(to.path);
    str_addf(&replay, "mazurka model ");
    str_shell(&replay, c->file);
    str_addf(&replay, " --replay ");
    str_shell(&replay, to.path);
    r->finding->replay = replay.text;
    t.directory = directory ? directory : (char[]){"."};
    t.finding = r->finding;
    for (size_t i = 0; i < r->file->param.len; i++) {
        struct str one = {0};
        str_addf(&one, "%s=%d", r->file->param.at[i].name, r->file->param.at[i].value);
        vec_push(&t.arguments, one.text);
    }
    for (size_t i = 0; i < r->result->path.len; i++) {
        struct edge e = r->result->path.at[i];
        struct mzt_step step = {.actor = r->file->model->trans[e.t].process,
                                .digest = trace_digest(r->file->model, e)};
        vec_push(&t.steps, step);
    }
    mzt_text(&t, &text);
    vec_free(&t.steps);
    int code = name.len ? write_replacing(to.path, &text) : write_file(to, &text);
    for (size_t i = 0; i < t.arguments.len; i++)
        free(t.arguments.at[i]);
    vec_free(&t.arguments);
    free(directory);
    str_free(&text);
    str_free(&name);
    return code;
}

/* Prints the report; returns the verdict as exit code, or an error if something cannot
 * be written. */
static int publish(const struct request *c, struct model_report *r)
{
    struct str text = {0};
    int err = MZ_OK;
    r->finding = model_finding(r->file, c->file, r->result);
    if (r->finding && !c->given->replay)
        err = write_trace(c, r);
    if (err == MZ_OK && c->given->json.path) {
        report_json(r, &text);
        err = write_file(c->given->json, &text);
        str_clear(&text);
    }
    if (err == MZ_OK && !c->given->quiet && !c->given->json.standard) {
        report_text(r, &text);
        fputs(str_text(&text), stdout);
    }
    str_free(&text);
    return err == MZ_OK ? (int)r->result->verdict : err;
}

static struct model_report new_report(const struct request *c, const struct model_file *f,
                                      const struct search_result *result)
{
    return (struct model_report){
        .path = str_text(&c->shown),
        .algorithm = option_word(OPTION_model_algorithm, c->given->model_algorithm),
        .file = f,
        .options = &c->o,
        .result = result,
        .color = options_colour(c->given, STDOUT_FILENO),
        .width = width(),
        .verbose = c->given->quiet ? -1 : c->given->verbose};
}

/* Can the report and the trace be written? Prints why not. */
static bool may_write(const struct request *c)
{
    struct str name = {0};
    struct output trace = c->given->trace;
    trace_name(c->file, &name);
    if (!trace.path)
        trace.path = str_text(&name);
    bool good = output_check(c->given->json, "json") && output_check(trace, "trace");
    str_free(&name);
    return good;
}

static int search(struct request *c, const struct model_file *f)
{
    struct search_result result = {0};
    struct spin_result spin = {0};
    struct str why = {0};
    struct model_report r = new_report(c, f, &result);
    bool with_spin = c->given->model_algorithm == ALGORITHM_SPIN;
    bool lit = !c->given->quiet && isatty(STDERR_FILENO) &&
               options_colour(c->given, STDERR_FILENO);
    c->o.property = &f->property;
    if (lit)
        c->o.progress = progress;
    if (c->given->model_algorithm != ALGORITHM_URGENT) {
        c->o.urgency = URGENCY_OFF;
    } else if (!c->given->buffered && model_source_specific(f->model) &&
               property_stable(&f->property, f->model)) {
        c->o.sync_only = r.source_specific = true;
    }
    search_run(f->model, &c->o, &result);
    if (lit)
        fputs("\r\033[K", stderr);
    int code = MZ_OK;
    if (with_spin) {
        code = (int)spin_run(f->model, &f->property, c->o.bound, c->o.memory,
                             result.states * 2 + 10000, &spin, &why);
        r.spin = &spin;
        if (code != MZ_OK)
            fprintf(stderr, "error: %s\n", str_text(&why));
    }
    if (code == MZ_OK) {
        code = publish(c, &r);
        /* SPIN prints seven digits of large numbers */
        double digits = result.states > 9999999 ? (double)result.states * 1e-6 : 0.5;
        bool both = spin.complete && !result.cut_memory && !result.cut_time;
        if (with_spin && both &&
            (spin.violated != (result.violations > 0) ||
             (!spin.violated && fabs(spin.states - (double)result.states) > digits))) {
            fprintf(stderr,
                    "error: SPIN and the full search disagree; please report this "
                    "model\n");
            code = MZ_UNSUPPORTED;
        }
    }
    str_free(&why);
    finding_free(r.finding);
    search_result_free(&result);
    return code;
}

/* Follows the trace, reports what is found, and compares it with what was recorded. */
static int replay(const struct request *c, const struct model_file *f,
                  const struct mzt *t)
{
    struct search_result path;
    struct str why = {0};
    enum mz_err err = trace_follow(t, f, &path, &why);
    struct model_report r = new_report(c, f, &path);
    int code = MZ_OK;
    r.algorithm = "replay";
    if (err != MZ_OK)
        code = usage_error("%s: %s", c->given->replay, str_text(&why));
    else if (path.clause != MODEL_NONE)
        code = publish(c, &r);
    if (err == MZ_OK && code != MZ_USAGE)
        code = replay_compare(t->finding, &r.finding, r.finding ? 1 : 0);
    finding_free(r.finding);
    search_result_free(&path);
    str_free(&why);
    return code;
}

/* Reads a trace; the model gets the parameters of the trace. */
static int read_trace(struct request *c, struct mzt *t)
{
    struct str why = {0};
    int code = (int)mzt_read(t, c->given->replay, &why);
    if (code)
        usage_error("%s", str_text(&why));
    else if (strcmp(t->command, "model"))
        code = usage_error("%s is of a program, not of a model\n  fix: mazurka replay %s",
                           c->given->replay, c->given->replay);
    for (size_t i = 0; !code && i < t->arguments.len; i++) {
        const char *text = t->arguments.at[i], *equals = strchr(text, '=');
        struct model_param p = {mem_strdup(text), equals ? atoi(equals + 1) : 0};
        ((char *)p.name)[strcspn(text, "=")] = '\0';
        vec_push(&c->param, p);
    }
    str_free(&why);
    return code;
}

/* ---- while the model is made of the file ----
 *
 * A short file can mean a large model. --memory and --time hold for that as well, and a
 * request to stop ends the process: there is nothing to be told yet. */

static void on_time(int sig)
{
    static const char words[] = "error: --time was over before the model was built\n";
    (void)sig;
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0)
        _exit(MZ_USAGE);
    _exit(MZ_INCOMPLETE);
}

/* The memory that this process has for data, in bytes; 0: not known. */
static size_t data_bytes(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f && fscanf(f, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void bound_building(const struct request *c, struct rlimit *before)
{
    size_t now = data_bytes();
    struct itimerval in = {
        .it_value = {(time_t)c->o.seconds, (suseconds_t)(fmod(c->o.seconds, 1) * 1e6)}};
    getrlimit(RLIMIT_DATA, before);
    struct rlimit limit = *before;
    if (now && c->o.memory < SIZE_MAX - now && now + c->o.memory < limit.rlim_cur) {
        limit.rlim_cur = now + c->o.memory;
        setrlimit(RLIMIT_DATA, &limit);
    }
    if (c->o.seconds > 0 && c->o.seconds < 1e9) {
        signal(SIGALRM, on_time);
        setitimer(ITIMER_REAL, &in, NULL);
    }
}

static void end_building(struct request *c, const struct rlimit *before)
{
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    setrlimit(RLIMIT_DATA, before);
    c->o.interrupt = interrupt_watch();
}

static int run(struct request *c)
{
    struct rlimit before;
    struct model_file f = {0};
    struct mzt t = {0};
    struct str why = {0}, text = {0};
    int code = c->given->replay ? read_trace(c, &t) : MZ_OK;
    if (code != MZ_OK) {
        mzt_free(&t);
        return code;
    }
    str_plain(&c->shown, c->file, strlen(c->file));
    bound_building(c, &before);
    enum mz_err err = model_load(&f, c->file, c->param.at, c->param.len, &why);
    end_building(c, &before);
    code = (int)err;
    if (err != MZ_OK) {
        usage_error("%s", str_text(&why));
    } else if (c->given->export) {
        err = promela_export(f.model, &f.property, c->o.bound, &text, &why);
        struct output to = c->given->output;
        to.standard |= !to.path;
        code = err == MZ_OK ? write_file(to, &text) : (int)err;
        if (err != MZ_OK)
            usage_error("%s", str_text(&why));
    } else if (c->given->replay) {
        code = replay(c, &f, &t);
    } else {
        code = may_write(c) ? search(c, &f) : MZ_USAGE;
    }
    mzt_free(&t);
    model_file_free(&f);
    str_free(&c->shown);
    str_free(&why);
    str_free(&text);
    return code;
}

int cmd_model(int argc, char **argv)
{
    struct options given;
    struct request c = {.given = &given};
    int code;
    if (!options_begin(CMD_MODEL, argc, argv, &given, &code))
        return code;
    c.file = given.arguments[0];
    c.o = given.model;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (!GIVEN(&given, model_memory) && pages > 0 && page > 0)
        c.o.memory = (size_t)pages / 2 * (size_t)page;
    add_parameters(&c);
    code = consistent(&c);
    if (code == MZ_OK)
        code = run(&c);
    for (size_t i = 0; i < c.param.len; i++)
        free((char *)c.param.at[i].name);
    vec_free(&c.param);
    return code;
}
