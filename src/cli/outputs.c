/* SPDX-License-Identifier: Apache-2.0
 *
 * outputs.c - see outputs.h. */
#include "cli/outputs.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool outputs_standard(const struct options *o)
{
    return o->json.standard || o->sarif.standard || o->junit.standard || o->html.standard;
}

bool outputs_prepare(const struct options *o)
{
    struct stat is;
    if (o->json.standard + o->sarif.standard + o->junit.standard + o->html.standard > 1) {
        usage_error("two reports cannot both go to standard output\n  fix: name a file "
                    "for one of them");
        return false;
    }
    if (!o->folder)
        return true;
    if (mkdir(o->folder, 0777) && errno != EEXIST) {
        usage_error("-o: the folder %s cannot be made: %s", o->folder, strerror(errno));
        return false;
    }
    if (stat(o->folder, &is) || !S_ISDIR(is.st_mode) || access(o->folder, W_OK | X_OK)) {
        usage_error("-o: %s is not a folder that you may write to", o->folder);
        return false;
    }
    return true;
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
