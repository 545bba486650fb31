/* SPDX-License-Identifier: Apache-2.0
 * mazurka: => assertion; decision == COMMIT
 * mazurka: -- fixed => verified
 *
 * commit.c - two-phase commit, with a mistake in it.
 *
 *     mazurka run ./commit          a database commits what another one aborts
 *     mazurka run ./commit fixed
 *
 * The coordinator asks two databases whether they can commit, and tells both what was
 * decided. Each database may say no. The mistake: a database that said yes and gets no
 * answer yet assumes the best and commits. */
#include <mazurka.h>
#include <string.h>

enum { NO, YES, COMMIT, ABORT };
#define DATABASES 2

static mz_mailbox votes, answer[DATABASES];
static int fixed;

static void coordinator(void *arg)
{
    (void)arg;
    int all = 1, vote;
    for (int i = 0; i < DATABASES; i++) {
        mz_recv(votes, &vote, sizeof vote);
        all &= vote == YES;
    }
    int decision = all ? COMMIT : ABORT;
    for (int i = 0; i < DATABASES; i++)
        mz_isend(answer[i], &decision, sizeof decision);
}

static void database(void *arg)
{
    int me = *(int *)arg, decision = ABORT;
    int vote = mz_choose(2) ? YES : NO;
    mz_isend(votes, &vote, sizeof vote);
    mz_comm told = mz_irecv(answer[me], &decision, sizeof decision);
    if (vote == NO)
        return;
    if (fixed || mz_test(told)) {
        mz_wait(told);
        return; /* and do as told */
    }
    /* It takes long. They will have agreed; commit. */
    mz_wait(told);
    mz_assert(decision == COMMIT);
}

int main(int argc, char **argv)
{
    static int number[DATABASES] = {0, 1};
    fixed = argc > 1 && !strcmp(argv[1], "fixed");
    votes = mz_mailbox_new("votes");
    answer[0] = mz_mailbox_new("answer to A");
    answer[1] = mz_mailbox_new("answer to B");
    mz_actor_new("coordinator", coordinator, NULL);
    mz_actor_new("A", database, &number[0]);
    mz_actor_new("B", database, &number[1]);
    return mz_run();
}
