/* SPDX-License-Identifier: Apache-2.0
 *
 * model.c - building and finishing a model.
 *
 * While a model is being built its states and transitions live in growable
 * lists per process (struct model_draft). model_finish() turns them into the
 * flat tables of model.h in four steps:
 *
 *   1. Send-receive states are expanded. A state u with the send c!x and the
 *      receives d?y gets a state u' (sent, not yet received) and one state
 *      v(d,y) per receive (received, not yet sent), as in Figure 1 of the
 *      paper, so that nobody above has to know how the diamond is made.
 *   2. Messages are renumbered so that those that are ever sent come first:
 *      only these can be pending, and the packed state need not make room
 *      for the others.
 *   3. Transitions are sorted by source state.
 *   4. Each state is checked to be one of the five kinds, and its receives
 *      are grouped by channel. */
#include "model/model.h"
#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

struct draft_process {
    VEC(struct model_state) state;
    VEC(struct model_trans) trans;
};

struct model_draft {
    VEC(struct model_process) process;
    VEC(struct draft_process) body;
    VEC(struct model_channel) channel;
};

struct model *model_new(void)
{
    struct model *m = mem_alloc(sizeof *m);
    m->draft = mem_alloc(sizeof *m->draft);
    return m;
}

static void draft_free(struct model_draft *d)
{
    for (size_t p = 0; p < d->body.len; p++) {
        for (size_t i = 0; i < d->body.at[p].state.len; i++) {
            free(d->body.at[p].state.at[i].name);
            free(d->body.at[p].state.at[i].value);
        }
        for (size_t i = 0; i < d->body.at[p].trans.len; i++)
            free(d->body.at[p].trans.at[i].event);
        vec_free(&d->body.at[p].state);
        vec_free(&d->body.at[p].trans);
    }
    vec_free(&d->body);
    vec_free(&d->process);
    vec_free(&d->channel);
    free(d);
}

void model_free(struct model *m)
{
    if (!m)
        return;
    struct model_process *process = m->finished ? m->process : m->draft->process.at;
    struct model_channel *channel = m->finished ? m->channel : m->draft->channel.at;
    for (uint32_t p = 0; p < m->processes; p++)
        free(process[p].name);
    for (uint32_t c = 0; c < m->channels; c++) {
        for (uint32_t x = 0; x < channel[c].msgs; x++)
            free(channel[c].msg[x]);
        free(channel[c].msg);
        free(channel[c].name);
    }
    if (m->draft)
        draft_free(m->draft);
    for (uint32_t i = 0; i < m->states; i++) {
        free(m->state[i].name);
        free(m->state[i].value);
    }
    for (uint32_t i = 0; i < m->transitions; i++)
        free(m->trans[i].event);
    for (uint32_t i = 0; i < m->groups; i++)
        free(m->group[i].by_msg);
    free(m->process);
    free(m->channel);
    free(m->state);
    free(m->trans);
    free(m->group);
    free(m);
}

uint32_t model_process(struct model *m, const char *name)
{
    vec_push(&m->draft->process, (struct model_process){.name = mem_strdup(name)});
    vec_push(&m->draft->body, (struct draft_process){0});
    return m->processes++;
}

uint32_t model_channel(struct model *m, const char *name, uint32_t from, uint32_t to)
{
    vec_push(
        &m->draft->channel,
        (struct model_channel){.name = mem_strdup(name), .sender = from, .receiver = to});
    return m->channels++;
}

uint32_t model_message(struct model *m, uint32_t channel, const char *name)
{
    struct model_channel *c = &m->draft->channel.at[channel];
    c->msg = mem_resize(c->msg, (c->msgs + 1) * sizeof *c->msg);
    c->msg[c->msgs] = mem_strdup(name);
    return c->msgs++;
}

uint32_t model_messages(const struct model *m, uint32_t channel)
{
    return (m->finished ? m->channel : m->draft->channel.at)[channel].msgs;
}

uint32_t model_state(struct model *m, uint32_t process, const char *name)
{
    vec_push(&m->draft->body.at[process].state,
             (struct model_state){.name = mem_strdup(name), .send = MODEL_NONE});
    return (uint32_t)m->draft->body.at[process].state.len - 1;
}

void model_values(struct model *m, uint32_t process, uint32_t state, const int32_t *value,
                  uint32_t values, uint32_t line)
{
    struct model_state *s = &m->draft->body.at[process].state.at[state];
    free(s->value);
    s->value = mem_alloc(values * sizeof *value);
    if (values)
        memcpy(s->value, value, values * sizeof *value);
    s->values = values;
    s->line = line;
}

static void add(struct model *m, struct model_trans t)
{
    vec_push(&m->draft->body.at[t.process].trans, t);
}

void model_local(struct model *m, uint32_t p, uint32_t src, const char *event,
                 uint32_t dst)
{
    add(m, (struct model_trans){.act = ACT_LOCAL,
                                .process = p,
                                .src = src,
                                .dst = dst,
                                .chan = MODEL_NONE,
                                .event = mem_strdup(event)});
}

void model_send(struct model *m, uint32_t p, uint32_t src, uint32_t chan, uint32_t msg,
                uint32_t dst)
{
    add(m, (struct model_trans){ACT_SEND, p, src, dst, chan, msg, NULL});
}

void model_recv(struct model *m, uint32_t p, uint32_t src, uint32_t chan, uint32_t msg,
                uint32_t dst)
{
    add(m, (struct model_trans){ACT_RECV, p, src, dst, chan, msg, NULL});
}

/* Step 1: the diamond of a send-receive state whose send has no destination
 * yet. The new states have the values of u, so that a predicate sees the
 * process still at the exchange while either half is missing. */
static uint32_t half(struct model *m, uint32_t p, uint32_t u, const char *name)
{
    uint32_t v = model_state(m, p, name);
    struct model_state *old = &m->draft->body.at[p].state.at[u];
    model_values(m, p, v, old->value, old->values, old->line);
    return v;
}

static void expand(struct model *m, uint32_t p, size_t send)
{
    struct draft_process *body = &m->draft->body.at[p];
    struct model_trans s = body->trans.at[send];
    size_t before = body->trans.len;
    struct str name = {0};
    str_addf(&name, "%s, sent", body->state.at[s.src].name);
    uint32_t sent = half(m, p, s.src, str_text(&name));
    body->trans.at[send].dst = sent;
    for (size_t i = 0; i < before; i++) {
        struct model_trans r = body->trans.at[i];
        if (r.src != s.src || r.act != ACT_RECV)
            continue;
        str_clear(&name);
        str_addf(&name, "%s, got %s?%s", body->state.at[s.src].name,
                 m->draft->channel.at[r.chan].name,
                 m->draft->channel.at[r.chan].msg[r.msg]);
        uint32_t got = half(m, p, s.src, str_text(&name));
        body->trans.at[i].dst = got;
        model_send(m, p, got, s.chan, s.msg, r.dst);
        model_recv(m, p, sent, r.chan, r.msg, r.dst);
    }
    str_free(&name);
}

/* Step 2: renumbers the messages so that those which are sent come first. */
static void renumber(struct model *m)
{
    for (uint32_t c = 0; c < m->channels; c++) {
        struct model_channel *ch = &m->draft->channel.at[c];
        uint32_t *to = mem_alloc((ch->msgs + 1) * sizeof *to);
        bool *sent = mem_alloc(ch->msgs + 1);
        struct draft_process *from = &m->draft->body.at[ch->sender];
        for (size_t i = 0; i < from->trans.len; i++)
            if (from->trans.at[i].act == ACT_SEND && from->trans.at[i].chan == c)
                sent[from->trans.at[i].msg] = true;
        uint32_t next = 0;
        for (int pass = 1; pass >= 0; pass--) {
            for (uint32_t x = 0; x < ch->msgs; x++)
                if (sent[x] == (pass == 1))
                    to[x] = next++;
            if (pass)
                ch->sent = next;
        }
        char **msg = mem_alloc((ch->msgs + 1) * sizeof *msg);
        for (uint32_t x = 0; x < ch->msgs; x++)
            msg[to[x]] = ch->msg[x];
        free(ch->msg);
        ch->msg = msg;
        uint32_t ends[2] = {ch->sender, ch->receiver};
        for (int e = 0; e < (ch->sender == ch->receiver ? 1 : 2); e++) {
            struct draft_process *b = &m->draft->body.at[ends[e]];
            for (size_t i = 0; i < b->trans.len; i++)
                if (b->trans.at[i].act != ACT_LOCAL && b->trans.at[i].chan == c)
                    b->trans.at[i].msg = to[b->trans.at[i].msg];
        }
        free(to);
        free(sent);
    }
}

static int by_source(const void *a, const void *b)
{
    const struct model_trans *s = a, *t = b;
    if (s->src != t->src)
        return s->src < t->src ? -1 : 1;
    if (s->chan != t->chan)
        return s->chan < t->chan ? -1 : 1;
    if (s->msg != t->msg)
        return s->msg < t->msg ? -1 : 1;
    return s->dst < t->dst ? -1 : s->dst > t->dst;
}

/* Step 3: flat tables; transition indices become global. */
static void flatten(struct model *m)
{
    struct model_draft *d = m->draft;
    for (uint32_t p = 0; p < m->processes; p++) {
        d->process.at[p].base = m->states;
        d->process.at[p].count = (uint32_t)d->body.at[p].state.len;
        m->states += (uint32_t)d->body.at[p].state.len;
        m->transitions += (uint32_t)d->body.at[p].trans.len;
    }
    m->state = mem_alloc(m->states * sizeof *m->state);
    m->trans = mem_alloc(m->transitions * sizeof *m->trans);
    uint32_t t = 0;
    for (uint32_t p = 0; p < m->processes; p++) {
        struct draft_process *b = &d->body.at[p];
        struct model_state *state = m->state + d->process.at[p].base;
        if (b->state.len)
            memcpy(state, b->state.at, b->state.len * sizeof *state);
        if (b->trans.len)
            qsort(b->trans.at, b->trans.len, sizeof *b->trans.at, by_source);
        for (size_t i = 0; i < b->trans.len; i++, t++) {
            struct model_state *u = &state[b->trans.at[i].src];
            if (!u->count++)
                u->first = t;
            m->trans[t] = b->trans.at[i];
        }
        vec_free(&b->state);
        vec_free(&b->trans);
    }
    m->process = d->process.at;
    m->channel = d->channel.at;
    d->process.at = NULL;
    d->channel.at = NULL;
    draft_free(d);
    m->draft = NULL;
    m->finished = true;
}

/* Step 4: determines the kind of each state and checks it. */
static enum mz_err classify(struct model *m, uint32_t p, struct model_state *u,
                            struct str *why)
{
    uint32_t locals = 0, sends = 0, recvs = 0;
    for (uint32_t t = u->first; t < u->first + u->count; t++) {
        const struct model_trans *r = &m->trans[t];
        if (r->act == ACT_LOCAL) {
            locals++;
        } else if (r->act == ACT_SEND) {
            sends++;
            u->send = t;
            if (m->channel[r->chan].sender != p) {
                str_addf(why, "state '%s' of %s sends on channel %s, whose sender is %s",
                         u->name, m->process[p].name, m->channel[r->chan].name,
                         m->process[m->channel[r->chan].sender].name);
                return MZ_USAGE;
            }
        } else {
            recvs++;
            if (m->channel[r->chan].receiver != p) {
                str_addf(why,
                         "state '%s' of %s receives on channel %s, whose receiver is %s",
                         u->name, m->process[p].name, m->channel[r->chan].name,
                         m->process[m->channel[r->chan].receiver].name);
                return MZ_USAGE;
            }
            if (t > u->first && m->trans[t - 1].act == ACT_RECV &&
                m->trans[t - 1].chan == r->chan && m->trans[t - 1].msg == r->msg) {
                str_addf(why,
                         "state '%s' of %s receives %s?%s twice; let a local event "
                         "choose between the two",
                         u->name, m->process[p].name, m->channel[r->chan].name,
                         m->channel[r->chan].msg[r->msg]);
                return MZ_USAGE;
            }
        }
    }
    if (sends > 1) {
        str_addf(why,
                 "state '%s' of %s can send two messages; a sending state has one send",
                 u->name, m->process[p].name);
        return MZ_USAGE;
    }
    if (locals && (sends || recvs)) {
        str_addf(why, "state '%s' of %s mixes local events with communication", u->name,
                 m->process[p].name);
        return MZ_USAGE;
    }
    u->kind = locals           ? MODEL_LOCAL
              : sends && recvs ? MODEL_SENDRECV
              : sends          ? MODEL_SEND
              : recvs          ? MODEL_RECV
                               : MODEL_FINAL;
    return MZ_OK;
}

static void group(struct model *m, struct model_state *u, uint32_t *cap)
{
    u->group_first = m->groups;
    for (uint32_t t = u->first; t < u->first + u->count; t++) {
        const struct model_trans *r = &m->trans[t];
        if (r->act != ACT_RECV)
            continue;
        struct model_channel *ch = &m->channel[r->chan];
        if (!u->group_count || m->group[m->groups - 1].chan != r->chan) {
            if (m->groups == *cap) {
                *cap = *cap ? *cap * 2 : 64;
                m->group = mem_resize(m->group, *cap * sizeof *m->group);
            }
            struct model_group g = {.chan = r->chan,
                                    .sender = ch->sender,
                                    .by_msg = mem_alloc(ch->msgs * sizeof(uint32_t))};
            for (uint32_t x = 0; x < ch->msgs; x++)
                g.by_msg[x] = MODEL_NONE;
            m->group[m->groups++] = g;
            u->group_count++;
        }
        m->group[m->groups - 1].by_msg[r->msg] = t;
    }
    for (uint32_t g = u->group_first; g < m->groups; g++) {
        m->group[g].all = true;
        for (uint32_t x = 0; x < m->channel[m->group[g].chan].sent; x++)
            m->group[g].all &= m->group[g].by_msg[x] != MODEL_NONE;
    }
}

/* All send-receive states of one process. */
static enum mz_err expand_all(struct model *m, uint32_t p, struct str *why,
                              uint32_t *line)
{
    struct draft_process *b = &m->draft->body.at[p];
    size_t before = b->trans.len;
    bool *receives = mem_alloc(b->state.len);
    enum mz_err err = MZ_OK;
    for (size_t i = 0; i < before; i++)
        receives[b->trans.at[i].src] |= b->trans.at[i].act == ACT_RECV;
    for (size_t i = 0; i < before && err == MZ_OK; i++) {
        struct model_trans t = b->trans.at[i];
        bool both = t.act == ACT_SEND && receives[t.src];
        if (t.act != ACT_SEND || both == (t.dst == MODEL_NONE)) {
            if (both)
                expand(m, p, i);
            continue;
        }
        *line = b->state.at[t.src].line;
        str_addf(why,
                 both ? "state '%s' of %s sends and receives: the destination "
                        "belongs to the receive, the send must not have one"
                      : "state '%s' of %s sends without a destination state",
                 b->state.at[t.src].name, m->draft->process.at[p].name);
        err = MZ_USAGE;
    }
    free(receives);
    return err;
}

enum mz_err model_finish(struct model *m, struct str *why, uint32_t *line)
{
    uint32_t ignored;
    line = line ? line : &ignored;
    *line = 0;
    for (uint32_t p = 0; p < m->processes; p++) {
        if (!m->draft->body.at[p].state.len) {
            str_addf(why, "process %s has no state", m->draft->process.at[p].name);
            return MZ_USAGE;
        }
        enum mz_err err = expand_all(m, p, why, line);
        if (err != MZ_OK)
            return err;
    }
    renumber(m);
    flatten(m);
    uint32_t cap = 0;
    for (uint32_t p = 0; p < m->processes; p++) {
        for (uint32_t i = 0; i < m->process[p].count; i++) {
            struct model_state *u = &m->state[model_at(m, p, i)];
            enum mz_err e = classify(m, p, u, why);
            if (e != MZ_OK) {
                *line = u->line;
                return e;
            }
            group(m, u, &cap);
        }
    }
    return MZ_OK;
}

void model_label(const struct model *m, uint32_t trans, struct str *out)
{
    const struct model_trans *t = &m->trans[trans];
    if (t->act == ACT_LOCAL)
        str_addf(out, "%s", t->event);
    else
        str_addf(out, "%s%c%s", m->channel[t->chan].name, t->act == ACT_SEND ? '!' : '?',
                 m->channel[t->chan].msg[t->msg]);
}

bool model_source_specific(const struct model *m)
{
    for (uint32_t u = 0; u < m->states; u++)
        if (m->state[u].group_count > 1)
            return false;
    return true;
}
