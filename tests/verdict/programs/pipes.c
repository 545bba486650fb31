/* mazurka: -n 2 => verified
 * mazurka: -n 2 -- empty => unsupported; waits for what is written to a pipe
 * mazurka: -n 2 -- full => unsupported; waits for room in a pipe
 * mazurka: -n 2 -- unread => unsupported; a pipe that nobody reads
 * mazurka: -n 2 -- events => unsupported; waits for an event
 * mazurka: -n 3 -a match -- first => assertion
 * mazurka: -n 3 -a states -- first => assertion
 *
 * A rank talks to itself: by pipes, pairs of sockets and counters of events. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static char bytes[70000], back[70000];

static void pipes(void)
{
    int p[2], again;
    struct stat st;
    assert(!pipe2(p, O_NONBLOCK));
    assert(read(p[0], back, 1) < 0 && errno == EAGAIN);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    assert(write(p[1], bytes, sizeof bytes) == 65536);
    assert(write(p[1], bytes, 1) < 0 && errno == EAGAIN);
    assert(read(p[0], back, 1000) == 1000 && write(p[1], bytes + 65536, 500) == 500);
    assert(read(p[0], back + 1000, sizeof back) == 65036 && !memcmp(bytes, back, 66036));
    close(p[1]);
    assert(!fstat(p[0], &st) && S_ISFIFO(st.st_mode));
    assert(lseek(p[0], 0, SEEK_SET) < 0 && errno == ESPIPE);
    again = dup(p[0]);
    close(p[0]);
    assert(read(again, back, 1) == 0);
    assert(write(again, back, 1) < 0 && errno == EBADF);
    close(again);
}

static void sockets(void)
{
    int p[2];
    char c[2];
    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, p));
    assert(write(p[0], "ab", 2) == 2 && write(p[1], "z", 1) == 1);
    assert(read(p[0], c, 2) == 1 && c[0] == 'z' && read(p[1], c, 1) == 1 && c[0] == 'a');
    close(p[0]);
    assert(read(p[1], c, 2) == 1 && c[0] == 'b' && read(p[1], c, 1) == 0);
    close(p[1]);
}

static void events(void)
{
    int e = eventfd(2, 0), s = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    uint64_t n = 3;
    assert(write(e, &n, 8) == 8 && read(e, &n, 8) == 8 && n == 5);
    assert(read(s, &n, 8) == 8 && n == 1 && read(s, &n, 8) == 8 && n == 1);
    assert(read(s, &n, 8) < 0 && errno == EAGAIN);
    assert(read(s, &n, 4) < 0 && errno == EINVAL);
    close(e);
    close(s);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int rank, x = 0, p[2];
    uint64_t n;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pipes();
    sockets();
    events();
    assert(getxattr("/", "user.none", bytes, sizeof bytes) < 0 && errno == ENODATA);
    assert(!pipe(p) && p[0] == 3 && p[1] == 4);
    if (!strcmp(how, "empty"))
        x = (int)read(p[0], &x, 1);
    if (!strcmp(how, "full"))
        x = (int)write(p[1], bytes, 65537);
    if (!strcmp(how, "events"))
        x = (int)read(eventfd(0, 0), &n, 8);
    if (!strcmp(how, "unread")) {
        close(p[0]);
        x = (int)write(p[1], "x", 1);
    }
    if (!strcmp(how, "first") && rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; !strcmp(how, "first") && !rank && i < 2; i++) {
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(write(p[1], &x, sizeof x) == sizeof x);
    }
    if (!strcmp(how, "first") && !rank) {
        assert(read(p[0], &x, sizeof x) == sizeof x);
        assert(x == 1); /* whichever came first */
    }
    MPI_Finalize();
    return 0;
}
