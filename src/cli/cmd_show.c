/* SPDX-License-Identifier: Apache-2.0
 *
 * cmd_show.c - `mazurka show`: one outcome, from its file alone. Nothing is run, and
 * neither the program nor its source is needed. */
#include "cli/outputs.h"
#include "report/codec.h"
#include "report/mzt.h"

#include <stdio.h>
#include <unistd.h>

static int show(const struct mzt *t, const struct options *o)
{
    struct str s = {0};
    int code = MZ_OK;
    if (o->svg.path) {
        svg_text(t->finding, &s);
        code = output_write(o->svg, &s, code);
    }
    str_clear(&s);
    if (o->show_json.path) {
        json_t *j = finding_write(t->finding);
        char *text = json_dumps(j, JSON_INDENT(2));
        str_addf(&s, "%s\n", text);
        code = output_write(o->show_json, &s, code);
        free(text);
        json_decref(j);
    }
    str_clear(&s);
    if (o->text || (!o->svg.path && !o->show_json.path)) {
        struct text_style style = {options_colour(o, STDOUT_FILENO), o->quiet};
        text_finding(t->finding, &style, &s);
        fputs(str_text(&s), stdout);
        fflush(stdout);
    }
    str_free(&s);
    return code;
}

int cmd_show(int argc, char **argv)
{
    struct options o;
    struct str why = {0};
    struct mzt t = {0};
    int code;
    if (!options_begin(CMD_SHOW, argc, argv, &o, &code))
        return code;
    bool standard = o.svg.standard || o.show_json.standard;
    if (o.svg.standard + o.show_json.standard > 1 || (o.text && standard))
        return usage_error("two of them cannot both go to standard output\n  fix: name a "
                           "file for one of them");
    code = (int)mzt_read(&t, o.arguments[0], &why);
    if (code)
        usage_error("%s", str_text(&why));
    else
        code = show(&t, &o);
    mzt_free(&t);
    str_free(&why);
    return code;
}
