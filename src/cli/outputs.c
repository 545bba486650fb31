/* SPDX-License-Identifier: Apache-2.0
 *
 * outputs.c - see outputs.h. */
#include "cli/outputs.h"
#include "base/file.h"
#include "cli/remember.h"
#include "report/mzt.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool outputs_standard(const struct options *o)
{
    return o->json.standard || o->sarif.standard || o->junit.standard || o->html.standard;
}

/* ---- which files are ours: only those are replaced ---- */

/* Does the file begin like something that we have written? */
static bool begins(const char *path, const char *mark)
{
    char head[4096];
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f)
        fclose(f);
    return memmem(head, n, mark, strlen(mark));
}

static bool has(const json_t *o, const char *one, const char *two)
{
    return json_object_get(o, one) && json_object_get(o, two);
}

/* Is it a report of a run or of several, a finding as `show` writes it, or what `list`
 * tells? */
static bool is_our_json(const json_t *o)
{
    return has(o, "verdict", "algorithm") || has(o, "verdict", "runs") ||
           has(o, "kind", "ranks") || has(o, "explorers", "kinds");
}

static bool is_our_sarif(const json_t *o)
{
    const json_t *run = json_array_get(json_object_get(o, "runs"), 0);
    const json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
    const char *name = json_string_value(json_object_get(driver, "name"));
    return name && !strcmp(name, "mazurka");
}

static bool is_json(const char *path, bool (*ours)(const json_t *))
{
    json_t *o = json_load_file(path, 0, NULL);
    bool is = ours(o);
    json_decref(o);
    return is;
}

/* Was the file written by this option? */
static bool is_ours(const char *path, const char *option)
{
    if (!strcmp(option, "json"))
        return is_json(path, is_our_json);
    if (!strcmp(option, "sarif"))
        return is_json(path, is_our_sarif);
    return begins(path, !strcmp(option, "html")       ? HTML_MARK
                        : !strcmp(option, "svg")      ? SVG_MARK
                        : !strcmp(option, "junit")    ? JUNIT_MARK
                        : !strcmp(option, "remember") ? REMEMBER_MARK
                                                      : MZT_MARK);
}

/* May a file be written into the folder of this one? */
static bool may_write(const char *path, const char *option)
{
    struct str folder = {0};
    const char *slash = strrchr(path, '/');
    str_add(&folder, slash ? path : "./", slash ? (size_t)(slash - path) + 1 : 2);
    bool ok = !access(str_text(&folder), W_OK | X_OK);
    if (!ok)
        usage_error("--%s: '%s' cannot be written: %s\n"
                    "  fix: name a file in a directory that you may write to",
                    option, path, strerror(errno));
    str_free(&folder);
    return ok;
}

bool output_check(struct output to, const char *option)
{
    struct stat is;
    if (!to.path || !*to.path || to.standard)
        return true;
    if (stat(to.path, &is))
        return may_write(to.path, option);
    if (S_ISDIR(is.st_mode)) {
        usage_error(
            "--%s: '%s' cannot be written: it is a folder\n  fix: name a file in it",
            option, to.path);
        return false;
    }
    if (S_ISREG(is.st_mode) && is.st_size && !is_ours(to.path, option)) {
        usage_error("--%s: %s is there already, and was not written by --%s\n"
                    "  fix: name another file, or remove it",
                    option, to.path, option);
        return false;
    }
    return !S_ISREG(is.st_mode) || may_write(to.path, option);
}

/* The file's one name, allocated with malloc(); NULL if it is no ordinary file, or its
 * folder is not there. */
static char *real_name(const char *path)
{
    struct stat is;
    if (!stat(path, &is))
        return S_ISREG(is.st_mode) ? realpath(path, NULL) : NULL;
    const char *slash = strrchr(path, '/');
    struct str folder = {0}, whole = {0};
    str_add(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    char *real = realpath(str_text(&folder), NULL);
    if (real)
        str_addf(&whole, "%s/%s", real, slash ? slash + 1 : path);
    free(real);
    str_free(&folder);
    return whole.text;
}

/* Two reports in one file: the second would replace the first. */
static bool are_apart(const struct options *o)
{
    const struct output *const all[] = {&o->json, &o->sarif, &o->junit, &o->html};
    enum { ALL = sizeof all / sizeof *all };
    char *name[ALL] = {0};
    bool apart = true;
    for (size_t i = 0; i < ALL; i++) {
        if (all[i]->path && !all[i]->standard)
            name[i] = real_name(all[i]->path);
        for (size_t k = 0; k < i && apart; k++)
            if (name[i] && name[k] && !strcmp(name[i], name[k])) {
                usage_error("two reports cannot both go to the file %s\n  fix: name "
                            "another file for one of them",
                            all[i]->path);
                apart = false;
            }
    }
    for (size_t i = 0; i < ALL; i++)
        free(name[i]);
    return apart;
}

/* Makes the folder and those that it is in. */
static bool make_folders(const char *path)
{
    struct str s = {0};
    bool ok = true;
    for (size_t n = 1; ok && n <= strlen(path); n++) {
        if (path[n] && path[n] != '/')
            continue;
        str_clear(&s);
        str_add(&s, path, n);
        ok = !mkdir(str_text(&s), 0777) || errno == EEXIST || errno == EISDIR;
    }
    str_free(&s);
    return ok;
}

bool outputs_prepare(const struct options *o)
{
    struct stat is;
    if (o->json.standard + o->sarif.standard + o->junit.standard + o->html.standard > 1) {
        usage_error("two reports cannot both go to standard output\n  fix: name a file "
                    "for one of them");
        return false;
    }
    if (o->folder && !make_folders(o->folder)) {
        usage_error("-o: the folder %s cannot be made: %s", o->folder, strerror(errno));
        return false;
    }
    if (o->folder && (stat(o->folder, &is) || !S_ISDIR(is.st_mode) ||
                      access(o->folder, W_OK | X_OK))) {
        usage_error("-o: %s is not a folder that you may write to", o->folder);
        return false;
    }
    return are_apart(o) && output_check(o->json, "json") &&
           output_check(o->sarif, "sarif") && output_check(o->junit, "junit") &&
           output_check(o->html, "html");
}

int output_write(struct output to, const struct str *text, int code)
{
    struct str why = {0};
    if (!to.standard) {
        if (!file_write(to.path, text->text, text->len, &why))
            code =
                usage_error("%s\n  fix: name a file in a directory that you may write to",
                            str_text(&why));
    } else if (file_nowhere(STDOUT_FILENO) || fputs(text->text, stdout) == EOF ||
               fflush(stdout)) {
        code = usage_error("the report cannot be written: %s",
                           strerror(file_nowhere(STDOUT_FILENO) ? EBADF : errno));
    }
    str_free(&why);
    return code;
}

int outputs_write(const struct options *o, const struct summary *m, int code)
{
    struct str text = {0};
    if (o->json.path) {
        json_text(m, &text);
        code = output_write(o->json, &text, code);
    }
    str_clear(&text);
    if (o->sarif.path) {
        sarif_text(m, o->search.strict, &text);
        code = output_write(o->sarif, &text, code);
    }
    str_clear(&text);
    if (o->junit.path) {
        junit_text(m, &text);
        code = output_write(o->junit, &text, code);
    }
    str_clear(&text);
    if (o->html.path) {
        html_summary(m, &text);
        code = output_write(o->html, &text, code);
    }
    str_free(&text);
    return code;
}
