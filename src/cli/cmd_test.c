/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_test.c - `mazurka test`: runs what mazurka.toml lists, shows a table, and does not
 * run again what was verified and has not changed.
 *
 * The file is read whole and checked before anything runs. Each test is a run for each of
 * its numbers of ranks: see series.h. What is remembered, and traces, are in the folder
 * .mazurka next to the file. */
#include "base/file.h"
#include "base/nearest.h"
#include "base/process.h"
#include "cli/option_table.h"
#include "cli/series.h"
#include "cli/toml.h"
#include "report/kinds.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define STANDARD ".mazurka" /* the folder of what is remembered, and of traces */

struct tests {
    const struct options *o;
    const char *file; /* mazurka.toml */
    json_t *root;
    const char *suppress, *time;
    struct series series;
    VEC(char *) kept; /* texts that rows point to */
};

static char *keep(struct tests *t, char *text)
{
    vec_push(&t->kept, text);
    return text;
}

/* ---- what is wrong with the file ---- */

static int line_of(const json_t *in, const char *key)
{
    struct str s = {0};
    str_addf(&s, TOML_LINE "%s", key);
    int line = (int)json_integer_value(json_object_get(in, str_text(&s)));
    str_free(&s);
    return line;
}

static bool wrong(const struct tests *t, const json_t *in, const char *key,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));
static bool wrong(const struct tests *t, const json_t *in, const char *key,
                  const char *format, ...)
{
    struct str s = {0};
    va_list args;
    va_start(args, format);
    str_vaddf(&s, format, args);
    va_end(args);
    usage_error("%s:%d: %s", t->file, line_of(in, key), str_text(&s));
    str_free(&s);
    return false;
}

/* Are these all the keys that there may be? */
static bool known_keys(const struct tests *t, const json_t *in, const char *const *keys)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)in, key, value)
    {
        struct nearest meant = {.given = key};
        size_t i = 0;
        while (keys[i] && strcmp(keys[i], key) != 0)
            nearest_offer(&meant, keys[i++]);
        if (keys[i] || !strncmp(key, TOML_LINE, strlen(TOML_LINE)))
            continue;
        struct str all = {0};
        for (i = 0; keys[i]; i++)
            str_addf(&all, "%s%s", i ? ", " : "", keys[i]);
        wrong(t, in, key, "there is no '%s' here\n  fix: %s%s%s%s", key,
              meant.best ? "did you mean " : "", meant.best ? meant.best : "",
              meant.best ? "? There are " : "there are ", str_text(&all));
        str_free(&all);
        return false;
    }
    return true;
}

/* A text that need not be there. */
static bool take_text(const struct tests *t, const json_t *in, const char *key,
                      const char **to)
{
    const json_t *value = json_object_get(in, key);
    if (!value)
        return true;
    if (!json_is_string(value) || !*json_string_value(value))
        return wrong(t, in, key, "'%s' takes a text\n  fix: %s = \"...\"", key, key);
    *to = json_string_value(value);
    return true;
}

/* Texts and numbers, or a single one. */
static bool take_words(const struct tests *t, const json_t *in, const char *key,
                       texts_vec *to)
{
    const json_t *value = json_object_get(in, key);
    size_t n = json_is_array(value) ? json_array_size(value) : value != NULL;
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_is_array(value) ? json_array_get(value, i) : value;
        struct str s = {0};
        if (json_is_string(one))
            str_addf(&s, "%s", json_string_value(one));
        else if (json_is_integer(one))
            str_addf(&s, "%lld", (long long)json_integer_value(one));
        else
            return wrong(t, in, key,
                         "'%s' takes texts and numbers\n  fix: %s = [\"...\"]", key, key);
        vec_push(to, s.text ? s.text : mem_strdup(""));
    }
    return true;
}

/* A value as the option of `mazurka run` takes it; false, and it is told, if it is none.
 */
static bool take_option(const struct tests *t, const json_t *in, const char *key,
                        const char *option, struct options *o, struct str *text)
{
    const struct option_line *line = option_named(CMD_RUN, option);
    texts_vec words = {0};
    struct str allowed = {0};
    bool good = take_words(t, in, key, &words);
    for (size_t i = 0; i < words.len; i++)
        str_addf(text, "%s%s", i ? "," : "", words.at[i]);
    texts_free(&words);
    if (!good || !json_object_get(in, key))
        return good;
    if (!option_put(o, line, str_text(text))) {
        option_allowed(line, &allowed);
        good = wrong(t, in, key, "'%s' takes %s, not '%s'", key, str_text(&allowed),
                     str_text(text));
        str_free(&allowed);
    }
    return good;
}

/* "verified", or kinds of findings. */
static bool take_expected(const struct tests *t, const json_t *in, texts_vec *to)
{
    if (!take_words(t, in, "expect", to))
        return false;
    if (to->len == 1 && !strcmp(to->at[0], "verified")) {
        free(to->at[0]);
        to->len = 0;
        return true;
    }
    for (size_t i = 0; i < to->len; i++) {
        struct nearest meant = {.given = to->at[i]};
        enum finding_kind kind = finding_named(to->at[i]);
        if (kind && kind < FINDING_KINDS)
            continue;
        nearest_offer(&meant, "verified");
        FOR_EACH_KIND(k)
        nearest_offer(&meant, finding_word(k));
        return wrong(t, in, "expect",
                     "'%s' is no kind of finding\n  fix: %s%s\"verified\" or what "
                     "'mazurka list' names",
                     to->at[i], meant.best ? meant.best : "",
                     meant.best ? ", or else " : "");
    }
    return true;
}

/* ---- tests ---- */

static bool is_name(const char *name)
{
    if (!isalnum((unsigned char)*name) || strlen(name) > 100)
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && !strchr("._-+", *name))
            return false;
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n > k && !strcmp(text + n - k, end);
}

static void add_word(texts_vec *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_word(texts_vec *to, const char *format, ...)
{
    struct str s = {0};
    va_list args;
    va_start(args, format);
    str_vaddf(&s, format, args);
    va_end(args);
    vec_push(to, s.text);
}

/* The folder as it is from where the test runs. */
static char *standard_folder(void)
{
    char *here = getcwd(NULL, 0);
    struct str s = {0};
    str_addf(&s, "%s/" STANDARD, here ? here : ".");
    free(here);
    return s.text;
}

struct test {
    const char *name, *program, *input, *directory;
    struct options checked; /* its ranks, as they were read */
    struct str ranks, time;
    texts_vec arguments, options, expected;
};

static void add_rows(struct tests *t, const struct test *one)
{
    bool litmus = ends_with(one->program, ".lit"),
         model = ends_with(one->program, ".model"), runs = !litmus && !model;
    size_t n = one->checked.ranks.len ? one->checked.ranks.len : 1;
    char *folder = standard_folder();
    for (size_t i = 0; i < n; i++) {
        struct series_row r = {.name = one->name,
                               .folder = one->directory,
                               .input = one->input,
                               .ranks =
                                   one->checked.ranks.len ? one->checked.ranks.at[i] : 0};
        add_word(&r.words, litmus ? "litmus" : model ? "model" : "run");
        if (t->series.jobs > 1 && !model) /* the others need the cores */
            add_word(&r.words, "--jobs=1");
        if (one->time.len || t->time)
            add_word(&r.words, "--time=%s", one->time.len ? one->time.text : t->time);
        if (runs) {
            add_word(&r.words, "--output=%s", folder);
            add_word(&r.words, "--label=%s%s%.0llu", one->name, r.ranks ? "-n" : "",
                     (unsigned long long)r.ranks);
        }
        if (runs && !t->o->again && !t->o->baseline)
            add_word(&r.words, "--remember=%s/%s-%llu.verified", folder, one->name,
                     (unsigned long long)r.ranks);
        if (runs && t->suppress && !access(t->suppress, F_OK)) {
            char *whole = realpath(t->suppress, NULL);
            add_word(&r.words, "--suppress=%s", whole);
            free(whole);
        }
        if (t->o->baseline)
            add_word(&r.words, "--keep-going");
        for (size_t k = 0; k < one->options.len; k++)
            add_word(&r.words, "%s", one->options.at[k]);
        add_word(&r.operands, "%s", one->program);
        for (size_t k = 0; k < one->arguments.len; k++)
            add_word(&r.operands, "%s", one->arguments.at[k]);
        for (size_t k = 0; k < one->expected.len; k++)
            add_word(&r.expected, "%s", one->expected.at[k]);
        vec_push(&t->series.rows, r);
    }
    free(folder);
}

/* Is it among the tests that the command names? */
static bool is_asked(const struct tests *t, const char *name)
{
    bool any = false;
    for (int i = 0; i < t->o->narguments; i++) {
        const char *word = t->o->arguments[i];
        if (ends_with(word, ".toml"))
            continue;
        any = true;
        if (!fnmatch(word, name, 0))
            return true;
    }
    return !any;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool check_test(struct tests *t, const json_t *in, struct test *one)
{
    static const char *const keys[] = {"name",      "program", "ranks",  "arguments",
                                       "input",     "options", "expect", "time",
                                       "directory", NULL};
    if (!known_keys(t, in, keys) || !take_text(t, in, "name", &one->name) ||
        !take_text(t, in, "program", &one->program) ||
        !take_text(t, in, "input", &one->input) ||
        !take_text(t, in, "directory", &one->directory) ||
        !take_words(t, in, "arguments", &one->arguments) ||
        !take_words(t, in, "options", &one->options) ||
        !take_expected(t, in, &one->expected) ||
        !take_option(t, in, "ranks", "ranks", &one->checked, &one->ranks) ||
        !take_option(t, in, "time", "time", &one->checked, &one->time))
        return false;
    if (!one->program)
        return wrong(t, in, "", "the test has no program\n  fix: program = \"./solver\"");
    if (!one->name)
        one->name = base_name(one->program);
    if (!is_name(one->name))
        return wrong(
            t, in, json_object_get(in, "name") ? "name" : "program",
            "'%s' cannot be the name of a test\n  fix: name = \"...\", of letters, "
            "digits and . _ - +",
            one->name);
    for (size_t i = 0; i < t->series.rows.len; i++)
        if (!strcmp(t->series.rows.at[i].name, one->name))
            return wrong(t, in, json_object_get(in, "name") ? "name" : "",
                         "there is a test '%s' already\n  fix: give this one another "
                         "name = \"...\"",
                         one->name);
    struct stat is;
    if (one->directory && (stat(one->directory, &is) || !S_ISDIR(is.st_mode)))
        return wrong(t, in, "directory", "there is no folder %s", one->directory);
    return true;
}

static bool add_test(struct tests *t, const json_t *in)
{
    struct test one = {0};
    bool good = check_test(t, in, &one);
    if (good)
        add_rows(t, &one);
    str_free(&one.ranks);
    str_free(&one.time);
    texts_free(&one.arguments);
    texts_free(&one.options);
    texts_free(&one.expected);
    return good;
}

static bool read_tests(struct tests *t)
{
    static const char *const keys[] = {"test", "time", "suppress", NULL};
    struct options checked = {0};
    struct str time = {0}, content = {0}, why = {0};
    if (file_read(base_name(t->file), &content, &why))
        t->root = toml_read(t->file, str_text(&content), content.len, &why);
    str_free(&content);
    if (!t->root) {
        bool missing = access(base_name(t->file), F_OK);
        usage_error("%s%s", str_text(&why),
                    missing ? "\n  fix: 'mazurka init' writes one, with programs" : "");
        str_free(&why);
        return false;
    }
    bool good = known_keys(t, t->root, keys) &&
                take_text(t, t->root, "suppress", &t->suppress) &&
                take_option(t, t->root, "time", "time", &checked, &time);
    if (time.len)
        t->time = keep(t, time.text);
    const json_t *all = json_object_get(t->root, "test");
    if (good && !json_is_array(all))
        good =
            !usage_error("%s: there is no test\n  fix: [[test]] and, below it, program = "
                         "\"./solver\"",
                         t->file);
    for (size_t i = 0; good && i < json_array_size(all); i++)
        good = add_test(t, json_array_get(all, i));
    return good;
}

/* Leaves out what was not asked for. */
static bool choose(struct tests *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->series.rows.len; i++) {
        struct series_row r = t->series.rows.at[i];
        if (is_asked(t, r.name)) {
            t->series.rows.at[n++] = r;
            continue;
        }
        texts_free(&r.words);
        texts_free(&r.operands);
        texts_free(&r.expected);
    }
    t->series.rows.len = n;
    if (!n)
        usage_error("%s has no test of that name", t->file);
    return n;
}

/* ---- the folder, and the baseline ---- */

/* Makes the folder, which version control is not to see. */
static bool make_folder(void)
{
    struct str why = {0};
    static const char all[] = "*\n";
    bool good = !mkdir(STANDARD, 0777) || errno == EEXIST;
    if (!good)
        usage_error("the folder " STANDARD " cannot be made: %s", strerror(errno));
    else if (access(STANDARD "/.gitignore", F_OK))
        good = file_replace(STANDARD "/.gitignore", all, strlen(all), &why);
    if (why.len)
        usage_error("%s", str_text(&why));
    str_free(&why);
    return good;
}

static const char *text_of(const json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

/* Where the finding is, for --suppress: the function, since lines move, or the line. */
static void add_place(const json_t *f, struct str *s)
{
    const char *function = "";
    const json_t *ranks = json_object_get(f, "ranks");
    for (size_t i = 0; i < json_array_size(ranks); i++) {
        const json_t *r = json_array_get(ranks, i);
        const json_t *inner = json_array_get(json_object_get(r, "stack"), 0);
        if (json_integer_value(json_object_get(r, "rank")) ==
            json_integer_value(json_object_get(f, "rank")))
            function = text_of(inner, "function");
    }
    if (*function && !strchr(function, ' '))
        str_addf(s, "%s()", function);
    else if (*text_of(f, "file"))
        str_addf(s, "%s:%d", text_of(f, "file"),
                 (int)json_integer_value(json_object_get(f, "line")));
    else
        str_addf(s, "*");
}

/* Adds a line for each finding of today to the file. */
static int write_baseline(const struct tests *t)
{
    const char *to = t->suppress ? t->suppress : "mazurka.suppress";
    struct str all = {0}, why = {0};
    char today[32];
    time_t now = time(NULL);
    struct tm day;
    size_t added = 0;
    strftime(today, sizeof today, "%Y-%m-%d", localtime_r(&now, &day));
    if (!access(to, F_OK) && !file_read(to, &all, &why)) {
        usage_error("%s", str_text(&why));
        str_free(&why);
        return MZ_USAGE;
    }
    for (size_t i = 0; i < t->series.rows.len; i++) {
        const struct series_row *r = &t->series.rows.at[i];
        const json_t *found = json_object_get(r->report, "findings");
        for (size_t k = 0; k < json_array_size(found); k++) {
            const json_t *f = json_array_get(found, k);
            struct str line = {0};
            bool expected = false;
            for (size_t e = 0; e < r->expected.len; e++)
                expected |= !strcmp(r->expected.at[e], text_of(f, "kind"));
            str_addf(&line, "%s ", text_of(f, "kind"));
            add_place(f, &line);
            str_addf(&line, " baseline of %s", today);
            if (!expected && strcmp(text_of(f, "severity"), "note") != 0 &&
                !(all.len && strstr(all.text, str_text(&line)))) {
                str_addf(&all, "%s\n", str_text(&line));
                added++;
            }
            str_free(&line);
        }
    }
    int code = MZ_OK;
    if (added && !file_write(to, all.text, all.len, &why))
        code = usage_error("%s", str_text(&why));
    else if (added)
        note("%zu line%s added to %s%s", added, added == 1 ? "" : "s", to,
             t->suppress
                 ? ""
                 : "\n  fix: to use it, write suppress = \"mazurka.suppress\" at the "
                   "top of the file with the tests");
    else
        note("nothing was found that a baseline would have to name");
    str_free(&all);
    str_free(&why);
    return code;
}

/* ---- the command ---- */

/* Goes where the file is, so that the names in it are seen from there. The reports of the
 * command are for where it was called. */
static bool enter(const struct tests *t, struct options *o)
{
    struct output *const outputs[] = {&o->json, &o->sarif, &o->junit};
    const char *slash = strrchr(t->file, '/');
    if (!slash)
        return true;
    char *here = getcwd(NULL, 0);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        struct str s = {0};
        if (!outputs[i]->path || outputs[i]->standard || *outputs[i]->path == '/')
            continue;
        str_addf(&s, "%s/%s", here ? here : ".", outputs[i]->path);
        outputs[i]->path = s.text; /* needed until the end */
    }
    free(here);
    struct str folder = {0};
    str_add(&folder, t->file, (size_t)(slash - t->file) + 1);
    bool good = !chdir(str_text(&folder));
    if (!good)
        usage_error("%s: %s", str_text(&folder), strerror(errno));
    str_free(&folder);
    return good;
}

int cmd_test(int argc, char **argv)
{
    struct options o;
    int code;
    if (!options_begin(CMD_TEST, argc, argv, &o, &code))
        return code;
    struct tests t = {.o = &o, .file = "mazurka.toml"};
    for (int i = 0; i < o.narguments; i++)
        if (ends_with(o.arguments[i], ".toml"))
            t.file = o.arguments[i];
    t.series = (struct series){.o = &o, .program = t.file, .tests = true};
    t.series.jobs = o.test_jobs ? (unsigned)o.test_jobs : process_cores();
    code = MZ_USAGE;
    if (enter(&t, &o) && read_tests(&t) && choose(&t) && make_folder()) {
        code = series_run(&t.series);
        if (o.baseline && code != MZ_USAGE)
            code = write_baseline(&t);
    }
    series_free(&t.series);
    for (size_t i = 0; i < t.kept.len; i++)
        free(t.kept.at[i]);
    vec_free(&t.kept);
    json_decref(t.root);
    return code;
}
