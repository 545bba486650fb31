/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_model.c - `mazurka model`: can a model of an MPI program halt badly,
 * whatever the library buffers?
 *
 * Reads the command line, loads the model, runs one search (or SPIN, or the
 * Promela export, or the replay of a trace) and prints what came out. */
#include "cli/cmd_model.h"
#include "model/promela.h"
#include "model/report.h"
#include "model/trace.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct command {
    const char *file, *out;
    const char *algorithm;
    const char *json, *trace, *replay;
    bool promela, buffered;
    int verbose;
    const char *color;
    struct search_options o;
    VEC(struct model_param) param;
};

static const char help[] =
    "usage: mazurka model FILE.model [options]\n"
    "\n"
    "Checks a halting property of a model of an MPI program, whatever MPI buffers.\n"
    "\n"
    "  -p NAME=VALUE           set a parameter of the model\n"
    "  -a, --algorithm NAME    urgent (default), full, or spin: run SPIN and compare\n"
    "      --channel-bound V   at most V messages pending on each channel\n"
    "      --depth M           traces of at most M steps; a synchronous one counts two\n"
    "      --urgency NAME      stuck (default), future, or paper: Definition 3 as "
    "printed\n"
    "      --sleep-sets        with sleep sets: fewer transitions, more bookkeeping\n"
    "      --buffered          do not search source-specific models synchronously only\n"
    "      --keep-going        count all violations instead of stopping at the first\n"
    "  -j, --jobs N            search on N cores\n"
    "      --memory SIZE       stop there (512M, 8G; default: four fifths of the "
    "machine)\n"
    "      --time TIME         stop there (30s, 10m, 2h)\n"
    "      --bitstate[=SIZE]   lossy table of bits (default 1G); never verifies\n"
    "      --export promela    write the model for SPIN to stdout, or to a second FILE\n"
    "      --trace FILE        where to write a counterexample (default NAME-1.trace)\n"
    "      --replay FILE       follow a counterexample step by step\n"
    "      --json FILE         the result as JSON (- for stdout)\n"
    "  -q, --quiet  -v, --verbose  --color auto|always|never  --help\n"
    "\n"
    "Exit: 0 verified, 1 violated, 2 wrong usage, 3 a bound cut the search, 4 cannot.\n";

static int wrong(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("error: ", stderr);
    vfprintf(stderr, format, args);
    fputs("\n", stderr);
    va_end(args);
    return MZ_USAGE;
}

/* A number with an optional unit letter: 512M, 10m. False if it is neither. */
static bool quantity(const char *text, const char *units, const double *factors,
                     double *out)
{
    char *end;
    errno = 0;
    double n = strtod(text, &end);
    if (end == text || errno || !(n >= 0))
        return false;
    if (*end) {
        const char *u = strchr(units, *end);
        if (!u || end[1])
            return false;
        n *= factors[u - units];
    }
    *out = n;
    return true;
}

static bool bytes(const char *text, size_t *out)
{
    static const double factors[] = {1024., 1048576., 1073741824.,
                                     1024., 1048576., 1073741824.};
    double n;
    if (!quantity(text, "kmgKMG", factors, &n) || n > 1e15)
        return false;
    *out = (size_t)n;
    return true;
}

static bool whole(const char *text, uint64_t most, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (end == text || *end || errno || text[0] == '-' || n > most)
        return false;
    *out = n;
    return true;
}

static int parameter(struct command *c, const char *text)
{
    const char *equals = strchr(text, '=');
    char *end;
    errno = 0;
    long value = equals ? strtol(equals + 1, &end, 10) : 0;
    if (!equals || equals == text || end == equals + 1 || *end || errno ||
        value > 1000000 || value < -1000000)
        return wrong("-p wants NAME=NUMBER, like -p n=20; it got '%s'", text);
    struct model_param p = {mem_strdup(text), (int32_t)value};
    ((char *)p.name)[equals - text] = '\0';
    vec_push(&c->param, p);
    return MZ_OK;
}

enum {
    BOUND = 256,
    DEPTH,
    URGENCY,
    SLEEP,
    BUFFERED,
    KEEP,
    MEMORY,
    TIME,
    BITSTATE,
    EXPORT
};
enum { TRACE = 300, REPLAY, JSON, COLOR, HELP };

static const struct option options[] = {
    {"algorithm", required_argument, NULL, 'a'},
    {"jobs", required_argument, NULL, 'j'},
    {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},
    {"channel-bound", required_argument, NULL, BOUND},
    {"depth", required_argument, NULL, DEPTH},
    {"urgency", required_argument, NULL, URGENCY},
    {"sleep-sets", no_argument, NULL, SLEEP},
    {"buffered", no_argument, NULL, BUFFERED},
    {"keep-going", no_argument, NULL, KEEP},
    {"memory", required_argument, NULL, MEMORY},
    {"time", required_argument, NULL, TIME},
    {"bitstate", optional_argument, NULL, BITSTATE},
    {"export", required_argument, NULL, EXPORT},
    {"trace", required_argument, NULL, TRACE},
    {"replay", required_argument, NULL, REPLAY},
    {"json", required_argument, NULL, JSON},
    {"color", required_argument, NULL, COLOR},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static int take_option(struct command *c, int option, const char *arg)
{
    static const double seconds[] = {1, 60, 3600};
    uint64_t n;
    switch (option) {
    case 'p':
        return parameter(c, arg);
    case 'a':
        if (strcmp(arg, "urgent") && strcmp(arg, "full") && strcmp(arg, "spin"))
            return wrong("there is no algorithm '%s'; use urgent, full or spin", arg);
        c->algorithm = arg;
        break;
    case 'j':
        if (!whole(arg, 256, &n) || !n)
            return wrong("-j wants a number of cores from 1 to 256; it got '%s'", arg);
        c->o.jobs = (unsigned)n;
        break;
    case BOUND:
        if (!whole(arg, 60000, &n))
            return wrong("--channel-bound wants a number up to 60000; it got '%s'", arg);
        c->o.bound = (uint32_t)n;
        break;
    case DEPTH:
        if (!whole(arg, UINT64_MAX / 4, &n))
            return wrong("--depth wants a number of steps; it got '%s'", arg);
        c->o.depth = n;
        break;
    case URGENCY:
        if (strcmp(arg, "paper") && strcmp(arg, "future") && strcmp(arg, "stuck"))
            return wrong("there is no urgency '%s'; use paper, future or stuck", arg);
        c->o.urgency = *arg == 'p'   ? URGENCY_PAPER
                       : *arg == 'f' ? URGENCY_FUTURE
                                     : URGENCY_STUCK;
        break;
    case SLEEP:
        c->o.sleep = true;
        break;
    case BUFFERED:
        c->buffered = true;
        break;
    case KEEP:
        c->o.keep_going = true;
        break;
    case MEMORY:
        if (!bytes(arg, &c->o.memory))
            return wrong("--memory wants a size like 512M or 8G; it got '%s'", arg);
        break;
    case BITSTATE:
        c->o.bitstate = (size_t)1 << 30;
        if (arg && (!bytes(arg, &c->o.bitstate) || !c->o.bitstate))
            return wrong("--bitstate wants a size like 512M or 8G; it got '%s'", arg);
        break;
    case TIME:
        if (!quantity(arg, "smh", seconds, &c->o.seconds))
            return wrong("--time wants a time like 30s or 10m; it got '%s'", arg);
        break;
    case EXPORT:
        if (strcmp(arg, "promela"))
            return wrong("--export knows only promela; it got '%s'", arg);
        c->promela = true;
        break;
    case TRACE:
        c->trace = arg;
        break;
    case REPLAY:
        c->replay = arg;
        break;
    case JSON:
        c->json = arg;
        break;
    case COLOR:
        if (strcmp(arg, "auto") && strcmp(arg, "always") && strcmp(arg, "never"))
            return wrong("--color wants auto, always or never; it got '%s'", arg);
        c->color = arg;
        break;
    case 'q':
        c->verbose = -1;
        break;
    case 'v':
        c->verbose = 1;
        break;
    default:
        return MZ_USAGE;
    }
    return MZ_OK;
}

static int consistent(const struct command *c)
{
    const struct search_options *o = &c->o;
    if (!c->file)
        return wrong("which model? Give a .model file, or --help");
    if (c->out && !c->promela)
        return wrong("'%s' is one file too many; only --export takes a second", c->out);
    if ((c->promela || !strcmp(c->algorithm, "spin")) && o->bound == SEARCH_NO_BOUND)
        return wrong("SPIN's channels are bounded; say --channel-bound V");
    if (!strcmp(c->algorithm, "spin") && (o->depth != SEARCH_NO_DEPTH || o->bitstate))
        return wrong(
            "-a spin compares complete searches; leave --depth and --bitstate out");
    if (o->sleep && (o->jobs > 1 || o->bitstate))
        return wrong("--sleep-sets works on one core and with an exact table; leave "
                     "-j or --bitstate out");
    if (o->jobs > 1 && (o->depth != SEARCH_NO_DEPTH || o->bitstate))
        return wrong("-j does not go together with --depth or --bitstate; leave one out");
    if (o->bitstate && o->bound == SEARCH_NO_BOUND)
        return wrong("--bitstate needs --channel-bound V");
    return MZ_OK;
}

static bool on_terminal(const struct command *c, int fd)
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
    report_number(&line, r->states);
    str_addf(&line, " states, ");
    report_number(&line, r->waiting);
    str_addf(&line, " waiting, %.0f MB, ", (double)r->bytes / 1048576);
    report_number(&line, (uint64_t)((double)r->states / r->seconds));
    fprintf(stderr, "\r\033[K exploring  %s/s", str_text(&line));
    fflush(stderr);
    str_free(&line);
}

static int write_file(const char *path, const struct str *text)
{
    FILE *out = !strcmp(path, "-") ? stdout : fopen(path, "w");
    bool ok = out && fwrite(str_text(text), 1, text->len, out) == text->len;
    if (out == stdout)
        ok &= !fflush(out);
    else if (out)
        ok &= !fclose(out);
    return ok ? MZ_OK : wrong("%s cannot be written: %s", path, strerror(errno));
}

/* "examples/ring.model" -> "ring-1.trace" */
static void trace_name(const char *path, struct str *out)
{
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    const char *dot = strrchr(base, '.');
    str_addf(out, "%.*s-1.trace",
             dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
}

/* Prints the report; the verdict, unless something cannot be written. */
static int publish(const struct command *c, struct report *r)
{
    struct str text = {0}, name = {0};
    int err = MZ_OK;
    if (r->result->has_path && r->result->verdict == MZ_FOUND && !c->replay) {
        if (!c->trace)
            trace_name(c->file, &name);
        r->trace = c->trace ? c->trace : str_text(&name);
        trace_write(&text, r->file, c->file, r->result);
        err = write_file(r->trace, &text);
        str_clear(&text);
    }
    if (err == MZ_OK && c->json) {
        report_json(r, &text);
        err = write_file(c->json, &text);
        str_clear(&text);
    }
    if (err == MZ_OK && c->verbose >= 0 && !(c->json && !strcmp(c->json, "-"))) {
        report_text(r, &text);
        fputs(str_text(&text), stdout);
    }
    str_free(&text);
    str_free(&name);
    return err == MZ_OK ? (int)r->result->verdict : err;
}

static struct report new_report(const struct command *c, const struct model_file *f,
                                const struct search_result *result)
{
    return (struct report){.path = c->file,
                           .algorithm = c->algorithm,
                           .file = f,
                           .options = &c->o,
                           .result = result,
                           .color = on_terminal(c, STDOUT_FILENO),
                           .width = width(),
                           .verbose = c->verbose};
}

static int search(struct command *c, const struct model_file *f)
{
    struct search_result result = {0};
    struct spin_result spin = {0};
    struct str why = {0};
    struct report r = new_report(c, f, &result);
    bool with_spin = !strcmp(c->algorithm, "spin");
    bool lit = c->verbose >= 0 && isatty(STDERR_FILENO) && on_terminal(c, STDERR_FILENO);
    c->o.property = &f->property;
    if (lit)
        c->o.progress = progress;
    if (strcmp(c->algorithm, "urgent")) {
        c->o.urgency = URGENCY_OFF;
    } else if (!c->buffered && model_source_specific(f->model) &&
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
        bool both = spin.complete && !result.cut_memory && !result.cut_time;
        if (with_spin && both &&
            (spin.violated != (result.violations > 0) ||
             (!spin.violated && (uint64_t)spin.states != result.states))) {
            fprintf(stderr,
                    "error: SPIN and the full search disagree; please report this "
                    "model\n");
            code = MZ_UNSUPPORTED;
        }
    }
    str_free(&why);
    search_result_free(&result);
    return code;
}

static int replay(const struct command *c, const struct model_file *f,
                  const struct trace *t)
{
    struct search_result path;
    struct str why = {0};
    enum mz_err err = trace_follow(t, f, &path, &why);
    struct report r = new_report(c, f, &path);
    r.algorithm = "replay";
    int code = err == MZ_OK ? publish(c, &r) : wrong("%s: %s", c->replay, str_text(&why));
    search_result_free(&path);
    str_free(&why);
    return code;
}

static int run(struct command *c)
{
    struct model_file f = {0};
    struct trace t = {0};
    struct str why = {0}, text = {0};
    enum mz_err err = c->replay ? trace_read(&t, c->replay, &why) : MZ_OK;
    for (size_t i = 0; err == MZ_OK && i < t.param.len; i++) {
        struct model_param p = {mem_strdup(t.param.at[i].name), t.param.at[i].value};
        vec_push(&c->param, p);
    }
    if (err == MZ_OK)
        err = model_load(&f, c->file, c->param.at, c->param.len, &why);
    int code = (int)err;
    if (err != MZ_OK) {
        wrong("%s", str_text(&why));
    } else if (c->promela) {
        err = promela_export(f.model, &f.property, c->o.bound, &text, &why);
        code = err == MZ_OK ? write_file(c->out ? c->out : "-", &text) : (int)err;
        if (err != MZ_OK)
            wrong("%s", str_text(&why));
    } else if (c->replay) {
        code = replay(c, &f, &t);
    } else {
        code = search(c, &f);
    }
    trace_free(&t);
    model_file_free(&f);
    str_free(&why);
    str_free(&text);
    return code;
}

int cmd_model(int argc, char **argv)
{
    struct command c = {.algorithm = "urgent", .color = "auto"};
    search_options_default(&c.o);
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0)
        c.o.memory = (size_t)pages / 5 * 4 * (size_t)page;
    int code = MZ_OK, option;
    optind = 1;
    while (code == MZ_OK &&
           (option = getopt_long(argc, argv, "p:a:j:qv", options, NULL)) != -1) {
        if (option == HELP) {
            fputs(help, stdout);
            goto out;
        }
        code = take_option(&c, option, optarg);
    }
    if (code == MZ_OK) {
        c.file = optind < argc ? argv[optind] : NULL;
        c.out = optind + 1 < argc ? argv[optind + 1] : NULL;
        code = consistent(&c);
    }
    if (code == MZ_OK)
        code = run(&c);
out:
    for (size_t i = 0; i < c.param.len; i++)
        free((char *)c.param.at[i].name);
    vec_free(&c.param);
    return code;
}
