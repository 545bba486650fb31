/* SPDX-License-Identifier: Apache-2.0
 *
 * plainport.c - the port of the MPI library without a checker, for tests.
 *
 * Linked with src/mpi instead of the agent it makes an ordinary MPI library: ranks are
 * processes (PLAIN_RANKS of them) that share memory, and everything happens as soon as it
 * can. What the library computes can so be compared with another MPI library. If
 * PLAIN_OUTPUT is set, each rank prints into a file of that name with its rank at the
 * end. A finding is printed and ends the run with status 1; a deadlock likewise.
 *
 * Nothing in shared memory is ever freed. One lock guards all of it. */
#include "mpi/port.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RANKS_MOST = 64, CONTEXTS_MOST = 1 << 20, MEMORY = 1 << 30 };

struct message {
    struct message *next;
    uint32_t context;
    int from, tag;
    bool matched;
    size_t n;
    char bytes[];
};

struct type_piece {
    const void *bytes; /* NULL: has not arrived */
    size_t n;
};

/* The k-th arrive of everybody on a context. */
struct meeting {
    struct meeting *next;
    struct type_piece piece[RANKS_MOST];
};

struct context {
    struct meeting *first;
    size_t key_bytes;
    char *key; /* NULL: unused */
};

struct request {
    enum { SENDING, RECEIVING, ARRIVING } kind;
    bool eager;              /* a send that is complete at once */
    struct message *message; /* the one sent, or that matched */
    struct request *next;    /* posted and not matched */
    uint32_t context;        /* receive: */
    int from, tag;           /* */
    struct meeting *meeting; /* arrive: */
    uint32_t needed;         /* */
    const uint32_t *members; /* */
    struct type_piece *gathered;  /* */
};

static struct shared {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t used;
    int alive, blocked;
    bool over;                             /* somebody has failed */
    struct context context[CONTEXTS_MOST]; /* by a hash of the key */
    struct message *unexpected[RANKS_MOST];
    struct request *posted[RANKS_MOST];
    char memory[MEMORY];
} * shared;

static int rank, size;
static void *state;
static pid_t children[RANKS_MOST];
static struct request **requests;
static uint32_t nrequests;
static struct meeting **last_meeting; /* by context: the one that we came to last */

/* ---- shared memory ---- */

static void lock(void)
{
    pthread_mutex_lock(&shared->lock);
}

static void unlock(void)
{
    pthread_mutex_unlock(&shared->lock);
}

static void changed(void)
{
    shared->blocked = 0;
    pthread_cond_broadcast(&shared->changed);
}

static _Noreturn void die(const char *text)
{
    fprintf(stderr, "rank %d: %s\n", rank, text);
    shared->over = true;
    shared->alive--;
    changed();
    unlock();
    _exit(1);
}

static void *take(size_t n)
{
    size_t at = (shared->used + 15) & ~(size_t)15;
    if (at + n > MEMORY)
        die("plainport: no memory left");
    shared->used = at + n;
    return shared->memory + at;
}

static void check_deadlock(void)
{
    if (shared->alive > 0 && shared->blocked == shared->alive)
        die("deadlock");
}

static void block(void)
{
    shared->blocked++;
    check_deadlock();
    pthread_cond_wait(&shared->changed, &shared->lock);
    if (shared->over) {
        shared->alive--;
        unlock();
        _exit(1);
    }
}

/* ---- ranks ---- */

__attribute__((destructor)) static void end(void)
{
    if (!shared)
        return;
    lock();
    shared->alive--;
    check_deadlock();
    unlock();
    if (rank)
        return;
    int bad = 0;
    for (int i = 1; i < size; i++) {
        int status;
        waitpid(children[i], &status, 0);
        bad |= status;
    }
    if (bad) {
        fflush(NULL);
        _exit(1);
    }
}

__attribute__((constructor)) static void begin(void)
{
    const char *ranks = getenv("PLAIN_RANKS");
    size = ranks ? atoi(ranks) : 1;
    if (size < 1 || size > RANKS_MOST)
        abort();
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    pthread_mutexattr_t mutex;
    pthread_condattr_t cond;
    pthread_mutexattr_init(&mutex);
    pthread_condattr_init(&cond);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_condattr_setpshared(&cond, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &mutex);
    pthread_cond_init(&shared->changed, &cond);
    shared->alive = size;
    for (int i = 1; i < size; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            rank = i;
            break;
        }
    }
    const char *output = getenv("PLAIN_OUTPUT");
    char name[4096];
    snprintf(name, sizeof name, "%s.%d", output ? output : "", rank);
    if (output && !freopen(name, "w", stdout))
        abort();
    requests = mmap(NULL, (size_t)1 << 32, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    last_meeting = calloc(CONTEXTS_MOST, sizeof(struct meeting *));
}

bool port_early(void)
{
    return false;
}

bool port_present(void)
{
    return true;
}

int port_rank(void)
{
    return rank;
}

int port_size(void)
{
    return size;
}

void *port_state(void)
{
    return state;
}

void port_set_state(void *s)
{
    state = s;
}

void port_own(void *at, size_t bytes)
{
    (void)at, (void)bytes;
}

void port_gives(const void *block)
{
    (void)block;
}

/* Nobody looks at what free() is given here. */
bool port_lend(void *block, bool lent)
{
    (void)block, (void)lent;
    return true;
}

uint32_t port_thread(void)
{
    return 0;
}

bool port_tries(void)
{
    return false;
}

bool port_threads(void)
{
    return false;
}

void port_at_end(void (*hook)(void))
{
    atexit(hook);
}

uint32_t port_context(const void *key, size_t bytes, const char *text)
{
    (void)text;
    uint32_t c = 0;
    for (size_t i = 0; i < bytes; i++)
        c = c * 31 + ((const unsigned char *)key)[i];
    c %= CONTEXTS_MOST;
    lock();
    struct context *at = shared->context;
    while (at[c].key && (at[c].key_bytes != bytes || memcmp(at[c].key, key, bytes)))
        c = (c + 1) % CONTEXTS_MOST;
    if (!at[c].key) {
        at[c].key = take(bytes);
        at[c].key_bytes = bytes;
        memcpy(at[c].key, key, bytes);
    }
    unlock();
    return c;
}

/* ---- matching ---- */

static bool fits(const struct message *m, uint32_t context, int from, int tag)
{
    return m->context == context && (from == ANY || from == m->from) &&
           (tag == ANY || tag == m->tag);
}

/* The first message here that fits; taken out of the list if wanted. */
static struct message *find_message(uint32_t context, int from, int tag, bool remove)
{
    struct message **at = &shared->unexpected[rank];
    while (*at && !fits(*at, context, from, tag))
        at = &(*at)->next;
    struct message *m = *at;
    if (m && remove) {
        *at = m->next;
        m->matched = true;
        changed();
    }
    return m;
}

static uint32_t add(struct request r)
{
    struct request *made = take(sizeof *made);
    *made = r;
    requests[nrequests] = made;
    return nrequests++;
}

enum send_mode port_send_mode(enum send_mode mode, size_t bytes)
{
    (void)bytes;
    return mode;
}

uint32_t port_isend(struct port_from f, uint32_t context, int to, int tag,
                    enum send_mode mode, const void *bytes, size_t n, size_t data)
{
    (void)f, (void)data;
    lock();
    struct message *m = take(sizeof *m + n);
    *m = (struct message){.context = context, .from = rank, .tag = tag, .n = n};
    if (n)
        memcpy(m->bytes, bytes, n);
    struct request **at = &shared->posted[to];
    while (*at && !fits(m, (*at)->context, (*at)->from, (*at)->tag))
        at = &(*at)->next;
    if (*at) {
        m->matched = true;
        (*at)->message = m;
        *at = (*at)->next;
    } else {
        struct message **last = &shared->unexpected[to];
        while (*last)
            last = &(*last)->next;
        *last = m;
    }
    uint32_t r =
        add((struct request){.kind = SENDING, .message = m, .eager = mode != SEND_SYNC});
    changed();
    unlock();
    return r;
}

uint32_t port_irecv(struct port_from f, uint32_t context, int from, int tag)
{
    (void)f;
    lock();
    uint32_t r = add((struct request){
        .kind = RECEIVING, .context = context, .from = from, .tag = tag});
    requests[r]->message = find_message(context, from, tag, true);
    if (!requests[r]->message) {
        struct request **last = &shared->posted[rank];
        while (*last)
            last = &(*last)->next;
        *last = requests[r];
    }
    unlock();
    return r;
}

uint32_t port_take(struct port_from f, uint32_t context, int from, int tag)
{
    return port_irecv(f, context, from, tag);
}

/* A send is complete here when it is matched, which is early. */
uint32_t port_receive(struct port_from f, int message)
{
    (void)f, (void)message;
    lock();
    uint32_t r = add((struct request){.kind = SENDING, .eager = true});
    unlock();
    return r;
}

bool port_cancel(struct port_from f, uint32_t irecv)
{
    (void)f;
    lock();
    struct request **at = &shared->posted[rank];
    while (*at && *at != requests[irecv])
        at = &(*at)->next;
    bool withdrawn = *at != NULL;
    if (withdrawn)
        *at = (*at)->next;
    unlock();
    return withdrawn;
}

bool port_retract(struct port_from f, uint32_t isend)
{
    (void)f;
    bool withdrawn = false;
    lock();
    for (int to = 0; to < size && !withdrawn; to++) {
        struct message **at = &shared->unexpected[to];
        while (*at && *at != requests[isend]->message)
            at = &(*at)->next;
        withdrawn = *at != NULL;
        if (withdrawn)
            *at = (*at)->next;
    }
    unlock();
    return withdrawn;
}

/* ---- collectives ---- */

/* The one after the last that we came to; made if we are the first to come. */
static struct meeting *next_meeting(uint32_t context)
{
    struct meeting *last = last_meeting[context];
    struct meeting **at = last ? &last->next : &shared->context[context].first;
    if (!*at) {
        *at = take(sizeof **at);
        memset(*at, 0, sizeof **at);
    }
    return last_meeting[context] = *at;
}

void port_data(const void *bytes, size_t n)
{
    (void)bytes, (void)n;
}

void port_made(const void *bytes, size_t n)
{
    (void)bytes, (void)n;
}

uint32_t port_arrive(struct port_from f, uint32_t context, const uint32_t *members,
                     uint32_t n, uint32_t needed, const void *contribution, size_t bytes)
{
    (void)f;
    lock();
    struct meeting *m = next_meeting(context);
    char *copy = take(bytes + 1);
    memcpy(copy, contribution, bytes);
    m->piece[rank] = (struct type_piece){copy, bytes};
    uint32_t *list = take(n * sizeof *list);
    memcpy(list, members, n * sizeof *list);
    uint32_t r = add((struct request){
        .kind = ARRIVING, .meeting = m, .members = list, .needed = needed});
    changed();
    unlock();
    return r;
}

static bool everybody_needed(const struct request *r)
{
    for (uint32_t i = 0; i < r->needed; i++)
        if (!r->meeting->piece[r->members[i]].bytes)
            return false;
    return true;
}

const void *port_gathered(const struct port_result *result, uint32_t i, size_t *bytes)
{
    const struct type_piece *all = result->bytes;
    if (bytes)
        *bytes = all[i].n;
    return all[i].bytes;
}

/* ---- completion ---- */

static bool complete(const struct request *r)
{
    if (r->kind == ARRIVING)
        return everybody_needed(r);
    if (r->kind == RECEIVING)
        return r->message != NULL;
    return r->eager || r->message->matched;
}

static struct port_result message_result(int index, const struct message *m)
{
    return (struct port_result){.index = index,
                                .received = true,
                                .from = m->from,
                                .tag = m->tag,
                                .bytes = m->bytes,
                                .n = m->n};
}

static struct port_result result_of(int index, struct request *r)
{
    if (r->kind == RECEIVING)
        return message_result(index, r->message);
    struct port_result result = {.index = index};
    if (r->kind == ARRIVING) {
        r->gathered = take(r->needed * sizeof *r->gathered + 1);
        for (uint32_t i = 0; i < r->needed; i++)
            r->gathered[i] = r->meeting->piece[r->members[i]];
        result.bytes = r->gathered;
        result.n = r->needed;
    }
    return result;
}

static struct port_result look(const uint32_t *of, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (complete(requests[of[i]]))
            return result_of((int)i, requests[of[i]]);
    return (struct port_result){.index = -1};
}

struct port_result port_finish(struct port_from f, const uint32_t *of, uint32_t n)
{
    (void)f;
    lock();
    struct port_result result;
    while ((result = look(of, n)).index < 0)
        block();
    unlock();
    return result;
}

struct port_result port_poll(struct port_from f, const uint32_t *of, uint32_t n)
{
    (void)f;
    lock();
    struct port_result result = look(of, n);
    unlock();
    if (result.index < 0)
        sched_yield();
    return result;
}

struct port_result port_poll_space(struct port_from f, const uint32_t *of, uint32_t n)
{
    return port_poll(f, of, n);
}

static struct port_result probe(uint32_t context, int from, int tag, bool remove,
                                bool wait)
{
    lock();
    struct message *m;
    while (!(m = find_message(context, from, tag, remove)) && wait)
        block();
    unlock();
    if (!m) {
        sched_yield();
        return (struct port_result){.index = -1};
    }
    return message_result(0, m);
}

struct port_result port_probe(struct port_from f, uint32_t context, int from, int tag)
{
    (void)f;
    return probe(context, from, tag, false, true);
}

struct port_result port_iprobe(struct port_from f, uint32_t context, int from, int tag)
{
    (void)f;
    return probe(context, from, tag, false, false);
}

struct port_result port_trytake(struct port_from f, uint32_t context, int from, int tag)
{
    (void)f;
    return probe(context, from, tag, true, false);
}

/* ---- findings ---- */

static const char *const kinds[FINDING_ENDS] = {
#define KIND(constant, severity, scope, word, line, text) [FINDING_##constant] = word,
#include "report/kinds.def"
#undef KIND
    [FINDING_UNSUPPORTED] = "unsupported",
};

static void say(enum finding_kind kind, const char *format, va_list args)
{
    fflush(NULL);
    char text[2048];
    vsnprintf(text, sizeof text, format, args);
    fprintf(stderr, "rank %d: %s: %s\n", rank, kinds[kind], text);
}

void port_fail(struct port_from f, enum finding_kind kind, const char *format, ...)
{
    (void)f;
    va_list args;
    va_start(args, format);
    say(kind, format, args);
    va_end(args);
    lock();
    die("ends here");
}

void port_refuse(struct port_from f, enum reason reason, const char *format, ...)
{
    (void)f;
    va_list args;
    va_start(args, format);
    (void)reason;
    say(FINDING_UNSUPPORTED, format, args);
    va_end(args);
    lock();
    die("ends here");
}

void port_note(struct port_from f, enum finding_kind kind, const char *format, ...)
{
    (void)f;
    va_list args;
    if (kind == FINDING_IGNORED_ERROR || kind == FINDING_REDUCTION_ORDER)
        return; /* not wrong */
    va_start(args, format);
    say(kind, format, args);
    va_end(args);
}

bool port_compares, port_tidies;
bool port_threaded;

void port_clear_vectors(void)
{
}

bool port_recalls(uint32_t complement)
{
    (void)complement;
    return false;
}

size_t port_overwrites(const void *site)
{
    (void)site;
    return 0;
}

bool port_writable(const void *at, size_t bytes)
{
    (void)at, (void)bytes;
    return true;
}

void port_nobody(struct port_from from, bool receives, uint32_t context, int tag)
{
    (void)from, (void)receives, (void)context, (void)tag;
}

void port_shorter(const void *site, size_t bytes)
{
    (void)site, (void)bytes;
}

void port_forget(uint32_t request)
{
    (void)request;
}

void *port_caller(void *site)
{
    return site;
}

bool port_from_library(void)
{
    return false;
}

bool port_is_library(const void *site)
{
    (void)site;
    return false;
}

bool port_covers(struct port_from from, const void *frame, uintptr_t low, uintptr_t high,
                 struct port_object *to)
{
    (void)from, (void)frame, (void)low, (void)high;
    *to = (struct port_object){0};
    return true;
}

bool port_holds(struct port_from from, const void *frame, uintptr_t low, uintptr_t high,
                struct port_object *to)
{
    return port_covers(from, frame, low, high, to);
}

uint32_t port_members(struct port_from from, uint64_t structure, struct port_member *to,
                      uint32_t room)
{
    (void)from, (void)structure, (void)to, (void)room;
    return 0;
}

void port_rests_on(const char *what)
{
    (void)what;
}

void port_thread_calls(bool one)
{
    (void)one;
}

void port_leaves_out(const char *what)
{
    (void)what;
}

const char *port_place(const void *site)
{
    (void)site;
    return "somewhere";
}

double port_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- memory: nobody watches it ---- */

bool port_watching(void)
{
    return false;
}

bool port_races(void)
{
    return false;
}

void port_watch(struct port_watch *w)
{
    (void)w;
}

void port_unwatch(struct port_watch *w, struct port_from done)
{
    (void)w, (void)done;
}

void port_check(struct port_watch *w, struct port_from done)
{
    (void)w, (void)done;
}

void port_refresh(struct port_watch *w)
{
    (void)w;
}

void port_watch_again(struct port_watch *w)
{
    (void)w;
}

void port_access(struct port_from from, const struct port_bytes *part, uint32_t n,
                 enum port_use use)
{
    (void)from, (void)part, (void)n, (void)use;
}

void port_enter(struct port_from from, const void *sp)
{
    (void)from, (void)sp;
}

void port_leave(const void *sp)
{
    (void)sp;
}

port_function *port_program(port_function *function)
{
    return function;
}

/* ---- windows: not here, since nobody compares what they do; using one ends the run ----
 */

void port_arithmetic(void (*combine)(unsigned, unsigned, const void *, void *, size_t))
{
    (void)combine;
}

bool port_window_unified(void)
{
    return true;
}

static _Noreturn void no_windows(struct port_from from)
{
    port_refuse(from, REASON_FEATURE, "there are no windows here");
}

uint32_t port_window(const void *key, size_t bytes, const char *text)
{
    (void)key, (void)bytes, (void)text;
    no_windows((struct port_from){0});
}

void port_window_memory(struct port_from from, uint32_t window, int owner, void *base,
                        size_t bytes, uint64_t offset, bool attach)
{
    (void)window, (void)owner, (void)base, (void)bytes, (void)offset, (void)attach;
    no_windows(from);
}

void port_window_forget(struct port_from from, uint32_t window, const void *base)
{
    (void)window, (void)base;
    no_windows(from);
}

void port_window_mark(struct port_from from, uint32_t window, enum port_mark mark)
{
    (void)window, (void)mark;
    no_windows(from);
}

bool port_window_dirty(struct port_from from, uint32_t window)
{
    (void)window;
    no_windows(from);
}

void port_window_made(uint32_t window)
{
    (void)window;
    no_windows((struct port_from){0});
}

void port_window_epoch(uint32_t window, struct port_from from)
{
    (void)window;
    no_windows(from);
}

void port_window_sync(struct port_from from, uint32_t window)
{
    (void)window;
    no_windows(from);
}

void port_window_stored(struct port_from from)
{
    no_windows(from);
}

uint32_t port_wlock(struct port_from from, uint32_t window, int target, bool exclusive)
{
    (void)window, (void)target, (void)exclusive;
    no_windows(from);
}

bool port_lock_wait(struct port_from from, uint32_t lock, bool must)
{
    (void)lock, (void)must;
    no_windows(from);
}

void port_wunlock(struct port_from from, uint32_t window, int target, uint32_t lock)
{
    (void)window, (void)target, (void)lock;
    no_windows(from);
}

uint32_t port_unlocking(struct port_from from, uint32_t window, int target, uint32_t lock)
{
    (void)window, (void)target, (void)lock;
    no_windows(from);
}

void port_unlocked(struct port_from from, uint32_t unlocking, uint32_t lock, bool waited)
{
    (void)unlocking, (void)lock, (void)waited;
    no_windows(from);
}

uint32_t port_moment(void)
{
    no_windows((struct port_from){0});
}

struct port_read port_direct(struct port_from from, const struct port_rma *access)
{
    (void)access;
    no_windows(from);
}

uint32_t port_atomic(struct port_from from, const struct port_rma *access)
{
    (void)access;
    no_windows(from);
}

struct port_read port_effect(struct port_from from, uint32_t request)
{
    (void)request;
    no_windows(from);
}

struct port_read port_effect_of(const struct port_result *result)
{
    (void)result;
    no_windows((struct port_from){0});
}

uint32_t port_arrive_after(struct port_from from, uint32_t context,
                           const uint32_t *members, uint32_t n, uint32_t request,
                           const void *contribution, size_t bytes)
{
    (void)context, (void)members, (void)n, (void)request, (void)contribution, (void)bytes;
    no_windows(from);
}

bool port_window_same(struct port_from from, const void *base, size_t bytes,
                      uint32_t *window, uint64_t *offset)
{
    (void)base, (void)bytes, (void)window, (void)offset;
    no_windows(from);
}

void port_window_parted(struct port_from from, const void *base)
{
    (void)base;
    no_windows(from);
}

uint64_t port_window_name(uint32_t window)
{
    (void)window;
    no_windows((struct port_from){0});
}

uint32_t port_window_of(uint64_t name)
{
    (void)name;
    no_windows((struct port_from){0});
}

/* ---- files: nobody looks who knows what ---- */

void port_file_open(int fd, uint32_t name)
{
    (void)fd, (void)name;
}

void port_file_atomic(int fd, bool atomic)
{
    (void)fd, (void)atomic;
}

void port_file_sync(int fd)
{
    (void)fd;
}

uint64_t port_file_known(void)
{
    return 0;
}

void port_file_learn(uint64_t known)
{
    (void)known;
}

bool port_windows_live(void)
{
    return false;
}
