/* SPDX-License-Identifier: Apache-2.0
 *
 * pi.c - pi as an integral, cut into slices: a master and its workers.
 *
 * The workers' results arrive in any of n! orders: 120 classes for 5 workers. The
 * sum is the same in each, up to rounding, which is what the program claims. At the
 * end the master stops its workers.
 *
 *     mazurka run pi [workers]      default 5, at most 16 */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 16, STEPS = 1000 };
enum { START, SLICE, PART, STOP };
static const char *const names[] = {"start", "slice", "part", "stop"};

struct slice {
    int first, every; /* the first step of the slice, and the distance to the next */
};

static void worker(void *state, const struct mz_message *m)
{
    const struct slice *s = m->data;
    double sum = 0;
    (void)state;
    if (m->type == STOP) {
        mz_stop();
        return;
    }
    for (int i = s->first; i < STEPS; i += s->every) {
        double x = (i + 0.5) / STEPS;
        sum += 4 / (1 + x * x);
    }
    sum /= STEPS;
    mz_tell(m->from, PART, &sum, sizeof sum);
}

struct master {
    int n, answers;
    double sum;
    mz_ref worker[MOST];
};

static void master(void *state, const struct mz_message *m)
{
    struct master *s = state;
    if (m->type == START) {
        for (int i = 0; i < s->n; i++) {
            struct slice part = {i, s->n};
            mz_tell(s->worker[i], SLICE, &part, sizeof part);
        }
        return;
    }
    s->sum += *(const double *)m->data;
    if (++s->answers < s->n)
        return;
    mz_assert(s->sum > 3.14159 && s->sum < 3.14160);
    for (int i = 0; i < s->n; i++)
        mz_tell(s->worker[i], STOP, NULL, 0);
}

static void setup(int argc, char **argv)
{
    struct master s = {.n = argc > 1 ? atoi(argv[1]) : 5};
    if (s.n > MOST)
        s.n = MOST;
    for (int i = 0; i < s.n; i++)
        s.worker[i] = mz_spawn("worker", worker, NULL, 0);
    mz_ref r = mz_spawn("master", master, &s, sizeof s);
    mz_type_names(names, 4);
    mz_tell(r, START, NULL, 0);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
