/* SPDX-License-Identifier: Apache-2.0
 *
 * chart.c - see chart.h.
 *
 *   step   sender    receiver
 *      1     o-         |       data!1    a message on its way
 *      2     |         -o       data?1    and taken
 *      3     o--------->|       wake!?1   both at once: a synchronous step
 *      4     *          |       compute   a local event */
#include "model/chart.h"
#include "model/trace.h"

#include <string.h>

struct lanes {
    uint32_t *process;
    uint32_t count, left_out;
    size_t width; /* width of one lane */
};

#define MARGIN 8

/* Chooses the lanes: processes that move, then those that have not terminated at the
 * end. */
static struct lanes choose(const struct model *m, const struct search_result *r,
                           const struct global *end, size_t width)
{
    struct lanes l = {.width = 12};
    uint8_t *rank = mem_alloc(m->processes);
    for (size_t i = 0; i < r->path.len; i++) {
        rank[m->trans[r->path.at[i].t].process] = 2;
        if (r->path.at[i].recv != MODEL_NONE)
            rank[m->trans[r->path.at[i].recv].process] = 2;
    }
    for (uint32_t p = 0; p < m->processes; p++) {
        size_t name = strlen(m->process[p].name) + 2;
        if (!rank[p] && m->state[end->at[p]].kind != MODEL_FINAL)
            rank[p] = 1;
        if (rank[p] && name > l.width)
            l.width = name > 20 ? 20 : name;
    }
    size_t most = width > MARGIN + 24 ? (width - MARGIN - 24) / l.width : 1;
    l.process = mem_alloc(m->processes * sizeof *l.process);
    bool *take = mem_alloc(m->processes);
    for (int want = 2; want > 0; want--)
        for (uint32_t p = 0; p < m->processes; p++)
            if (rank[p] == want && l.count < most) {
                take[p] = true;
                l.count++;
            } else if (rank[p] == want) {
                l.left_out++;
            }
    l.count = 0;
    for (uint32_t p = 0; p < m->processes; p++)
        if (take[p])
            l.process[l.count++] = p;
    free(take);
    free(rank);
    return l;
}

/* Column of a process, or 0 if it has no lane. */
static size_t column(const struct lanes *l, uint32_t p)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->process[i] == p)
            return MARGIN + i * l->width + l->width / 2;
    return 0;
}

static void draw_row(const struct model *m, const struct lanes *l, struct edge e,
                     size_t step, struct str *out)
{
    size_t cells = MARGIN + l->count * l->width;
    char *row = mem_alloc(cells + 1);
    memset(row, ' ', cells);
    for (uint32_t i = 0; i < l->count; i++)
        row[column(l, l->process[i])] = '|';
    const struct model_trans *t = &m->trans[e.t];
    size_t from = 0, to = 0;
    if (t->act != ACT_LOCAL) {
        from = column(l, m->channel[t->chan].sender);
        to = column(l, m->channel[t->chan].receiver);
    }
    bool right = to > from;
    if (t->act == ACT_LOCAL) {
        size_t at = column(l, t->process);
        if (at)
            row[at] = '*';
    } else if (e.recv != MODEL_NONE) {
        if (from && to && from != to) {
            for (size_t i = right ? from : to; i < (right ? to : from); i++)
                row[i] = row[i] == '|' ? '+' : '-';
            row[right ? to - 1 : to + 1] = right ? '>' : '<';
        }
        if (from)
            row[from] = 'o';
        if (to)
            row[to] = to == from ? 'o' : '|';
    } else if (t->act == ACT_SEND && from) {
        row[from] = 'o';
        row[right ? from + 1 : from - 1] = '-';
    } else if (to) {
        row[to] = 'o';
        row[right ? to - 1 : to + 1] = '-';
    }
    str_addf(out, "%6zu%.*s  ", step, (int)(cells - 6), row + 6);
    step_label(m, e, out);
    if (e.recv == MODEL_NONE && t->act == ACT_SEND)
        str_addf(out, "  (buffered)");
    str_addf(out, "\n");
    free(row);
}

/* Adds the text centred in a lane, truncated if necessary. */
static void cell(struct str *out, const char *text, size_t width)
{
    size_t n = strlen(text);
    n = n > width - 1 ? width - 1 : n;
    size_t left = (width - n) / 2;
    str_addf(out, "%*s%.*s%*s", (int)left, "", (int)n, text, (int)(width - n - left), "");
}

static void trim(struct str *out)
{
    while (out->len && out->text[out->len - 1] == ' ')
        out->text[--out->len] = '\0';
    str_addf(out, "\n");
}

void chart_draw(const struct model *m, const struct search_result *r, size_t width,
                struct str *out)
{
    struct layout layout;
    struct global s;
    trace_open(m, r->path.len, &layout, &s);
    for (size_t i = 0; i < r->path.len; i++)
        step_apply(m, &s, r->path.at[i]);
    struct lanes l = choose(m, r, &s, width);
    str_addf(out, "%-*s", MARGIN, "  step");
    for (uint32_t i = 0; i < l.count; i++)
        cell(out, m->process[l.process[i]].name, l.width);
    trim(out);
    size_t shown = 60;
    for (size_t i = 0; i < r->path.len; i++) {
        if (r->path.len > 2 * shown && i == shown) {
            str_addf(out, "   ...  %zu steps\n", r->path.len - 2 * shown);
            i = r->path.len - shown;
        }
        draw_row(m, &l, r->path.at[i], i + 1, out);
    }
    str_addf(out, "%-*s", MARGIN, "  end");
    for (uint32_t i = 0; i < l.count; i++)
        cell(out, m->state[s.at[l.process[i]]].name, l.width);
    trim(out);
    if (l.left_out)
        str_addf(out, "        (%u more processes do not fit)\n", l.left_out);
    free(l.process);
    global_free(&s);
    layout_free(&layout);
}

void chart_doing(const struct model *m, const struct global *s, uint32_t p,
                 struct str *out)
{
    const struct model_state *u = &m->state[s->at[p]];
    if (u->kind == MODEL_FINAL) {
        str_addf(out, "terminated");
        return;
    }
    const char *sep = "waits to ";
    if (u->send != MODEL_NONE) {
        str_addf(out, "%ssend ", sep);
        model_label(m, u->send, out);
        sep = " and to ";
    }
    if (u->group_count == 1)
        str_addf(out, "%sreceive from %s", sep,
                 m->channel[m->group[u->group_first].chan].name);
    else if (u->group_count)
        str_addf(out, "%sreceive from any of %u channels (%s, ...)", sep, u->group_count,
                 m->channel[m->group[u->group_first].chan].name);
    if (u->kind == MODEL_LOCAL)
        str_addf(out, "runs");
}
