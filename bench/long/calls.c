/* SPDX-License-Identifier: Apache-2.0
 *
 * calls.c - a loop of one kind of call: calls KIND ROUNDS, on two ranks or more. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define ONE   1, MPI_DOUBLE

static int rank, size, next, previous, rounds;
static double in = 1, out, many[64];
static MPI_Request both[2];
static MPI_Win window;
static MPI_File file;

static void pair(void (*first)(int), void (*second)(int), int i)
{
    if (rank == 0)
        first(i);
    else if (rank == 1)
        second(i);
}

static void give(int i)
{
    (void)i;
    MPI_Send(&in, ONE, 1, 0, WORLD);
}

static void take(int i)
{
    (void)i;
    MPI_Recv(&out, ONE, 0, 0, WORLD, MPI_STATUS_IGNORE);
}

static void take_probed(int i)
{
    MPI_Probe(0, 0, WORLD, MPI_STATUS_IGNORE);
    take(i);
}

static void take_polled(int i)
{
    (void)i;
    MPI_Irecv(&out, ONE, 0, 0, WORLD, both);
    for (int done = 0; !done;)
        MPI_Test(both, &done, MPI_STATUS_IGNORE);
}

static void send(int i)
{
    pair(give, take, i);
}

static void probe(int i)
{
    pair(give, take_probed, i);
}

static void poll(int i)
{
    pair(give, take_polled, i);
}

static void halo(int i)
{
    (void)i;
    MPI_Irecv(&out, ONE, previous, 0, WORLD, both);
    MPI_Isend(&in, ONE, next, 0, WORLD, both + 1);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
}

static void persistent(int i)
{
    if (i == 0) {
        MPI_Recv_init(&out, ONE, previous, 0, WORLD, both);
        MPI_Send_init(&in, ONE, next, 0, WORLD, both + 1);
    }
    MPI_Startall(2, both);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    for (int k = 0; i == rounds - 1 && k < 2; k++)
        MPI_Request_free(both + k);
}

static void barrier(int i)
{
    (void)i;
    MPI_Barrier(WORLD);
}

static void ibarrier(int i)
{
    (void)i;
    MPI_Ibarrier(WORLD, both);
    MPI_Wait(both, MPI_STATUS_IGNORE);
}

static void bcast(int i)
{
    (void)i;
    MPI_Bcast(&in, ONE, 0, WORLD);
}

static void gather(int i)
{
    (void)i;
    MPI_Gather(&in, ONE, many, ONE, 0, WORLD);
}

static void alltoall(int i)
{
    (void)i;
    MPI_Alltoall(many, ONE, many + 32, ONE, WORLD);
}

/* The sum depends on the order: there is a note. */
static void allreduce(int i)
{
    (void)i;
    double x = rank == 0 ? 1e16 : rank == 1 ? 1 : -1e16;
    MPI_Allreduce(&x, &out, ONE, MPI_SUM, WORLD);
}

static void dup(int i)
{
    (void)i;
    MPI_Comm copy;
    MPI_Comm_dup(WORLD, &copy);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
}

/* One is never freed: there is a warning. */
static void leak(int i)
{
    MPI_Comm copy;
    barrier(i);
    if (i == rounds - 1)
        MPI_Comm_dup(WORLD, &copy);
}

static void fence(int i)
{
    if (i == 0)
        MPI_Win_create(many, sizeof many, sizeof *many, MPI_INFO_NULL, WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&in, ONE, next, rank, ONE, window);
    MPI_Win_fence(0, window);
    if (i == rounds - 1)
        MPI_Win_free(&window);
}

static void lock(int i)
{
    if (i == 0)
        MPI_Win_create(many, sizeof many, sizeof *many, MPI_INFO_NULL, WORLD, &window);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
        MPI_Put(&in, ONE, 1, 0, ONE, window);
        MPI_Win_unlock(1, window);
    }
    if (i == rounds - 1)
        MPI_Win_free(&window);
}

static void files(int i)
{
    if (i == 0)
        MPI_File_open(WORLD, "calls.out", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file);
    MPI_File_write_at(file, (MPI_Offset)(i * size + rank) * 8, &in, ONE,
                      MPI_STATUS_IGNORE);
    if (i == rounds - 1)
        MPI_File_close(&file);
}

static void ssend(int i)
{
    (void)i;
    if (rank == 0)
        MPI_Ssend(&in, ONE, 1, 0, WORLD);
    else if (rank == 1)
        take(0);
}

static void sendrecv(int i)
{
    (void)i;
    MPI_Sendrecv(&in, ONE, next, 0, &out, ONE, previous, 0, WORLD, MPI_STATUS_IGNORE);
}

/* All requests are waited for at the end. */
static void pending(int i)
{
    static MPI_Request *all;
    static double *to;
    if (i == 0) {
        all = malloc(2 * (size_t)rounds * sizeof *all);
        to = malloc((size_t)rounds * sizeof *to);
    }
    MPI_Irecv(to + i, ONE, previous, 0, WORLD, all + 2 * i);
    MPI_Isend(&in, ONE, next, 0, WORLD, all + 2 * i + 1);
    if (i == rounds - 1) {
        MPI_Waitall(2 * rounds, all, MPI_STATUSES_IGNORE);
        free(all);
        free(to);
    }
}

/* Messages are received when all have been sent, the last one first. */
static void pile(int i)
{
    static MPI_Request *all;
    if (i == 0)
        all = malloc((size_t)rounds * sizeof *all);
    if (rank == 0)
        MPI_Isend(&in, ONE, 1, i, WORLD, all + i);
    for (int k = rounds; i == rounds - 1 && rank == 1 && k-- > 0;)
        MPI_Recv(&out, ONE, 0, k, WORLD, MPI_STATUS_IGNORE);
    if (i < rounds - 1)
        return;
    if (rank == 0)
        MPI_Waitall(rounds, all, MPI_STATUSES_IGNORE);
    free(all);
}

static void waitany(int i)
{
    int which;
    (void)i;
    MPI_Irecv(&out, ONE, previous, 0, WORLD, both);
    MPI_Isend(&in, ONE, next, 0, WORLD, both + 1);
    MPI_Wait(both + 1, MPI_STATUS_IGNORE);
    MPI_Waitany(2, both, &which, MPI_STATUS_IGNORE);
}

static void cancel(int i)
{
    (void)i;
    MPI_Irecv(&out, ONE, previous, 1, WORLD, both);
    MPI_Cancel(both);
    MPI_Wait(both, MPI_STATUS_IGNORE);
}

static void take_improbed(int i)
{
    MPI_Message message;
    (void)i;
    MPI_Mprobe(0, 0, WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&out, ONE, &message, MPI_STATUS_IGNORE);
}

static void mprobe(int i)
{
    pair(give, take_improbed, i);
}

static void any(int i)
{
    (void)i;
    if (rank == 0)
        give(0);
    else if (rank == 1)
        MPI_Recv(&out, ONE, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, MPI_STATUS_IGNORE);
}

static void scan(int i)
{
    (void)i;
    MPI_Scan(&in, &out, ONE, MPI_MAX, WORLD);
}

static void gatherv(int i)
{
    int counts[64], at[64];
    (void)i;
    for (int k = 0; k < size; k++)
        counts[k] = 1, at[k] = k;
    MPI_Gatherv(&in, ONE, many, counts, at, MPI_DOUBLE, 0, WORLD);
}

static void started(int i)
{
    if (i == 0)
        MPI_Allreduce_init(&in, &out, ONE, MPI_MAX, WORLD, MPI_INFO_NULL, both);
    MPI_Start(both);
    MPI_Wait(both, MPI_STATUS_IGNORE);
    if (i == rounds - 1)
        MPI_Request_free(both);
}

static void type(int i)
{
    MPI_Datatype vector;
    MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &vector);
    MPI_Type_commit(&vector);
    (void)i;
    MPI_Sendrecv(many, 1, vector, next, 0, many + 32, 4, MPI_DOUBLE, previous, 0, WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&vector);
}

/* None is ever freed: there are warnings. */
static void leaktype(int i)
{
    MPI_Datatype pairs;
    (void)i;
    MPI_Type_contiguous(2, MPI_DOUBLE, &pairs);
}

static void split(int i)
{
    MPI_Comm half;
    MPI_Comm_split(WORLD, 0, rank, &half);
    MPI_Comm_free(&half);
    (void)i;
}

static void attributes(int i)
{
    static int key;
    if (i == 0)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key,
                               NULL);
    MPI_Comm_set_attr(WORLD, key, &key);
    if (i == rounds - 1) {
        MPI_Comm_delete_attr(WORLD, key);
        MPI_Comm_free_keyval(&key);
    }
}

/* What the program keeps grows. */
static void alloc(int i)
{
    static char **kept;
    if (i == 0)
        kept = malloc((size_t)rounds * sizeof *kept);
    kept[i] = malloc(40);
    halo(i);
    for (int k = 0; i == rounds - 1 && k < rounds; k++)
        free(kept[k]);
    if (i == rounds - 1)
        free(kept);
}

static void window_of(int i)
{
    if (i == 0)
        MPI_Win_create(many, sizeof many, sizeof *many, MPI_INFO_NULL, WORLD, &window);
}

static void window_end(int i)
{
    if (i == rounds - 1)
        MPI_Win_free(&window);
}

static void winget(int i)
{
    window_of(i);
    MPI_Win_fence(0, window);
    MPI_Get(&out, ONE, next, 8, ONE, window);
    MPI_Win_fence(0, window);
    window_end(i);
}

static void winacc(int i)
{
    window_of(i);
    MPI_Win_fence(0, window);
    MPI_Accumulate(&in, ONE, next, 0, ONE, MPI_SUM, window);
    MPI_Win_fence(0, window);
    window_end(i);
}

static void winrput(int i)
{
    window_of(i);
    if (i == 0)
        MPI_Win_lock_all(0, window);
    MPI_Rput(&in, ONE, next, rank, ONE, window, both);
    MPI_Wait(both, MPI_STATUS_IGNORE);
    MPI_Win_flush(next, window);
    if (i == rounds - 1)
        MPI_Win_unlock_all(window);
    window_end(i);
}

static void winfetch(int i)
{
    window_of(i);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Fetch_and_op(&in, &out, MPI_DOUBLE, 1, 0, MPI_SUM, window);
        MPI_Win_unlock(1, window);
    }
    window_end(i);
}

static void winpscw(int i)
{
    static MPI_Group peer;
    window_of(i);
    if (i == 0) {
        MPI_Group world;
        MPI_Comm_group(WORLD, &world);
        MPI_Group_incl(world, 1, &next, &peer);
        MPI_Group_free(&world);
    }
    if (rank == 0) {
        MPI_Win_start(peer, 0, window);
        MPI_Put(&in, ONE, 1, 0, ONE, window);
        MPI_Win_complete(window);
    } else if (rank == 1) {
        MPI_Win_post(peer, 0, window);
        MPI_Win_wait(window);
    }
    if (i == rounds - 1)
        MPI_Group_free(&peer);
    window_end(i);
}

static void fileread(int i)
{
    if (i == 0)
        MPI_File_open(WORLD, "calls.out", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file);
    MPI_File_write_at(file, (MPI_Offset)(i * size + rank) * 8, &in, ONE,
                      MPI_STATUS_IGNORE);
    MPI_File_read_at(file, (MPI_Offset)(i * size + rank) * 8, &out, ONE,
                     MPI_STATUS_IGNORE);
    if (i == rounds - 1)
        MPI_File_close(&file);
}

static void fileordered(int i)
{
    if (i == 0)
        MPI_File_open(WORLD, "calls.out", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file);
    MPI_File_write_ordered(file, &in, ONE, MPI_STATUS_IGNORE);
    if (i == rounds - 1)
        MPI_File_close(&file);
}

/* A file of its own for each rank, opened in each round. */
static void fopened(int i)
{
    char name[32];
    snprintf(name, sizeof name, "own%d", rank);
    FILE *f = fopen(name, i ? "a" : "w");
    fprintf(f, "%d\n", i);
    fclose(f);
    halo(i);
}

/* A new file in each round. */
static void fopenmany(int i)
{
    char name[32];
    snprintf(name, sizeof name, "own%d.%d", rank, i);
    FILE *f = fopen(name, "w");
    fprintf(f, "%d\n", i);
    fclose(f);
    halo(i);
}

static void print(int i)
{
    printf("round %d\n", i);
    halo(i);
}

static void clocked(int i)
{
    halo(i);
    if (MPI_Wtime() < 0)
        MPI_Abort(WORLD, i);
}

static const struct {
    const char *name;
    void (*call)(int);
} kinds[] = {{"send", send},
             {"ssend", ssend},
             {"sendrecv", sendrecv},
             {"probe", probe},
             {"mprobe", mprobe},
             {"poll", poll},
             {"any", any},
             {"halo", halo},
             {"pending", pending},
             {"pile", pile},
             {"waitany", waitany},
             {"cancel", cancel},
             {"persistent", persistent},
             {"barrier", barrier},
             {"ibarrier", ibarrier},
             {"bcast", bcast},
             {"gather", gather},
             {"gatherv", gatherv},
             {"alltoall", alltoall},
             {"scan", scan},
             {"allreduce", allreduce},
             {"started", started},
             {"dup", dup},
             {"split", split},
             {"leak", leak},
             {"type", type},
             {"leaktype", leaktype},
             {"attr", attributes},
             {"alloc", alloc},
             {"fence", fence},
             {"lock", lock},
             {"winget", winget},
             {"winacc", winacc},
             {"winrput", winrput},
             {"winfetch", winfetch},
             {"winpscw", winpscw},
             {"files", files},
             {"fileread", fileread},
             {"fileordered", fileordered},
             {"fopened", fopened},
             {"fopenmany", fopenmany},
             {"print", print},
             {"clocked", clocked}};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    rounds = argc > 2 ? atoi(argv[2]) : 1;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (argc < 2)
            rank ? 0 : puts(kinds[k].name);
        else if (!strcmp(kinds[k].name, argv[1]))
            for (int i = 0; i < rounds; i++)
                kinds[k].call(i);
    }
    MPI_Finalize();
    return 0;
}
