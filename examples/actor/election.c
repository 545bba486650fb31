/* SPDX-License-Identifier: Apache-2.0
 *
 * election.c - a leader election that is to survive failures, and does not.
 *
 * In the spirit of the election that Arts, Claessen and Svensson tested for Erlang
 * ("Semi-formal development of a fault-tolerant leader election protocol in Erlang"),
 * much reduced, with both of its troubles. Processes have ranks, 0 being the highest. A
 * candidate asks all others to accept it; whoever has been accepted by all that are
 * alive leads, and tells everybody. A process accepts only those above itself, and
 * above those that it has accepted before. When one fails, the others are told, and
 * those that had accepted it stand themselves.
 *
 *     mazurka run election 3                verified: process 0 leads
 *     mazurka run --failures 1 election 3   assertion: a process that has another leader
 *                                           believes a late message of one that failed
 *     mazurka run election 4 first          nobody is elected, without any failure, if
 *                                           each accepts whoever asks first */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { MOST = 6 };
enum { START, ACCEPT, YES, NO, ELECTED };
static const char *const names[] = {"start", "accept?", "yes", "no", "elected"};

struct process {
    int n, rank;    /* ranks from 0: the highest */
    int first_come; /* accept whoever asks first */
    mz_ref peer[MOST];
    int candidate, answers; /* is this process a candidate, and how many have accepted
                               it? */
    int accepted;           /* the rank that this process has accepted; -1: none */
    int leader;             /* -1: not known */
    int dead[MOST];
};

static int rank_of(const struct process *p, mz_ref who)
{
    for (int i = 0; i < p->n; i++)
        if (p->peer[i] == who)
            return i;
    return -1;
}

/* How many others have to say yes. */
static int needed(const struct process *p)
{
    int k = 0;
    for (int i = 0; i < p->n; i++)
        k += i != p->rank && !p->dead[i];
    return k;
}

static void lead_if_accepted(struct process *p)
{
    if (!p->candidate || p->leader >= 0 || p->answers < needed(p))
        return;
    p->leader = p->rank;
    for (int i = 0; i < p->n; i++)
        if (i != p->rank && !p->dead[i])
            mz_tell(p->peer[i], ELECTED, NULL, 0);
}

static void stand(struct process *p)
{
    p->candidate = 1;
    p->answers = 0;
    for (int i = 0; i < p->n; i++)
        if (i != p->rank && !p->dead[i])
            mz_tell(p->peer[i], ACCEPT, NULL, 0);
    lead_if_accepted(p);
}

static void process(void *state, const struct mz_message *m)
{
    struct process *p = state;
    int from = rank_of(p, m->from);
    switch (m->type) {
    case START:
        if (p->accepted < 0 && p->leader < 0)
            stand(p);
        break;
    case ACCEPT:
        if (p->first_come ? p->accepted >= 0
                          : from > p->rank || (p->accepted >= 0 && p->accepted < from)) {
            mz_tell(m->from, NO, NULL, 0);
            break;
        }
        p->accepted = from;
        mz_tell(m->from, YES, NULL, 0);
        break;
    case YES:
        p->answers++;
        lead_if_accepted(p);
        break;
    case NO:
        p->candidate = 0;
        break;
    case ELECTED:
        /* A process must not be told of a second leader while it considers the first
         * one alive. */
        mz_assert(p->leader < 0 || p->leader == from || p->dead[p->leader]);
        p->leader = from;
        break;
    case MZ_DOWN:
        p->dead[from] = 1;
        if (p->accepted == from || p->leader == from) {
            p->accepted = p->leader = -1;
            stand(p);
        } else {
            lead_if_accepted(p);
        }
        break;
    }
}

static mz_ref all[MOST];
static int processes;

static int somebody_leads(void)
{
    for (int i = 0; i < processes; i++) {
        const struct process *p = mz_peek(all[i]);
        if (p && p->leader >= 0 && mz_peek(all[p->leader]))
            return 1;
    }
    return 0;
}

static void setup(int argc, char **argv)
{
    processes = argc > 1 ? atoi(argv[1]) : 3;
    processes = processes > MOST ? MOST : processes;
    mz_type_names(names, 5);
    mz_goal("a leader is elected", somebody_leads);
    for (int i = 0; i < processes; i++) {
        struct process p = {.n = processes, .rank = i, .accepted = -1, .leader = -1};
        p.first_come = argc > 2;
        for (int k = 0; k < processes; k++)
            p.peer[k] = (mz_ref)k + 1; /* references are given out in order */
        all[i] = mz_spawn("process", process, &p, sizeof p);
    }
    for (int i = 0; i < processes; i++) {
        if (i == 0)
            mz_may_fail(all[i]);
        for (int k = 0; k < processes; k++)
            if (k != i)
                mz_watch(all[k], all[i]);
        mz_tell(all[i], START, NULL, 0);
    }
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
