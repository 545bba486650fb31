/* SPDX-License-Identifier: Apache-2.0
 *
 * promela.c - see promela.h.
 *
 * Processes and channels correspond one to one; there are no variables but
 * the channels, and a local state is a labelled position. A never claim of
 * one state asserts, at every state, that something other than a send is
 * possible or that the property holds. With spin -o3 (no merging of
 * statements) and -DNOREDUCE the verifier then visits exactly the states of
 * our full search.
 *
 * Four things need care. SPIN refuses an unconditional loop from a state to
 * itself, so that has a condition that is always true. A receive takes the oldest message
 * of a set: `?` if the set is everything that is sent on the channel, `??` if it is one
 * message, and otherwise each message carries a bit per such set, on which
 * `??` can match. A final state is a position that blocks, since a process
 * that ends would change the state. And a synchronous transition on a full
 * channel, possible when nothing in it matches, is a rendezvous on a second
 * channel; an array of three, indexed by conditions, makes it possible only
 * when sender and receiver agree on them. */
#include "model/promela.h"

#include <string.h>

struct export
{
    const struct model *m;
    uint32_t bound;
    struct str *out;
    VEC(uint32_t) * sets; /* per channel: groups that stand for distinct sets */
    bool *partial;        /* per channel: some receive does not take everything */
};

#define put(x, ...) str_addf((x)->out, __VA_ARGS__)

static uint32_t accepted(const struct model *m, const struct model_group *g)
{
    uint32_t n = 0;
    for (uint32_t y = 0; y < m->channel[g->chan].sent; y++)
        n += g->by_msg[y] != MODEL_NONE;
    return n;
}

static bool same_set(const struct model *m, const struct model_group *a,
                     const struct model_group *b)
{
    for (uint32_t y = 0; y < m->channel[a->chan].sent; y++)
        if ((a->by_msg[y] == MODEL_NONE) != (b->by_msg[y] == MODEL_NONE))
            return false;
    return true;
}

/* Which bit of the messages tells membership in this group's set; MODEL_NONE
 * if none is needed. */
static uint32_t bit_of(const struct export *x, const struct model_group *g)
{
    if (g->all || accepted(x->m, g) < 2)
        return MODEL_NONE;
    for (uint32_t i = 0; i < x->sets[g->chan].len; i++)
        if (same_set(x->m, g, &x->m->group[x->sets[g->chan].at[i]]))
            return i;
    return MODEL_NONE;
}

/* The other fields of a message pattern: ",_,1,_" with a 1 at `bit`. */
static void fields(const struct export *x, uint32_t c, uint32_t bit)
{
    for (uint32_t i = 0; i < x->sets[c].len; i++)
        put(x, ",%s", i == bit ? "1" : "_");
}

/* "Something in the channel matches." */
static void matches(const struct export *x, const struct model_group *g)
{
    if (x->bound == 0 || !accepted(x->m, g)) {
        put(x, "false");
    } else if (g->all) {
        put(x, "(len(c%u) > 0)", g->chan);
    } else {
        const char *sep = "(";
        for (uint32_t y = 0; y < x->m->channel[g->chan].sent; y++) {
            if (g->by_msg[y] == MODEL_NONE)
                continue;
            put(x, "%sc%u??[%u", sep, g->chan, y);
            for (uint32_t i = 0; i < x->sets[g->chan].len; i++) {
                const struct model_group *s = &x->m->group[x->sets[g->chan].at[i]];
                put(x, ",%u", s->by_msg[y] != MODEL_NONE);
            }
            put(x, "]");
            sep = " || ";
        }
        put(x, ")");
    }
}

static bool second_channel(const struct export *x, uint32_t c)
{
    return x->bound > 0 && x->partial[c];
}

static void receive(const struct export *x, const struct model_group *g)
{
    const struct model *m = x->m;
    uint32_t bit = bit_of(x, g);
    if (bit != MODEL_NONE && x->bound > 0) {
        put(x, "    :: atomic { c%u??got", g->chan);
        fields(x, g->chan, bit);
        put(x, " -> if");
        for (uint32_t y = 0; y < m->channel[g->chan].sent; y++)
            if (g->by_msg[y] != MODEL_NONE)
                put(x, " :: got == %u -> got = 0; goto S%u", y,
                    m->trans[g->by_msg[y]].dst);
        put(x, " fi }\n");
    }
    for (uint32_t y = 0; y < m->channel[g->chan].sent; y++) {
        if (g->by_msg[y] == MODEL_NONE)
            continue;
        uint32_t dst = m->trans[g->by_msg[y]].dst;
        if (bit == MODEL_NONE || x->bound == 0) {
            put(x, "    :: c%u%s%u", g->chan, g->all || x->bound == 0 ? "?" : "??", y);
            fields(x, g->chan, MODEL_NONE);
            put(x, " -> goto S%u\n", dst);
        }
        if (second_channel(x, g->chan)) {
            put(x, "    :: r%u[(", g->chan);
            matches(x, g);
            put(x, " -> 2 : 1)]?%u -> goto S%u\n", y, dst);
        }
    }
}

static void send(const struct export *x, const struct model_trans *t)
{
    put(x, "    :: c%u!%u", t->chan, t->msg);
    for (uint32_t i = 0; i < x->sets[t->chan].len; i++) {
        const struct model_group *s = &x->m->group[x->sets[t->chan].at[i]];
        put(x, ",%u", s->by_msg[t->msg] != MODEL_NONE);
    }
    put(x, " -> goto S%u\n", t->dst);
    if (second_channel(x, t->chan))
        put(x, "    :: r%u[(len(c%u) == %u -> 1 : 0)]!%u -> goto S%u\n", t->chan, t->chan,
            x->bound, t->msg, t->dst);
}

static void process(const struct export *x, uint32_t p)
{
    const struct model *m = x->m;
    bool needs_got = false;
    for (uint32_t i = 0; i < m->process[p].count; i++) {
        const struct model_state *u = &m->state[model_at(m, p, i)];
        for (uint32_t g = 0; g < u->group_count; g++)
            needs_got |= bit_of(x, &m->group[u->group_first + g]) != MODEL_NONE;
    }
    put(x, "\nactive proctype P%u() /* %s */\n{\n", p, m->process[p].name);
    if (needs_got && x->bound > 0)
        put(x, "  short got;\n");
    put(x, "  goto S%u;\n", m->process[p].start);
    for (uint32_t i = 0; i < m->process[p].count; i++) {
        const struct model_state *u = &m->state[model_at(m, p, i)];
        put(x, "S%u: /* %s */\n", i, u->name);
        bool any = u->kind == MODEL_LOCAL || u->send != MODEL_NONE;
        for (uint32_t g = 0; g < u->group_count; g++)
            any |= accepted(m, &m->group[u->group_first + g]) > 0;
        if (!any) {
            put(x, "  false;\n");
            continue;
        }
        put(x, "  if\n");
        for (uint32_t t = u->first; u->kind == MODEL_LOCAL && t < u->first + u->count;
             t++)
            put(x, "    :: %s -> goto S%u /* %s */\n",
                m->trans[t].dst == i ? "_pid >= 0" : "true", m->trans[t].dst,
                m->trans[t].event);
        if (u->send != MODEL_NONE)
            send(x, &m->trans[u->send]);
        for (uint32_t g = 0; g < u->group_count; g++)
            receive(x, &m->group[u->group_first + g]);
        put(x, "  fi;\n");
    }
    put(x, "}\n");
}

/* "A local, receive or synchronous event is enabled", one line per state. */
static void enabled(const struct export *x)
{
    const struct model *m = x->m;
    put(x, "\n#define enabled (false");
    for (uint32_t p = 0; p < m->processes; p++)
        for (uint32_t i = 0; i < m->process[p].count; i++) {
            const struct model_state *u = &m->state[model_at(m, p, i)];
            if (u->kind == MODEL_LOCAL)
                put(x, " \\\n  || P%u@S%u", p, i);
            for (uint32_t k = 0; k < u->group_count; k++) {
                const struct model_group *g = &m->group[u->group_first + k];
                uint32_t s = m->channel[g->chan].sender;
                put(x, " \\\n  || (P%u@S%u && (", p, i);
                matches(x, g);
                for (uint32_t j = 0; j < m->process[s].count; j++) {
                    uint32_t t = m->state[model_at(m, s, j)].send;
                    if (t != MODEL_NONE && m->trans[t].chan == g->chan &&
                        g->by_msg[m->trans[t].msg] != MODEL_NONE)
                        put(x, " || P%u@S%u", s, j);
                }
                put(x, "))");
            }
        }
    put(x, ")\n");
}

static void predicate(const struct export *x, const struct pred *p)
{
    static const char *const sign[] = {
        [PRED_AND] = "&&", [PRED_OR] = "||", [PRED_EQ] = "==", [PRED_NE] = "!=",
        [PRED_LT] = "<",   [PRED_LE] = "<=", [PRED_ADD] = "+", [PRED_SUB] = "-",
        [PRED_MUL] = "*",  [PRED_DIV] = "/", [PRED_MOD] = "%",
    };
    put(x, "(");
    if (p->op == PRED_CONST) {
        put(x, "%d", p->value);
    } else if (p->op == PRED_PENDING) {
        put(x, "len(c%u)", p->who);
    } else if (p->op == PRED_LOCAL) {
        put(x, "0");
        for (uint32_t i = 0; i < x->m->process[p->who].count; i++)
            if (p->table[i] == 1)
                put(x, " + P%u@S%u", p->who, i);
            else if (p->table[i])
                put(x, " + P%u@S%u * (%d)", p->who, i, p->table[i]);
    } else if (p->op == PRED_NOT || p->op == PRED_NEG) {
        put(x, p->op == PRED_NOT ? "!" : "-");
        predicate(x, p->a);
    } else {
        predicate(x, p->a);
        put(x, " %s ", sign[p->op]);
        predicate(x, p->b);
    }
    put(x, ")");
}

static enum mz_err fits(const struct model *m, uint32_t bound, const struct export *x,
                        struct str *why)
{
    uint32_t channels = 0;
    for (uint32_t c = 0; c < m->channels; c++) {
        channels += second_channel(x, c) ? 4 : 1;
        if (m->channel[c].sent > 250 || bound > 250) {
            str_addf(why, "SPIN's channels are too small for channel %s",
                     m->channel[c].name);
            return MZ_UNSUPPORTED;
        }
    }
    if (m->processes > 250 || channels > 250) {
        str_addf(why,
                 "SPIN allows 255 processes and 255 channels; this model needs %u and %u",
                 m->processes, channels);
        return MZ_UNSUPPORTED;
    }
    return MZ_OK;
}

enum mz_err promela_export(const struct model *m, const struct property *q,
                           uint32_t bound, struct str *out, struct str *why)
{
    struct export x = {.m = m, .bound = bound, .out = out};
    x.sets = mem_alloc((m->channels + 1) * sizeof *x.sets);
    x.partial = mem_alloc(m->channels + 1);
    for (uint32_t g = 0; g < m->groups; g++) {
        uint32_t c = m->group[g].chan;
        x.partial[c] |= !m->group[g].all;
        if (!m->group[g].all && bound > 0 && accepted(m, &m->group[g]) > 1 &&
            bit_of(&x, &m->group[g]) == MODEL_NONE)
            vec_push(&x.sets[c], g);
    }
    enum mz_err err = fits(m, bound, &x, why);
    if (err == MZ_OK) {
        put(&x,
            "/* Written by mazurka. To verify:\n"
            " *   spin -o3 -a FILE && gcc -O2 -DSAFETY -DCOLLAPSE -DNOREDUCE -o pan "
            "pan.c && ./pan -E -m1000000\n"
            " * At most %u messages are pending on each channel. */\n\n",
            bound);
        for (uint32_t c = 0; c < m->channels; c++) {
            put(&x, "chan c%u = [%u] of { byte", c, bound);
            for (uint32_t i = 0; i < x.sets[c].len; i++)
                put(&x, ", bit");
            put(&x, " }; /* %s */\n", m->channel[c].name);
            if (second_channel(&x, c))
                put(&x, "chan r%u[3] = [0] of { byte };\n", c);
        }
        for (uint32_t p = 0; p < m->processes; p++)
            process(&x, p);
        enabled(&x);
        put(&x, "\n#define holds (true");
        for (size_t i = 0; i < q->clause.len; i++) {
            put(&x, " \\\n  && ");
            predicate(&x, q->clause.at[i].pred);
        }
        put(&x, ")\n\nnever {\n  do\n  :: assert(enabled || holds)\n  od\n}\n");
    }
    for (uint32_t c = 0; c < m->channels; c++)
        vec_free(&x.sets[c]);
    free(x.sets);
    free(x.partial);
    return err;
}
