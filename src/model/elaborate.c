/* SPDX-License-Identifier: Apache-2.0
 *
 * elaborate.c - from families and guarded lines to plain state machines.
 *
 * Each process of a family becomes one machine. Its states are the pairs of a
 * location and values of its variables that can be reached from the start
 * when every message that a receive accepts may come; whether it does is the
 * search's business. In each pair the lines whose guards hold must together
 * be one of the five kinds of state. */
#include "model/elaborate.h"
#include "model/liveness.h"

#include <string.h>

#define MOST_STATES 1000000

/* --- names of processes, messages, channels --- */

struct declaring {
    uint32_t decl;
    const struct channel_decl *channel;
};

static void declare_process(struct elab *e, const struct scope *s, const char *name,
                            void *arg)
{
    struct declaring *d = arg;
    (void)s;
    uint32_t p = model_process(e->m, name);
    if (names_add(&e->process, name, strlen(name), p) != p)
        elab_error(e, e->ast->process.at[d->decl].name.at, "there are two processes %s",
                   name);
    vec_push(&e->decl_of, d->decl);
}

/* Declares messages: a name in `carries` that is not defined otherwise names a
 * message. */
static void declare_messages(struct elab *e, const struct channel_decl *d)
{
    for (size_t i = 0; i < d->carries.item.len; i++) {
        const struct expr *x = d->carries.item.at[i].from;
        bool other = x->op != EXPR_NAME;
        for (size_t k = 0; !other && k < e->file->param.len; k++)
            other = !strcmp(e->file->param.at[k].name, x->name);
        for (size_t k = 0; !other && k < d->name.index.len; k++)
            other = !strcmp(d->name.index.at[k].name, x->name);
        if (other)
            continue;
        uint32_t code = NAMED_MESSAGE + (uint32_t)e->message_name.len;
        if (names_add(&e->message, x->name, strlen(x->name), code) == code)
            vec_push(&e->message_name, x->name);
    }
}

static void add_message(struct elab *e, uint32_t c, int32_t value, struct source_place at,
                        int32_t **values, size_t *n)
{
    for (size_t i = 0; i < *n; i++)
        if ((*values)[i] == value)
            return;
    if (*n >= 60000) {
        elab_error(e, at, "a channel carries at most 60000 different messages");
        return;
    }
    struct str text = {0};
    elab_message_text(e, value, &text);
    model_message(e->m, c, str_text(&text));
    str_free(&text);
    *values = mem_resize(*values, (*n + 1) * sizeof **values);
    (*values)[(*n)++] = value;
}

static void declare_channel(struct elab *e, const struct scope *s, const char *name,
                            void *arg)
{
    const struct channel_decl *d = ((struct declaring *)arg)->channel;
    if (d->when && !elab_value(e, d->when, s))
        return;
    uint32_t from = elab_process(e, &d->sender, s), to = elab_process(e, &d->receiver, s);
    if (e->bad)
        return;
    uint32_t c = model_channel(e->m, name, from, to);
    if (names_add(&e->channel, name, strlen(name), c) != c)
        elab_error(e, d->name.at, "there are two channels %s", name);
    int32_t *values = NULL;
    size_t n = 0;
    for (size_t i = 0; i < d->carries.item.len && !e->bad; i++) {
        const struct binder *b = &d->carries.item.at[i];
        int32_t lo = elab_value(e, b->from, s);
        int32_t hi = b->to ? elab_value(e, b->to, s) : lo;
        for (int64_t v = lo; v <= hi && !e->bad; v++)
            add_message(e, c, (int32_t)v, b->at, &values, &n);
    }
    if (!d->carries.item.len)
        add_message(e, c, 1, d->name.at, &values, &n);
    if (!n && !e->bad)
        elab_error(e, d->name.at, "channel %s carries no message", name);
    vec_push(&e->carried, values);
}

/* --- one machine --- */

struct machine {
    uint32_t process;
    const struct process_decl *d;
    const struct scope *self; /* the indices of this process */
    const uint64_t *live;
    struct names known; /* location and values -> state */
    VEC(int32_t) todo;  /* states to be elaborated: 1 + slots numbers each */
    uint32_t count;
    const struct line *line; /* the line that is being elaborated */
    uint32_t src;
    bool emitted, wildcard;
};

static uint32_t location_index(const struct process_decl *d, const char *name)
{
    for (size_t i = 0; i < d->location.len; i++)
        if (!strcmp(d->location.at[i].name, name))
            return (uint32_t)i;
    return NAMES_NONE;
}

/* The state for this location and the values the variables have now. */
static uint32_t enter(struct elab *e, struct machine *k, uint32_t location)
{
    VEC(int32_t) key = {0};
    struct str name = {0};
    vec_push(&key, (int32_t)location);
    str_addf(&name, "%s", k->d->location.at[location].name);
    const char *sep = "(";
    for (size_t i = 0; i < e->slots; i++) {
        bool live = k->live[location] >> i & 1;
        vec_push(&key, live ? e->slot[i].value : e->slot[i].start);
        if (!live)
            continue;
        str_addf(&name, "%s%s=", sep, e->slot[i].name);
        elab_message_text(e, e->slot[i].value, &name);
        sep = ", ";
    }
    str_addf(&name, "%s", *sep == '(' ? "" : ")");
    uint32_t id =
        names_add(&k->known, (char *)key.at, key.len * sizeof *key.at, k->count);
    if (id == k->count) {
        k->count++;
        model_state(e->m, k->process, str_text(&name));
        model_values(e->m, k->process, id, key.at, (uint32_t)key.len,
                     k->d->location.at[location].at.line);
        for (size_t i = 0; i < key.len; i++)
            vec_push(&k->todo, key.at[i]);
        if (k->count > MOST_STATES)
            elab_error(e, k->d->name.at,
                       "this process has more than %d states; give its variables "
                       "smaller ranges",
                       MOST_STATES);
    }
    vec_free(&key);
    str_free(&name);
    return id;
}

static void describe_values(const struct elab *e, struct str *out)
{
    for (size_t i = 0; i < e->slots; i++)
        str_addf(out, "%s%s = %d", i ? ", " : " with ", e->slot[i].name,
                 e->slot[i].value);
}

static void set_slot(struct elab *e, struct elab_variable *v, int32_t value,
                     struct source_place at)
{
    if (value < v->from || value > v->to)
        elab_error(e, at, "%s becomes %d, outside its range %d..%d", v->name, value,
                   v->from, v->to);
    v->value = value;
}

/* The state that the line leads to, after its assignments. */
static uint32_t follow(struct elab *e, struct machine *k, const struct scope *s)
{
    const struct line *l = k->line;
    for (size_t i = 0; i < l->assign.len && !e->bad; i++) {
        struct elab_variable *v = elab_slot(e, l->assign.at[i].name);
        if (!v)
            elab_error(e, l->assign.at[i].at, "there is no variable '%s' in this process",
                       l->assign.at[i].name);
        else
            set_slot(e, v, elab_value(e, l->assign.at[i].value, s), l->assign.at[i].at);
    }
    if (!l->target) {
        if (l->assign.len)
            elab_error(e, l->assign.at[0].at,
                       "in a send-receive state, assign where it receives");
        return MODEL_NONE;
    }
    uint32_t to = location_index(k->d, l->target);
    if (to == NAMES_NONE)
        elab_error(e, l->target_at, "there is no state '%s' in this process", l->target);
    return e->bad ? MODEL_NONE : enter(e, k, to);
}

static uint32_t carries(const struct elab *e, uint32_t c, int32_t value, uint32_t msgs)
{
    for (uint32_t x = 0; x < msgs; x++)
        if (e->carried.at[c][x] == value)
            return x;
    return NAMES_NONE;
}

static void no_such_message(struct elab *e, struct source_place at, int32_t value,
                            const char *channel)
{
    struct str text = {0};
    elab_message_text(e, value, &text);
    elab_error(e, at, "channel %s does not carry %s", channel, str_text(&text));
    str_free(&text);
}

static void emit_send(struct elab *e, struct machine *k, const struct scope *s)
{
    const struct line *l = k->line;
    struct str name = {0};
    elab_spell(e, &l->chan, s, &name);
    uint32_t c = names_find(&e->channel, str_text(&name), name.len);
    if (c == NAMES_NONE) {
        elab_error(e, l->chan.at, "there is no channel %s", str_text(&name));
    } else {
        uint32_t x = 0, msgs = model_messages(e->m, c);
        if (l->message) {
            int32_t value = elab_value(e, l->message, s);
            x = carries(e, c, value, msgs);
            if (x == NAMES_NONE && !e->bad)
                no_such_message(e, l->message->at, value, str_text(&name));
        } else if (msgs != 1) {
            elab_error(e, l->chan.at, "channel %s carries %u messages; say which is sent",
                       str_text(&name), msgs);
        }
        uint32_t dst = follow(e, k, s);
        if (!e->bad)
            model_send(e->m, k->process, k->src, c, x, dst);
    }
    str_free(&name);
    k->emitted = true;
}

/* One channel of a receive: goes through the messages it may take. */
static void emit_recv(struct elab *e, const struct scope *s, const char *channel,
                      void *arg)
{
    struct machine *k = arg;
    const struct line *l = k->line;
    uint32_t c = names_find(&e->channel, channel, strlen(channel));
    if (c == NAMES_NONE) {
        /* With "any of", channels that do not exist do not matter, nor does one that
         * the guard rules out. */
        struct scope some = {l->bind ? l->bind : "", 0, s};
        if (!k->wildcard && (!l->when || elab_value(e, l->when, &some)))
            elab_error(e, l->chan.at, "there is no channel %s", channel);
        return;
    }
    struct elab_variable *into = NULL;
    const char *fresh = NULL;
    bool literal = false;
    int32_t wanted = 0;
    if (l->pattern == PATTERN_BIND) {
        struct expr name = {.op = EXPR_NAME, .name = l->bind, .at = l->at};
        into = elab_slot(e, l->bind);
        bool known =
            into || names_find(&e->message, l->bind, strlen(l->bind)) != NAMES_NONE;
        for (const struct scope *i = s; i && !known; i = i->outer)
            known = !strcmp(i->name, l->bind);
        for (size_t i = 0; i < e->file->param.len && !known; i++)
            known = !strcmp(e->file->param.at[i].name, l->bind);
        literal = known && !into;
        fresh = known ? NULL : l->bind;
        wanted = literal ? elab_value(e, &name, s) : 0;
        if (literal && carries(e, c, wanted, model_messages(e->m, c)) == NAMES_NONE)
            no_such_message(e, l->at, wanted, channel);
    }
    int32_t *saved = mem_alloc((e->slots + 1) * sizeof *saved);
    for (size_t i = 0; i < e->slots; i++)
        saved[i] = e->slot[i].value;
    uint32_t msgs = model_messages(e->m, c);
    for (uint32_t y = 0; y < msgs && !e->bad; y++) {
        int32_t value = e->carried.at[c][y];
        bool takes = !literal || value == wanted;
        if (l->pattern == PATTERN_SET) {
            takes = false;
            for (size_t i = 0; i < l->set.item.len && !takes; i++) {
                int32_t lo = elab_value(e, l->set.item.at[i].from, s);
                int32_t hi =
                    l->set.item.at[i].to ? elab_value(e, l->set.item.at[i].to, s) : lo;
                takes = lo <= value && value <= hi;
            }
        }
        if (!takes)
            continue;
        struct scope in = {fresh ? fresh : "", value, s};
        if (into && (value < into->from || value > into->to))
            elab_error(e, l->at, "%s receives a message outside the range of %s", channel,
                       into->name);
        if (into)
            into->value = value;
        const struct scope *inner = fresh ? &in : s;
        if (!l->when || elab_value(e, l->when, inner)) {
            uint32_t dst = follow(e, k, inner);
            if (!e->bad)
                model_recv(e->m, k->process, k->src, c, y, dst);
            k->emitted = true;
        }
        for (size_t i = 0; i < e->slots; i++)
            e->slot[i].value = saved[i];
    }
    free(saved);
}

static void one_state(struct elab *e, struct machine *k,
                      const struct location_decl *where)
{
    bool final = false;
    k->emitted = false;
    int32_t *saved = mem_alloc((e->slots + 1) * sizeof *saved);
    for (size_t i = 0; i < e->slots; i++)
        saved[i] = e->slot[i].value;
    for (size_t i = 0; i < where->line.len && !e->bad; i++) {
        const struct line *l = k->line = &where->line.at[i];
        if (l->kind == LINE_RECV) {
            k->wildcard = false;
            for (size_t j = 0; j < l->chan.index.len; j++)
                k->wildcard |= l->chan.index.at[j].name != NULL;
            elab_each(e, &l->chan, k->self, emit_recv, k);
        } else if (!l->when || elab_value(e, l->when, k->self)) {
            if (l->kind == LINE_FINAL) {
                final = true;
            } else if (l->kind == LINE_SEND) {
                emit_send(e, k, k->self);
            } else {
                uint32_t dst = follow(e, k, k->self);
                if (!e->bad)
                    model_local(e->m, k->process, k->src, l->event, dst);
                k->emitted = true;
            }
        }
        for (size_t j = 0; j < e->slots; j++)
            e->slot[j].value = saved[j];
    }
    free(saved);
    struct str values = {0};
    describe_values(e, &values);
    if (final && k->emitted)
        elab_error(e, where->at, "state '%s'%s is final, yet has something to do",
                   where->name, str_text(&values));
    if (!final && !k->emitted)
        elab_error(e, where->at,
                   "state '%s'%s has nothing to do; write 'final' if the process may end "
                   "here",
                   where->name, str_text(&values));
    str_free(&values);
}

static void declare_slots(struct elab *e, const struct process_decl *d,
                          const struct scope *s)
{
    e->slots = 0;
    e->slot = mem_alloc((d->variable.len + 1) * sizeof *e->slot);
    if (d->variable.len > LIVENESS_MOST)
        elab_error(e, d->name.at, "a process has at most %d variables", LIVENESS_MOST);
    for (size_t i = 0; i < d->variable.len && !e->bad; i++) {
        const struct variable_decl *v = &d->variable.at[i];
        struct elab_variable x = {.name = v->name};
        x.from = elab_value(e, v->from, s);
        x.to = elab_value(e, v->to, s);
        x.start = v->start ? elab_value(e, v->start, s) : x.from;
        x.value = x.start;
        if (x.start < x.from || x.start > x.to)
            elab_error(e, v->at, "%s starts at %d, outside its range %d..%d", v->name,
                       x.start, x.from, x.to);
        if (elab_slot(e, v->name))
            elab_error(e, v->at, "there are two variables '%s'", v->name);
        e->slot[e->slots++] = x;
    }
}

static void machine(struct elab *e, const struct scope *s, const char *name, void *arg)
{
    uint32_t p = names_find(&e->process, name, strlen(name));
    const struct process_decl *d = arg;
    uint64_t *live = liveness(e->ast, d);
    struct machine k = {.process = p, .d = d, .self = s, .live = live};
    declare_slots(e, d, s);
    if (!e->bad)
        enter(e, &k, 0);
    size_t stride = e->slots + 1;
    for (uint32_t i = 0; i < k.count && !e->bad; i++) {
        const int32_t *at = k.todo.at + i * stride;
        const struct location_decl *where = &d->location.at[at[0]];
        for (size_t v = 0; v < e->slots; v++)
            e->slot[v].value = at[1 + v];
        k.src = i;
        one_state(e, &k, where);
    }
    free(live);
    free(e->slot);
    e->slot = NULL;
    e->slots = 0;
    names_free(&k.known);
    vec_free(&k.todo);
}

static void two_locations(struct elab *e, const struct process_decl *d)
{
    for (size_t i = 0; i < d->location.len; i++)
        if (location_index(d, d->location.at[i].name) != i)
            elab_error(e, d->location.at[i].at, "there are two states '%s'",
                       d->location.at[i].name);
}

void elab_processes(struct elab *e)
{
    for (size_t i = 0; i < e->ast->process.len && !e->bad; i++) {
        struct declaring d = {.decl = (uint32_t)i};
        two_locations(e, &e->ast->process.at[i]);
        elab_each(e, &e->ast->process.at[i].name, NULL, declare_process, &d);
    }
    for (size_t i = 0; i < e->ast->channel.len && !e->bad; i++)
        declare_messages(e, &e->ast->channel.at[i]);
    for (size_t i = 0; i < e->ast->channel.len && !e->bad; i++) {
        struct declaring d = {.channel = &e->ast->channel.at[i]};
        elab_each(e, &e->ast->channel.at[i].name, NULL, declare_channel, &d);
    }
    for (size_t i = 0; i < e->ast->process.len && !e->bad; i++)
        elab_each(e, &e->ast->process.at[i].name, NULL, machine, &e->ast->process.at[i]);
}
