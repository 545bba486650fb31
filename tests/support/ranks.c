/* SPDX-License-Identifier: Apache-2.0
 *
 * ranks.c - see ranks.h.
 *
 * First it is drawn who sends to whom, so that most messages have a receive that could
 * get them: otherwise nearly every program would be a deadlock. Then every rank writes
 * its part down, each statement in one of the forms that it may have, with others in
 * between that wait, test and probe. Ranks branch on what they have observed, and may ask
 * again and again until they have observed it. */
#include "ranks.h"
#include "random.h"

#include <stdbool.h>

enum { MAX_RANKS = 4, MAX_ITEMS = 32, MAX_NAMES = 32, UNKNOWN = MAX_RANKS };

struct item {
    enum {
        ITEM_SEND,
        ITEM_RECEIVE,
        ITEM_PAIR,  /* two receives of one source; the second is complete before the first
                       is tested */
        ITEM_ROUND, /* a send, its answer, and a test of the send */
        ITEM_COLLECTIVE,
        ITEM_CIRCLE /* a loop that all ranks go round together, until all, or the root,
                       have got an answer */
    } kind;
    uint32_t peer, tag, context;
    uint32_t which; /* collective */
    bool empty;     /* likewise, and all ranks say so: anything else is wrong in MPI */
};

struct plan {
    struct item at[MAX_ITEMS];
    uint32_t len;
};

/* What the rank being written has so far. */
struct writer {
    struct rng *rng;
    struct str *text;
    const struct ranks_flavour *f;
    uint32_t rank, names;
    uint32_t request[MAX_NAMES], nrequests; /* numbers of names */
    uint32_t got[MAX_NAMES], ngot;          /* those with value and status */
    uint32_t answer[MAX_NAMES], nanswers;   /* those with a value only */
    uint32_t taken[MAX_NAMES], ntaken;      /* messages to receive later */
    bool receives[4 * MAX_NAMES];           /* by name: is an irecv */
    bool sends[4 * MAX_NAMES];              /* by name: is an isend */
    struct item sent[4 * MAX_NAMES];        /* by name of an isend: what it sends */
    const char *indent;
};

static bool chance(struct writer *w, uint32_t percent)
{
    return rng_below(w->rng, 100) < percent;
}

/* A share that most flavours do not have: those draw nothing. */
static bool rarely(struct writer *w, uint32_t percent)
{
    return percent && chance(w, percent);
}

static uint32_t pick(struct writer *w, const uint32_t *from, uint32_t n)
{
    return from[rng_below(w->rng, n)];
}

static void remember(uint32_t *list, uint32_t *n, uint32_t name)
{
    if (*n < MAX_NAMES)
        list[(*n)++] = name;
}

static uint32_t new_name(struct writer *w)
{
    return w->names < 4 * MAX_NAMES - 1 ? w->names++ : w->names;
}

static void write_context(struct writer *w, uint32_t context)
{
    str_addf(w->text, context ? " on C%u\n" : "\n", context);
}

/* ---- what was planned ---- */

static const char *const send_words[2][3] = {{"send", "ssend", "bsend"},
                                             {"isend", "issend", "ibsend"}};

static void write_send(struct writer *w, const struct item *i)
{
    bool waits = !chance(w, w->f->isends);
    uint32_t mode = chance(w, w->f->syncs) ? 1 : chance(w, w->f->buffered) ? 2 : 0;
    bool answers = w->ngot && !i->context && chance(w, w->f->answers);
    uint32_t name = 0;
    str_addf(w->text, "%s", w->indent);
    if (!waits) {
        name = new_name(w);
        str_addf(w->text, "n%u = ", name);
        remember(w->request, &w->nrequests, name);
        w->sends[name] = true;
        w->sent[name] = *i;
    }
    str_addf(w->text, "%s ", send_words[!waits][mode]);
    if (answers && chance(w, 50)) {
        str_addf(w->text, "n%u.source", pick(w, w->got, w->ngot));
        w->sent[name].peer = UNKNOWN;
    } else {
        str_addf(w->text, "%u", i->peer);
    }
    str_addf(w->text, " tag %u value ", i->tag);
    if (answers && chance(w, 50))
        str_addf(w->text, "n%u + 1", pick(w, w->got, w->ngot));
    else
        str_addf(w->text, "%u", rng_below(w->rng, 3));
    write_context(w, i->context);
}

/* The arguments of a receive or probe. */
static void write_source(struct writer *w, const struct item *i, bool any)
{
    if (any)
        str_addf(w->text, " any");
    else
        str_addf(w->text, " %u", i->peer);
    if (chance(w, w->f->any_tags))
        str_addf(w->text, " tag any");
    else
        str_addf(w->text, " tag %u", i->tag);
    write_context(w, i->context);
}

/* ---- loops ---- */

/* One of the things that a loop asks for in each round. */
struct asked {
    enum { ASK_TEST, ASK_TESTANY, ASK_PROBE, ASK_TRY, ASK_TAKE } kind;
    uint32_t name;
    struct item item; /* of probes and tries */
};

static void write_requests(struct writer *w, uint32_t n);

static struct asked ask(struct writer *w, const struct item *wanted)
{
    struct asked a = {.name = new_name(w)};
    if (wanted)
        a.item = *wanted;
    else
        a.item = (struct item){.peer = rng_below(w->rng, w->f->ranks),
                               .tag = rng_below(w->rng, w->f->tags)};
    if (!wanted && chance(w, 10))
        a.item.tag = 9; /* never comes */
    if (!wanted && w->nrequests && chance(w, 70))
        a.kind = chance(w, 70) ? ASK_TEST : ASK_TESTANY;
    else
        a.kind = rarely(w, w->f->takes) ? ASK_TAKE : chance(w, 50) ? ASK_PROBE : ASK_TRY;
    return a;
}

static void write_unanswered(struct writer *w, const struct asked *a)
{
    str_addf(w->text,
             a->kind == ASK_TEST      ? "n%u == 0"
             : a->kind == ASK_TESTANY ? "n%u < 0"
                                      : "n%u.found == 0",
             a->name);
}

static void write_question(struct writer *w, const struct asked *a)
{
    static const char *const words[] = {"test", "testany", "iprobe", "tryrecv",
                                        "improbe"};
    str_addf(w->text, "%s  n%u = %s", w->indent, a->name, words[a->kind]);
    if (a->kind == ASK_TEST || a->kind == ASK_TESTANY)
        write_requests(w, a->kind == ASK_TEST ? 1 : 2);
    else
        write_source(w, &a->item, chance(w, w->f->wildcards));
}

/* What is done with an answer, inside the loop or after it. */
static void write_use(struct writer *w, const struct asked *a)
{
    const char *in = w->indent;
    if (a->kind == ASK_PROBE && chance(w, 80)) {
        uint32_t name = new_name(w);
        str_addf(w->text, "%s  if n%u.found\n%s    n%u = recv n%u.source tag n%u.tag", in,
                 a->name, in, name, a->name, a->name);
        write_context(w, a->item.context);
        str_addf(w->text, "%s  end\n", in);
    } else if (a->kind == ASK_TAKE && chance(w, 85)) {
        if (!a->item.context && chance(w, 30))
            str_addf(w->text, "%s  if n%u.found\n%s    send n%u.source\n%s  end\n", in,
                     a->name, in, a->name, in);
        str_addf(w->text, "%s  mrecv n%u\n", in, a->name);
    } else if (a->kind == ASK_TRY && !a->item.context && chance(w, 30)) {
        str_addf(w->text, "%s  if n%u.found\n%s    send n%u.source value 1\n%s  end\n",
                 in, a->name, in, a->name, in);
    }
}

/* What a loop does in each round, besides asking: it counts, or sends something. */
static void write_body(struct writer *w)
{
    uint32_t name = new_name(w);
    if (chance(w, 40))
        str_addf(w->text, "%s  n%u = n%u + 1\n", w->indent, name, name);
    else
        str_addf(w->text, "%s  %s %u tag %u\n", w->indent,
                 chance(w, 50) ? "send" : "isend", rng_below(w->rng, w->f->ranks),
                 rng_below(w->rng, w->f->tags));
}

/* Asks one to three things in each round, until the first is answered, or any of them, or
 * (rarely) all; or until that was done two or three times. */
static void write_loop(struct writer *w, const struct item *wanted)
{
    static const char *const joints[] = {"", " && ", " || "};
    struct asked a[3];
    uint32_t n = chance(w, 50) ? 1 : 2 + chance(w, 25);
    uint32_t until = n == 1 || chance(w, 40) ? 0 : chance(w, 80) ? 1 : 2;
    uint32_t counter = chance(w, 10) ? new_name(w) : 0;
    bool uses = chance(w, 40);
    for (uint32_t i = 0; i < n; i++) {
        a[i] = ask(w, i ? NULL : wanted);
        if (a[i].kind == ASK_TESTANY)
            str_addf(w->text, "%sn%u = 0 - 1\n", w->indent, a[i].name);
    }
    uint32_t turn = rng_below(w->rng, n);
    str_addf(w->text, "%swhile (", w->indent);
    for (uint32_t i = 0; i < (until ? n : 1); i++) {
        str_addf(w->text, "%s", i ? joints[until] : "");
        write_unanswered(w, &a[i]);
    }
    str_addf(w->text, ")");
    if (counter)
        str_addf(w->text, " && n%u < %u\n%s  n%u = n%u + 1", counter,
                 2 + rng_below(w->rng, 2), w->indent, counter, counter);
    str_addf(w->text, "\n");
    for (uint32_t i = 0; i < n; i++) {
        const struct asked *x = &a[(i + turn) % n];
        write_question(w, x);
        if (uses && (i || n > 1))
            write_use(w, x);
    }
    if (rarely(w, w->f->bodies))
        write_body(w);
    str_addf(w->text, "%send\n", w->indent);
    for (uint32_t i = 0; i < n; i++) {
        remember(w->answer, &w->nanswers, a[i].name);
        if (!uses)
            write_use(w, &a[i]);
    }
    if (wanted && !until)
        remember(w->got, &w->ngot, a[0].name);
}

/* The collective at the end of a round; all ranks have it in the same form, and some
 * only wait for it by asking again and again. */
static void write_verdict(struct writer *w, const struct item *i, uint32_t mine,
                          uint32_t all)
{
    uint32_t request = new_name(w), tested = new_name(w);
    bool root = i->which % 2;
    str_addf(w->text, "%s  n%u = %s", w->indent, i->empty ? request : all,
             i->empty ? "i" : "");
    if (root)
        str_addf(w->text, "bcast %u value n%u\n", i->peer, mine);
    else
        str_addf(w->text, "allreduce n%u\n", mine);
    if (!i->empty)
        return;
    if (chance(w, 50))
        str_addf(w->text, "%s  wait n%u\n", w->indent, request);
    else
        str_addf(
            w->text, "%s  n%u = 0\n%s  while n%u == 0\n%s    n%u = test n%u\n%s  end\n",
            w->indent, tested, w->indent, tested, w->indent, tested, request, w->indent);
    str_addf(w->text, "%s  n%u = n%u\n", w->indent, all, request);
}

static void write_circle(struct writer *w, const struct item *i)
{
    uint32_t mine = new_name(w), all = new_name(w);
    bool root = i->which % 2, asks = root ? w->rank == i->peer : chance(w, 70);
    struct asked a = ask(w, NULL);
    if (a.kind == ASK_TESTANY)
        a.kind = ASK_TEST;
    str_addf(w->text, "%sn%u = 0\n%sn%u = %u\n%swhile n%u < %u\n", w->indent, all,
             w->indent, mine, !asks, w->indent, all, root ? 1 : w->f->ranks);
    if (asks) {
        str_addf(w->text, "%s  if n%u == 0\n", w->indent, mine);
        write_question(w, &a);
        str_addf(w->text,
                 a.kind == ASK_TEST ? "%s  n%u = n%u\n" : "%s  n%u = n%u.found\n",
                 w->indent, mine, a.name);
        str_addf(w->text, "%s  end\n", w->indent);
    }
    if (rarely(w, w->f->bodies))
        write_body(w);
    write_verdict(w, i, mine, all);
    str_addf(w->text, "%send\n", w->indent);
    if (asks && chance(w, 70))
        write_use(w, &a);
    remember(w->answer, &w->nanswers, all);
}

static bool in_loop(struct writer *w)
{
    return w->f->loops && chance(w, w->f->loops);
}

/* ---- messages that are taken before they are received ---- */

/* Some are never received. */
static void write_mrecv(struct writer *w)
{
    uint32_t message = w->taken[--w->ntaken], name = new_name(w);
    bool posts = chance(w, 40);
    if (chance(w, 15))
        return;
    str_addf(w->text, "%s", w->indent);
    if (posts) {
        str_addf(w->text, "n%u = ", name);
        remember(w->request, &w->nrequests, name);
    }
    str_addf(w->text, "%s n%u\n", posts ? "imrecv" : "mrecv", message);
}

static void write_mprobe(struct writer *w, const struct item *i)
{
    uint32_t name = new_name(w);
    bool tries = chance(w, 30);
    str_addf(w->text, "%sn%u = %s", w->indent, name, tries ? "improbe" : "mprobe");
    write_source(w, i, chance(w, w->f->wildcards));
    if (tries)
        remember(w->answer, &w->nanswers, name);
    else
        remember(w->got, &w->ngot, name);
    remember(w->taken, &w->ntaken, name);
    if (chance(w, 40))
        write_mrecv(w);
}

/* ---- receives ---- */

/* A look, with the arguments of this item or with others. */
static void write_look(struct writer *w, const struct item *i, const char *word)
{
    struct item other = *i;
    uint32_t name = new_name(w);
    bool waits = word[0] == 'p'; /* for what will come */
    if (!waits && chance(w, 25))
        other.tag = rng_below(w->rng, w->f->tags);
    str_addf(w->text, "%sn%u = %s", w->indent, name, word);
    write_source(w, &other, chance(w, w->f->wildcards));
    if (waits)
        remember(w->got, &w->ngot, name);
    else
        remember(w->answer, &w->nanswers, name);
}

/* Looks around a receive: what was seen is seen again, until somebody receives it. */
static void write_sights(struct writer *w, const struct item *i)
{
    write_look(w, i, chance(w, 50) ? "probe" : "iprobe");
    if (chance(w, 40))
        write_look(w, i, "iprobe");
    uint32_t name = new_name(w);
    w->receives[name] = true;
    str_addf(w->text, "%sn%u = irecv", w->indent, name);
    write_source(w, i, chance(w, w->f->wildcards));
    remember(w->request, &w->nrequests, name);
    for (uint32_t n = 1 + rng_below(w->rng, 2); n; n--)
        write_look(w, i, chance(w, 25) ? "tryrecv" : "iprobe");
}

static void write_receive(struct writer *w, const struct item *i)
{
    if (in_loop(w)) {
        write_loop(w, i);
        return;
    }
    if (rarely(w, w->f->takes)) {
        write_mprobe(w, i);
        return;
    }
    if (rarely(w, w->f->sights)) {
        write_sights(w, i);
        return;
    }
    bool any = chance(w, w->f->wildcards);
    if (chance(w, w->f->probes)) {
        uint32_t probe = new_name(w);
        str_addf(w->text, "%sn%u = probe", w->indent, probe);
        write_source(w, i, any);
        remember(w->got, &w->ngot, probe);
    }
    bool posts = chance(w, w->f->irecvs), tries = !posts && chance(w, w->f->tries);
    uint32_t name = new_name(w);
    w->receives[name] = posts;
    str_addf(w->text, "%sn%u = %s", w->indent, name,
             posts   ? "irecv"
             : tries ? "tryrecv"
                     : "recv");
    write_source(w, i, any);
    if (posts)
        remember(w->request, &w->nrequests, name);
    if (tries) /* the source of one that failed is nobody */
        remember(w->answer, &w->nanswers, name);
    else if (!posts)
        remember(w->got, &w->ngot, name);
}

/* The first of two is matched before the second, and may be complete after it. */
static void write_pair(struct writer *w, const struct item *i)
{
    uint32_t first = new_name(w), second = new_name(w), test = new_name(w);
    for (uint32_t k = 0; k < 2; k++) {
        str_addf(w->text, "%sn%u = irecv %u tag %u", w->indent, k ? second : first,
                 i->peer, i->tag);
        write_context(w, i->context);
    }
    bool more = w->nrequests && chance(w, 30);
    str_addf(w->text, "%swait n%u\n%sn%u = %s n%u", w->indent, second, w->indent, test,
             more ? "testany" : "test", first);
    if (more)
        write_requests(w, 1);
    else
        str_addf(w->text, "\n");
    w->receives[first] = true;
    remember(w->answer, &w->nanswers, test);
    remember(w->got, &w->ngot, second);
    remember(w->request, &w->nrequests, first);
}

/* An answer proves that the message was received, not that the send is complete. */
static void write_round(struct writer *w, const struct item *i)
{
    uint32_t send = new_name(w), answer = new_name(w), test = new_name(w);
    str_addf(w->text, "%sn%u = %s %u tag %u", w->indent, send,
             send_words[1][chance(w, 50)], i->peer, i->tag);
    write_context(w, i->context);
    str_addf(w->text, "%sn%u = recv", w->indent, answer);
    write_source(w, i, chance(w, w->f->wildcards / 2));
    str_addf(w->text, "%sn%u = %s n%u\n", w->indent, test,
             rarely(w, w->f->retracts / 2) ? "cancel" : "test", send);
    w->sends[send] = true;
    w->sent[send] = *i;
    remember(w->got, &w->ngot, answer);
    remember(w->answer, &w->nanswers, test);
    remember(w->request, &w->nrequests, send);
}

static void write_collective(struct writer *w, const struct item *i)
{
    static const char *const words[] = {"barrier", "bcast", "allreduce", "reduce",
                                        "scan"};
    uint32_t name = new_name(w), kind = i->which;
    bool posts = chance(w, w->f->irecvs);
    str_addf(w->text, "%s", w->indent);
    if (kind || posts)
        str_addf(w->text, "n%u = ", name);
    str_addf(w->text, "%s%s", posts ? "i" : "", words[kind]);
    if (kind % 2)
        str_addf(w->text, " %u", i->peer);
    if (kind)
        str_addf(w->text, kind == 1 ? " value %u" : " %u", rng_below(w->rng, 3));
    if (kind && i->empty)
        str_addf(w->text, " empty");
    write_context(w, i->context);
    if (posts)
        remember(w->request, &w->nrequests, name);
    if (kind)
        remember(w->answer, &w->nanswers, name);
}

static void write_item(struct writer *w, const struct item *i)
{
    static void (*const forms[])(struct writer *, const struct item *) = {
        [ITEM_SEND] = write_send,
        [ITEM_RECEIVE] = write_receive,
        [ITEM_PAIR] = write_pair,
        [ITEM_ROUND] = write_round,
        [ITEM_COLLECTIVE] = write_collective,
        [ITEM_CIRCLE] = write_circle};
    forms[i->kind](w, i);
}

/* ---- what comes between ---- */

static void write_requests(struct writer *w, uint32_t n)
{
    uint32_t first = rng_below(w->rng, w->nrequests);
    for (uint32_t i = 0; i < n && i < w->nrequests; i++) {
        uint32_t name = w->request[(first + i) % w->nrequests];
        str_addf(w->text, " n%u", name);
        if (w->receives[name])
            remember(w->got, &w->ngot, name);
    }
    str_addf(w->text, "\n");
}

static void write_completion(struct writer *w)
{
    static const char *const one[] = {"wait", "test"};
    static const char *const several[2][3] = {{"wait", "waitany", "waitsome"},
                                              {"testall", "testany", "testany"}};
    bool test = chance(w, w->f->tests), many = chance(w, w->f->several);
    const char *word = many ? several[test][rng_below(w->rng, 3)] : one[test];
    uint32_t name = new_name(w);
    str_addf(w->text, "%s", w->indent);
    if (test || (word != one[0] && word != several[0][0])) {
        str_addf(w->text, "n%u = ", name);
        remember(w->answer, &w->nanswers, name);
    }
    str_addf(w->text, "%s", word);
    write_requests(w, many ? 2 + rng_below(w->rng, 2) : 1);
}

/* What was cancelled is sent again. */
static void write_again(struct writer *w, uint32_t cancel, const struct item *i)
{
    uint32_t name = new_name(w);
    str_addf(w->text, "%sif n%u\n%s  n%u = isend %u tag %u value 2", w->indent, cancel,
             w->indent, name, i->peer, i->tag);
    write_context(w, i->context);
    str_addf(w->text, "%send\n", w->indent);
    remember(w->request, &w->nrequests, name);
    w->sends[name] = true;
    w->sent[name] = *i;
}

static bool write_cancel(struct writer *w)
{
    uint32_t r = w->nrequests ? pick(w, w->request, w->nrequests) : 0;
    bool retracts = w->sends[r] && w->f->retracts && chance(w, w->f->retracts);
    if (!w->nrequests || !(w->receives[r] || retracts))
        return false;
    uint32_t name = new_name(w);
    str_addf(w->text, "%sn%u = cancel n%u\n", w->indent, name, r);
    remember(w->answer, &w->nanswers, name);
    if (retracts && w->sent[r].peer != UNKNOWN && rarely(w, w->f->resends))
        write_again(w, name, &w->sent[r]);
    return true;
}

static void write_iprobe(struct writer *w)
{
    struct item i = {.peer = rng_below(w->rng, w->f->ranks),
                     .tag = rng_below(w->rng, w->f->tags)};
    uint32_t name = new_name(w);
    str_addf(w->text, "%sn%u = %s", w->indent, name,
             chance(w, w->f->tries) ? "tryrecv" : "iprobe");
    write_source(w, &i, chance(w, w->f->wildcards));
    remember(w->answer, &w->nanswers, name);
}

static void write_condition(struct writer *w)
{
    static const char *const forms[] = {"n%u.source == %u", "n%u.source == %u",
                                        "n%u == %u", "n%u > %u"};
    uint32_t number = rng_below(w->rng, 3);
    if (w->ngot && (!w->nanswers || chance(w, 60))) {
        uint32_t form = rng_below(w->rng, 4), name = pick(w, w->got, w->ngot);
        str_addf(w->text, forms[form], name,
                 form < 2 ? w->rank ? 0 : 1 + number % 2 : number);
    } else {
        str_addf(w->text, "n%u > 0", pick(w, w->answer, w->nanswers));
    }
    str_addf(w->text, "\n");
}

static bool has_observed(const struct writer *w)
{
    return w->ngot || w->nanswers;
}

static void write_extra(struct writer *w)
{
    if (w->ntaken && chance(w, 60)) {
        write_mrecv(w);
    } else if (chance(w, w->f->choices)) {
        uint32_t name = new_name(w);
        str_addf(w->text, "%sn%u = choose 2\n", w->indent, name);
        remember(w->answer, &w->nanswers, name);
    } else if (has_observed(w) && chance(w, w->f->asserts)) {
        str_addf(w->text, "%sassert ", w->indent);
        write_condition(w);
    } else if (chance(w, w->f->iprobes)) {
        write_iprobe(w);
    } else if (!(chance(w, w->f->cancels) && write_cancel(w)) && w->nrequests) {
        if (in_loop(w))
            write_loop(w, NULL);
        else
            write_completion(w);
    }
}

/* ---- ranks ---- */

static void write_branch(struct writer *w, const struct item *i)
{
    struct item other = *i;
    str_addf(w->text, "  if ");
    write_condition(w);
    w->indent = "    ";
    write_item(w, i);
    if (chance(w, 50))
        other.tag = rng_below(w->rng, w->f->tags);
    if (i->kind == ITEM_SEND && !i->context && chance(w, 30))
        other.peer = rng_below(w->rng, w->f->ranks);
    if (chance(w, 85)) {
        str_addf(w->text, "  else\n");
        write_item(w, &other);
        if (chance(w, 30))
            write_extra(w);
    }
    str_addf(w->text, "  end\n");
    w->indent = "  ";
}

static void write_rank(struct rng *rng, const struct ranks_flavour *f, uint32_t rank,
                       const struct plan *plan, struct str *text)
{
    struct writer w = {.rng = rng, .text = text, .f = f, .rank = rank, .indent = "  "};
    str_addf(text, "rank %u\n", rank);
    for (uint32_t i = 0; i < plan->len; i++) {
        if (has_observed(&w) && chance(&w, f->branches))
            write_branch(&w, &plan->at[i]);
        else
            write_item(&w, &plan->at[i]);
        if (chance(&w, f->extras))
            write_extra(&w);
    }
    while (w.ntaken)
        write_mrecv(&w);
    for (uint32_t i = 0; i < w.nrequests; i++)
        if (chance(&w, 80))
            str_addf(text, "  wait n%u\n", w.request[i]);
}

static void plan_item(struct plan *p, struct item i)
{
    if (p->len < MAX_ITEMS)
        p->at[p->len++] = i;
}

/* A context other than the first has the ranks below this. */
static uint32_t members(const struct ranks_flavour *f, uint32_t context)
{
    return context && f->ranks > 2 ? f->ranks - context % 2 : f->ranks;
}

static void plan_message(struct rng *rng, const struct ranks_flavour *f,
                         struct plan *plan)
{
    struct item send = {.kind = ITEM_SEND, .context = rng_below(rng, f->contexts)};
    uint32_t n = members(f, send.context), from = rng_below(rng, n), to;
    if (rng_below(rng, 100) < f->selves)
        to = from;
    else if (rng_below(rng, 100) < 60) /* most go to the first, so that they race */
        to = from ? 0 : 1;
    else
        to = (from + 1 + rng_below(rng, n - 1)) % n;
    send.peer = to;
    send.tag = rng_below(rng, f->tags);
    struct item receive = send;
    receive.kind = ITEM_RECEIVE;
    receive.peer = from;
    uint32_t lonely = rng_below(rng, 200) < 2 * f->lonely ? 1 + rng_below(rng, 2) : 0;
    if (!lonely && f->pairs && rng_below(rng, 100) < f->pairs) {
        plan_item(&plan[from], send);
        receive.kind = ITEM_PAIR;
    } else if (!lonely && from != to && f->rounds && rng_below(rng, 100) < f->rounds) {
        struct item answer = receive;
        answer.kind = ITEM_SEND;
        send.kind = ITEM_ROUND;
        plan_item(&plan[from], send);
        plan_item(&plan[to], receive);
        plan_item(&plan[to], answer);
        return;
    }
    if (lonely != 1)
        plan_item(&plan[from], send);
    if (lonely != 2)
        plan_item(&plan[to], receive);
}

static void plan_collective(struct rng *rng, const struct ranks_flavour *f,
                            struct plan *plan)
{
    struct item c = {.kind = ITEM_COLLECTIVE,
                     .context = rng_below(rng, f->contexts),
                     .which = rng_below(rng, f->empty ? 5 : 4)};
    c.peer = rng_below(rng, members(f, c.context));
    c.empty = f->empty && rng_below(rng, 100) < f->empty;
    for (uint32_t i = 0; i < members(f, c.context); i++)
        if (rng_below(rng, 100) >= f->lonely)
            plan_item(&plan[i], c);
}

static void plan_circle(struct rng *rng, const struct ranks_flavour *f, struct plan *plan)
{
    struct item c = {.kind = ITEM_CIRCLE,
                     .which = rng_below(rng, 2),
                     .peer = rng_below(rng, f->ranks),
                     .empty = rng_below(rng, 2)};
    for (uint32_t i = 0; i < f->ranks; i++)
        plan_item(&plan[i], c);
}

/* Neighbours change places; collectives keep their order. */
static void shuffle(struct rng *rng, const struct ranks_flavour *f, struct plan *p)
{
    for (uint32_t i = 0; i + 1 < p->len; i++) {
        struct item a = p->at[i], b = p->at[i + 1];
        bool both = a.kind >= ITEM_COLLECTIVE && b.kind >= ITEM_COLLECTIVE;
        if (both || rng_below(rng, 100) >= f->shuffled)
            continue;
        p->at[i] = b;
        p->at[i + 1] = a;
    }
}

void random_ranks(uint64_t seed, const struct ranks_flavour *f, struct str *text)
{
    struct rng rng = {seed * 0x9e3779b97f4a7c15u + 7};
    struct plan plan[MAX_RANKS] = {0};
    uint32_t collectives = f->collectives, circles = f->circles;
    for (uint32_t i = 0; i < f->messages; i++) {
        plan_message(&rng, f, plan);
        if (collectives && rng_below(&rng, f->messages - i) < collectives) {
            plan_collective(&rng, f, plan);
            collectives--;
        }
        if (circles && rng_below(&rng, f->messages - i) < circles) {
            plan_circle(&rng, f, plan);
            circles--;
        }
    }
    str_addf(text, "semantics matching\n");
    for (uint32_t c = 1; c < f->contexts; c++) {
        str_addf(text, "comm C%u", c);
        for (uint32_t i = 0; i < members(f, c); i++)
            str_addf(text, " %u", i);
        str_addf(text, "\n");
    }
    for (uint32_t i = 0; i < f->ranks; i++) {
        shuffle(&rng, f, &plan[i]);
        write_rank(&rng, f, i, &plan[i], text);
    }
}

/* What is withdrawn must be under way, and somebody must look. */
void flavour_cancels_sends(struct ranks_flavour *f)
{
    f->retracts = 80;
    f->resends = 40;
    f->cancels = 60;
    f->isends = 80;
    f->extras += 20;
    f->iprobes = 20;
    f->sights = 30;
}

struct ranks_flavour random_flavour(uint64_t seed)
{
    struct rng r = {seed * 0xbf58476d1ce4e5b9u + 3};
    static const uint32_t ranks[] = {2, 3, 3, 3, 4};
    struct ranks_flavour f = {.ranks = ranks[rng_below(&r, 5)]};
    f.messages = 2 + rng_below(&r, f.ranks == 4 ? 4 : 5);
    f.tags = 1 + rng_below(&r, 2);
    f.contexts = rng_below(&r, 3) ? 1 : 2;
    f.lonely = rng_below(&r, 3) ? 0 : 15;
    f.shuffled = rng_below(&r, 2) ? 0 : 40;
    f.wildcards = 30 + rng_below(&r, 71);
    f.any_tags = rng_below(&r, 60);
    f.selves = rng_below(&r, 4) ? 0 : 15;
    f.isends = rng_below(&r, 80);
    f.syncs = rng_below(&r, 2) ? 0 : 30;
    f.buffered = rng_below(&r, 4) ? 0 : 20;
    f.irecvs = rng_below(&r, 90);
    f.probes = rng_below(&r, 3) ? 0 : 30;
    f.tries = rng_below(&r, 3) ? 0 : 40;
    f.extras = 10 + rng_below(&r, 60);
    f.tests = rng_below(&r, 2) ? 0 : 60;
    f.several = rng_below(&r, 2) ? 0 : 60;
    f.cancels = rng_below(&r, 4) ? 0 : 30;
    f.iprobes = rng_below(&r, 4) ? 0 : 40;
    f.choices = rng_below(&r, 4) ? 0 : 25;
    f.asserts = rng_below(&r, 3) ? 0 : 20;
    f.collectives = rng_below(&r, 3) ? 0 : 1 + rng_below(&r, 2);
    f.branches = rng_below(&r, 3) ? 30 : 0;
    f.answers = rng_below(&r, 2) ? 0 : 40;
    f.retracts = f.cancels && rng_below(&r, 2) ? 80 : 0;
    f.takes = rng_below(&r, 3) ? 0 : 50;
    f.sights = rng_below(&r, 4) ? 0 : 40;
    f.pairs = rng_below(&r, 4) ? 0 : 40;
    f.rounds = rng_below(&r, 4) ? 0 : 40;
    f.empty = f.collectives && rng_below(&r, 2) ? 30 : 0;
    if (f.retracts)
        flavour_cancels_sends(&f);
    return f;
}
