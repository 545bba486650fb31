/* SPDX-License-Identifier: Apache-2.0
 *
 * finding.c - see finding.h. */
#include "model/finding.h"
#include "model/chart.h"
#include "model/trace.h"

#include <string.h>

static void add_steps(struct finding *f, const struct model *m,
                      const struct search_result *s, struct global *end)
{
    for (size_t i = 0; i < s->path.len; i++) {
        struct str text = {0};
        trace_step(m, s->path.at[i], &text);
        struct finding_step step = {.actor = m->trans[s->path.at[i].t].process,
                                    .text = text.text,
                                    .other = NO_STEP,
                                    .level = (uint32_t)i};
        vec_push(&f->steps, step);
        step_apply(m, end, s->path.at[i]);
    }
    f->steps_before = f->steps.len;
}

/* Adds a process, which is in a state of the model that has a name and a line. */
static void add_process(struct finding *f, const struct model *m, const char *path,
                        const struct global *end, uint32_t p)
{
    const struct model_state *u = &m->state[end->at[p]];
    struct finding_actor a = {.name = mem_strdup(m->process[p].name),
                              .state =
                                  u->kind == MODEL_FINAL ? ACTOR_ENDED : ACTOR_BLOCKED};
    if (a.state == ACTOR_BLOCKED) {
        struct str text = {0};
        str_addf(&text, "%s: ", u->name);
        chart_doing(m, end, p, &text);
        a.call = text.text;
        a.where = finding_locate(f, (struct location){.file = path, .line = u->line});
    }
    vec_push(&f->actors, a);
}

/* Adds the messages that are still pending. */
static void add_pending(struct finding *f, const struct model *m,
                        const struct global *end)
{
    struct str s = {0};
    for (uint32_t c = 0; c < m->channels; c++)
        if (end->len[c])
            str_addf(&s, "%s%u message%s pending on %s", s.len ? "; " : "", end->len[c],
                     end->len[c] == 1 ? "" : "s", m->channel[c].name);
    f->detail = s.text;
}

struct finding *model_finding(const struct model_file *file, const char *path,
                              const struct search_result *s)
{
    const struct model *m = file->model;
    struct layout l;
    struct global end;
    struct str message = {0};
    if (!s->has_path || s->clause == MODEL_NONE)
        return NULL;
    const struct clause *c = &file->property.clause.at[s->clause];
    struct finding *f = mem_alloc(sizeof *f);
    f->outcomes = s->violations ? s->violations : 1;
    trace_open(m, s->path.len, &l, &end);
    add_steps(f, m, s, &end);
    for (uint32_t p = 0; p < m->processes; p++)
        add_process(f, m, path, &end, p);
    add_pending(f, m, &end);
    f->kind = FINDING_HALTING;
    for (uint32_t p = m->processes; p-- > 0;)
        if (f->actors.at[p].state == ACTOR_BLOCKED) {
            f->kind = FINDING_DEADLOCK;
            f->actor = p;
        }
    f->where = finding_locate(f, (struct location){.file = path, .line = c->line});
    str_addf(&message, "the model can halt and break '%s'", c->text);
    f->message = message.text;
    global_free(&end);
    layout_free(&l);
    return f;
}
