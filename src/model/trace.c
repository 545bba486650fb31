/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.c - see trace.h. */
#include "model/trace.h"
#include "model/step.h"

#include <string.h>

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

enum mz_err trace_follow(const struct finding *recorded, const struct model_file *f,
                         struct search_result *path, struct str *why)
{
    struct layout l;
    struct global s;
    struct matching k = {.m = f->model};
    trace_open(f->model, recorded->steps.len, &l, &s);
    *path = (struct search_result){.clause = MODEL_NONE, .has_path = true};
    enum mz_err err = MZ_OK;
    for (size_t i = 0; i < recorded->steps.len && err == MZ_OK; i++) {
        k.want = recorded->steps.at[i].text;
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
