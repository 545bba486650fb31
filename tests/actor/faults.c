/* SPDX-License-Identifier: Apache-2.0
 *
 * faults.c - small actor programs, each with one thing to be noticed. The first
 * argument says which. */
#include <fcntl.h>
#include <mazurka_actor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GO, OTHER };

struct any {
    int count;
    mz_ref friend;
};

static volatile int zero;
static int calls; /* not part of any state */
static __thread int mine;
static int *table;

static void crash(void *state, const struct mz_message *m)
{
    struct any *s = state;
    (void)m;
    if (++s->count == 2)
        *(volatile int *)(uintptr_t)zero = 1; /* AT crash */
}

static void endless(void *state, const struct mz_message *m)
{
    (void)state, (void)m;
    while (!zero) /* AT endless */
        continue;
}

static int depth(int n)
{
    volatile char room[1000];
    room[n % 1000] = 1;
    return zero ? n : depth(n + 1) + room[n % 1000];
}

/* Everything that is wrong in one line. */
static void wrong(void *state, const struct mz_message *m)
{
    struct any *s = state;
    const char *what = m->data;
    void *block = malloc(10);
    if (!strcmp(what, "exit"))
        exit(3);
    else if (!strcmp(what, "exit0"))
        exit(0);
    else if (!strcmp(what, "abort"))
        abort();
    else if (!strcmp(what, "recursion"))
        s->count = depth(0);
    else if (!strcmp(what, "overrun"))
        memset(state, 1, sizeof *s + 1 + (size_t)zero);
    else if (!strcmp(what, "free"))
        free(block), free(*(void *volatile *)&block);
    else if (!strcmp(what, "send-nothing"))
        mz_tell(mz_me(), OTHER, (const void *)(uintptr_t)(zero + 8), 100);
    else if (!strcmp(what, "global"))
        calls++;
    else if (!strcmp(what, "thread-local"))
        mine++;
    else if (!strcmp(what, "setup-heap"))
        table[3]++;
    else if (!strcmp(what, "fork"))
        s->count = fork();
    else if (!strcmp(what, "file"))
        s->count = open("out", O_CREAT | O_WRONLY, 0600);
    else if (!strcmp(what, "print"))
        printf("hello\n"), mz_assert(mz_me() == MZ_NOBODY);
}

/* Time, random numbers and static data of libc are the same in every execution, and a
 * pointer into memory of an earlier step leads to nothing. */
struct steady {
    int *old;
    long seen[3];
    mz_ref self;
};

static void steady(void *state, const struct mz_message *m)
{
    struct steady *s = state;
    long now[3] = {rand(), (long)time(NULL), clock()};
    mz_assert(!s->old || (*s->old == 0 && !memcmp(now, s->seen, sizeof now)));
    memcpy(s->seen, now, sizeof now);
    s->old = malloc(sizeof *s->old);
    *s->old = 7;
    printf("%ld\n", now[0]);
    if (m->type == GO)
        mz_tell(mz_me(), OTHER, NULL, 0);
}

/* What no one can control. */
static void unsteady(void *state, const struct mz_message *m)
{
    const struct any *s = state;
    static const char bytes[4096];
    unsigned long long r = 0;
    (void)m;
    while (!r)
        __asm__ volatile("rdrand %0" : "=r"(r) : : "cc");
    mz_tell(s->friend, GO, bytes, r % sizeof bytes);
}

static int bad_constraint(const void *state, const struct mz_message *m)
{
    (void)state, (void)m;
    return *(const volatile int *)(uintptr_t)zero;
}

static int bad_goal(void)
{
    abort();
}

static void count(void *state, const struct mz_message *m)
{
    (void)m;
    ((struct any *)state)->count++;
}

static int below_two(const void *state)
{
    return ((const struct any *)state)->count < 2;
}

static void stopping(void *state, const struct mz_message *m)
{
    (void)state, (void)m;
    mz_stop();
}

static void to_nobody(void *state, const struct mz_message *m)
{
    (void)state, (void)m;
    mz_tell(MZ_NOBODY, GO, NULL, 0); /* AT nobody */
}

static int refuses(const void *state, const struct mz_message *m)
{
    (void)state;
    return m->type != OTHER;
}

static void answering(void *state, const struct mz_message *m)
{
    struct any *s = state;
    s->count++;
    if (m->ticket)
        mz_reply(m, GO, &s->count, sizeof s->count);
}

static void answered(void *state, const struct mz_message *m)
{
    struct any *s = state;
    mz_assert(m->type == GO && !s->count);
    s->count = *(const int *)m->data;
}

static void asking(void *state, const struct mz_message *m)
{
    struct any *s = state;
    if (m->type == GO)
        mz_ask(s->friend, OTHER, NULL, 0, answered);
    else
        mz_assert(s->count || m->type == OTHER);
}

static void choosing(void *state, const struct mz_message *m)
{
    struct any *s = state;
    (void)m;
    mz_tell(mz_me(), OTHER, NULL, 0);
    printf("chooses\n");
    if (mz_choose(2))
        s->count += 1 + mz_choose(2);
    mz_become(count);
}

static void breeding(void *state, const struct mz_message *m)
{
    struct any *s = state, child = {0, MZ_NOBODY};
    (void)m;
    for (int i = 0; i < s->count; i++)
        mz_tell(mz_spawn("child", count, &child, sizeof child), GO, NULL, 0);
}

/* The second of two that are created at the same time by different actors goes wrong. */
static void child(void *state, const struct mz_message *m)
{
    struct any *s = state;
    (void)m;
    if (!s->count)
        mz_tell(s->friend, OTHER, NULL, 0);
    else if (s->count == 2)
        mz_actor_fail("a child", __FILE__, __LINE__);
}

static void parent(void *state, const struct mz_message *m)
{
    const struct any *s = state;
    struct any c = {s->count, s->friend}, second = {2 * s->count, s->friend};
    if (m->type == GO) {
        mz_tell(mz_spawn("first", child, &c, sizeof c), GO, NULL, 0);
        mz_tell(mz_spawn("second", child, &second, sizeof second), GO, NULL, 0);
    }
}

static void set_up_children(void)
{
    struct any s = {1, MZ_NOBODY};
    mz_ref first = mz_spawn("children", parent, &s, sizeof s);
    s = (struct any){0, first};
    mz_ref second = mz_spawn("others", parent, &s, sizeof s);
    mz_tell(second, GO, NULL, 0);
    mz_tell(first, GO, NULL, 0);
}

static mz_behaviour *behaviour_for(const char *what)
{
    static const struct {
        const char *what;
        mz_behaviour *behaviour;
    } known[] = {
        {"crash", crash},          {"non-termination", endless},
        {"dead-letter", stopping}, {"invalid-argument", to_nobody},
        {"choose", choosing},      {"ask", asking},
        {"rdrand", unsteady},      {"safety", count},
        {"deadlock", count},       {"constraint", count},
        {"goal", count},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(what, known[i].what))
            return known[i].behaviour;
    return wrong;
}

static void setup(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    struct any s = {0, MZ_NOBODY};
    table = calloc(10, sizeof *table);
    if (!strcmp(what, "nothing"))
        return;
    if (!strcmp(what, "setup"))
        mz_tell(MZ_NOBODY, GO, NULL, 0);
    if (!strcmp(what, "children")) {
        set_up_children();
        return;
    }
    if (!strcmp(what, "many")) {
        s.count = 4000;
        mz_tell(mz_spawn("many", breeding, &s, sizeof s), GO, NULL, 0);
        return;
    }
    if (!strcmp(what, "steady")) {
        struct steady none = {0};
        mz_tell(mz_spawn("steady", steady, &none, sizeof none), GO, NULL, 0);
        return;
    }
    if (!strcmp(what, "ask"))
        s.friend = mz_spawn("friend", answering, &s, sizeof s);
    if (!strcmp(what, "rdrand"))
        s.friend = mz_spawn("friend", count, &s, sizeof s);
    mz_ref a = mz_spawn("actor", behaviour_for(what), &s, sizeof s);
    if (!strcmp(what, "safety"))
        mz_always(a, below_two);
    if (!strcmp(what, "deadlock"))
        mz_constrain(a, refuses);
    if (!strcmp(what, "constraint"))
        mz_constrain(a, bad_constraint);
    if (!strcmp(what, "goal"))
        mz_goal("anything", bad_goal);
    mz_tell(a, GO, what, strlen(what) + 1);
    if (behaviour_for(what) != wrong && strcmp(what, "choose") && strcmp(what, "rdrand"))
        mz_tell(a, OTHER, what, strlen(what) + 1);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
