/* SPDX-License-Identifier: Apache-2.0
 *
 * series.c - see series.h.
 *
 * A run is `mazurka run` itself, started once more with the reports that are wanted of it
 * going to a folder of ours: nothing that one run leaves behind in memory can touch
 * another, and the verdict of a row is that of the command which the user can type. */
#include "cli/series.h"
#include "base/file.h"
#include "base/timer.h"
#include "cli/cluster.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "report/suppress.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- one run ---- */

static char *scratch_file(const struct series *b, size_t row, const char *suffix)
{
    struct str s = {0};
    str_addf(&s, "%s/%zu.%s", b->scratch, row, suffix);
    return s.text;
}

static void add_report(const struct series *b, size_t row, const char *option,
                       texts_vec *words)
{
    struct str s = {0};
    char *file = scratch_file(b, row, option);
    str_addf(&s, "--%s=%s", option, file);
    vec_push(words, s.text);
    free(file);
}

/* The whole command of a row. */
static void command_of(const struct series *b, size_t row, texts_vec *words)
{
    const struct series_row *r = &b->rows.at[row];
    struct str s = {0};
    vec_push(words, mem_strdup("mazurka"));
    for (size_t i = 0; i < r->words.len; i++)
        vec_push(words, mem_strdup(r->words.at[i]));
    if (r->ranks) {
        str_addf(&s, "--ranks=%llu", (unsigned long long)r->ranks);
        vec_push(words, mem_strdup(str_text(&s)));
    }
    str_free(&s);
    add_report(b, row, "json", words);
    if (b->o->sarif.path && strcmp(r->words.at[0], "model") != 0)
        add_report(b, row, "sarif", words);
    if (b->o->junit.path && !strcmp(r->words.at[0], "run")) /* ours is of all rows */
        vec_push(words, mem_strdup("--junit=/dev/null"));
    vec_push(words, mem_strdup(b->colour ? "--color=always" : "--color=never"));
    vec_push(words, mem_strdup("--"));
    for (size_t i = 0; i < r->operands.len; i++)
        vec_push(words, mem_strdup(r->operands.at[i]));
}

/* An unnamed file that takes what a run prints. */
static int capture(const char *what)
{
    return memfd_create(what, MFD_CLOEXEC);
}

static char *captured(int fd)
{
    struct str s = {0};
    char part[1 << 16];
    ssize_t n;
    off_t at = 0;
    while (fd >= 0 && (n = pread(fd, part, sizeof part, at)) > 0) {
        str_add(&s, part, (size_t)n);
        at += n;
    }
    if (fd >= 0)
        close(fd);
    return s.text ? s.text : mem_strdup("");
}

/* In the child: becomes the tool. */
static _Noreturn void become(const struct series *b, const struct series_row *r,
                             texts_vec *words)
{
    if (r->folder && chdir(r->folder)) {
        dup2(r->err, STDERR_FILENO);
        usage_error("%s: %s", r->folder, strerror(errno));
        _exit(MZ_USAGE);
    }
    int input = r->input ? open(r->input, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (input < 0) {
        dup2(r->err, STDERR_FILENO);
        usage_error("%s: %s", r->input, strerror(errno));
        _exit(MZ_USAGE);
    }
    if (input != STDIN_FILENO)
        dup2(input, STDIN_FILENO);
    unsigned width = options_width(STDOUT_FILENO);
    char columns[16];
    snprintf(columns, sizeof columns, "%u", width);
    if (width)
        setenv("COLUMNS", columns, 1); /* which no program gets */
    dup2(r->out, STDOUT_FILENO);
    if (!b->shows_progress || !isatty(STDERR_FILENO))
        dup2(r->err, STDERR_FILENO);
    vec_push(words, NULL);
    execv("/proc/self/exe", words->at);
    _exit(MZ_USAGE);
}

static void start(struct series *b, size_t row)
{
    struct series_row *r = &b->rows.at[row];
    struct stat is;
    texts_vec words = {0};
    if (!r->input && !fstat(STDIN_FILENO, &is) && S_ISREG(is.st_mode))
        lseek(STDIN_FILENO, 0, SEEK_SET); /* each reads it from its beginning */
    command_of(b, row, &words);
    r->out = capture("output");
    r->err = capture("errors");
    r->started = timer_now();
    fflush(NULL);
    r->pid = r->out < 0 || r->err < 0 ? -1 : fork();
    if (!r->pid)
        become(b, r, &words);
    texts_free(&words);
}

/* Is the kind among those that are expected? */
static bool expects(const struct series_row *r, const char *kind)
{
    for (size_t i = 0; i < r->expected.len; i++)
        if (!strcmp(r->expected.at[i], kind))
            return true;
    return false;
}

static const char *text_of(const json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

/* Is the run as it should be: every kind that is expected is found, and no error of
 * another kind is? */
static bool is_good(const struct series_row *r)
{
    const json_t *found = json_object_get(r->report, "findings");
    size_t met = 0;
    if (!r->expected.len)
        return r->code == MZ_OK;
    for (size_t i = 0; i < r->expected.len; i++)
        for (size_t k = 0; k < json_array_size(found); k++)
            if (!strcmp(text_of(json_array_get(found, k), "kind"), r->expected.at[i])) {
                met++;
                break;
            }
    for (size_t k = 0; k < json_array_size(found); k++)
        if (!strcmp(text_of(json_array_get(found, k), "severity"), "error") &&
            !expects(r, text_of(json_array_get(found, k), "kind")))
            return false;
    return met == r->expected.len && r->code != MZ_USAGE && r->code != MZ_UNSUPPORTED;
}

static void end(struct series *b, size_t row, int status)
{
    struct series_row *r = &b->rows.at[row];
    char *file = scratch_file(b, row, "json");
    r->pid = 0;
    r->seconds = timer_now() - r->started;
    r->code = WIFEXITED(status) ? WEXITSTATUS(status) : MZ_UNSUPPORTED;
    r->report = json_load_file(file, 0, NULL);
    r->text = captured(r->out);
    r->said = captured(r->err);
    r->good = r->report && is_good(r);
    free(file);
}

/* ---- what is shown ---- */

static const char *verdict_of(const struct series_row *r)
{
    const char *verdict = text_of(r->report, "verdict");
    return r->code < 0                       ? "not run"
           : !r->report                      ? "failed"
           : !strcmp(verdict, "unsupported") ? "cannot verify"
                                             : verdict;
}

static void add_colour(const struct series *b, const struct series_row *r, bool begins,
                       struct str *s)
{
    if (b->colour)
        str_addf(s, "%s",
                 !begins                                            ? "\033[0m"
                 : r->good                                          ? "\033[1;32m"
                 : r->code == MZ_FOUND || r->code < 0 || !r->report ? "\033[1;31m"
                                                                    : "\033[1;33m");
}

/* The findings in a few words: "deadlock at gather.c:10, and 2 more". */
static void add_found(const struct series_row *r, struct str *s)
{
    const json_t *found = json_object_get(r->report, "findings");
    size_t more = 0, shown = 0;
    for (size_t k = 0; k < json_array_size(found); k++) {
        const json_t *f = json_array_get(found, k);
        bool error = !strcmp(text_of(f, "severity"), "error");
        if (!error && (r->code != MZ_FOUND || !strcmp(text_of(f, "severity"), "note")))
            continue;
        if (shown++) {
            more++;
            continue;
        }
        str_addf(s, "%s", text_of(f, "kind"));
        if (*text_of(f, "file"))
            str_addf(s, " at %s:%d", text_of(f, "file"),
                     (int)json_integer_value(json_object_get(f, "line")));
    }
    if (more)
        str_addf(s, ", and %zu more", more);
    for (size_t i = 0; i < r->expected.len && !r->good && r->report; i++) {
        bool is = false;
        for (size_t k = 0; k < json_array_size(found); k++)
            is |= !strcmp(text_of(json_array_get(found, k), "kind"), r->expected.at[i]);
        if (!is)
            str_addf(s, "%sno %s, which is expected", s->len ? "; " : "",
                     r->expected.at[i]);
    }
    if (*text_of(r->report, "remembered"))
        str_addf(s, "unchanged since %s", text_of(r->report, "remembered"));
    if (!shown && *text_of(r->report, "stopped_by")) {
        const char *why = text_of(r->report, "stopped_by");
        str_addf(s, "%s%.*s", s->len ? "; " : "", (int)strcspn(why, "\n"), why);
    }
    if (!r->report && r->said) {
        const char *why = r->said + (!strncmp(r->said, "error: ", 7) ? 7 : 0);
        str_addf(s, "%.*s", (int)strcspn(why, "\n"), why);
    }
}

static uint64_t outcomes_of(const struct series_row *r)
{
    const char *which = json_object_get(r->report, "states") ? "states" : "executions";
    return (uint64_t)json_integer_value(json_object_get(r->report, which));
}

static size_t name_width(const struct series *b)
{
    size_t most = 4;
    for (size_t i = 0; i < b->rows.len; i++)
        if (b->rows.at[i].name && strlen(b->rows.at[i].name) > most)
            most = strlen(b->rows.at[i].name);
    return most;
}

static size_t width_of_terminal(void)
{
    unsigned width = options_width(STDOUT_FILENO);
    return width ? width : SIZE_MAX;
}

static void add_row(const struct series *b, const struct series_row *r, struct str *s)
{
    struct str what = {0}, number = {0};
    size_t line = s->len, escapes;
    if (r->name)
        str_addf(s, " %-*s", (int)name_width(b), r->name);
    if (r->ranks)
        str_addf(&number, "%llu", (unsigned long long)r->ranks);
    str_addf(s, " %6s  ", str_text(&number));
    str_clear(&number);
    escapes = s->len;
    add_colour(b, r, true, s);
    escapes = s->len - escapes;
    str_addf(s, "%-13s",
             b->tests && r->good && r->expected.len ? "as expected" : verdict_of(r));
    size_t before = s->len;
    add_colour(b, r, false, s);
    escapes += s->len - before;
    if (r->report)
        str_count(&number, outcomes_of(r));
    str_addf(s, " %10s", str_text(&number));
    str_addf(s, r->code < 0 ? "         " : " %6.2f s", r->seconds);
    add_found(r, &what);
    if (what.len) {
        size_t used = s->len - line - escapes + 2, room = width_of_terminal();
        bool fits = room == SIZE_MAX || used + what.len < room;
        size_t cut = fits ? what.len : room > used + 4 ? room - used - 4 : 0;
        str_addf(s, "  %.*s%s", (int)cut, str_text(&what), fits ? "" : "...");
    }
    str_addf(s, "\n");
    str_free(&what);
    str_free(&number);
}

static void say(const struct series *b, struct str *s)
{
    if (!outputs_standard(b->o))
        fputs(str_text(s), stdout);
    fflush(stdout);
    str_clear(s);
}

static void show_head(const struct series *b)
{
    struct str s = {0};
    if (b->o->quiet)
        return;
    if (b->rows.at[0].name)
        str_addf(&s, " %-*s", (int)name_width(b), "test");
    str_addf(&s, "  ranks  verdict         outcomes     time\n");
    say(b, &s);
    str_free(&s);
}

static void show_row(const struct series *b, const struct series_row *r)
{
    struct str s = {0};
    if (b->o->quiet && r->good)
        return;
    add_row(b, r, &s);
    say(b, &s);
    str_free(&s);
}

/* ---- all of them ---- */

/* Passes our end on: a signal to this process alone is meant for all of them. */
static void stop_all(struct series *b)
{
    for (size_t i = 0; i < b->rows.len; i++)
        if (b->rows.at[i].pid > 0)
            kill(b->rows.at[i].pid, SIGTERM);
}

static bool reads_a_pipe(const struct series *b)
{
    struct stat is;
    const json_t *rests = json_object_get(b->rows.at[0].report, "rests_on");
    if (b->rows.len < 2 || b->rows.at[0].input || fstat(STDIN_FILENO, &is) ||
        S_ISREG(is.st_mode) || S_ISCHR(is.st_mode))
        return false;
    for (size_t i = 0; i < json_array_size(rests); i++) {
        const char *what = json_string_value(json_array_get(rests, i));
        if (what && !strncmp(what, "this standard input (", 21) &&
            strncmp(what, "this standard input (0 ", 23) != 0)
            return true;
    }
    return false;
}

static bool run_rows(struct series *b)
{
    const volatile sig_atomic_t *interrupted = interrupt_watch();
    size_t next = 0, running = 0, told = 0;
    bool stopped = false, refused = false;
    for (;;) {
        while (next < b->rows.len && running < b->jobs && !*interrupted && !refused) {
            start(b, next);
            running += b->rows.at[next].pid > 0;
            next++;
        }
        if (*interrupted && !stopped) {
            stopped = true;
            stop_all(b);
        }
        if (!running)
            break;
        int status, pid = waitpid(-1, &status, 0);
        for (size_t i = 0; pid > 0 && i < next; i++)
            if (b->rows.at[i].pid == pid) {
                end(b, i, status);
                refused |= !b->tests && b->rows.at[i].code == MZ_USAGE;
                running--;
            }
        for (; told < next && b->rows.at[told].pid <= 0; told++)
            show_row(b, &b->rows.at[told]);
        if (told == 1 && next == 1 && reads_a_pipe(b)) {
            usage_error("the program reads standard input, which is a pipe and can be "
                        "read only once\n  fix: put it into a file, and < FILE");
            return false;
        }
    }
    return true;
}

static bool make_scratch(struct series *b)
{
    const char *tmp = getenv("TMPDIR");
    struct str s = {0};
    str_addf(&s, "%s/mazurka-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp");
    if (!mkdtemp(s.text)) {
        usage_error("%s: %s\n  fix: TMPDIR names a folder that you may write to", s.text,
                    strerror(errno));
        str_free(&s);
        return false;
    }
    b->scratch = s.text;
    return true;
}

static void remove_scratch(struct series *b)
{
    static const char *const suffixes[] = {"json", "sarif"};
    for (size_t i = 0; i < b->rows.len; i++)
        for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++) {
            char *file = scratch_file(b, i, suffixes[k]);
            unlink(file);
            free(file);
        }
    rmdir(b->scratch);
    free(b->scratch);
    b->scratch = NULL;
}

/* ---- the verdict ---- */

/* The worst is what is told: a finding, before what could not be decided. */
static int worst_of(const struct series *b)
{
    static const int order[] = {MZ_USAGE, MZ_FOUND, MZ_UNSUPPORTED, MZ_INCOMPLETE};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (size_t i = 0; i < b->rows.len; i++) {
            const struct series_row *r = &b->rows.at[i];
            int code = r->code == MZ_OK && !r->good ? MZ_FOUND
                       : r->code < 0                ? MZ_INCOMPLETE
                                                    : r->code;
            if (!r->good && code == order[k])
                return code;
        }
    return MZ_OK;
}

/* Appends "2, 3 and 4" of the rows with that code. */
static size_t add_numbers(const struct series *b, int code, struct str *s)
{
    size_t n = 0, seen = 0;
    for (size_t i = 0; i < b->rows.len; i++)
        n += b->rows.at[i].code == code;
    for (size_t i = 0; i < b->rows.len; i++) {
        if (b->rows.at[i].code != code)
            continue;
        str_addf(s, "%s%llu",
                 !seen           ? ""
                 : seen + 1 == n ? " and "
                                 : ", ",
                 (unsigned long long)b->rows.at[i].ranks);
        seen++;
    }
    return n;
}

/* What every verified row rests on alike, but for its number of ranks. */
static void add_scope(const struct series *b, struct str *s)
{
    const char *same = NULL;
    bool differs = false;
    for (size_t i = 0; i < b->rows.len; i++) {
        const char *holds = strstr(text_of(b->rows.at[i].report, "holds_for"), ", ");
        if (b->rows.at[i].code != MZ_OK || !holds)
            continue;
        differs |= same && strcmp(same, holds) != 0;
        same = holds;
    }
    if (same)
        str_addf(s, "          holds for: each of these%s\n",
                 differs ? ", see --json" : same);
    json_t *told = json_object();
    for (size_t i = 0; i < b->rows.len; i++) {
        const json_t *gaps = json_object_get(b->rows.at[i].report, "not_explored");
        for (size_t k = 0; k < json_array_size(gaps); k++) {
            const char *gap = json_string_value(json_array_get(gaps, k));
            if (gap && !json_object_get(told, gap))
                str_addf(s, "          not explored: %s\n", gap);
            if (gap)
                json_object_set_new(told, gap, json_true());
        }
    }
    json_decref(told);
}

static const char *const code_words[] = {[MZ_OK] = "verified",
                                         [MZ_FOUND] = "violated",
                                         [MZ_USAGE] = "failed",
                                         [MZ_INCOMPLETE] = "incomplete",
                                         [MZ_UNSUPPORTED] = "cannot verify"};

static void add_verdict_word(const struct series *b, int code, struct str *s)
{
    const char *colour = code == MZ_OK      ? "\033[1;32m"
                         : code == MZ_FOUND ? "\033[1;31m"
                                            : "\033[1;33m";
    str_addf(s, "%s%s%s", b->colour ? colour : "", code_words[code],
             b->colour ? "\033[0m" : "");
}

static void show_ranks(const struct series *b, int code)
{
    static const int order[] = {MZ_FOUND, MZ_UNSUPPORTED, MZ_INCOMPLETE, MZ_USAGE,
                                -1,       MZ_OK};
    struct str s = {0}, numbers = {0};
    const char *between = "  with ";
    add_verdict_word(b, code, &s);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        str_clear(&numbers);
        size_t n = add_numbers(b, order[k], &numbers);
        if (!n)
            continue;
        if (order[k] != code)
            str_addf(&s, "; %s with ", order[k] < 0 ? "not run" : code_words[order[k]]);
        else
            str_addf(&s, "%s", between);
        str_addf(&s, "%s rank%s", str_text(&numbers),
                 n == 1 && strcmp(str_text(&numbers), "1") == 0 ? "" : "s");
    }
    str_addf(&s, "\n");
    if (code == MZ_OK)
        add_scope(b, &s);
    say(b, &s);
    str_free(&s);
    str_free(&numbers);
}

static void show_tests(const struct series *b, int code)
{
    struct str s = {0};
    size_t good = 0, remembered = 0;
    for (size_t i = 0; i < b->rows.len; i++) {
        const struct series_row *r = &b->rows.at[i];
        good += r->good;
        remembered += *text_of(r->report, "remembered") != 0;
    }
    if (b->colour)
        str_addf(&s, code ? "\033[1;31m" : "\033[1;32m");
    str_addf(&s, code ? "failed" : "passed");
    if (b->colour)
        str_addf(&s, "\033[0m");
    str_addf(&s, "  %zu of %zu as expected", good, b->rows.len);
    if (remembered)
        str_addf(&s, "; %zu not run again, since nothing has changed", remembered);
    str_addf(&s, "\n");
    say(b, &s);
    str_free(&s);
}

/* The reports of the rows that are not as expected; with -n 2..5 only that with the
 * fewest ranks, since the others most often say the same. */
static void show_reports(const struct series *b)
{
    struct str s = {0};
    for (size_t i = 0; i < b->rows.len; i++) {
        const struct series_row *r = &b->rows.at[i];
        if (r->good || r->code < 0)
            continue;
        str_addf(&s, "\n");
        if (b->tests) {
            struct str text = {0};
            str_addf(&text, "%s", r->name);
            if (r->ranks)
                str_addf(&text, ", %llu rank%s", (unsigned long long)r->ranks,
                         r->ranks == 1 ? "" : "s");
            str_addf(&s, "---- %s ----\n", str_text(&text));
            str_free(&text);
        }
        str_addf(&s, "%s%s", r->said ? r->said : "", r->text ? r->text : "");
        if (!b->tests)
            break;
    }
    if (s.len && s.text[s.len - 1] != '\n')
        str_addf(&s, "\n");
    if (s.len)
        str_addf(&s, "\n");
    say(b, &s);
    str_free(&s);
}

/* ---- reports ---- */

static void add_json(const struct series *b, int code, struct str *s)
{
    json_t *o = json_object(), *runs = json_array();
    json_object_set_new(o, "version", json_string(MZ_VERSION));
    json_object_set_new(o, "program", json_string(b->program));
    json_object_set_new(o, "verdict",
                        json_string(code == MZ_OK            ? "verified"
                                    : code == MZ_FOUND       ? "violated"
                                    : code == MZ_UNSUPPORTED ? "unsupported"
                                                             : "incomplete"));
    for (size_t i = 0; i < b->rows.len; i++) {
        const struct series_row *r = &b->rows.at[i];
        json_t *one = json_object();
        if (r->name)
            json_object_set_new(one, "name", json_string(r->name));
        json_object_set_new(one, "ranks", json_integer((json_int_t)r->ranks));
        json_object_set_new(one, "exit", json_integer(r->code));
        json_object_set_new(one, "as_expected", json_boolean(r->good));
        if (!r->report && r->said && *r->said)
            json_object_set_new(one, "error", json_string(r->said));
        if (r->report)
            json_object_set(one, "report", r->report);
        json_array_append_new(runs, one);
    }
    json_object_set_new(o, "runs", runs);
    char *text = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    str_addf(s, "%s\n", text);
    free(text);
    json_decref(o);
}

/* The runs of one tool in one file must be told apart. */
static void name_sarif(const struct series_row *r, json_t *run)
{
    struct str id = {0};
    str_addf(&id, "%s%s%llu-ranks", r->name ? r->name : "", r->name ? "/" : "",
             (unsigned long long)r->ranks);
    json_t *about = json_object();
    json_object_set_new(about, "id", json_string(str_text(&id)));
    json_object_set_new(run, "automationDetails", about);
    str_free(&id);
}

static void add_sarif(const struct series *b, struct str *s)
{
    json_t *all = NULL, *runs = NULL;
    for (size_t i = 0; i < b->rows.len; i++) {
        char *file = scratch_file(b, i, "sarif");
        json_t *one = json_load_file(file, 0, NULL);
        json_t *run = json_array_get(json_object_get(one, "runs"), 0);
        free(file);
        if (!run)
            continue;
        name_sarif(&b->rows.at[i], run);
        if (all) {
            json_array_append(runs, run);
            json_decref(one);
        } else {
            all = one;
            runs = json_object_get(all, "runs");
        }
    }
    char *text = all ? json_dumps(all, JSON_INDENT(2)) : NULL;
    str_addf(s, "%s\n", text ? text : "{\"version\": \"2.1.0\", \"runs\": []}");
    free(text);
    json_decref(all);
}

/* The text without colours. */
static void add_plain(const char *text, struct str *s)
{
    for (; text && *text; text++)
        if (*text == '\033')
            text += strcspn(text, "m");
        else
            str_add(s, text, 1);
}

static void add_junit(const struct series *b, struct str *s)
{
    size_t failures = 0, errors = 0, skipped = 0;
    double seconds = 0;
    for (size_t i = 0; i < b->rows.len; i++) {
        const struct series_row *r = &b->rows.at[i];
        bool wrong = !r->good && r->code >= 0;
        failures += wrong && (r->code == MZ_FOUND || r->code == MZ_OK);
        errors += wrong && r->code != MZ_FOUND && r->code != MZ_OK;
        skipped += r->code < 0;
        seconds += r->seconds;
    }
    str_addf(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" JUNIT_MARK);
    str_xml(s, b->program, SIZE_MAX);
    str_addf(s,
             "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" "
             "time=\"%.3f\">\n",
             b->rows.len, failures, errors, skipped, seconds);
    for (size_t i = 0; i < b->rows.len; i++) {
        const struct series_row *r = &b->rows.at[i];
        struct str what = {0}, text = {0};
        bool wrong = !r->good && r->code >= 0;
        const char *kind = r->code == MZ_FOUND || r->code == MZ_OK ? "failure" : "error";
        str_addf(s, "    <testcase classname=\"");
        str_xml(s, r->name ? r->name : b->program, SIZE_MAX);
        str_addf(s, "\" name=\"every outcome");
        if (r->ranks)
            str_addf(s, " with %llu rank%s", (unsigned long long)r->ranks,
                     r->ranks == 1 ? "" : "s");
        str_addf(s, "\" time=\"%.3f\">\n", r->seconds);
        add_found(r, &what);
        if (r->code < 0)
            str_addf(s, "      <skipped message=\"it was not run\"/>\n");
        if (wrong) {
            str_addf(s, "      <%s type=\"%s\" message=\"", kind, verdict_of(r));
            str_xml(s, str_text(&what), SIZE_MAX);
            str_addf(s, "\"/>\n");
        }
        add_plain(r->said, &text);
        add_plain(r->text, &text);
        str_addf(s, "      <system-out>");
        str_xml(s, str_text(&text), SIZE_MAX);
        str_addf(s, "</system-out>\n    </testcase>\n");
        str_free(&what);
        str_free(&text);
    }
    str_addf(s, "  </testsuite>\n</testsuites>\n");
}

static int write_reports(const struct series *b, int code)
{
    struct str text = {0};
    int exit = code;
    if (b->o->json.path) {
        add_json(b, code, &text);
        exit = output_write(b->o->json, &text, exit);
    }
    str_clear(&text);
    if (b->o->sarif.path) {
        add_sarif(b, &text);
        exit = output_write(b->o->sarif, &text, exit);
    }
    str_clear(&text);
    if (b->o->junit.path) {
        add_junit(b, &text);
        exit = output_write(b->o->junit, &text, exit);
    }
    str_free(&text);
    return exit;
}

int series_run(struct series *b)
{
    b->colour = options_colour(b->o, STDOUT_FILENO);
    if (!outputs_prepare(b->o) || !make_scratch(b))
        return MZ_USAGE;
    for (size_t i = 0; i < b->rows.len; i++)
        b->rows.at[i].code = -1;
    show_head(b);
    int code = MZ_USAGE;
    if (run_rows(b)) {
        code = worst_of(b);
        show_reports(b);
        (b->tests ? show_tests : show_ranks)(b, code);
        code = write_reports(b, code);
    }
    remove_scratch(b);
    return code;
}

void series_free(struct series *b)
{
    for (size_t i = 0; i < b->rows.len; i++) {
        struct series_row *r = &b->rows.at[i];
        texts_free(&r->words);
        texts_free(&r->operands);
        texts_free(&r->expected);
        json_decref(r->report);
        free(r->text);
        free(r->said);
    }
    vec_free(&b->rows);
}

/* ---- -n 2..5 ---- */

/* What makes no sense for several runs. */
static const char *single_option(const struct options *o)
{
    return o->html.path           ? "html"
           : GIVEN(o, resume)     ? "resume"
           : GIVEN(o, save_every) ? "save-every"
           : GIVEN(o, remember)   ? "remember"
                                  : NULL;
}

int series_of_ranks(const struct options *o, int argc, char **argv)
{
    struct series b = {
        .o = o, .program = o->arguments[0], .jobs = 1, .shows_progress = true};
    const char *single = single_option(o), *slash = strrchr(b.program, '/');
    if (cluster_here())
        return usage_error("several processes share one search, and -n names several\n"
                           "  fix: one number of ranks at a time");
    if (single)
        return usage_error("--%s is about one run, and -n %llu,... are several\n"
                           "  fix: mazurka run -n %llu --%s ...",
                           single, (unsigned long long)o->ranks.first,
                           (unsigned long long)o->ranks.first, single);
    for (size_t i = 0; i < o->ranks.len; i++) {
        struct series_row r = {.ranks = o->ranks.at[i]};
        struct str label = {0};
        int end = argc - o->narguments;
        vec_push(&r.words, mem_strdup("run"));
        for (int k = 1; k < end; k++)
            if (k + 1 < end || strcmp(argv[k], "--") != 0)
                vec_push(&r.words, mem_strdup(argv[k]));
        str_addf(&label, "--label=%s-n%llu",
                 o->label ? o->label
                 : slash  ? slash + 1
                          : b.program,
                 (unsigned long long)r.ranks);
        vec_push(&r.words, label.text);
        for (int k = 0; k < o->narguments; k++)
            vec_push(&r.operands, mem_strdup(o->arguments[k]));
        vec_push(&b.rows, r);
    }
    int code = series_run(&b);
    series_free(&b);
    return code;
}
