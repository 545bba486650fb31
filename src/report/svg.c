/* SPDX-License-Identifier: Apache-2.0
 *
 * svg.c - an execution as a space-time diagram: a lane for each actor, time downwards.
 *
 * What could happen at the same time is on one row, as on the page (page/layout.js); but
 * this picture stands still, for documents and where there is no script. Messages are
 * arrows from send to receive; one that nobody receives is a stub, and one that a receive
 * could have taken instead is dashed. A collective is a band over those who meet there.
 * Below the last step, who is blocked, and the cycle of those who wait for each other.
 * What is left out of the text is left out here, with the number of steps. Colours are
 * classes, so that a page around it can choose them; those here are told apart by
 * colour-blind people, and dark if the reader's screen is. Shapes say the same as
 * colours: a cross is blocked, a square is a collective. */
#include "report/summary.h"

#include <string.h>

#define TOP     44 /* above the first step */
#define ROW     28
#define LEFT    12
#define NARROW  38  /* the width of a lane without words */
#define LETTER  6.6 /* the width of a letter, at 11 px */
#define LONGEST 40  /* letters of a label that are shown */
#define NUMBER  5   /* letters of a step's number */
#define WIDE    12  /* more actors than these have no labels */

struct diagram {
    const struct finding *f;
    bool *shown;
    uint32_t *row;  /* of each step that is shown */
    uint32_t *from; /* the first row below what was left out before it */
    double *x;      /* of each actor */
    uint32_t rows;  /* with those that say how much is left out */
    double width;
    bool labels;
};

/* ---- where everything is ---- */

static double y_of(uint32_t row)
{
    return TOP + ROW * (row + 0.5);
}

static bool blocked_end(const struct finding *f)
{
    for (size_t a = 0; a < f->actors.len; a++)
        if (actor_is_stuck(f->actors.at[a].state))
            return true;
    return false;
}

static size_t longest_label(const struct diagram *d, uint32_t actor)
{
    const struct finding *f = d->f;
    const struct finding_actor *a = &f->actors.at[actor];
    size_t n = strlen(a->name);
    if (actor_is_stuck(a->state) && strlen(a->call) > n)
        n = strlen(a->call);
    for (size_t i = 0; i < f->steps.len; i++)
        if (d->shown[i] && f->steps.at[i].actor == actor &&
            strlen(f->steps.at[i].text) + NUMBER > n)
            n = strlen(f->steps.at[i].text) + NUMBER;
    return n < LONGEST + NUMBER ? n : LONGEST + NUMBER;
}

/* Gives the steps from `first` up to `end`, of which those that are shown follow each
 * other, their rows: one for each of their levels. */
static void place_rows(struct diagram *d, size_t first, size_t end)
{
    const struct finding_step *at = d->f->steps.at;
    uint32_t from = d->rows;
    for (size_t i = first; i < end; i++) {
        uint32_t above = 0;
        for (size_t k = first; d->shown[i] && k < end; k++) {
            bool counts = d->shown[k] && at[k].level < at[i].level;
            for (size_t m = first; counts && m < k; m++)
                counts = !d->shown[m] || at[m].level != at[k].level;
            above += counts;
        }
        d->from[i] = from;
        d->row[i] = from + above;
        if (d->shown[i] && d->row[i] >= d->rows)
            d->rows = d->row[i] + 1;
    }
}

static void place(struct diagram *d)
{
    const struct finding *f = d->f;
    bool hidden = f->left_out;
    size_t first = 0;
    d->width = LEFT;
    d->labels = f->actors.len <= WIDE;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        d->x[a] = d->width + 8;
        d->width += d->labels ? 42 + LETTER * (double)longest_label(d, a) : NARROW;
    }
    d->width += 20;
    for (size_t i = 0; i < f->steps.len; i++) {
        if (!d->shown[i]) {
            hidden |= *f->steps.at[i].text != 0;
            continue;
        }
        if (hidden) {
            place_rows(d, first, i);
            first = i;
            d->rows++;
        }
        hidden = false;
    }
    place_rows(d, first, f->steps.len);
}

/* ---- what is drawn ---- */

static void begin(const struct diagram *d, struct str *s)
{
    double height = TOP + ROW * (d->rows + (blocked_end(d->f) ? 3 : 1));
    str_addf(
        s, SVG_MARK "width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<title>",
        d->width, height, d->width, height);
    str_xml(s, d->f->message, SIZE_MAX);
    str_addf(s, "</title>\n<style>\n"
                ".diagram{--ink:#1b1b1b;--dim:#666;--sheet:#fff;--message:#0072b2;"
                "--bad:#c43c00;--meet:#00805d;--rival:#8a5a00;--decides:#fff3c9;font:"
                "11px ui-monospace,monospace}\n"
                "@media (prefers-color-scheme:dark){.diagram{--ink:#e8e8e8;--dim:#a0a4a8;"
                "--sheet:#17191c;--message:#56b4e9;--bad:#ff8a5c;--meet:#3fd0a5;--rival:#"
                "e6b450;--decides:#332c14}}"
                "\n"
                ".diagram .sheet{fill:var(--sheet)}.diagram text{fill:var(--ink)}\n"
                ".diagram .chosen .sheet{fill:var(--decides)}\n"
                ".diagram .name{font-weight:bold}.diagram .dim{fill:var(--dim)}\n"
                ".diagram .lane{stroke:var(--dim);stroke-width:1;opacity:.5}\n"
                ".diagram .dot{fill:var(--ink)}.diagram .send,.diagram .receive"
                "{fill:var(--message)}\n"
                ".diagram .collective{fill:var(--meet)}.diagram .band"
                "{fill:var(--meet);opacity:.12}\n"
                ".diagram .message{stroke:var(--message);stroke-width:1.6;fill:none}\n"
                ".diagram .lost,.diagram .cross,.diagram .cycle{stroke:var(--bad);"
                "stroke-width:1.8;fill:none}\n"
                ".diagram .cycle{stroke-dasharray:4 3}\n"
                ".diagram .decides{fill:var(--decides);stroke:var(--rival)}\n"
                ".diagram .waits{stroke:var(--dim);stroke-width:1.5;fill:none}\n"
                ".diagram .rival{stroke:var(--rival);stroke-width:1.5;fill:none;"
                "stroke-dasharray:5 3}.diagram .rivalhead{fill:var(--rival)}\n"
                ".diagram .head{fill:var(--message)}.diagram .badhead{fill:var(--bad)}\n"
                ".diagram .bad{fill:var(--bad)}\n</style>\n<defs>"
                "<marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                "markerUnits=\"userSpaceOnUse\" markerWidth=\"8\" markerHeight=\"8\" "
                "orient=\"auto\">"
                "<path class=\"head\" d=\"M0 0L8 4L0 8z\"/></marker>"
                "<marker id=\"rivalhead\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                "markerUnits=\"userSpaceOnUse\" markerWidth=\"8\" markerHeight=\"8\" "
                "orient=\"auto\">"
                "<path class=\"rivalhead\" d=\"M0 0L8 4L0 8z\"/></marker>"
                "<marker id=\"badhead\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                "markerUnits=\"userSpaceOnUse\" markerWidth=\"8\" markerHeight=\"8\" "
                "orient=\"auto\">"
                "<path class=\"badhead\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"
                "<rect class=\"sheet\" width=\"100%%\" height=\"100%%\"/>\n");
}

/* With many actors every fourth has its number above the lane. */
static void draw_lanes(const struct diagram *d, struct str *s)
{
    const struct finding *f = d->f;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        if (d->labels || a % 4 == 0) {
            str_addf(s, "<text class=\"name\" x=\"%.1f\" y=\"20\">", d->x[a] - 4);
            str_xml(s, f->actors.at[a].name, SIZE_MAX);
            str_addf(s, "</text>\n");
        }
        str_addf(s,
                 "<line class=\"lane\" x1=\"%.1f\" y1=\"30\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                 d->x[a], d->x[a], y_of(d->rows) - ROW / 2.0);
    }
}

/* The step that decides has a box around it. */
static void draw_decisive(const struct diagram *d, struct str *s)
{
    const struct finding *f = d->f;
    size_t i = f->decisive;
    if (f->decided != DECIDED_BY_STEP || i >= f->steps.len || !d->shown[i])
        return;
    uint32_t a = f->steps.at[i].actor;
    double right = a + 1 < f->actors.len ? d->x[a + 1] : d->width - 12;
    str_addf(s,
             "<rect class=\"decides\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
             "height=\"22\" rx=\"5\"><title>this step decides</title></rect>\n",
             d->x[a] - 9, y_of(d->row[i]) - 11, d->labels ? right - d->x[a] - 2 : 18);
}

/* A band from the first to the last of those who meet. */
static void draw_bands(const struct diagram *d, struct str *s)
{
    const struct finding *f = d->f;
    for (size_t i = 0; i < f->steps.len; i++) {
        const struct finding_step *first = &f->steps.at[i];
        double low = d->width, high = 0;
        uint32_t top = UINT32_MAX, bottom = 0, n = 0;
        if (first->role != STEP_COLLECTIVE || first->other != i)
            continue;
        for (size_t k = i; k < f->steps.len; k++) {
            const struct finding_step *x = &f->steps.at[k];
            if (x->role != STEP_COLLECTIVE || x->other != i || !d->shown[k])
                continue;
            low = d->x[x->actor] < low ? d->x[x->actor] : low;
            high = d->x[x->actor] > high ? d->x[x->actor] : high;
            top = d->row[k] < top ? d->row[k] : top;
            bottom = d->row[k] > bottom ? d->row[k] : bottom;
            n++;
        }
        if (n > 1)
            str_addf(s,
                     "<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                     "height=\"%.1f\" rx=\"9\"/>\n",
                     low - 9, y_of(top) - 9, high - low + 18,
                     y_of(bottom) - y_of(top) + 18);
    }
}

static void draw_message(const struct diagram *d, size_t i, struct str *s)
{
    const struct finding_step *x = &d->f->steps.at[i];
    double to = d->x[x->actor], y = y_of(d->row[i]);
    if (x->lost)
        str_addf(s,
                 "<path class=\"lost\" d=\"M%.1f %.1fl13 8m-6 0l6 0l-3 -5\"><title>no "
                 "receive takes this message</title></path>\n",
                 to, y + 3);
    if (x->role != STEP_RECEIVE || x->other == NO_STEP)
        return;
    const struct finding_step *send = &d->f->steps.at[x->other];
    bool shown = d->shown[x->other];
    double from = d->x[send->actor], above = shown ? y_of(d->row[x->other]) : y - ROW;
    double side = to > from ? -6 : 6;
    str_addf(s,
             "<path class=\"message\" marker-end=\"url(#head)\" d=\"M%.1f %.1fL%.1f "
             "%.1f\"/>\n",
             from, above, to + side, y - (shown && above < y ? 2 : 0));
}

/* The messages that receives could have taken instead of theirs. A sender whose step is
 * not shown is known by its lane only. */
static void draw_rivals(const struct diagram *d, struct str *s)
{
    for (size_t i = 0; i < d->f->rivals.len; i++) {
        const struct finding_rival *r = &d->f->rivals.at[i];
        if (!d->shown[r->receive])
            continue;
        bool shown = r->step != NO_STEP && d->shown[r->step];
        double to = d->x[d->f->steps.at[r->receive].actor], from = d->x[r->actor];
        double y = y_of(d->row[r->receive]);
        str_addf(
            s,
            "<path class=\"rival\" marker-end=\"url(#rivalhead)\" d=\"M%.1f %.1fL%.1f "
            "%.1f\"><title>it could have taken this message</title></path>\n",
            from, shown ? y_of(d->row[r->step]) : y - ROW * 0.9,
            to + (to > from ? -6 : 6), y - 2);
    }
}

static void draw_step(const struct diagram *d, size_t i, struct str *s)
{
    const struct finding_step *x = &d->f->steps.at[i];
    double at = d->x[x->actor], y = y_of(d->row[i]);
    size_t n = strlen(x->text);
    bool fails = n && x->text[n - 1] == '!';
    const char *role = fails ? "bad" : x->role ? step_role_word(x->role) : "dot";
    bool decides = d->f->decided == DECIDED_BY_STEP && i == d->f->decisive;
    str_addf(s, "<g class=\"step%s\" data-step=\"%llu\">", decides ? " chosen" : "",
             (unsigned long long)(d->f->left_out + i + 1));
    str_addf(s, "<title>step %llu, ", (unsigned long long)(d->f->left_out + i + 1));
    str_xml(s, d->f->actors.at[x->actor].name, SIZE_MAX);
    str_addf(s, ": ");
    str_xml(s, x->text, SIZE_MAX);
    if (x->where.line) {
        str_addf(s, ", ");
        str_xml(s, x->where.file, SIZE_MAX);
        str_addf(s, ":%u", x->where.line);
    }
    str_addf(s, "</title>");
    if (x->role == STEP_COLLECTIVE)
        str_addf(s, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\"/>",
                 role, at - 4.5, y - 4.5);
    else
        str_addf(s, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>", role, at,
                 y);
    if (d->labels) {
        size_t letters = NUMBER + (n < LONGEST ? n : LONGEST);
        str_addf(s,
                 "<rect class=\"sheet\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                 "height=\"16\" rx=\"3\"/>",
                 at + 15, y - 8, LETTER * (double)letters);
        str_addf(s, "<text x=\"%.1f\" y=\"%.1f\"%s><tspan class=\"dim\">%llu</tspan> ",
                 at + 18, y + 4, fails ? " class=\"bad\"" : "",
                 (unsigned long long)(d->f->left_out + i + 1));
        str_xml(s, x->text, n > LONGEST ? LONGEST - 1 : n);
        str_addf(s, "%s</text>", n > LONGEST ? "…" : "");
    }
    str_addf(s, "</g>\n");
}

static void draw_steps(const struct diagram *d, struct str *s)
{
    const struct finding *f = d->f;
    uint64_t hidden = f->left_out;
    for (size_t i = 0; i < f->steps.len; i++)
        if (d->shown[i])
            draw_message(d, i, s);
    draw_rivals(d, s);
    for (size_t i = 0; i < f->steps.len; i++) {
        hidden += !d->shown[i] && *f->steps.at[i].text;
        if (!d->shown[i])
            continue;
        if (hidden)
            str_addf(s,
                     "<text class=\"dim\" x=\"%d\" y=\"%.1f\">... %llu step%s</text>\n",
                     LEFT, y_of(d->from[i] - 1) + 4, (unsigned long long)hidden,
                     hidden == 1 ? "" : "s");
        hidden = 0;
        draw_step(d, i, s);
    }
}

static void draw_blocked(const struct diagram *d, struct str *s)
{
    const struct finding *f = d->f;
    double y = y_of(d->rows);
    bool blame = true; /* where a rank has failed, the others only wait */
    for (uint32_t a = 0; a < f->actors.len; a++)
        blame &= f->actors.at[a].state != ACTOR_FAILED;
    for (uint32_t a = 0; a < f->actors.len; a++) {
        const struct finding_actor *x = &f->actors.at[a];
        if (!actor_is_stuck(x->state))
            continue;
        str_addf(s, "<g class=\"blocked\"><title>");
        str_xml(s, x->name, SIZE_MAX);
        str_addf(s, " is %s in ", actor_state_word(x->state));
        str_xml(s, x->call, SIZE_MAX);
        str_addf(s, "</title><path class=\"%s\" d=\"M%.1f %.1fl9 9m0 -9l-9 9\"/>",
                 blame ? "cross" : "waits", d->x[a] - 4.5, y - 4.5);
        if (d->labels) {
            size_t n = strlen(x->call);
            str_addf(s, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">",
                     blame ? "bad" : "dim", d->x[a] + 18, y + 4);
            str_xml(s, x->call, n > LONGEST ? LONGEST - 1 : n);
            str_addf(s, "%s</text>", n > LONGEST ? "…" : "");
        }
        str_addf(s, "</g>\n");
    }
    for (size_t i = 0; f->cycle.len > 1 && i < f->cycle.len; i++) {
        double from = d->x[f->cycle.at[i]],
               to = d->x[f->cycle.at[(i + 1) % f->cycle.len]];
        double bend = to > from ? ROW * 1.4 : ROW * 2.1;
        str_addf(s,
                 "<path class=\"cycle\" marker-end=\"url(#badhead)\" d=\"M%.1f %.1fC%.1f "
                 "%.1f %.1f %.1f %.1f %.1f\"/>\n",
                 from, y + 9, from, y + bend, to, y + bend, to, y + 9);
    }
}

void svg_text(const struct finding *f, struct str *s)
{
    struct diagram d = {.f = f, .shown = steps_shown(f)};
    d.row = mem_alloc((f->steps.len + 1) * sizeof *d.row);
    d.from = mem_alloc((f->steps.len + 1) * sizeof *d.from);
    d.x = mem_alloc((f->actors.len + 1) * sizeof *d.x);
    place(&d);
    begin(&d, s);
    draw_decisive(&d, s);
    draw_lanes(&d, s);
    draw_bands(&d, s);
    draw_steps(&d, s);
    draw_blocked(&d, s);
    str_addf(s, "</svg>\n");
    free(d.shown);
    free(d.row);
    free(d.from);
    free(d.x);
}
