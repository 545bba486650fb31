/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - an execution as a picture in text: a lane for each actor that takes
 * part, time downwards. Where the lanes would not fit on a line, the steps are
 * listed below each other instead.
 *
 * Of a long execution the end is shown, and what each actor did last; a line says how
 * many steps are left out. A round of steps that is made again and again is shown when it
 * is made first and last. The trace has all of them. */
#include "report/summary.h"

#include <string.h>

#define WIDEST  110
#define LONGEST 30 /* steps that are shown without leaving any out */
#define LAST    10 /* of a longer execution: the last steps */
#define OF_EACH 3  /* and of each actor */
#define CROWD   8  /* of more actors than these only so many steps are shown */

/* ---- which steps are shown ---- */

/* Of each step: is it shown, left out, or part of a round that is repeated? Then it is
 * FOLDED plus the number of steps of the round. */
enum { LEFT_OUT, SHOWN, FOLDED };

static bool decides(const struct finding *f, size_t step)
{
    return f->decided == DECIDED_BY_STEP && f->decisive == step;
}

static bool same_step(const struct finding *f, uint32_t one, uint32_t other)
{
    const struct finding_step *a = &f->steps.at[one], *b = &f->steps.at[other];
    return a->actor == b->actor && !strcmp(a->text, b->text) && !decides(f, one) &&
           !decides(f, other);
}

/* How often the round of n steps from w[0] on is repeated, with the first time. */
static size_t rounds(const struct finding *f, const events_vec *w, size_t from, size_t n)
{
    size_t k = from + n;
    while (k < w->len && same_step(f, w->at[k - n], w->at[k]))
        k++;
    return (k - from) / n;
}

/* Of a round that is made again and again, the first and the last time are enough. */
static void fold(const struct finding *f, const events_vec *w, unsigned char *shown)
{
    enum { LONGEST_ROUND = 8, OFTEN = 5 };
    for (size_t i = 0; i < w->len;) {
        size_t n = 1, times = rounds(f, w, i, 1);
        for (size_t k = 2; times < OFTEN && k <= LONGEST_ROUND; k++) {
            n = k;
            times = rounds(f, w, i, k);
        }
        if (times < OFTEN) {
            i++;
            continue;
        }
        for (size_t k = n; k < n * (times - 1); k++)
            shown[w->at[i + k]] = (unsigned char)(FOLDED + n);
        i += n * times;
    }
}

static unsigned char *choose(const struct finding *f)
{
    unsigned char *shown = mem_alloc(f->steps.len + 1);
    uint32_t *of = mem_alloc((f->actors.len + 1) * sizeof *of);
    events_vec worded = {0};
    size_t all = 0, n = 0, each = f->actors.len > CROWD ? 0 : OF_EACH;
    for (uint32_t i = 0; i < f->steps.len; i++)
        if (*f->steps.at[i].text)
            vec_push(&worded, i);
    fold(f, &worded, shown);
    for (size_t i = 0; i < worded.len; i++)
        all += !shown[worded.at[i]];
    for (size_t i = worded.len; i-- > 0;) {
        uint32_t at = worded.at[i], actor = f->steps.at[at].actor;
        if (shown[at])
            continue;
        if (all <= LONGEST || n < (each ? LAST : CROWD) || of[actor] < each)
            shown[at] = SHOWN;
        n++;
        of[actor]++;
    }
    free(of);
    vec_free(&worded);
    return shown;
}

bool *steps_shown(const struct finding *f)
{
    unsigned char *chosen = choose(f);
    bool *shown = mem_alloc(f->steps.len + 1);
    for (size_t i = 0; i < f->steps.len; i++)
        shown[i] = chosen[i] == SHOWN;
    free(chosen);
    return shown;
}

/* Steps that are left out before the next one that is shown. Some have no words, and are
 * not worth a line if they are alone. */
struct gap {
    size_t steps, worded, folded; /* all; those that have words; those of rounds */
    unsigned char round;          /* number of steps of the round */
};

/* Says how many there are, once, and forgets them. */
static void add_gap(struct str *s, struct gap *g)
{
    if (g->worded && g->folded == g->worded) {
        str_addf(s, "   ...  ");
        if (g->round > 1)
            str_addf(s, "these %u steps ", g->round);
        str_count(s, g->folded / g->round);
        str_addf(s, " times more\n");
    } else if (g->worded) {
        str_addf(s, "   ...  ");
        str_count(s, g->steps);
        str_addf(s, " step%s\n", g->steps == 1 ? "" : "s");
    }
    *g = (struct gap){0};
}

static void widen_gap(struct gap *g, const struct finding_step *step, unsigned char how)
{
    g->steps++;
    g->worded += *step->text != 0;
    if (how > FOLDED) {
        g->folded += !g->round || g->round == how - FOLDED;
        g->round = (unsigned char)(how - FOLDED);
    }
}

static bool takes_part(const struct finding *f, uint32_t actor)
{
    for (size_t i = 0; i < f->steps.len; i++)
        if (f->steps.at[i].actor == actor)
            return true;
    return actor_is_stuck(f->actors.at[actor].state);
}

/* Computes the width of each lane; returns their sum. */
static size_t measure(const struct finding *f, const unsigned char *shown, size_t *width)
{
    size_t sum = 0;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        if (!takes_part(f, a))
            continue;
        width[a] = strlen(x->name);
        if (actor_is_stuck(x->state) && x->call && strlen(x->call) + 2 > width[a])
            width[a] = strlen(x->call) + 2;
        for (size_t i = 0; i < f->steps.len; i++)
            if (shown[i] == SHOWN && f->steps.at[i].actor == a &&
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

static void draw(const struct finding *f, const unsigned char *shown, const size_t *width,
                 struct str *s)
{
    size_t start = s->len, column = margin(f);
    struct gap hidden = {.steps = f->left_out, .worded = f->left_out > 0};
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
        if (shown[i] != SHOWN) {
            widen_gap(&hidden, &f->steps.at[i], shown[i]);
            continue;
        }
        add_gap(s, &hidden);
        lane_row(f, width, i, s);
    }
    if (!text_shows_ends(f))
        return;
    start = s->len;
    column = margin(f);
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        if (!width[a])
            continue;
        str_pad(s, start + column);
        if (actor_is_stuck(x->state))
            str_addf(s, "%s x", x->call);
        else
            str_addf(s, ".");
        column += width[a];
    }
    str_addf(s, "\n");
}

static void list(const struct finding *f, const unsigned char *shown, struct str *s)
{
    struct gap hidden = {.steps = f->left_out, .worded = f->left_out > 0};
    for (size_t i = 0; i < f->steps.len; i++) {
        const struct finding_step *step = &f->steps.at[i];
        if (shown[i] != SHOWN) {
            widen_gap(&hidden, step, shown[i]);
            continue;
        }
        add_gap(s, &hidden);
        str_addf(s, "  %*llu  %s: %s\n", digits(f),
                 (unsigned long long)(f->left_out + i + 1),
                 f->actors.at[step->actor].name, step->text);
    }
}

void lanes_draw(const struct finding *f, unsigned columns, struct str *s)
{
    size_t *width = mem_alloc((f->actors.len + 1) * sizeof *width);
    unsigned char *shown = choose(f);
    size_t wide = measure(f, shown, width);
    size_t most =
        columns && columns < WIDEST + margin(f) ? columns - 1 : WIDEST + margin(f);
    if (wide && margin(f) + wide - 3 > most) /* behind the last lane there are 3 blanks */
        list(f, shown, s);
    else if (wide)
        draw(f, shown, width, s);
    free(shown);
    free(width);
}
