/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - an execution as a picture in text: a lane for each actor that takes
 * part, time downwards. Where the lanes would not fit on a line, the steps are
 * listed below each other instead.
 *
 * Of a long execution the end is shown, and what each actor did last; a line says how
 * many steps are left out. The trace has all of them. */
#include "report/summary.h"

#include <string.h>

#define WIDEST  110
#define LONGEST 30 /* steps that are shown without leaving any out */
#define LAST    10 /* of a longer execution: the last steps */
#define OF_EACH 3  /* and of each actor */
#define CROWD   8  /* of more actors than these only so many steps are shown */

bool *steps_shown(const struct finding *f)
{
    bool *shown = mem_alloc(f->steps.len + 1);
    uint32_t *of = mem_alloc((f->actors.len + 1) * sizeof *of);
    size_t all = 0, n = 0, each = f->actors.len > CROWD ? 0 : OF_EACH;
    for (size_t i = 0; i < f->steps.len; i++)
        all += *f->steps.at[i].text != 0;
    for (size_t i = f->steps.len; i-- > 0;) {
        const struct finding_step *step = &f->steps.at[i];
        if (!*step->text)
            continue;
        shown[i] = all <= LONGEST || n < (each ? LAST : CROWD) || of[step->actor] < each;
        n++;
        of[step->actor]++;
    }
    free(of);
    return shown;
}

/* Steps that are left out before the next one that is shown. Some have no words, and are
 * not worth a line if they are alone. */
struct gap {
    size_t steps;
    bool worded;
};

/* Says how many there are, once, and forgets them. */
static void add_gap(struct str *s, struct gap *g)
{
    if (g->worded) {
        str_addf(s, "   ...  ");
        text_count(g->steps, s);
        str_addf(s, " step%s\n", g->steps == 1 ? "" : "s");
    }
    *g = (struct gap){0};
}

static void widen_gap(struct gap *g, const struct finding_step *step)
{
    g->steps++;
    g->worded |= *step->text != 0;
}

static bool takes_part(const struct finding *f, uint32_t actor)
{
    for (size_t i = 0; i < f->steps.len; i++)
        if (f->steps.at[i].actor == actor)
            return true;
    return f->actors.at[actor].state == ACTOR_BLOCKED;
}

/* Computes the width of each lane; returns their sum. */
static size_t measure(const struct finding *f, const bool *shown, size_t *width)
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
            if (shown[i] && f->steps.at[i].actor == a &&
                strlen(f->steps.at[i].text) > width[a])
                width[a] = strlen(f->steps.at[i].text);
        width[a] += 3;
        sum += width[a];
    }
    return sum;
}

/* The number of digits of the last step: 4 or more. */
static int digits(const struct finding *f)
{
    int n = 4;
    for (uint64_t most = f->left_out + f->steps.len; most >= 10000; most /= 10)
        n++;
    return n;
}

/* Where the first lane begins. */
static size_t margin(const struct finding *f)
{
    return 4 + (size_t)digits(f);
}

static void lane_row(const struct finding *f, const size_t *width, size_t step,
                     struct str *s)
{
    size_t start = s->len, column = margin(f);
    str_addf(s, "  %*llu", digits(f), (unsigned long long)(f->left_out + step + 1));
    for (uint32_t a = 0; a < f->actors.len; a++) {
        if (!width[a])
            continue;
        str_pad(s, start + column);
        str_addf(s, "%s", f->steps.at[step].actor == a ? f->steps.at[step].text : "|");
        column += width[a];
    }
    str_addf(s, "\n");
}

static void draw(const struct finding *f, const bool *shown, const size_t *width,
                 struct str *s)
{
    size_t start = s->len, column = margin(f);
    struct gap hidden = {f->left_out, f->left_out > 0};
    str_addf(s, "  %*s", digits(f), "step");
    for (uint32_t a = 0; a < f->actors.len; a++) {
        if (!width[a])
            continue;
        str_pad(s, start + column);
        str_addf(s, "%s", f->actors.at[a].name);
        column += width[a];
    }
    str_addf(s, "\n");
    for (size_t i = 0; i < f->steps.len; i++) {
        if (!shown[i]) {
            widen_gap(&hidden, &f->steps.at[i]);
            continue;
        }
        add_gap(s, &hidden);
        lane_row(f, width, i, s);
    }
    if (f->kind != FINDING_DEADLOCK && f->kind != FINDING_POTENTIAL_DEADLOCK)
        return;
    start = s->len;
    column = margin(f);
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

static void list(const struct finding *f, const bool *shown, struct str *s)
{
    struct gap hidden = {f->left_out, f->left_out > 0};
    for (size_t i = 0; i < f->steps.len; i++) {
        const struct finding_step *step = &f->steps.at[i];
        if (!shown[i]) {
            widen_gap(&hidden, step);
            continue;
        }
        add_gap(s, &hidden);
        str_addf(s, "  %*llu  %s: %s\n", digits(f),
                 (unsigned long long)(f->left_out + i + 1),
                 f->actors.at[step->actor].name, step->text);
    }
}

void lanes_draw(const struct finding *f, struct str *s)
{
    size_t *width = mem_alloc((f->actors.len + 1) * sizeof *width);
    bool *shown = steps_shown(f);
    size_t wide = measure(f, shown, width);
    if (wide > WIDEST)
        list(f, shown, s);
    else if (wide)
        draw(f, shown, width, s);
    free(shown);
    free(width);
}
