/* twins PLACE: rank 0 receives from all others, and notes in one PLACE of its state, and nowhere else, that the first
 * message came from rank 3. At the end it looks there: the assertion fails in those outcomes, and in no others. A
 * checker that takes ranks in different states for equal ones counts something else. `nowhere`: nothing is noted. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *place;
static int kept;
static _Thread_local int own;
static int *block;
static int file = -1, key;
static MPI_Comm copy;
static MPI_Request later = MPI_REQUEST_NULL;
static double start;
static int first; /* what rand() gives after srand(1) */

static int is(const char *name)
{
    return !strcmp(place, name);
}

static void prepare(void)
{
    block = malloc(sizeof *block);
    *block = 0;
    if (is("file") || is("position")) {
        file = open("twins.data", O_RDWR | O_CREAT | O_TRUNC, 0600);
        assert(write(file, "00", 2) == 2 && lseek(file, 0, SEEK_SET) == 0);
    }
    if (is("clock"))
        start = MPI_Wtime();
    if (is("attribute"))
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    if (is("name"))
        MPI_Comm_dup(MPI_COMM_SELF, &copy);
    srand(1);
    first = rand();
    srand(1);
}

static __attribute__((noinline)) void note(int matters)
{
    sigset_t set;
    struct timespec second = {.tv_sec = 1};
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    if (!matters)
        return;
    if (is("static"))
        kept = 1;
    else if (is("local"))
        own = 1;
    else if (is("heap"))
        *block = 1;
    else if (is("rounding"))
        fesetround(FE_UPWARD);
    else if (is("mask"))
        sigprocmask(SIG_BLOCK, &set, NULL);
    else if (is("handler"))
        signal(SIGUSR1, SIG_IGN);
    else if (is("umask"))
        umask(0777);
    else if (is("random"))
        srand(2);
    else if (is("environment"))
        setenv("TWINS", "3", 1);
    else if (is("file"))
        assert(pwrite(file, "1", 1, 1) == 1);
    else if (is("position"))
        lseek(file, 1, SEEK_SET);
    else if (is("clock"))
        nanosleep(&second, NULL);
    else if (is("attribute"))
        MPI_Comm_set_attr(MPI_COMM_SELF, key, &kept);
    else if (is("name"))
        MPI_Comm_set_name(copy, "three");
    else if (is("request"))
        MPI_Irecv(block, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &later);
}

static __attribute__((noinline)) int noted(void)
{
    sigset_t set;
    struct sigaction action;
    char byte = 0, text[MPI_MAX_OBJECT_NAME];
    void *value;
    int flag = 0, n = 0;
    if (is("rounding"))
        return fegetround() == FE_UPWARD;
    if (is("mask"))
        return sigprocmask(SIG_BLOCK, NULL, &set), sigismember(&set, SIGUSR1);
    if (is("handler"))
        return sigaction(SIGUSR1, NULL, &action), action.sa_handler == SIG_IGN;
    if (is("umask"))
        return umask(022) == 0777;
    if (is("random"))
        return rand() != first;
    if (is("environment"))
        return getenv("TWINS") != NULL;
    if (is("file"))
        return pread(file, &byte, 1, 1) == 1 && byte == '1';
    if (is("position"))
        return lseek(file, 0, SEEK_CUR) == 1;
    if (is("clock"))
        return MPI_Wtime() - start > 0.5;
    if (is("attribute"))
        return MPI_Comm_get_attr(MPI_COMM_SELF, key, &value, &flag), flag;
    if (is("name"))
        return MPI_Comm_get_name(copy, text, &n), !strcmp(text, "three");
    if (is("request") && later != MPI_REQUEST_NULL) {
        MPI_Send(&n, 1, MPI_INT, 0, 9, MPI_COMM_SELF);
        MPI_Wait(&later, MPI_STATUS_IGNORE);
        return 1;
    }
    return kept || own || *block;
}

static void tidy(void)
{
    if (file >= 0)
        close(file);
    if (is("attribute"))
        MPI_Comm_free_keyval(&key);
    if (is("name"))
        MPI_Comm_free(&copy);
    free(block);
}

/* Nothing else may tell who sent the message: neither a variable nor a register. */
static __attribute__((noinline)) void receive(int first)
{
    MPI_Status status;
    volatile int *source = &status.MPI_SOURCE;
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    note(first && *source == 3); /* always called, as it leaves an address on the stack */
    *source = 0;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    place = argc > 1 ? argv[1] : "nowhere";
    if (!rank) {
        prepare();
        for (int i = 1; i < size; i++)
            receive(i == 1);
        int wrong = noted();
        tidy();
        assert(!wrong);
    } else {
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
