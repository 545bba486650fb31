/* mazurka: -n 2 --executions 9 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Wait, test, any, some, all; null and inactive requests; cancel; free. */
#include "say.h"

enum { N = 4 };
static int v[N];
static MPI_Request r[N];
static MPI_Status s[N];

/* All messages are there when this returns: each is received after it. */
static void post(void)
{
    for (int i = 0; i < N; i++) {
        v[i] = -1;
        MPI_Irecv(&v[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &r[i]);
    }
    MPI_Send(NULL, 0, MPI_INT, 0, 100, MPI_COMM_WORLD);
}

static void feed(void)
{
    MPI_Recv(NULL, 0, MPI_INT, 1, 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++) {
        int x = 11 * i;
        MPI_Send(&x, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    }
}

static void waits(void)
{
    int index, flag, sum = 0, out, indices[N];
    post();
    for (int i = 0; i < N; i++) {
        MPI_Waitany(N, r, &index, &s[0]);
        sum += v[index] * (index + 1);
        SAY("tag is index %d", s[0].MPI_TAG == index);
    }
    SAY("waitany %d", sum);
    MPI_Waitany(N, r, &index, &s[0]);
    SAY("undefined %d", index == MPI_UNDEFINED);
    SAY_STATUS(&s[0], MPI_INT);
    MPI_Testany(N, r, &index, &flag, &s[0]);
    SAY("undefined %d flag %d", index == MPI_UNDEFINED, flag);
    post();
    MPI_Waitall(N, r, s);
    SAY_INTS(v, N);
    for (int i = 0; i < N; i++)
        SAY_STATUS(&s[i], MPI_INT);
    post();
    for (int n = 0; n < N; n += out) {
        MPI_Waitsome(N, r, &out, indices, s);
        for (int i = 0; i < out; i++)
            v[indices[i]] += s[i].MPI_TAG == indices[i] ? 1000 : 2000;
    }
    SAY_INTS(v, N);
    MPI_Waitsome(N, r, &out, indices, s);
    SAY("undefined %d", out == MPI_UNDEFINED);
}

static void tests(void)
{
    int index, flag = 0, out, indices[N], n = 0;
    post();
    while (n < N) {
        MPI_Testany(N, r, &index, &flag, &s[0]);
        if (flag)
            n++;
    }
    SAY_INTS(v, N);
    post();
    for (flag = 0; !flag;)
        MPI_Testall(N, r, &flag, s);
    SAY_INTS(v, N);
    SAY_STATUS(&s[3], MPI_INT);
    post();
    for (n = 0; n < N;) {
        MPI_Testsome(N, r, &out, indices, s);
        n += out;
    }
    SAY_INTS(v, N);
    post();
    for (int i = 0; i < N; i++)
        for (flag = 0; !flag;)
            MPI_Test(&r[i], &flag, &s[i]);
    SAY_INTS(v, N);
    post();
    for (int i = 0; i < N; i++) {
        for (flag = 0; !flag;)
            MPI_Request_get_status(r[i], &flag, &s[i]);
        SAY_STATUS(&s[i], MPI_INT);
        SAY("still there %d", r[i] != MPI_REQUEST_NULL);
        MPI_Wait(&r[i], MPI_STATUS_IGNORE);
    }
}

static void nothing(void)
{
    MPI_Request null = MPI_REQUEST_NULL, inactive;
    int flag, x;
    MPI_Wait(&null, &s[0]);
    SAY_STATUS(&s[0], MPI_INT);
    MPI_Test(&null, &flag, &s[0]);
    SAY("flag %d", flag);
    MPI_Recv_init(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &inactive);
    MPI_Wait(&inactive, &s[0]);
    SAY_STATUS(&s[0], MPI_INT);
    SAY("still there %d", inactive != MPI_REQUEST_NULL);
    MPI_Request_free(&inactive);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    MPI_Irecv(&x, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&x, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    SAY("null %d %d", r[0] == MPI_REQUEST_NULL, r[1] == MPI_REQUEST_NULL);
    MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &s[0]);
    SAY_STATUS(&s[0], MPI_INT);
}

static void cancel(void)
{
    int x = 5;
    MPI_Irecv(&x, 1, MPI_INT, 0, 77, MPI_COMM_WORLD, &r[0]);
    MPI_Cancel(&r[0]);
    MPI_Wait(&r[0], &s[0]);
    int cancelled;
    MPI_Test_cancelled(&s[0], &cancelled);
    SAY("cancelled %d", cancelled);
}

static void forget(void)
{
    static int x;
    x = 31;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &r[0]);
        MPI_Request_free(&r[0]);
    } else {
        MPI_Recv(&x, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        SAY("%d", x);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0)
        for (int i = 0; i < 8; i++)
            feed();
    else {
        waits();
        tests();
        nothing();
        cancel();
    }
    forget();
    MPI_Finalize();
}
