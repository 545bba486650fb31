/* SPDX-License-Identifier: Apache-2.0
 *
 * file.c - see file.h. Reads the file, parses it, sets its parameters, and has
 * the rest elaborated. */
#include "model/file.h"
#include "model/elaborate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void set_params(struct elab *e, const struct model_param *given, size_t n)
{
    const struct ast *a = e->ast;
    for (size_t k = 0; k < n; k++) {
        bool known = false;
        for (size_t i = 0; i < a->param.len; i++)
            known |= !strcmp(a->param.at[i].name, given[k].name);
        if (known)
            continue;
        e->bad = true;
        str_addf(e->why, "1:1: the model has no parameter '%s'; it has", given[k].name);
        for (size_t i = 0; i < a->param.len; i++)
            str_addf(e->why, "%s %s", i ? "," : "", a->param.at[i].name);
        str_addf(e->why, "%s", a->param.len ? "" : " none");
        return;
    }
    for (size_t i = 0; i < a->param.len && !e->bad; i++) {
        struct model_param p = {a->param.at[i].name, 0};
        bool set = false;
        for (size_t k = 0; k < n; k++) {
            if (strcmp(given[k].name, p.name))
                continue;
            p.value = given[k].value;
            set = true;
        }
        if (!set)
            p.value = elab_value(e, a->param.at[i].value, NULL);
        p.name = mem_strdup(p.name);
        vec_push(&e->file->param, p);
    }
}

enum mz_err model_parse(struct model_file *f, const char *path, const char *text,
                        const struct model_param *given, size_t n, struct str *why)
{
    struct ast a;
    struct str detail = {0};
    *f = (struct model_file){0};
    enum mz_err err = ast_parse(&a, text, &detail);
    if (err == MZ_OK) {
        struct elab e = {.ast = &a, .file = f, .why = &detail};
        e.m = f->model = model_new();
        set_params(&e, given, n);
        if (!e.bad)
            elab_processes(&e);
        if (!e.bad && !e.m->processes)
            elab_error(&e, (struct source_place){1, 1}, "the model has no process");
        if (!e.bad) {
            uint32_t line = 0;
            struct str what = {0};
            if (model_finish(e.m, &what, &line) != MZ_OK)
                elab_error(&e, (struct source_place){line ? line : 1, 1}, "%s",
                           str_text(&what));
            str_free(&what);
        }
        if (!e.bad)
            elab_checks(&e);
        names_free(&e.process);
        names_free(&e.channel);
        names_free(&e.message);
        vec_free(&e.message_name);
        vec_free(&e.decl_of);
        for (size_t i = 0; i < e.carried.len; i++)
            free(e.carried.at[i]);
        vec_free(&e.carried);
        err = e.bad ? MZ_USAGE : MZ_OK;
    }
    if (err != MZ_OK)
        str_addf(why, "%s:%s", path, str_text(&detail));
    str_free(&detail);
    ast_free(&a);
    return err;
}

enum mz_err model_load(struct model_file *f, const char *path,
                       const struct model_param *given, size_t n, struct str *why)
{
    *f = (struct model_file){0};
    FILE *in = fopen(path, "r");
    struct str text = {0};
    char block[4096];
    size_t got;
    bool zero = false;
    while (in && (got = fread(block, 1, sizeof block, in)) > 0) {
        str_add(&text, block, got);
        zero |= memchr(block, 0, got) != NULL;
    }
    enum mz_err err = MZ_USAGE;
    if (!in || ferror(in))
        str_addf(why, "%s cannot be read: %s", path, strerror(errno));
    else if (zero)
        str_addf(why, "%s is not a model file: it is not text", path);
    else
        err = model_parse(f, path, str_text(&text), given, n, why);
    if (in)
        fclose(in);
    str_free(&text);
    return err;
}

void model_file_free(struct model_file *f)
{
    model_free(f->model);
    property_free(&f->property);
    for (size_t i = 0; i < f->param.len; i++)
        free((char *)f->param.at[i].name);
    vec_free(&f->param);
}
