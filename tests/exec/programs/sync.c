/* mazurka: -- barrier => verified; 1 outcome
 * mazurka: -- barrier-missing => deadlock; waits at barrier
 * mazurka: -- mutex => verified; 6 outcomes
 * mazurka: -- try => verified
 * mazurka: -- semaphore => verified
 * mazurka: -- semaphore-over => assertion
 * mazurka: -- condition => verified
 * mazurka: -- condition-lost => deadlock; waits for condition; which nobody signals any more
 * mazurka: -- broadcast => verified
 * mazurka: -- signal-one => deadlock
 * mazurka: -- any => assertion; first == 0
 * mazurka: -- choose => assertion; sum != 3
 *
 * What the library builds from mailboxes and mutexes. */
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3 };
static const char *what;
static mz_mailbox box, count_box;
static mz_mutex mutex;
static mz_semaphore semaphore;
static mz_barrier barrier;
static mz_condition condition;
static int numbers[N] = {0, 1, 2};

/* A counter that all share: a mailbox that holds its value. */
static int shared(int change)
{
    int v;
    mz_recv(count_box, &v, sizeof v);
    v += change;
    mz_isend(count_box, &v, sizeof v);
    return v;
}

static void worker(void *arg)
{
    int me = *(int *)arg;
    if (!strncmp(what, "barrier", 7)) {
        if (!strcmp(what, "barrier-missing") && me == 2)
            return;
        mz_barrier_wait(barrier);
        mz_barrier_wait(barrier);
    } else if (!strcmp(what, "mutex")) {
        mz_lock(mutex);
        mz_unlock(mutex);
    } else if (!strcmp(what, "try")) {
        if (mz_trylock(mutex))
            mz_unlock(mutex);
    } else if (!strncmp(what, "semaphore", 9)) {
        if (me == 2 && strlen(what) < 10)
            return;
        mz_acquire(semaphore);
        int inside = shared(1);
        mz_assert(inside <= (strlen(what) > 9 ? 1 : 2));
        shared(-1);
        mz_release(semaphore);
    } else if (!strcmp(what, "condition")) {
        /* 0 waits for the flag, 1 sets it; both hold the mutex */
        mz_lock(mutex);
        if (me == 0)
            while (!shared(0))
                mz_condition_wait(condition, mutex);
        if (me == 1) {
            shared(1);
            mz_condition_signal(condition);
        }
        mz_unlock(mutex);
    } else if (!strcmp(what, "condition-lost")) {
        mz_lock(mutex);
        if (me == 0)
            mz_condition_wait(condition, mutex); /* without looking first */
        if (me == 1)
            mz_condition_signal(condition);
        mz_unlock(mutex);
    } else if (!strcmp(what, "broadcast") || !strcmp(what, "signal-one")) {
        mz_lock(mutex);
        if (me < 2)
            while (!shared(0))
                mz_condition_wait(condition, mutex);
        else {
            shared(1);
            if (!strcmp(what, "broadcast"))
                mz_condition_broadcast(condition);
            else
                mz_condition_signal(condition);
        }
        mz_unlock(mutex);
    } else if (!strcmp(what, "any")) {
        int a = 0, b = 0;
        if (me == 0) {
            mz_comm c[2] = {mz_irecv(box, &a, sizeof a), mz_irecv(count_box, &b, sizeof b)};
            int first = mz_wait_any(c, 2);
            mz_assert(first == 0);
        } else {
            mz_isend(me == 1 ? box : count_box, &me, sizeof me);
        }
    } else if (!strcmp(what, "choose")) {
        int sum = mz_choose(3) + mz_choose(2);
        mz_assert(sum != 3 || me);
    }
}

static void start_count(void *arg)
{
    (void)arg;
    int zero = 0;
    mz_isend(count_box, &zero, sizeof zero);
}

int main(int argc, char **argv)
{
    mz_actor who[N];
    what = argv[argc - 1];
    box = mz_mailbox_new("box");
    count_box = mz_mailbox_new("count");
    mutex = mz_mutex_new("mutex");
    for (int i = 0; i < N; i++)
        who[i] = mz_actor_new(i == 0 ? "zero" : i == 1 ? "one" : "two", worker, &numbers[i]);
    if (strcmp(what, "any") && strncmp(what, "barrier", 7) && strcmp(what, "mutex"))
        mz_actor_new("count", start_count, NULL);
    if (!strncmp(what, "semaphore", 9))
        semaphore = mz_semaphore_new("semaphore", 2);
    barrier = mz_barrier_new("barrier", who, N);
    if (strstr("condition-lost broadcast signal-one", what))
        condition = mz_condition_new("condition");
    return mz_run();
}
