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
#include <unistd.h>

struct request {
    const struct options *given;
    const char *file, *algorithm, *color;
    struct search_options o;
    VEC(struct model_param) param;
};

static int parameter(struct request *c, const char *text)
{
    const char *equals = strchr(text, '=');
    char *end;
    errno = 0;
    long value = equals ? strtol(equals + 1, &end, 10) : 0;
    if (!equals || equals == text || end == equals + 1 || *end || errno ||
        value > 1000000 || value < -1000000)
        return usage_error("-p takes NAME=NUMBER, like -p n=20, not '%s'", text);
    struct model_param p = {mem_strdup(text), (int32_t)value};
    ((char *)p.name)[equals - text] = '\0';
    vec_push(&c->param, p);
    return MZ_OK;
}

static int one_of(const char *what, const char *value, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (!strcmp(words[i], value))
            return (int)i;
    struct str all = {0};
    for (size_t i = 0; words[i]; i++)
        str_addf(&all, "%s%s", i ? words[i + 1] ? ", " : " or " : "", words[i]);
    usage_error("there is no %s '%s'\n  fix: use %s", what, value, str_text(&all));
    str_free(&all);
    return -1;
}

/* From the words given to the search that is meant. */
static int settle(struct request *c)
{
    static const char *const algorithms[] = {"urgent", "full", "spin", NULL};
    static const char *const urgencies[] = {"paper", "future", "reach", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    static const char *const switches[] = {"off", "on", NULL};
    const struct options *g = c->given;
    struct search_options *o = &c->o;
    for (size_t i = 0; i < g->param.len; i++)
        if (parameter(c, g->param.at[i]))
            return MZ_USAGE;
    c->algorithm = g->algorithm ? g->algorithm : "urgent";
    c->color = g->color ? g->color : "auto";
    int urgency = one_of("urgency", g->urgency ? g->urgency : "reach", urgencies);
    int sleep = one_of("--sleep", g->sleep ? g->sleep : "off", switches);
    if (urgency < 0 || sleep < 0 || one_of("algorithm", c->algorithm, algorithms) < 0 ||
        one_of("--color", c->color, colors) < 0)
        return MZ_USAGE;
    o->urgency = (enum urgency)(URGENCY_PAPER + urgency);
    o->sleep = sleep == 1;
    o->keep_going = g->keep_going;
    o->jobs = g->jobs ? (unsigned)g->jobs : 1;
    o->depth = g->depth ? g->depth : SEARCH_NO_DEPTH;
    o->seconds = g->time > 0 ? g->time : o->seconds;
    if (g->jobs > 256)
        return usage_error("--jobs takes at most 256");
    if (g->channel_bound) {
        char *end;
        unsigned long v = strtoul(g->channel_bound, &end, 10);
        if (*g->channel_bound < '0' || *g->channel_bound > '9' || *end || v > 60000)
            return usage_error(
                "--channel-bound takes a whole number up to 60000, not '%s'",
                g->channel_bound);
        o->bound = (uint32_t)v;
    }
    if (g->memory && !parse_size(g->memory, &o->memory))
        return usage_error("--memory takes a size like 512M or 8G, not '%s'", g->memory);
    if (g->bitstate && !parse_size(g->bitstate, &o->bitstate))
        return usage_error("--bitstate takes a size like 512M or 8G, not '%s'",
                           g->bitstate);
    if (g->export && strcmp(g->export, "promela"))
        return usage_error("--export knows only promela, not '%s'", g->export);
    return MZ_OK;
}

/* Combinations that cannot be done together. */
static int consistent(const struct request *c)
{
    const struct search_options *o = &c->o;
    bool spin = !strcmp(c->algorithm, "spin");
    if ((c->given->export || spin) && o->bound == SEARCH_NO_BOUND)
        return usage_error("SPIN's channels are bounded\n  fix: say --channel-bound V");
    if (spin && (o->depth != SEARCH_NO_DEPTH || o->bitstate))
        return usage_error("-a spin compares complete searches\n  fix: leave --depth and "
                           "--bitstate out");
    if (o->sleep && (o->jobs > 1 || o->bitstate))
        return usage_error("sleep sets need one core and an exact table\n  fix: leave "
                           "--jobs or --bitstate out");
    if (o->jobs > 1 && (o->depth != SEARCH_NO_DEPTH || o->bitstate))
        return usage_error("--jobs does not go together with --depth or --bitstate\n"
                           "  fix: leave one out");
    if (o->bitstate && o->bound == SEARCH_NO_BOUND)
        return usage_error(
            "--bitstate needs bounded channels\n  fix: say --channel-bound V");
    return MZ_OK;
}

static bool on_terminal(const struct request *c, int fd)
{
    if (!strcmp(c->color, "auto"))
        return isatty(fd) && !getenv("NO_COLOR");
    return !strcmp(c->color, "always");
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
    text_count(r->states, &line);
    str_addf(&line, " states, ");
    text_count(r->waiting, &line);
    str_addf(&line, " waiting, %.0f MB, ", (double)r->bytes / 1048576);
    text_count((uint64_t)((double)r->states / r->seconds), &line);
    fprintf(stderr, "\r\033[K exploring  %s/s", str_text(&line));
    fflush(stderr);
    str_free(&line);
}

static int write_file(const char *path, const struct str *text)
{
    struct str why = {0};
    int code = MZ_OK;
    if (strcmp(path, "-")) {
        if (!file_write(path, str_text(text), text->len, &why))
            code = usage_error("%s", str_text(&why));
    } else if (fputs(str_text(text), stdout) == EOF || fflush(stdout)) {
        code = usage_error("the report cannot be written: %s", strerror(errno));
    }
    str_free(&why);
    return code;
}

/* "examples/ring.model" -> "ring-1.mzt" */
static void trace_name(const char *path, struct str *out)
{
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    const char *dot = strrchr(base, '.');
    str_addf(out, "%.*s-1.mzt",
             dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
}

/* The counterexample as a file, and how to replay it. */
static int write_trace(const struct request *c, struct report *r)
{
    struct mzt t = {.command = (char[]){"model"}, .program = (char *)(uintptr_t)c->file};
    struct str name = {0}, why = {0}, replay = {0};
    char *directory = getcwd(NULL, 0);
    if (!c->given->trace)
        trace_name(c->file, &name);
    r->finding->trace = mem_strdup(c->given->trace ? c->given->trace : str_text(&name));
    str_addf(&replay, "mazurka model %s --replay %s", c->file, r->finding->trace);
    r->finding->replay = replay.text;
    t.directory = directory ? directory : (char[]){"."};
    t.finding = r->finding;
    for (size_t i = 0; i < r->file->param.len; i++) {
        struct str text = {0};
        str_addf(&text, "%s=%d", r->file->param.at[i].name, r->file->param.at[i].value);
        vec_push(&t.arguments, text.text);
    }
    int code = (int)mzt_write(&t, r->finding->trace, &why);
    if (code)
        usage_error("%s", str_text(&why));
    for (size_t i = 0; i < t.arguments.len; i++)
        free(t.arguments.at[i]);
    vec_free(&t.arguments);
    free(directory);
    str_free(&name);
    str_free(&why);
    return code;
}

/* Prints the report; the verdict, unless something cannot be written. */
static int publish(const struct request *c, struct report *r)
{
    struct str text = {0};
    int err = MZ_OK;
    r->finding = model_finding(r->file, c->file, r->result);
    if (r->finding && !c->given->replay)
        err = write_trace(c, r);
    if (err == MZ_OK && c->given->json) {
        report_json(r, &text);
        err = write_file(c->given->json, &text);
        str_clear(&text);
    }
    if (err == MZ_OK && !c->given->quiet &&
        !(c->given->json && !strcmp(c->given->json, "-"))) {
        report_text(r, &text);
        fputs(str_text(&text), stdout);
    }
    str_free(&text);
    return err == MZ_OK ? (int)r->result->verdict : err;
}

static struct report new_report(const struct request *c, const struct model_file *f,
                                const struct search_result *result)
{
    return (struct report){.path = c->file,
                           .algorithm = c->algorithm,
                           .file = f,
                           .options = &c->o,
                           .result = result,
                           .color = on_terminal(c, STDOUT_FILENO),
                           .width = width(),
                           .verbose = c->given->quiet ? -1 : c->given->verbose};
}

static int search(struct request *c, const struct model_file *f)
{
    struct search_result result = {0};
    struct spin_result spin = {0};
    struct str why = {0};
    struct report r = new_report(c, f, &result);
    bool with_spin = !strcmp(c->algorithm, "spin");
    bool lit = !c->given->quiet && isatty(STDERR_FILENO) && on_terminal(c, STDERR_FILENO);
    c->o.property = &f->property;
    if (lit)
        c->o.progress = progress;
    if (strcmp(c->algorithm, "urgent")) {
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

/* What is seen now is told, and compared with what was recorded. */
static int replay(const struct request *c, const struct model_file *f,
                  const struct mzt *t)
{
    struct search_result path;
    struct str why = {0};
    enum mz_err err = trace_follow(t->finding, f, &path, &why);
    struct report r = new_report(c, f, &path);
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

static int read_trace(struct request *c, struct mzt *t)
{
    struct str why = {0};
    int code = (int)mzt_read(t, c->given->replay, &why);
    if (!code && strcmp(t->command, "model"))
        str_addf(&why, "%s is of a program, not of a model\n  fix: mazurka replay %s",
                 c->given->replay, c->given->replay);
    for (size_t i = 0; !why.len && !code && i < t->arguments.len; i++)
        code = parameter(c, t->arguments.at[i]);
    if (why.len)
        code = usage_error("%s", str_text(&why));
    str_free(&why);
    return code;
}

static int run(struct request *c)
{
    struct model_file f = {0};
    struct mzt t = {0};
    struct str why = {0}, text = {0};
    int code = c->given->replay ? read_trace(c, &t) : MZ_OK;
    if (code != MZ_OK) {
        mzt_free(&t);
        return code;
    }
    enum mz_err err = model_load(&f, c->file, c->param.at, c->param.len, &why);
    code = (int)err;
    if (err != MZ_OK) {
        usage_error("%s", str_text(&why));
    } else if (c->given->export) {
        err = promela_export(f.model, &f.property, c->o.bound, &text, &why);
        code = err == MZ_OK ? write_file(c->given->output ? c->given->output : "-", &text)
                            : (int)err;
        if (err != MZ_OK)
            usage_error("%s", str_text(&why));
    } else if (c->given->replay) {
        code = replay(c, &f, &t);
    } else {
        code = search(c, &f);
    }
    mzt_free(&t);
    model_file_free(&f);
    str_free(&why);
    str_free(&text);
    return code;
}

int cmd_model(int argc, char **argv)
{
    struct options given;
    struct request c = {.given = &given};
    int code;
    if (!options_begin(CMD_MODEL, argc, argv, 1, &given, &code))
        return code;
    c.file = given.arguments[0];
    search_options_default(&c.o);
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0)
        c.o.memory = (size_t)pages / 2 * (size_t)page;
    c.o.interrupt = interrupt_watch();
    code = settle(&c);
    if (code == MZ_OK)
        code = consistent(&c);
    if (code == MZ_OK)
        code = run(&c);
    for (size_t i = 0; i < c.param.len; i++)
        free((char *)c.param.at[i].name);
    vec_free(&c.param);
    return code;
}
