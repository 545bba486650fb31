/* SPDX-License-Identifier: Apache-2.0
 *
 * blocked.c - who is blocked where, and who waits for whom, as lines of text.
 *
 * Sixty-four ranks that do the same are one line: actors are grouped that are blocked at
 * the same place and wait for the same, or each for its neighbour. */
#include "report/summary.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define FEWEST 3 /* fewer actors get a line each */

void text_location(struct str *s, struct location where)
{
    if (!where.line)
        return;
    str_plain(s, where.file, strlen(where.file));
    str_addf(s, ":%u", where.line);
}

/* Whom the actors of a group wait for. */
enum waits { FOR_THE_SAME, FOR_THE_NEXT, FOR_THE_PREVIOUS };

struct group {
    events_vec actors;
    enum waits waits;
};

/* ---- groups ---- */

static bool same_waits(const struct finding_actor *a, const struct finding_actor *b)
{
    size_t n = a->waits_for.len;
    return n == b->waits_for.len &&
           (!n || !memcmp(a->waits_for.at, b->waits_for.at, n * sizeof *a->waits_for.at));
}

/* Does the actor wait for this neighbour only? */
static bool waits_along(const struct finding *f, uint32_t actor, enum waits w)
{
    const struct finding_actor *a = &f->actors.at[actor];
    size_t n = f->actors.len, other = (actor + (w == FOR_THE_NEXT ? 1 : n - 1)) % n;
    return a->waits_for.len == 1 && a->waits_for.at[0] == other;
}

/* Are the two in the same call? Its arguments may differ. */
static bool same_place(const struct finding_actor *a, const struct finding_actor *b)
{
    size_t n = strcspn(a->call, " ");
    return a->where.line && a->where.line == b->where.line &&
           !strcmp(a->where.file, b->where.file) && n == strcspn(b->call, " ") &&
           !strncmp(a->call, b->call, n);
}

static bool belongs(const struct finding *f, uint32_t first, uint32_t actor, enum waits w)
{
    const struct finding_actor *a = &f->actors.at[first], *b = &f->actors.at[actor];
    if (b->state != a->state || !same_place(a, b))
        return false;
    return w == FOR_THE_SAME ? !strcmp(a->call, b->call) && same_waits(a, b)
                             : waits_along(f, first, w) && waits_along(f, actor, w);
}

/* The largest group of actors, from the first on, that this one is in. */
static struct group group_of(const struct finding *f, uint32_t first, const bool *done)
{
    struct group best = {0};
    for (enum waits w = FOR_THE_SAME; w <= FOR_THE_PREVIOUS; w++) {
        struct group g = {.waits = w};
        for (uint32_t a = first; a < f->actors.len; a++)
            if (a == first || (!done[a] && belongs(f, first, a, w)))
                vec_push(&g.actors, a);
        bool better = g.actors.len > best.actors.len;
        vec_free(better ? &best.actors : &g.actors);
        if (better)
            best = g;
    }
    if (best.actors.len < FEWEST) {
        best.actors.len = 1;
        best.waits = FOR_THE_SAME;
    }
    return best;
}

/* ---- their names ---- */

/* The length of the name without the number at its end. */
static size_t stem(const char *name)
{
    size_t n = strlen(name);
    while (n && isdigit((unsigned char)name[n - 1]))
        n--;
    return n;
}

/* Are the names those of one kind, with the actors' own numbers: rank 0, rank 1? */
static bool numbered(const struct finding *f)
{
    const char *first = f->actors.at[0].name;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const char *name = f->actors.at[a].name;
        size_t n = stem(name);
        char number[16];
        snprintf(number, sizeof number, "%u", a);
        if (!n || name[n - 1] != ' ' || n != stem(first) || strncmp(name, first, n) ||
            strcmp(name + n, number))
            return false;
    }
    return true;
}

/* Appends "ranks 0-3, 7"; actors with other names one by one. */
static void add_names(const struct finding *f, const uint32_t *at, size_t n,
                      struct str *s)
{
    bool many = n > 2 && numbered(f);
    const char *name = f->actors.at[at[0]].name;
    if (many)
        str_addf(s, "%.*ss ", (int)stem(name) - 1, name);
    for (size_t i = 0; i < n; i++) {
        size_t last = i;
        while (many && last + 1 < n && at[last + 1] == at[last] + 1)
            last++;
        str_addf(s, "%s", i ? ", " : "");
        if (!many)
            str_addf(s, "%s", f->actors.at[at[i]].name);
        else if (last > i)
            str_addf(s, "%u-%u", at[i], at[last]);
        else
            str_addf(s, "%u", at[i]);
        i = last;
    }
}

/* ---- lines ---- */

struct row {
    struct str who, call;
    uint32_t first;
    struct group group;
};
typedef VEC(struct row) rows_vec;

static void find_rows(const struct finding *f, rows_vec *rows)
{
    bool *done = mem_alloc(f->actors.len + 1);
    for (uint32_t a = 0; a < f->actors.len; a++) {
        if (done[a] || !actor_is_stuck(f->actors.at[a].state))
            continue;
        struct row r = {.first = a, .group = group_of(f, a, done)};
        const char *call = f->actors.at[a].call;
        for (size_t i = 0; i < r.group.actors.len; i++)
            done[r.group.actors.at[i]] = true;
        add_names(f, r.group.actors.at, r.group.actors.len, &r.who);
        str_addf(&r.call, "%.*s",
                 (int)(r.group.waits ? strcspn(call, " :") : strlen(call)), call);
        vec_push(rows, r);
    }
    free(done);
}

/* The line or, if the program was compiled without -g, the function. */
static void add_where(const struct finding_actor *a, struct str *s)
{
    if (!a->where.line && a->stack.len) {
        str_addf(s, "in ");
        str_plain(s, a->stack.at[0].function, strlen(a->stack.at[0].function));
    } else {
        text_location(s, a->where);
    }
}

static bool same_stack(const struct finding *f, uint32_t one, uint32_t other)
{
    const struct finding_actor *a = &f->actors.at[one], *b = &f->actors.at[other];
    bool same = a->stack.len == b->stack.len;
    for (size_t i = 0; same && i < a->stack.len; i++)
        same = a->stack.at[i].where.line == b->stack.at[i].where.line &&
               !strcmp(a->stack.at[i].function, b->stack.at[i].function);
    return same;
}

/* The calls that led to where the actor is blocked, if main has not called it itself. */
static void add_calls(const struct finding_actor *a, size_t indent, struct str *s)
{
    enum { SHOWN = 6 };
    size_t n = a->stack.len, shown = n > SHOWN + 1 ? SHOWN : n;
    if (n < 2)
        return;
    str_addf(s, "  %*s  in ", (int)indent, "");
    for (size_t i = 0; i < shown; i++) {
        const struct finding_frame *frame = &a->stack.at[i];
        str_addf(s, "%s", i ? ", called from " : "");
        str_plain(s, frame->function, strlen(frame->function));
        if (i && frame->where.line) {
            str_addf(s, " (");
            text_location(s, frame->where);
            str_addf(s, ")");
        }
    }
    str_addf(s, n > shown ? ", ...\n" : "\n");
}

static void add_waits(const struct finding *f, const struct row *r, struct str *s)
{
    static const char *const neighbour[] = {
        [FOR_THE_NEXT] = "next", [FOR_THE_PREVIOUS] = "previous"};
    const struct finding_actor *a = &f->actors.at[r->first];
    if (r->group.waits) {
        str_addf(s, "  each waits for the %s", neighbour[r->group.waits]);
    } else if (a->waits_for.len) {
        str_addf(s, "  %s for ", r->group.actors.len > 1 ? "wait" : "waits");
        add_names(f, a->waits_for.at, a->waits_for.len, s);
    }
}

/* Is somebody of the cycle in the last call of an MPI program? That it waits there for
 * all others is nobody's mistake. */
static bool ends(const struct finding *f)
{
    for (size_t i = 0; i < f->cycle.len; i++) {
        const char *call = f->actors.at[f->cycle.at[i]].call;
        if (call && !strcmp(call, "Finalize"))
            return true;
    }
    return false;
}

static void add_cycle(const struct finding *f, struct str *s)
{
    enum { SHOWN = 6 };
    size_t n = f->cycle.len, shown = n > SHOWN + 1 ? SHOWN : n;
    str_addf(s, "  cycle: ");
    for (size_t i = 0; i < shown; i++)
        str_addf(s, "%s -> ", f->actors.at[f->cycle.at[i]].name);
    if (shown < n)
        str_addf(s, "... %zu more -> ", n - shown);
    str_addf(s, "%s\n", f->actors.at[f->cycle.at[0]].name);
}

bool text_shows_ends(const struct finding *f)
{
    return f->kind == FINDING_DEADLOCK || f->kind == FINDING_POTENTIAL_DEADLOCK ||
           f->actors.at[f->actor].state == ACTOR_POLLS;
}

void text_blocked(const struct finding *f, struct str *s)
{
    rows_vec rows = {0};
    size_t names = 0, calls = 0;
    find_rows(f, &rows);
    for (size_t i = 0; i < rows.len; i++) {
        if (rows.at[i].who.len > names)
            names = rows.at[i].who.len;
        if (rows.at[i].call.len > calls)
            calls = rows.at[i].call.len;
    }
    for (size_t i = 0; i < rows.len; i++) {
        struct row *r = &rows.at[i];
        str_addf(s, "  %-*s  %s  %-*s  ", (int)names, str_text(&r->who),
                 actor_state_word(f->actors.at[r->first].state), (int)calls,
                 str_text(&r->call));
        add_where(&f->actors.at[r->first], s);
        add_waits(f, r, s);
        str_addf(s, "\n");
        if (i + 1 == rows.len || !same_stack(f, r->first, rows.at[i + 1].first))
            add_calls(&f->actors.at[r->first], names, s);
        str_free(&r->who);
        str_free(&r->call);
        vec_free(&r->group.actors);
    }
    vec_free(&rows);
    if (f->cycle.len > 1 && !ends(f))
        add_cycle(f, s);
}
