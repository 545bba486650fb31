/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.c - see trace.h. */
#include "model/trace.h"
#include "model/step.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char magic[] = "mazurka model trace 1";

void trace_step(const struct model *m, struct edge e, struct str *out)
{
    const struct model_trans *t = &m->trans[e.t];
    str_addf(out, "%s: ", m->process[t->process].name);
    step_label(m, e, out);
    str_addf(out, " -> %s", m->state[model_at(m, t->process, t->dst)].name);
    if (e.recv != MODEL_NONE) {
        const struct model_trans *r = &m->trans[e.recv];
        str_addf(out, "; %s -> %s", m->process[r->process].name,
                 m->state[model_at(m, r->process, r->dst)].name);
    }
}

void trace_write(struct str *out, const struct model_file *f, const char *path,
                 const struct search_result *r)
{
    str_addf(out, "%s\nmodel %s\n", magic, path);
    for (size_t i = 0; i < f->param.len; i++)
        str_addf(out, "param %s=%d\n", f->param.at[i].name, f->param.at[i].value);
    if (r->clause != MODEL_NONE)
        str_addf(out, "violates %s\n", f->property.clause.at[r->clause].text);
    for (size_t i = 0; i < r->path.len; i++) {
        str_addf(out, "step ");
        trace_step(f->model, r->path.at[i], out);
        str_addf(out, "\n");
    }
}

static bool starts(const char *line, const char *word, const char **rest)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) || line[n] != ' ')
        return false;
    *rest = line + n + 1;
    return true;
}

static enum mz_err take_line(struct trace *t, const char *line)
{
    const char *rest;
    if (starts(line, "model", &rest)) {
        free(t->model);
        t->model = mem_strdup(rest);
    } else if (starts(line, "violates", &rest)) {
        free(t->violates);
        t->violates = mem_strdup(rest);
    } else if (starts(line, "step", &rest)) {
        vec_push(&t->step, mem_strdup(rest));
    } else if (starts(line, "param", &rest)) {
        const char *equals = strchr(rest, '=');
        if (!equals)
            return MZ_USAGE;
        struct model_param p = {mem_strdup(rest), atoi(equals + 1)};
        ((char *)p.name)[equals - rest] = '\0';
        vec_push(&t->param, p);
    } else if (*line) {
        return MZ_USAGE;
    }
    return MZ_OK;
}

enum mz_err trace_read(struct trace *t, const char *path, struct str *why)
{
    *t = (struct trace){0};
    FILE *in = fopen(path, "r");
    if (!in) {
        str_addf(why, "%s cannot be read: %s", path, strerror(errno));
        return MZ_USAGE;
    }
    char *line = NULL;
    size_t cap = 0;
    enum mz_err err = MZ_OK;
    for (unsigned number = 1; err == MZ_OK && getline(&line, &cap, in) >= 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        err = number == 1 ? strcmp(line, magic) ? MZ_USAGE : MZ_OK : take_line(t, line);
        if (err != MZ_OK)
            str_addf(why, "%s:%u:1: this is not a line of a model trace", path, number);
        if (err == MZ_OK && number == 1)
            t->model = mem_strdup("");
    }
    if (err == MZ_OK && !t->model) {
        str_addf(why, "%s is not a model trace", path);
        err = MZ_USAGE;
    }
    free(line);
    fclose(in);
    if (err != MZ_OK)
        trace_free(t);
    return err;
}

void trace_free(struct trace *t)
{
    free(t->model);
    free(t->violates);
    for (size_t i = 0; i < t->param.len; i++)
        free((char *)t->param.at[i].name);
    for (size_t i = 0; i < t->step.len; i++)
        free(t->step.at[i]);
    vec_free(&t->param);
    vec_free(&t->step);
    *t = (struct trace){0};
}

void trace_open(const struct model *m, size_t steps, struct layout *l, struct global *s)
{
    uint32_t *cap = mem_alloc((m->channels + 1) * sizeof *cap);
    for (uint32_t c = 0; c < m->channels; c++)
        cap[c] = (uint32_t)steps + 1;
    layout_init(l, m, cap);
    global_init(s, l);
    free(cap);
}

struct matching {
    const struct model *m;
    const char *want;
    struct str text;
    struct edge found;
};

static void match(void *arg, struct edge e)
{
    struct matching *k = arg;
    str_clear(&k->text);
    trace_step(k->m, e, &k->text);
    if (!strcmp(str_text(&k->text), k->want))
        k->found = e;
}

enum mz_err trace_follow(const struct trace *t, const struct model_file *f,
                         struct search_result *path, struct str *why)
{
    struct layout l;
    struct global s;
    struct matching k = {.m = f->model};
    trace_open(f->model, t->step.len, &l, &s);
    *path = (struct search_result){.clause = MODEL_NONE, .has_path = true};
    enum mz_err err = MZ_OK;
    for (size_t i = 0; i < t->step.len && err == MZ_OK; i++) {
        k.want = t->step.at[i];
        k.found = (struct edge){MODEL_NONE, MODEL_NONE};
        step_enabled(f->model, &s, match, &k);
        if (k.found.t == MODEL_NONE) {
            str_addf(why, "step %zu, '%s', is not possible: the model has changed", i + 1,
                     k.want);
            err = MZ_USAGE;
        } else {
            step_apply(f->model, &s, k.found);
            vec_push(&path->path, k.found);
        }
    }
    if (err == MZ_OK && step_halted(f->model, &s))
        path->clause = property_broken(&f->property, f->model, &s);
    path->verdict = path->clause == MODEL_NONE ? MZ_OK : MZ_FOUND;
    path->violations = path->clause != MODEL_NONE;
    str_free(&k.text);
    global_free(&s);
    layout_free(&l);
    return err;
}
