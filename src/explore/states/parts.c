/* SPDX-License-Identifier: Apache-2.0
 *
 * parts.c - see parts.h. */
#include "explore/states/parts.h"
#include "explore/states/crew.h"
#include "explore/states/world.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* The head of a message: of which search it is, how many questions or answers follow, and
 * how much memory the part of the table takes that the sender keeps.
 * A world is its length, and its bytes; before worlds there is a section of descriptions
 * (translate.h). An answer that is a place is twice that, plus 1 if it is fresh. */
struct parts_head {
    uint32_t search, round, n, unused;
    uint64_t kept;
};

void parts_init(struct parts *p, struct cluster *c, const struct locals *ls,
                size_t recent)
{
    *p = (struct parts){.cluster = c,
                        .registry = ls->registry,
                        .nactors = ls->program->nactors,
                        .with = mem_alloc(c->size * sizeof *p->with),
                        .recent = {.most = recent}};
    for (uint32_t r = 0; r < c->size; r++)
        translator_init(&p->with[r].translator, ls);
}

static void free_asking(struct part_asking *a)
{
    vec_free(&a->asked);
    str_free(&a->bytes);
}

void parts_free(struct parts *p)
{
    for (uint32_t r = 0; p->with && r < p->cluster->size; r++) {
        translator_free(&p->with[r].translator);
        free_asking(&p->with[r].find);
        free_asking(&p->with[r].fetch);
    }
    free(p->with);
    vec_free(&p->owners);
    shelf_free(&p->shelf);
    recent_free(&p->recent);
    str_free(&p->scratch);
    str_free(&p->message);
}

void questions_free(struct questions *q)
{
    vec_free(&q->answers);
    str_free(&q->worlds);
}

/* ---- whose a world is ---- */

static uint32_t name_of_local(void *context, uint32_t local)
{
    const struct parts *p = context;
    return (uint32_t)(registry_get(p->registry, local)->name.lo >> 33);
}

static part_number part_of(struct parts *p, const char *world, size_t length)
{
    p->scratch.len = 0;
    world_rename(world, length, p->nactors, name_of_local, p, &p->scratch);
    return (part_number)(XXH3_64bits(p->scratch.text, p->scratch.len) % p->owners.len);
}

/* ---- messages ---- */

static void begin_message(struct parts *p, uint32_t n)
{
    struct parts_head h = {p->cluster->search, p->cluster->round, n, 0, p->shelf.bytes};
    p->message.len = 0;
    str_add(&p->message, (const char *)&h, sizeof h);
}

static bool is_of_this_search(const struct parts *p, const struct parts_head *h)
{
    return h->search == p->cluster->search && h->round == p->cluster->round;
}

static bool send_message(struct parts *p, uint32_t to, enum cluster_word word)
{
    return cluster_send(p->cluster, to, word, p->message.text, p->message.len);
}

static void write_number(struct str *s, uint32_t n)
{
    str_add(s, (const char *)&n, sizeof n);
}

static bool read_number(const char **at, const char *end, uint32_t *n)
{
    if ((size_t)(end - *at) < sizeof *n)
        return false;
    memcpy(n, *at, sizeof *n);
    *at += sizeof *n;
    return true;
}

/* The descriptions that the other side needs before it can read what follows. */
static void put_words(struct str *s, struct translator *x)
{
    section_put(s, x->words.text, x->words.len);
    x->words.len = 0;
}

static bool take_words(const char **at, const char *end, struct translator *x)
{
    size_t n;
    const char *words = section_take(at, end, &n);
    return words && translate_learn(x, words, n);
}

/* Appends a world of ours for the other side. */
static void put_world(struct str *s, struct translator *x, const char *world,
                      size_t length)
{
    size_t place = s->len;
    write_number(s, 0);
    translate_out(x, world, length, s);
    uint32_t n = (uint32_t)(s->len - place - sizeof n);
    memcpy(s->text + place, &n, sizeof n);
}

/* Appends a world that the other side has sent, as ours. */
static bool take_world(const char **at, const char *end, struct translator *x,
                       struct str *to)
{
    uint32_t n;
    if (!read_number(at, end, &n) || (size_t)(end - *at) < n)
        return false;
    bool good = translate_in(x, *at, n, to);
    *at += n;
    return good;
}

bool parts_tell(struct parts *p, uint32_t process)
{
    begin_message(p, (uint32_t)p->owners.len);
    str_add(&p->message, (const char *)p->owners.at,
            p->owners.len * sizeof *p->owners.at);
    return send_message(p, process, CLUSTER_OWNERS);
}

bool parts_learn(struct parts *p, const struct str *message)
{
    struct parts_head h;
    const char *at = message->text, *end = at + message->len;
    if (message->len < sizeof h)
        return false;
    memcpy(&h, at, sizeof h);
    at += sizeof h;
    if (!is_of_this_search(p, &h))
        return true;
    p->owners.len = 0;
    for (uint32_t i = 0, owner; i < h.n; i++) {
        if (!read_number(&at, end, &owner) || owner >= p->cluster->size)
            return false;
        vec_push(&p->owners, owner);
    }
    return true;
}

/* ---- asking ---- */

static uint32_t add_question(struct questions *q, struct part_answer a)
{
    vec_push(&q->answers, a);
    return (uint32_t)q->answers.len - 1;
}

static void await(struct part_asking *a, struct questions *q, uint32_t nth)
{
    vec_push(&a->asked, (struct part_asked){q, nth});
    a->unsent++;
    q->open++;
}

void parts_find(struct parts *p, struct questions *q, const char *world, size_t length)
{
    struct part_answer a = {.part = part_of(p, world, length)};
    uint32_t owner = p->owners.at[a.part];
    if (owner == p->cluster->rank) {
        a.place = shelf_find(&p->shelf, world, length, &a.fresh);
        add_question(q, a);
        return;
    }
    struct neighbour *n = &p->with[owner];
    put_world(&n->find.bytes, &n->translator, world, length);
    await(&n->find, q, add_question(q, a));
}

/* Writes down the world that was asked for. */
static void note_world(struct questions *q, struct part_answer *a, const char *world,
                       size_t length)
{
    a->at = q->worlds.len;
    a->length = (uint32_t)length;
    str_add(&q->worlds, world, length);
}

void parts_fetch(struct parts *p, struct questions *q, part_number part, uint32_t place)
{
    struct part_answer a = {.part = part, .place = place};
    uint32_t owner = p->owners.at[part];
    size_t length;
    const char *world = owner == p->cluster->rank
                            ? shelf_at(&p->shelf, place, &length)
                            : recent_get(&p->recent, part, place, &length);
    if (world) {
        note_world(q, &a, world, length);
        add_question(q, a);
        return;
    }
    struct neighbour *n = &p->with[owner];
    write_number(&n->fetch.bytes, place);
    await(&n->fetch, q, add_question(q, a));
}

void parts_note(struct parts *p, const struct part_answer *a, const char *world,
                size_t length)
{
    if (p->owners.at[a->part] != p->cluster->rank)
        recent_put(&p->recent, a->part, a->place, world, length);
}

uint32_t parts_debtor(const struct parts *p)
{
    for (uint32_t r = 1; r < p->cluster->size; r++)
        if (p->with[r].find.asked.len || p->with[r].fetch.asked.len)
            return r;
    return 0;
}

static bool send_questions(struct parts *p, uint32_t to, struct part_asking *a,
                           enum cluster_word word)
{
    if (!a->unsent)
        return true;
    begin_message(p, a->unsent);
    if (word == CLUSTER_FIND)
        put_words(&p->message, &p->with[to].translator);
    str_add(&p->message, a->bytes.text, a->bytes.len);
    a->bytes.len = a->unsent = 0;
    return send_message(p, to, word);
}

bool parts_send(struct parts *p)
{
    bool good = true;
    for (size_t i = 0; i < p->owners.len && good; i++) {
        uint32_t to = p->owners.at[i];
        good = send_questions(p, to, &p->with[to].find, CLUSTER_FIND) &&
               send_questions(p, to, &p->with[to].fetch, CLUSTER_FETCH);
    }
    return good;
}

bool parts_ping(struct parts *p, uint32_t process)
{
    begin_message(p, 0);
    return send_message(p, process, CLUSTER_FETCH);
}

/* ---- answering ---- */

static bool answer_find(struct parts *p, uint32_t from, const char *at, const char *end,
                        uint32_t n)
{
    struct translator *x = &p->with[from].translator;
    bool good = take_words(&at, end, x);
    begin_message(p, n);
    for (uint32_t i = 0; i < n && good; i++) {
        bool fresh;
        p->scratch.len = 0;
        good = take_world(&at, end, x, &p->scratch);
        if (good) {
            uint32_t place =
                shelf_find(&p->shelf, p->scratch.text, p->scratch.len, &fresh);
            write_number(&p->message, 2 * place + fresh);
        }
    }
    return good && send_message(p, from, CLUSTER_PLACES);
}

static bool answer_fetch(struct parts *p, uint32_t from, const char *at, const char *end,
                         uint32_t n)
{
    struct translator *x = &p->with[from].translator;
    bool good = true;
    p->scratch.len = 0;
    for (uint32_t i = 0, place; i < n && good; i++) {
        size_t length;
        good = read_number(&at, end, &place) && place < p->shelf.at.len;
        if (good) {
            const char *world = shelf_at(&p->shelf, place, &length);
            put_world(&p->scratch, x, world, length);
        }
    }
    begin_message(p, n);
    put_words(&p->message, x);
    str_add(&p->message, p->scratch.text, p->scratch.len);
    return good && send_message(p, from, CLUSTER_WORLDS);
}

/* ---- answers ---- */

/* Who waits for the next answer; NULL: nobody. */
static struct part_answer *next_asked(struct part_asking *a, struct questions **who)
{
    enum { MANY = 1024 };
    if (a->first == a->asked.len - a->unsent)
        return NULL;
    struct part_asked x = a->asked.at[a->first++];
    if (a->first == a->asked.len || (a->first >= MANY && 2 * a->first > a->asked.len)) {
        a->asked.len -= a->first;
        memmove(a->asked.at, a->asked.at + a->first, a->asked.len * sizeof x);
        a->first = 0;
    }
    *who = x.who;
    x.who->open--;
    return &x.who->answers.at[x.nth];
}

static bool take_places(struct parts *p, uint32_t from, const char *at, const char *end,
                        uint32_t n)
{
    struct questions *q;
    for (uint32_t i = 0, place; i < n; i++) {
        struct part_answer *a = next_asked(&p->with[from].find, &q);
        if (!a || !read_number(&at, end, &place))
            return false;
        a->place = place / 2;
        a->fresh = place % 2;
    }
    return true;
}

static bool take_worlds(struct parts *p, uint32_t from, const char *at, const char *end,
                        uint32_t n)
{
    struct translator *x = &p->with[from].translator;
    bool good = take_words(&at, end, x);
    for (uint32_t i = 0; i < n && good; i++) {
        struct questions *q;
        struct part_answer *a = next_asked(&p->with[from].fetch, &q);
        p->scratch.len = 0;
        good = a && take_world(&at, end, x, &p->scratch);
        if (!good)
            break;
        note_world(q, a, p->scratch.text, p->scratch.len);
        recent_put(&p->recent, a->part, a->place, p->scratch.text, p->scratch.len);
    }
    return good;
}

bool parts_concern(uint32_t word)
{
    return word == CLUSTER_FIND || word == CLUSTER_PLACES || word == CLUSTER_FETCH ||
           word == CLUSTER_WORLDS;
}

bool parts_hear(struct parts *p, const struct cluster_head *head,
                const struct str *message)
{
    struct parts_head h;
    const char *at = message->text, *end = at + message->len;
    uint32_t from = head->process;
    if (message->len < sizeof h || from >= p->cluster->size)
        return false;
    memcpy(&h, at, sizeof h);
    at += sizeof h;
    if (!is_of_this_search(p, &h))
        return true;
    p->with[from].kept = h.kept;
    switch (head->word) {
    case CLUSTER_FIND:
        return answer_find(p, from, at, end, h.n);
    case CLUSTER_PLACES:
        return take_places(p, from, at, end, h.n);
    case CLUSTER_FETCH:
        return answer_fetch(p, from, at, end, h.n);
    default:
        return take_worlds(p, from, at, end, h.n);
    }
}
