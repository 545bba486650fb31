/* SPDX-License-Identifier: Apache-2.0
 *
 * parallel.c - the same search on several cores.
 *
 * Every thread has its own stack and works as the sequential search does; the
 * store is shared. A thread whose stack is long while others have nothing
 * gives half of it away through a common pool. The search is over when every
 * thread is waiting and the pool is empty.
 *
 * Threads hold a readers' lock while they use the table; the one that finds
 * it too small takes the writers' lock to grow it. */
#include "model/engine.h"

#include <pthread.h>

struct team {
    struct engine *e;
    pthread_rwlock_t table; /* readers use it, a writer grows it */
    pthread_mutex_t lock;   /* protects what follows */
    pthread_cond_t more;
    ids pool;
    unsigned idle, size;
    bool done; /* also read without the lock, as a hint */
    uint64_t states;
};

struct worker {
    struct team *team;
    pthread_t thread;
    struct search_result r; /* its own counts */
    bool first;
};

static void stop_all(struct team *t)
{
    pthread_mutex_lock(&t->lock);
    __atomic_store_n(&t->done, true, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&t->more);
    pthread_mutex_unlock(&t->lock);
}

/* Waits for something to do. False when the search is over. */
static bool fetch(struct team *t, ids *stack)
{
    pthread_mutex_lock(&t->lock);
    __atomic_store_n(&t->idle, t->idle + 1, __ATOMIC_RELAXED);
    if (t->idle == t->size && !t->pool.len) {
        __atomic_store_n(&t->done, true, __ATOMIC_RELAXED);
        pthread_cond_broadcast(&t->more);
    }
    while (!t->done && !t->pool.len)
        pthread_cond_wait(&t->more, &t->lock);
    bool go = !t->done;
    if (go) {
        size_t take = (t->pool.len + t->size - 1) / t->size;
        while (take--)
            vec_push(stack, vec_pop(&t->pool));
        __atomic_store_n(&t->idle, t->idle - 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&t->lock);
    return go;
}

/* Gives away the older half, which is nearer to the root and so larger. */
static void share(struct team *t, ids *stack)
{
    pthread_mutex_lock(&t->lock);
    size_t half = stack->len / 2;
    for (size_t i = 0; i < half; i++)
        vec_push(&t->pool, stack->at[i]);
    for (size_t i = half; i < stack->len; i++)
        stack->at[i - half] = stack->at[i];
    stack->len -= half;
    pthread_cond_broadcast(&t->more);
    pthread_mutex_unlock(&t->lock);
}

static bool make_room(struct team *t, struct batch *b)
{
    struct store *s = &t->e->store;
    bool ok = true;
    pthread_rwlock_wrlock(&t->table);
    s->count = __atomic_load_n(&t->states, __ATOMIC_RELAXED);
    ok = store_reserve(s, (uint64_t)b->count + (uint64_t)t->size * 1024, t->e->o->memory);
    pthread_rwlock_unlock(&t->table);
    return ok;
}

static bool take_in(struct worker *w, struct store_cursor *cur, struct batch *b,
                    ids *stack)
{
    struct team *t = w->team;
    struct store *s = &t->e->store;
    for (;;) {
        pthread_rwlock_rdlock(&t->table);
        uint64_t n = __atomic_load_n(&t->states, __ATOMIC_RELAXED);
        size_t now = (size_t)n * s->bytes + s->table_bytes;
        if (!store_needs_room(s, n, (uint64_t)b->count + (uint64_t)t->size * 512) &&
            now <= t->e->o->memory)
            break;
        pthread_rwlock_unlock(&t->table);
        if (!make_room(t, b))
            return false;
    }
    uint64_t before = cur->added;
    for (uint32_t i = 0; i < b->count; i++) {
        b->hash[i] = store_hash(batch_at(b, i), b->stride);
        store_prefetch(s, b->hash[i]);
    }
    for (uint32_t i = 0; i < b->count; i++)
        store_prefetch_state(s, b->hash[i]);
    for (uint32_t i = 0; i < b->count; i++) {
        bool fresh;
        uint32_t id = store_add(s, cur, batch_at(b, i), b->hash[i], true, &fresh);
        if (fresh)
            vec_push(stack, id);
    }
    __atomic_fetch_add(&t->states, cur->added - before, __ATOMIC_RELAXED);
    pthread_rwlock_unlock(&t->table);
    return true;
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct team *t = w->team;
    struct engine *e = t->e;
    struct expander x;
    struct batch b;
    struct store_cursor cur = {0};
    ids stack = {0};
    expander_init(&x, e->sp);
    batch_init(&b, e->sp->layout.bytes);
    if (w->first) {
        uint32_t id = engine_initial(e, &x, &cur);
        __atomic_store_n(&t->states, 1, __ATOMIC_RELAXED);
        if (id != STORE_NONE)
            vec_push(&stack, id);
    }
    bool stop = false;
    for (uint64_t rounds = 1; !stop; rounds++) {
        if (__atomic_load_n(&t->done, __ATOMIC_RELAXED) ||
            (!stack.len && !fetch(t, &stack)))
            break;
        b.count = 0;
        for (int k = 0; k < 4 * ENGINE_TOGETHER && stack.len && !stop; k++) {
            uint32_t id = vec_pop(&stack);
            struct expansion ex = space_expand(&x, store_at(&e->store, id), &b);
            stop = engine_note(e, &w->r, &x.open, ex, id);
        }
        w->r.transitions += b.count;
        if (!stop && !take_in(w, &cur, &b, &stack))
            stop = w->r.cut_memory = true;
        if (__atomic_load_n(&t->idle, __ATOMIC_RELAXED) && stack.len > 1)
            share(t, &stack);
        if (w->first && rounds % 1024 == 0) {
            e->r->states = e->store.count = __atomic_load_n(&t->states, __ATOMIC_RELAXED);
            e->r->waiting = stack.len;
            stop |= engine_tick(e);
        }
    }
    if (stop)
        stop_all(t);
    vec_free(&stack);
    batch_free(&b);
    expander_free(&x);
    return NULL;
}

void engine_parallel(struct engine *e)
{
    struct team t = {.e = e, .size = e->o->jobs};
    pthread_rwlockattr_t fair;
    pthread_rwlockattr_init(&fair);
    pthread_rwlockattr_setkind_np(&fair, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&t.table, &fair);
    pthread_rwlockattr_destroy(&fair);
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.more, NULL);
    store_reserve(&e->store, (uint64_t)t.size * 2048, e->o->memory);
    struct worker *w = mem_alloc(t.size * sizeof *w);
    for (unsigned i = 0; i < t.size; i++)
        w[i] = (struct worker){.team = &t, .first = i == 0};
    unsigned started = 1;
    for (; started < t.size; started++)
        if (pthread_create(&w[started].thread, NULL, work, &w[started]))
            break;
    pthread_mutex_lock(&t.lock);
    t.size = started; /* the number of threads that the system could start */
    pthread_mutex_unlock(&t.lock);
    work(&w[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(w[i].thread, NULL);
    for (unsigned i = 0; i < started; i++) {
        e->r->transitions += w[i].r.transitions;
        e->r->halted += w[i].r.halted;
        e->r->absolutely_halted += w[i].r.absolutely_halted;
        e->r->violations += w[i].r.violations;
        e->r->cut_channel |= w[i].r.cut_channel;
        e->r->cut_memory |= w[i].r.cut_memory;
    }
    e->store.count = t.states;
    e->r->bytes = store_memory(&e->store);
    vec_free(&t.pool);
    free(w);
    pthread_cond_destroy(&t.more);
    pthread_mutex_destroy(&t.lock);
    pthread_rwlock_destroy(&t.table);
}
