/* mazurka: -n 6 --buffering {zero,infinite} --semantics mailbox -- {named,one} => verified; 120 outcomes, */
/* mazurka: -n 5 --buffering {zero,infinite} --semantics mailbox -- any => verified; 24 outcomes, */
/* mazurka: -n 4 --buffering {zero,infinite} --semantics mailbox -- workers => verified; 54 outcomes, */
/* mazurka: -n 6 --buffering {zero,infinite} --semantics matching -- named => verified; 1 outcome, */
/* mazurka: -n 6 --buffering {zero,infinite} --semantics matching -- one => verified; 5 outcomes, */
/* mazurka: -n 7 --semantics mailbox -- any => verified; 720 outcomes, */
/* mazurka: -n 5 --semantics mailbox -a {dpor,sdpor,odpor,udpor} -- named => verified; 24 outcomes, */
/* mazurka: -n 4 --semantics mailbox -- causal => verified; 1 outcome, */
/* mazurka: -n 3 -- causal => assertion */
/* mazurka: -n 3 --once --semantics mailbox -- any => verified; stopped by --once; 1 outcome, the rest is not explored */
/* cc: -O1 */
/* SPDX-License-Identifier: Apache-2.0
 *
 * mailbox.c - programs whose outcomes are known with --semantics mailbox; mailbox.sh runs
 * them.
 *
 *     mailbox named    everybody sends to rank 0, which receives from each by its name
 *     mailbox any      it receives from anybody
 *     mailbox one      the first from anybody, the others by name
 *     mailbox first    from anybody, and rank 1 should have been first
 *     mailbox causal   the same, and rank 2 sends only after rank 1 has
 *     mailbox workers  rank 0 gives five tasks to whoever is free */
#include <assert.h>
#include <mpi.h>
#include <string.h>

static int rank, ranks;

static int receive(int source)
{
    MPI_Status s;
    int value;
    MPI_Recv(&value, 1, MPI_INT, source, 0, MPI_COMM_WORLD, &s);
    return s.MPI_SOURCE;
}

static void transmit(int to, int value)
{
    MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

/* One message of everybody else. */
static void collect(const char *what)
{
    int named = !strcmp(what, "named"), one = !strcmp(what, "one");
    int first = receive(named ? 1 : MPI_ANY_SOURCE);
    for (int i = 1; i < ranks; i++)
        if (i != first)
            receive(named || one ? i : MPI_ANY_SOURCE);
    if (!strcmp(what, "first") || !strcmp(what, "causal"))
        assert(first == 1);
}

static void give_tasks(int tasks)
{
    for (int w = 1; w < ranks; w++)
        transmit(w, --tasks >= 0);
    for (int left = ranks - 1; left;) {
        int w = receive(MPI_ANY_SOURCE);
        transmit(w, --tasks >= 0);
        left -= tasks < 0;
    }
}

static void work(void)
{
    int task;
    for (;;) {
        MPI_Recv(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!task)
            return;
        transmit(0, rank);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "any";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!strcmp(what, "workers")) {
        rank ? work() : give_tasks(5);
    } else if (!rank) {
        collect(what);
    } else {
        if (!strcmp(what, "causal") && rank > 1)
            receive(rank - 1);
        transmit(0, rank);
        if (!strcmp(what, "causal") && rank + 1 < ranks)
            transmit(rank + 1, rank);
    }
    MPI_Finalize();
    return 0;
}
