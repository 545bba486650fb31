/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_show.c - `mazurka show`: one outcome, from its file alone. Nothing is run, and
 * neither the program nor its source is needed. */
#include "cli/outputs.h"
#include "report/codec.h"
#include "report/mzt.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The page of x.mzt without a name of its own is x.html. */
static int write_page(const struct mzt *t, const char *trace, struct output to)
{
    struct str page = {0}, name = {0};
    if (!*to.path) {
        size_t n = strlen(trace);
        str_add(&name, trace, n - (n > 4 && !strcmp(trace + n - 4, ".mzt") ? 4 : 0));
        str_addf(&name, ".html");
        to.path = str_text(&name);
    }
    html_finding(t->finding, t->program, &page);
    int code = output_check(to, "html") ? output_write(to, &page, MZ_OK) : MZ_USAGE;
    if (name.len && code == MZ_OK)
        printf("the page is %s\n", to.path);
    str_free(&page);
    str_free(&name);
    return code;
}

static int show(const struct mzt *t, const struct options *o)
{
    struct str s = {0};
    int code = MZ_OK;
    if (!output_check(o->svg, "svg") || !output_check(o->show_json, "json"))
        return MZ_USAGE;
    if (o->svg.path) {
        svg_text(t->finding, &s);
        code = output_write(o->svg, &s, code);
    }
    str_clear(&s);
    if (o->show_html.path && code == MZ_OK)
        code = write_page(t, o->arguments[0], o->show_html);
    if (o->show_json.path) {
        json_t *j = finding_write(t->finding);
        char *text = json_dumps(j, JSON_INDENT(2));
        str_addf(&s, "%s\n", text);
        code = output_write(o->show_json, &s, code);
        free(text);
        json_decref(j);
    }
    str_clear(&s);
    if (o->text || (!o->svg.path && !o->show_json.path && !o->show_html.path)) {
        struct text_style style = options_style(o);
        text_finding(t->finding, &style, &s);
        fputs(str_text(&s), stdout);
        fflush(stdout);
    }
    str_free(&s);
    return code;
}

/* Would this be written where the trace is? */
static bool replaces_trace(struct output to, const char *trace)
{
    struct stat a, b;
    return to.path && !to.standard && !stat(to.path, &a) && !stat(trace, &b) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

int cmd_show(int argc, char **argv)
{
    struct options o;
    struct str why = {0};
    struct mzt t = {0};
    int code;
    if (!options_begin(CMD_SHOW, argc, argv, &o, &code))
        return code;
    int standard = o.svg.standard + o.show_json.standard + o.show_html.standard;
    if (standard + o.text > 1)
        return usage_error("two of them cannot both go to standard output\n  fix: name a "
                           "file for one of them");
    if (replaces_trace(o.svg, o.arguments[0]) ||
        replaces_trace(o.show_json, o.arguments[0]) ||
        replaces_trace(o.show_html, o.arguments[0]))
        return usage_error(
            "%s would be replaced by what is made of it\n  fix: name another "
            "file to write",
            o.arguments[0]);
    code = (int)mzt_read(&t, o.arguments[0], &why);
    if (code)
        usage_error("%s", str_text(&why));
    else
        code = show(&t, &o);
    mzt_free(&t);
    str_free(&why);
    return code;
}
