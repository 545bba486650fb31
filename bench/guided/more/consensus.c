/* hunt: -n 8
 * Two proposers, five acceptors and a learner (Paxos). An acceptor that has promised the
 * higher ballot should refuse the lower one. Acceptor 5 does not if it has accepted
 * nothing yet, and then two values may be chosen. */
#include <assert.h>
#include <mpi.h>

enum { PREPARE = 1, PROMISE, ACCEPT, ACCEPTED, FINISH, ACCEPTORS = 5 };

static void accept(int rank)
{
    int promised = 0, ballot = 0, value = 0, m[2], finished = 0;
    while (finished < 2) {
        MPI_Status s;
        MPI_Recv(m, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == PREPARE) {
            int answer[3] = {m[0] > promised, ballot, value};
            promised = m[0] > promised ? m[0] : promised;
            MPI_Send(answer, 3, MPI_INT, s.MPI_SOURCE, PROMISE, MPI_COMM_WORLD);
        } else if (s.MPI_TAG == ACCEPT) {
            int ok = m[0] >= promised || (rank == 5 && !ballot),
                answer[3] = {ok, m[0], m[1]};
            if (ok) {
                promised = ballot = m[0];
                value = m[1];
            }
            MPI_Send(answer, 3, MPI_INT, 7, ACCEPTED, MPI_COMM_WORLD);
        } else {
            finished++;
        }
    }
}

static void propose(int rank)
{
    int mine[2] = {rank + 1, rank + 1}, highest = 0, yes = 0, m[3];
    for (int a = 2; a < 2 + ACCEPTORS; a++)
        MPI_Send(mine, 2, MPI_INT, a, PREPARE, MPI_COMM_WORLD);
    for (int i = 0; i < ACCEPTORS; i++) {
        MPI_Recv(m, 3, MPI_INT, MPI_ANY_SOURCE, PROMISE, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (!m[0] || yes > ACCEPTORS / 2)
            continue;
        yes++;
        if (m[1] > highest) {
            highest = m[1];
            mine[1] = m[2];
        }
    }
    for (int a = 2; a < 2 + ACCEPTORS; a++)
        MPI_Send(mine, 2, MPI_INT, a, yes > ACCEPTORS / 2 ? ACCEPT : FINISH,
                 MPI_COMM_WORLD);
    if (yes > ACCEPTORS / 2)
        for (int a = 2; a < 2 + ACCEPTORS; a++)
            MPI_Send(mine, 2, MPI_INT, a, FINISH, MPI_COMM_WORLD);
    m[0] = 0;
    m[1] = m[2] = yes > ACCEPTORS / 2;
    MPI_Send(m, 3, MPI_INT, 7, FINISH, MPI_COMM_WORLD);
}

static void learn(void)
{
    int chosen = 0, count[3] = {0}, of[3] = {0}, left = 0, finished = 0, m[3];
    while (finished < 2 || left) {
        MPI_Status s;
        MPI_Recv(m, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        if (s.MPI_TAG == FINISH) {
            finished++;
            left += m[1] ? ACCEPTORS : 0;
            continue;
        }
        left--;
        if (!m[0])
            continue;
        of[m[1]] = m[2];
        if (++count[m[1]] <= ACCEPTORS / 2)
            continue;
        assert(!chosen || chosen == of[m[1]]);
        chosen = of[m[1]];
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2)
        propose(rank);
    else if (rank < 7)
        accept(rank);
    else
        learn();
    MPI_Finalize();
    return 0;
}
