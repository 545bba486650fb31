/* SPDX-License-Identifier: Apache-2.0
 *
 * windows.c - see windows.h.
 *
 * The program is written as one sequence of episodes, each of which adds statements to
 * some ranks; so what one rank waits for, another has done, unless locks get in the way.
 * An episode is a message, a barrier, or an epoch of one of the kinds of synchronisation.
 *
 * So that about half of the programs have no races, each cell has a discipline: atomic
 * accesses with one operation, or locks that exclude, or a holder who gives it to the
 * next by a message, or a flag that says whether it is there. Wild accesses have none. */
#include "windows.h"
#include "random.h"

enum { MAX_RANKS = 3, MAX_CELLS = 3, MAX_NAMES = 12, MAX_ACCESSES = 8, MAX_LOCKS = 6 };
enum discipline { BY_ATOMICS, BY_LOCKS, BY_HOLDER, DISCIPLINES };
enum style { STYLE_LOCKS, STYLE_FENCES, STYLE_POSTS };

static const char *const operations[] = {"add", "replace", "max"};

struct cell {
    enum discipline discipline;
    const char *operation;
    uint32_t holder; /* MAX_RANKS: nobody has it */
};

struct author {
    struct rng rng;
    const struct windows_flavour *f;
    struct str body[MAX_RANKS];
    uint32_t names[MAX_RANKS], accesses[MAX_RANKS], locks[MAX_RANKS], written;
    uint32_t known[MAX_RANKS]; /* the last name whose value is known, + 1 */
    struct cell cell[2][MAX_RANKS][MAX_CELLS]; /* by window and target */
    enum style style[2];
    bool all[2], exclusive[2]; /* the window may be locked so */
    uint32_t fences[2];
};

static bool chance(struct author *a, uint32_t percent)
{
    return rng_below(&a->rng, 100) < percent;
}

static uint32_t below(struct author *a, uint32_t n)
{
    return rng_below(&a->rng, n);
}

/* Most accesses are to one part, so that they meet. */
static uint32_t pick_target(struct author *a)
{
    return chance(a, 60) ? 0 : below(a, a->f->ranks);
}

static uint32_t pick_cell(struct author *a)
{
    return chance(a, 60) ? 0 : below(a, a->f->cells);
}

static uint32_t new_name(struct author *a, uint32_t rank)
{
    return a->names[rank]++;
}

static bool is_full(const struct author *a, uint32_t rank)
{
    return a->names[rank] >= MAX_NAMES - 1 || a->accesses[rank] >= MAX_ACCESSES - 1 ||
           a->locks[rank] + a->f->ranks > MAX_LOCKS;
}

#define SAY(rank, ...) str_addf(&a->body[rank], __VA_ARGS__)

/* ---- accesses ---- */

static const char *const windows[] = {"W", "V"};

enum form { PUT, GET, ACCUMULATE, FETCH, READ, CAS, FORMS };

static void write_access(struct author *a, uint32_t rank, uint32_t w, uint32_t target,
                         uint32_t cell, enum form form, const char *operation)
{
    uint32_t value = 1 + below(a, 3), n;
    a->accesses[rank]++;
    a->written++;
    switch (form) {
    case PUT:
        SAY(rank, "  put %s %u %u value %u\n", windows[w], target, cell, value);
        return;
    case ACCUMULATE:
        SAY(rank, "  accumulate %s %u %u %s %u\n", windows[w], target, cell, operation,
            value);
        return;
    default:
        break;
    }
    n = new_name(a, rank);
    a->known[rank] = n + 1;
    if (form == GET)
        SAY(rank, "  n%u = get %s %u %u\n", n, windows[w], target, cell);
    else if (form == CAS)
        SAY(rank, "  n%u = cas %s %u %u compare %u value %u\n", n, windows[w], target,
            cell, below(a, 3), value);
    else if (form == READ)
        SAY(rank, "  n%u = fetch %s %u %u noop\n", n, windows[w], target, cell);
    else
        SAY(rank, "  n%u = fetch %s %u %u %s %u\n", n, windows[w], target, cell,
            operation, value);
}

static enum form atomic_form(struct author *a)
{
    static const enum form forms[] = {ACCUMULATE, ACCUMULATE, FETCH, FETCH, READ, CAS};
    return forms[below(a, 6)];
}

static void wild_access(struct author *a, uint32_t rank, uint32_t w, uint32_t target,
                        uint32_t cell)
{
    write_access(a, rank, w, target, cell, (enum form)below(a, FORMS),
                 operations[below(a, 3)]);
}

static void write_local(struct author *a, uint32_t rank, uint32_t w, uint32_t cell,
                        bool store)
{
    if (store) {
        SAY(rank, "  store %s %u value %u\n", windows[w], cell, 1 + below(a, 3));
    } else {
        uint32_t n = new_name(a, rank);
        SAY(rank, "  n%u = load %s %u\n", n, windows[w], cell);
        a->known[rank] = n + 1;
    }
    a->written++;
}

/* ---- what comes between ---- */

static void write_message(struct author *a, uint32_t from, uint32_t to)
{
    static const char *const sends[] = {"send", "send", "ssend", "bsend"};
    bool posts = chance(a, 15), any = chance(a, a->f->wildcards);
    uint32_t name;
    if (a->names[to] >= MAX_NAMES - 1)
        return;
    SAY(from, "  %s %u value %u\n", sends[below(a, 4)], to, from + 1);
    name = new_name(a, to);
    SAY(to, "  n%u = %s ", name, posts ? "irecv" : "recv");
    if (any)
        SAY(to, "any\n");
    else
        SAY(to, "%u\n", from);
    if (posts)
        SAY(to, "  wait n%u\n", name);
    else if (any)
        a->known[to] = name + 1;
}

static void write_barrier(struct author *a)
{
    for (uint32_t i = 0; i < a->f->ranks; i++)
        SAY(i, "  barrier\n");
    for (uint32_t w = 0; w < 2; w++)
        for (uint32_t t = 0; t < MAX_RANKS; t++)
            for (uint32_t c = 0; c < MAX_CELLS; c++)
                a->cell[w][t][c].holder = MAX_RANKS;
}

/* The rank may have the cell now; who had it before says so. */
static void hand_over(struct author *a, struct cell *c, uint32_t rank)
{
    if (c->holder != MAX_RANKS && c->holder != rank)
        write_message(a, c->holder, rank);
    c->holder = rank;
}

static void write_claim(struct author *a, uint32_t rank)
{
    if (a->known[rank] && !a->f->playable && chance(a, a->f->asserts))
        SAY(rank, "  assert n%u %s %u\n", a->known[rank] - 1, chance(a, 50) ? "!=" : "<",
            1 + below(a, 4));
}

/* ---- epochs of locks ---- */

static void write_flush(struct author *a, uint32_t rank, uint32_t w, uint32_t target)
{
    switch (below(a, 5)) {
    case 0:
        SAY(rank, "  flushall %s\n", windows[w]);
        break;
    case 1:
        SAY(rank, "  flushlocal %s %u\n", windows[w], target);
        break;
    case 2:
        SAY(rank, "  flushlocalall %s\n", windows[w]);
        break;
    default:
        SAY(rank, "  flush %s %u\n", windows[w], target);
    }
}

/* Some accesses to one cell, as its discipline has it. */
static void write_accesses(struct author *a, uint32_t rank, uint32_t w, uint32_t target,
                           uint32_t cell, uint32_t n)
{
    const struct cell *c = &a->cell[w][target][cell];
    for (uint32_t i = 0; i < n && !is_full(a, rank); i++) {
        bool needs_flush = i && c->discipline != BY_ATOMICS && !chance(a, a->f->wild);
        if (needs_flush)
            SAY(rank, "  flush %s %u\n", windows[w], target);
        else if (i && chance(a, 30))
            write_flush(a, rank, w, target);
        if (chance(a, a->f->wild))
            wild_access(a, rank, w, target, cell);
        else if (c->discipline == BY_ATOMICS)
            write_access(a, rank, w, target, cell, atomic_form(a), c->operation);
        else
            write_access(a, rank, w, target, cell, chance(a, 50) ? PUT : GET, NULL);
    }
}

/* On something that was observed in this epoch, which a flush has completed. */
static void write_branch(struct author *a, uint32_t rank, uint32_t w, uint32_t target,
                         uint32_t cell)
{
    if (!a->known[rank] || is_full(a, rank))
        return;
    SAY(rank, "  flush %s %u\n  if n%u %s %u\n", windows[w], target, a->known[rank] - 1,
        chance(a, 50) ? "==" : ">", below(a, 3));
    write_accesses(a, rank, w, target, cell, 1);
    SAY(rank, "  end\n");
    a->known[rank] = 0;
}

static void lock_epoch(struct author *a, uint32_t w, uint32_t rank)
{
    uint32_t target = pick_target(a), cell = pick_cell(a);
    struct cell *c = &a->cell[w][target][cell];
    bool wild = chance(a, a->f->wild);
    bool exclusive = a->exclusive[w] && (c->discipline == BY_LOCKS) ^ wild;
    bool all = a->all[w] && !exclusive && chance(a, 40);
    if (is_full(a, rank))
        return;
    if (c->discipline == BY_HOLDER && !wild)
        hand_over(a, c, rank);
    exclusive |= a->exclusive[w] && !all && chance(a, 10);
    a->locks[rank] += all ? a->f->ranks : 1;
    if (all)
        SAY(rank, "  lockall %s\n", windows[w]);
    else
        SAY(rank, "  lock %s %u %s\n", windows[w], target,
            exclusive ? "exclusive" : "shared");
    if (target == rank && c->discipline != BY_ATOMICS && chance(a, 40))
        write_local(a, rank, w, cell, chance(a, 50));
    else
        write_accesses(a, rank, w, target, cell, 1 + below(a, 3));
    if (chance(a, a->f->branches))
        write_branch(a, rank, w, target, cell);
    if (all && chance(a, 40)) {
        uint32_t other = below(a, a->f->ranks);
        if (a->cell[w][other][0].discipline == BY_ATOMICS)
            write_accesses(a, rank, w, other, 0, 1);
    }
    if (all)
        SAY(rank, "  unlockall %s\n", windows[w]);
    else
        SAY(rank, "  unlock %s %u\n", windows[w], target);
}

/* Two locks at once, of two targets. */
static void two_locks(struct author *a, uint32_t w, uint32_t rank)
{
    uint32_t first = below(a, a->f->ranks);
    uint32_t second = (first + 1 + below(a, a->f->ranks - 1)) % a->f->ranks;
    const char *kinds[] = {a->exclusive[w] ? "exclusive" : "shared", "shared"};
    if (is_full(a, rank))
        return;
    a->locks[rank] += 2;
    SAY(rank, "  lock %s %u %s\n", windows[w], first, kinds[chance(a, 30)]);
    SAY(rank, "  lock %s %u %s\n", windows[w], second, kinds[chance(a, 30)]);
    for (int i = 0; i < 2; i++) {
        uint32_t target = i ? second : first, cell = pick_cell(a);
        if (a->cell[w][target][cell].discipline == BY_ATOMICS || chance(a, a->f->wild))
            write_accesses(a, rank, w, target, cell, 1);
    }
    bool turned = chance(a, 50);
    SAY(rank, "  unlock %s %u\n", windows[w], turned ? first : second);
    SAY(rank, "  unlock %s %u\n", windows[w], turned ? second : first);
}

/* One rank writes a cell and then says so by an atomic; another looks whether it has. */
static void flag_episode(struct author *a, uint32_t w)
{
    uint32_t writer = below(a, a->f->ranks), target = pick_target(a);
    uint32_t reader = (writer + 1 + below(a, a->f->ranks - 1)) % a->f->ranks;
    bool forgets = chance(a, a->f->wild);
    if (!a->all[w] || a->f->cells < 2 || is_full(a, writer) || is_full(a, reader) ||
        a->cell[w][target][0].discipline != BY_ATOMICS)
        return;
    a->cell[w][target][0].operation = "add";
    hand_over(a, &a->cell[w][target][1], writer);
    a->locks[writer] += a->f->ranks;
    a->locks[reader] += a->f->ranks;
    SAY(writer, "  lockall %s\n", windows[w]);
    write_access(a, writer, w, target, 1, PUT, NULL);
    if (!forgets)
        SAY(writer, "  flush %s %u\n", windows[w], target);
    write_access(a, writer, w, target, 0, ACCUMULATE, "add");
    SAY(writer, "  unlockall %s\n", windows[w]);
    SAY(reader, "  lockall %s\n", windows[w]);
    write_access(a, reader, w, target, 0, READ, "add");
    uint32_t flag = a->known[reader] - 1;
    SAY(reader, "  flush %s %u\n  if n%u > %u\n", windows[w], target, flag,
        forgets && chance(a, 30) ? 1 : 0);
    if (target == reader && chance(a, 50))
        write_local(a, reader, w, 1, false);
    else
        write_access(a, reader, w, target, 1, chance(a, 70) ? GET : PUT, NULL);
    SAY(reader, "  end\n  unlockall %s\n", windows[w]);
    a->known[reader] = 0;
    a->cell[w][target][1].discipline = BY_ATOMICS; /* nobody knows who may have it now */
    a->cell[w][target][1].operation = "add";
    write_barrier(a);
}

/* ---- fences ---- */

static void fence_all(struct author *a, uint32_t w)
{
    for (uint32_t i = 0; i < a->f->ranks; i++)
        SAY(i, "  fence %s\n", windows[w]);
    a->fences[w]++;
}

/* Between two fences, a cell is written by one, or read, or accessed by atomics. */
static void fence_episode(struct author *a, uint32_t w)
{
    uint32_t target = pick_target(a), cell = pick_cell(a);
    uint32_t rank = below(a, a->f->ranks), form = below(a, 4);
    if (!a->fences[w])
        fence_all(a, w);
    for (uint32_t n = 1 + below(a, 3); n; n--) {
        uint32_t who = form == 1 ? rank : below(a, a->f->ranks);
        if (is_full(a, who) || a->written >= a->f->accesses + 2)
            continue;
        if (chance(a, a->f->wild))
            wild_access(a, who, w, target, cell);
        else if (form == 0)
            write_access(a, who, w, target, cell, GET, NULL);
        else if (form == 1 && chance(a, 30))
            write_local(a, target, w, cell, chance(a, 50));
        else if (form == 1)
            write_access(a, who, w, target, cell, PUT, NULL);
        else
            write_access(a, who, w, target, cell, atomic_form(a),
                         a->cell[w][target][cell].operation);
        if (form == 1 && !chance(a, a->f->wild))
            break;
    }
    fence_all(a, w);
}

/* ---- post, start, complete, wait ---- */

/* One target, one or two origins. What was put is complete when the target has waited. */
static void post_episode(struct author *a, uint32_t w)
{
    uint32_t target = pick_target(a), cell = pick_cell(a), n = 0;
    uint32_t form = below(a, 3);
    bool origins[MAX_RANKS] = {false};
    for (uint32_t i = 0; i < a->f->ranks; i++)
        n += origins[i] = i != target && !is_full(a, i) && (chance(a, 60) || !n);
    if (!n || is_full(a, target))
        return;
    if (chance(a, 30))
        write_local(a, target, w, cell, true);
    SAY(target, "  post %s", windows[w]);
    for (uint32_t i = 0; i < a->f->ranks; i++)
        if (origins[i])
            SAY(target, " %u", i);
    SAY(target, "\n");
    for (uint32_t i = 0; i < a->f->ranks; i++) {
        if (!origins[i])
            continue;
        SAY(i, "  start %s %u\n", windows[w], target);
        if (chance(a, a->f->wild))
            wild_access(a, i, w, target, cell);
        else if (form == 0)
            write_access(a, i, w, target, cell, GET, NULL);
        else if (form == 1)
            write_access(a, i, w, target, cell,
                         n == 1 || chance(a, a->f->wild) ? PUT : GET, NULL);
        else
            for (uint32_t k = 1 + below(a, 2); k && !is_full(a, i); k--)
                write_access(a, i, w, target, cell, atomic_form(a),
                             a->cell[w][target][cell].operation);
        SAY(i, "  complete %s\n", windows[w]);
        if (chance(a, 20)) /* tells another one, which need not mean that it is done */
            write_message(a, i, (i + 1) % a->f->ranks);
    }
    if (n == 1 && chance(a, 20)) { /* of several, the kernel asks one after the other */
        uint32_t t = new_name(a, target);
        SAY(target, "  n%u = testwin %s\n  if n%u == 0\n    waitwin %s\n  end\n", t,
            windows[w], t, windows[w]);
    } else {
        SAY(target, "  waitwin %s\n", windows[w]);
    }
    if (chance(a, 40))
        write_local(a, target, w, cell, false);
    if (a->f->playable) /* MPICH 4.0 may lose a post while it starts another epoch */
        write_barrier(a);
}

/* ---- programs ---- */

static void episode(struct author *a)
{
    uint32_t w = a->f->second ? below(a, 2) : 0, rank = below(a, a->f->ranks);
    if (chance(a, 12))
        write_message(a, rank, (rank + 1) % a->f->ranks);
    else if (chance(a, 8))
        write_barrier(a);
    else if (chance(a, a->f->wild / 2))
        write_local(a, rank, w, below(a, a->f->cells), chance(a, 50));
    else if (a->style[w] == STYLE_FENCES)
        fence_episode(a, w);
    else if (a->style[w] == STYLE_POSTS)
        post_episode(a, w);
    else if (chance(a, 12))
        flag_episode(a, w);
    else if (chance(a, 15))
        two_locks(a, w, rank);
    else
        lock_epoch(a, w, rank);
    write_claim(a, rank);
}

static void choose_disciplines(struct author *a)
{
    for (uint32_t w = 0; w < 2; w++)
        for (uint32_t t = 0; t < MAX_RANKS; t++)
            for (uint32_t c = 0; c < MAX_CELLS; c++) {
                struct cell *x = &a->cell[w][t][c];
                x->discipline = (enum discipline)below(a, DISCIPLINES);
                if (x->discipline == BY_LOCKS && !a->exclusive[w])
                    x->discipline = BY_HOLDER;
                x->operation = operations[chance(a, 60) ? 0 : below(a, 3)];
                x->holder = MAX_RANKS;
            }
}

void random_windows(uint64_t seed, const struct windows_flavour *f, struct str *text)
{
    struct author author = {.rng = {seed * 0x9e3779b97f4a7c15u + 11}, .f = f};
    struct author *a = &author;
    static const enum style styles[] = {STYLE_LOCKS, STYLE_LOCKS, STYLE_LOCKS,
                                        STYLE_FENCES, STYLE_POSTS};
    for (uint32_t w = 0; w < 2; w++) {
        a->all[w] = chance(a, 40) || f->mixed;
        a->exclusive[w] = !a->all[w] || f->mixed;
    }
    choose_disciplines(a);
    a->style[0] = styles[below(a, 5)];
    a->style[1] = styles[below(a, 5)];
    for (int i = 0; i < 20 && a->written < f->accesses; i++)
        episode(a);
    str_addf(text, "semantics matching\n");
    for (uint32_t w = 0; w < (f->second ? 2 : 1); w++)
        str_addf(text, "window %s %u\n", windows[w], f->cells);
    for (uint32_t i = 0; i < f->ranks; i++) {
        str_addf(text, "rank %u\n%s", i, str_text(&a->body[i]));
        str_free(&a->body[i]);
    }
}

struct windows_flavour windows_flavour(uint64_t seed)
{
    struct rng r = {seed * 0xbf58476d1ce4e5b9u + 5};
    struct windows_flavour f = {.ranks = 2 + rng_below(&r, 2)};
    f.cells = 1 + rng_below(&r, 2);
    f.accesses = 3 + rng_below(&r, f.ranks == 2 ? 4 : 3);
    f.wild = rng_below(&r, 5) < 2 ? 0 : 20 + rng_below(&r, 60);
    f.branches = rng_below(&r, 2) ? 0 : 40;
    f.asserts = rng_below(&r, 3) ? 0 : 40;
    f.wildcards = rng_below(&r, 2) ? 0 : 60;
    f.second = !rng_below(&r, 4);
    return f;
}
