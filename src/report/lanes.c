/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - an execution as a picture in text: a lane for each actor that takes
 * part, time downwards. Where the lanes would not fit on a line, the steps are
 * listed below each other instead. */
#include "report/summary.h"

#include <string.h>

#define WIDEST 110

static bool takes_part(const struct finding *f, uint32_t actor)
{
    for (size_t i = 0; i < f->steps.len; i++)
        if (f->steps.at[i].actor == actor)
            return true;
    return f->actors.at[actor].state == ACTOR_BLOCKED;
}

/* Computes the width of each lane; returns their sum. */
static size_t measure(const struct finding *f, size_t *width)
{
    size_t sum = 0;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        if (!takes_part(f, a))
            continue;
        width[a] = strlen(x->name);
        if (x->state == ACTOR_BLOCKED && x->call && strlen(x->call) + 2 > width[a])
            width[a] = strlen(x->call) + 2;
        for (size_t i = 0; i < f->steps.len; i++)
            if (f->steps.at[i].actor == a && strlen(f->steps.at[i].text) > width[a])
                width[a] = strlen(f->steps.at[i].text);
        width[a] += 3;
        sum += width[a];
    }
    return sum;
}

static void lane_row(const struct finding *f, const size_t *width, size_t step,
                     struct str *s)
{
    size_t start = s->len, column = 8;
    if (!*f->steps.at[step].text)
        return; /* the step is left out of reports */
    str_addf(s, "  %4zu", step + 1);
    for (uint32_t a = 0; a < f->actors.len; a++) {
        if (!width[a])
            continue;
        str_pad(s, start + column);
        str_addf(s, "%s", f->steps.at[step].actor == a ? f->steps.at[step].text : "|");
        column += width[a];
    }
    str_addf(s, "\n");
}

static void draw(const struct finding *f, const size_t *width, struct str *s)
{
    size_t start = s->len, column = 8;
    str_addf(s, "  step");
    for (uint32_t a = 0; a < f->actors.len; a++) {
        if (!width[a])
            continue;
        str_pad(s, start + column);
        str_addf(s, "%s", f->actors.at[a].name);
        column += width[a];
    }
    str_addf(s, "\n");
    for (size_t i = 0; i < f->steps.len; i++)
        lane_row(f, width, i, s);
    if (f->kind != FINDING_DEADLOCK && f->kind != FINDING_POTENTIAL_DEADLOCK)
        return;
    start = s->len;
    column = 8;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        if (!width[a])
            continue;
        str_pad(s, start + column);
        if (x->state == ACTOR_BLOCKED)
            str_addf(s, "%s x", x->call);
        else
            str_addf(s, ".");
        column += width[a];
    }
    str_addf(s, "\n");
}

void lanes_draw(const struct finding *f, struct str *s)
{
    size_t *width = mem_alloc((f->actors.len + 1) * sizeof *width);
    if (measure(f, width) <= WIDEST)
        draw(f, width, s);
    else
        for (size_t i = 0; i < f->steps.len; i++) {
            const struct finding_step *step = &f->steps.at[i];
            if (!*step->text)
                continue;
            str_addf(s, "  %4zu  %s: %s\n", i + 1, f->actors.at[step->actor].name,
                     step->text);
        }
    free(width);
}
