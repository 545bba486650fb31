/* SPDX-License-Identifier: Apache-2.0
 *
 * decisive.c - what decides a finding, as text: the step after which every outcome fails,
 * and how the outcomes end by what it observes. */
#include "report/summary.h"

#include <stdio.h>
#include <string.h>

/* Appends "2 of 3 outcomes fail". */
static void add_tally(const struct finding *f, const struct finding_way *w, struct str *s)
{
    uint64_t all = w->passes + w->fails;
    str_count(s, w->fails);
    str_addf(s, " of ");
    str_counted(s, all, f->all_judged ? "outcome" : "explored outcome");
    /* it depends on what MPI buffers */
    if (f->kind == FINDING_POTENTIAL_DEADLOCK)
        str_addf(s, " can fail");
    else
        str_addf(s, all == 1 ? " fails" : " fail");
}

/* Appends the step itself. */
static void add_step(const struct finding *f, struct str *s)
{
    const struct finding_step *step = &f->steps.at[f->decisive];
    str_addf(s, "step %llu, %s", (unsigned long long)(f->left_out + f->decisive + 1),
             f->actors.at[step->actor].name);
    if (step->where.line) {
        str_addf(s, " at ");
        text_location(s, step->where);
    }
}

/* What an actor does with what it observes: it gets the message of rank 2, finds a
 * request complete, makes choice 1. */
static const char *verb_of(const struct finding_way *w)
{
    static const char *const verbs[] = {
        [WAY_MESSAGE] = "gets", [WAY_CHOICE] = "makes", [WAY_OTHER] = "finds"};
    return verbs[w->kind];
}

void text_decisive(const struct finding *f, struct str *s)
{
    if (f->decided != DECIDED_BY_STEP)
        return;
    const struct finding_way *taken = &f->ways.at[0];
    add_step(f, s);
    if (f->in_order)
        str_addf(s, "; next comes %s: ", taken->what);
    else
        str_addf(s, ", %s %s: ", verb_of(taken), taken->what);
    add_tally(f, taken, s);
    const struct finding_way *other = taken;
    for (size_t i = 1; i < f->ways.len; i++)
        if (f->ways.at[i].passes > (other == taken ? 0 : other->passes))
            other = &f->ways.at[i];
    str_addf(s, "; with %s: ", other->what);
    add_tally(f, other, s);
}

/* The length of the words before the name of the actor whose message it is, if the name
 * is that of all actors, with its number: "rank 2"; 0: it is not. */
static size_t before_number(const struct finding *f, const struct finding_way *w)
{
    char name[32];
    size_t all = strlen(w->what);
    if (w->actor == NO_ACTOR || f->in_order)
        return 0;
    size_t n = (size_t)snprintf(name, sizeof name, "rank %u", w->actor);
    bool named = !strcmp(f->actors.at[w->actor].name, name) && all > n &&
                 !strcmp(w->what + all - n, name);
    return named ? all - n + strlen("rank") : 0;
}

/* Of many ways, messages of other ranks that differ in nothing but the rank are told as
 * one. The first is what happened, and stands alone. */
static bool alike(const struct finding *f, size_t i, size_t k)
{
    enum { MANY = 8 };
    const struct finding_way *a = &f->ways.at[i], *b = &f->ways.at[k];
    size_t n = before_number(f, a);
    return f->ways.len > MANY && i && k && n && n == before_number(f, b) &&
           !memcmp(a->what, b->what, n) && a->passes == b->passes &&
           a->fails == b->fails && a->where.line == b->where.line &&
           (!a->where.line || !strcmp(a->where.file, b->where.file));
}

/* Appends the way i with those that are alike: "the message of ranks 3-7, 9, each". */
static void add_ways(const struct finding *f, size_t i, struct str *s)
{
    const struct finding_way *first = &f->ways.at[i];
    size_t n = 0, run = 0;
    uint32_t last = 0;
    for (size_t k = i; k < f->ways.len; k++)
        n += k == i || alike(f, i, k);
    if (n == 1) {
        str_addf(s, "%s", first->what);
        return;
    }
    str_add(s, first->what, before_number(f, first));
    str_addf(s, "s ");
    for (size_t k = i; k < f->ways.len; k++) {
        if (!alike(f, i, k))
            continue;
        uint32_t rank = f->ways.at[k].actor;
        if (k > i && rank == last + 1) {
            run++;
        } else {
            if (run)
                str_addf(s, "-%u", last);
            str_addf(s, "%s%u", k > i ? ", " : "", rank);
            run = 0;
        }
        last = rank;
    }
    if (run)
        str_addf(s, "-%u", last);
    str_addf(s, ", each");
}

/* Appends the step that decides, and what it could have observed; or the races, if it is
 * not known which of them matters. */
void text_decisive_rows(const struct finding *f, struct str *s)
{
    size_t widest = 0, places = 0;
    if (f->decided == DECIDED_UNKNOWN || (f->decided == DECIDED_ALWAYS && !f->all_judged))
        for (size_t i = 0; i < f->races.len; i++)
            str_addf(s, "  race: %s\n", f->races.at[i]);
    if (f->decided == DECIDED_ALWAYS && f->all_judged && f->races.len)
        str_addf(s, "  no race decides this: every outcome %s\n",
                 f->kind == FINDING_POTENTIAL_DEADLOCK ? "can fail" : "fails");
    if (f->decided != DECIDED_BY_STEP)
        return;
    str_addf(s, "  decisive: ");
    add_step(f, s);
    str_addf(s, f->in_order ? "; next comes\n" : ", %s\n", verb_of(&f->ways.at[0]));
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < f->ways.len; i++) {
            const struct finding_way *w = &f->ways.at[i];
            struct str where = {0}, what = {0};
            bool told = false;
            for (size_t k = 0; k < i; k++)
                told |= alike(f, k, i);
            if (told)
                continue;
            text_location(&where, w->where);
            add_ways(f, i, &what);
            if (what.len > widest)
                widest = what.len;
            if (where.len > places)
                places = where.len;
            if (pass) {
                str_addf(s, "      %-*s  %-*s%s", (int)widest, str_text(&what),
                         (int)places, str_text(&where), places ? "  " : "");
                add_tally(f, w, s);
                str_addf(s, i ? "\n" : "  <- here\n");
            }
            str_free(&where);
            str_free(&what);
        }
}
