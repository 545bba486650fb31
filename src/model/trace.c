/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.c - see trace.h. */
#include "model/trace.h"
#include "base/file.h"
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

uint64_t trace_digest(const struct model *m, struct edge e)
{
    struct str text = {0};
    trace_step(m, e, &text);
    uint64_t digest = file_checksum(str_text(&text), text.len);
    str_free(&text);
    return digest;
}

struct sought {
    const struct model *m;
    uint64_t digest;
    struct edge found;
};

static void seek(void *arg, struct edge e)
{
    struct sought *k = arg;
    if (trace_digest(k->m, e) == k->digest)
        k->found = e;
}

enum mz_err trace_follow(const struct mzt *t, const struct model_file *f,
                         struct search_result *path, struct str *why)
{
    struct layout l;
    struct global s;
    struct sought k = {.m = f->model};
    trace_open(f->model, t->steps.len, &l, &s);
    *path = (struct search_result){.clause = MODEL_NONE, .has_path = true};
    enum mz_err err = MZ_OK;
    if (t->steps.len != t->finding->steps.len) {
        str_addf(why, "it has no schedule");
        err = MZ_USAGE;
    }
    for (size_t i = 0; i < t->steps.len && err == MZ_OK; i++) {
        k.digest = t->steps.at[i].digest;
        k.found = (struct edge){MODEL_NONE, MODEL_NONE};
        step_enabled(f->model, &s, seek, &k);
        if (k.found.t == MODEL_NONE) {
            str_addf(why, "step %zu, '%s', is not possible: the model has changed", i + 1,
                     t->finding->steps.at[i].text);
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
    global_free(&s);
    layout_free(&l);
    return err;
}
