/* SPDX-License-Identifier: Apache-2.0
 *
 * relay.c - see relay.h.
 *
 * MPI has started this process, so it calls MPI; the tool is its child, and does not. The
 * relay looks at both in turn, and sleeps in between, longer if there was nothing: a
 * process that waited inside MPI would keep a processor busy that workers need. It keeps
 * what the tool sends until MPI has taken it, and takes no message from MPI before the
 * tool has read the last one. How much that can be is bounded by what processes are
 * allowed to send (docs/design/cluster.md).
 *
 * Process 0 tells the others from time to time that it is there. If nothing comes from it
 * for long, they end the job, and say so; and if its tool stands still, the relay beside
 * it does. Only the time counts in which we are not stopped ourselves: who suspends all
 * processes of a job, and lets them go on, must not lose it.
 *
 * When the tool has ended here, messages for it are dropped, and a barrier tells when all
 * have come so far. Process 0 tells the others when to end. */
#include "cluster/relay.h"
#include "base/timer.h"
#include "explore/share/cluster.h"

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_NAP 2000 /* microseconds */
#define SHORT_NAP   200  /* the longest while there are messages, */
#define QUIET       100  /* and until so many naps after the last one */
#define MOST_AWAKE  0.1  /* seconds for a round; if it took longer, we were stopped */
#define MOST_BYTES  ((uint64_t)1 << 30)

/* A message that MPI has not taken yet. */
struct sending {
    MPI_Request request;
    int to;
    char *bytes;
    struct sending *next;
};

struct state {
    const struct relay *r;
    int rank, size;
    int fd; /* -1: the tool has closed it */
    struct sending *sending;
    /* From the tool: as much of a message as has come. */
    struct cluster_head head;
    size_t head_bytes;
    char *in;
    uint64_t in_bytes;
    /* To the tool: what it has not read yet. */
    char *out;
    size_t out_bytes, out_done;
    bool ended; /* the tool */
    int code;
    bool still;     /* process 0: its tool is stopped, */
    double silence; /* for so long; or nothing has come from process 0 for so long */
    double spoken;  /* process 0: how long ago it said that it is there */
};

/* The signals that ask a process to stop. */
static volatile sig_atomic_t asked;
/* MPI begins, in the process with this rank. If it does not within some time, another
 * process may be none of ours; after a signal, this ends the process. */
static volatile sig_atomic_t begins, begins_rank;
enum { BAD_USAGE = 2, CANNOT_VERIFY = 4 };         /* as MZ_USAGE and MZ_UNSUPPORTED */
enum { LONGEST_BEGINNING = 10, LONGEST_END = 10 }; /* seconds */
/* How long process 0 may be silent, also after we were asked to end. */
enum { LONGEST_SILENCE = 30, LONGEST_AFTER = 10 };
static void on_signal(int sig)
{
    (void)sig;
    asked++;
    if (begins)
        alarm(LONGEST_BEGINNING);
}

static void say_early(const char *text)
{
    if (begins_rank || write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* the first process speaks for all; or nobody listens */
}

static void on_alarm(int sig)
{
    (void)sig;
    if (!begins)
        return;
    if (asked) {
        say_early("error: not all processes of the job have come to MPI_Init\n"
                  "  fix: let mpiexec start mazurka in all of them\n");
        _exit(BAD_USAGE);
    }
    say_early(" waits in MPI_Init for the other processes of the job: is each of them "
              "mazurka?\n");
}

static void *allocate(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) {
        fprintf(stderr, "mazurka: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return p;
}

/* ---- messages ---- */

/* Sends bytes that were allocated, and frees them when MPI has taken them. */
static void post(struct state *s, int to, int word, char *bytes, size_t n)
{
    struct sending *x = allocate(sizeof *x);
    *x = (struct sending){.to = to, .bytes = bytes, .next = s->sending};
    /* complete when it is received: afterwards nothing is on its way */
    MPI_Issend(bytes, (int)n, MPI_BYTE, to, word, MPI_COMM_WORLD, &x->request);
    s->sending = x;
}

static void post_copy(struct state *s, int to, int word, const void *bytes, size_t n)
{
    char *copy = allocate(n);
    if (n)
        memcpy(copy, bytes, n);
    post(s, to, word, copy, n);
}

static void look_at_sending(struct state *s)
{
    for (struct sending **at = &s->sending; *at;) {
        struct sending *x = *at;
        int done;
        MPI_Test(&x->request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            at = &x->next;
            continue;
        }
        *at = x->next;
        free(x->bytes);
        free(x);
    }
}

/* ---- the tool ---- */

/* Puts a message for the tool into `out`, which is empty. */
static void put(struct state *s, uint32_t word, int from, const char *bytes, size_t n)
{
    struct cluster_head h = {.word = word, .process = (uint32_t)from, .bytes = n};
    s->out_bytes = sizeof h + n;
    s->out_done = 0;
    s->out = allocate(s->out_bytes);
    memcpy(s->out, &h, sizeof h);
    if (n)
        memcpy(s->out + sizeof h, bytes, n);
}

static void hang_up(struct state *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    free(s->out);
    s->out = NULL;
}

static bool write_some(struct state *s)
{
    bool any = false;
    while (s->out && s->fd >= 0) {
        ssize_t n = send(s->fd, s->out + s->out_done, s->out_bytes - s->out_done,
                         MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            hang_up(s);
        if (n <= 0)
            break;
        any = true;
        s->out_done += (size_t)n;
        if (s->out_done < s->out_bytes)
            continue;
        free(s->out);
        s->out = NULL;
    }
    return any;
}

/* Reads what there is; true if there was anything. */
static bool read_some(struct state *s)
{
    bool any = false;
    while (s->fd >= 0) {
        bool head = s->head_bytes < sizeof s->head;
        char *to = head ? (char *)&s->head + s->head_bytes : s->in + s->in_bytes;
        size_t left = head ? sizeof s->head - s->head_bytes : s->head.bytes - s->in_bytes;
        ssize_t n = left ? recv(s->fd, to, left, MSG_DONTWAIT) : 0;
        if (left && n < 0 && errno != EAGAIN && errno != EINTR)
            n = 0;
        if (left && n == 0) {
            hang_up(s);
            break;
        }
        if (n < 0)
            break;
        any = true;
        if (head) {
            s->head_bytes += (size_t)n;
            if (s->head_bytes < sizeof s->head)
                continue;
            if (s->head.bytes > MOST_BYTES || s->head.process >= (uint32_t)s->size)
                MPI_Abort(MPI_COMM_WORLD, 2);
            s->in = allocate(s->head.bytes);
            s->in_bytes = 0;
        } else {
            s->in_bytes += (uint64_t)n;
        }
        if (s->in_bytes < s->head.bytes)
            continue;
        post(s, (int)s->head.process, (int)s->head.word, s->in, s->head.bytes);
        s->in = NULL;
        s->head_bytes = 0;
    }
    return any;
}

static void tell_failure(struct state *s, const char *text, size_t n)
{
    struct cluster_failure f = {.code = (uint32_t)s->code};
    char *bytes = allocate(sizeof f + n);
    gethostname(f.host, sizeof f.host - 1);
    memcpy(bytes, &f, sizeof f);
    memcpy(bytes + sizeof f, text, n);
    post(s, 0, CLUSTER_FAILED, bytes, sizeof f + n);
}

/* The tool has ended in another process than the first: says why. If it was asked to,
 * nobody listens any more. */
static void tell_end(struct state *s, int status)
{
    char text[1024];
    ssize_t n = pread(s->r->errors, text, sizeof text, 0);
    n = n < 0 ? 0 : n;
    while (n > 0 && text[n - 1] == '\n')
        n--;
    if (!n && WIFSIGNALED(status))
        n = snprintf(text, sizeof text, "signal %d", WTERMSIG(status));
    if (s->code != FAILURE_LOST && WIFEXITED(status))
        tell_failure(s, text, (size_t)n);
    else
        post_copy(s, 0, CLUSTER_LOST, text, (size_t)n);
}

static void look_at_tool(struct state *s)
{
    int status;
    if (s->ended ||
        waitpid(s->r->pid, &status, WNOHANG | WUNTRACED | WCONTINUED) != s->r->pid)
        return;
    if (WIFSTOPPED(status) || WIFCONTINUED(status)) {
        s->still = WIFSTOPPED(status);
        return;
    }
    read_some(s); /* its last words */
    hang_up(s);
    s->ended = true;
    s->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (s->rank)
        tell_end(s, status);
    else if (WIFSIGNALED(status)) {
        fprintf(stderr,
                "error: signal %d (%s) has ended process 0, and so the search\n"
                "  fix: go on with what was saved before, if it was: --resume FILE\n",
                WTERMSIG(status), strsignal(WTERMSIG(status)));
        s->code = CANNOT_VERIFY;
    }
    if (s->rank)
        s->code = 0; /* the first process tells how it has ended */
    for (int to = 1; !s->rank && to < s->size; to++)
        post_copy(s, to, CLUSTER_OVER, NULL, 0);
}

/* Asks the tool of process 0 to stop. It may have got the signal itself, so this is one
 * that does not count as a second request. */
static void stop(struct state *s)
{
    static bool once;
    if (s->rank)
        post_copy(s, 0, CLUSTER_SIGNAL, NULL, 0);
    else if (!once && !s->ended)
        kill(s->r->pid, SIGUSR1);
    once = true;
}

/* ---- MPI ---- */

static bool take(struct state *s)
{
    int some;
    MPI_Message message;
    MPI_Status status;
    if (s->out && s->fd >= 0)
        return false;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &some, &message, &status);
    if (!some)
        return false;
    int n;
    MPI_Get_count(&status, MPI_BYTE, &n);
    char *bytes = allocate((size_t)n);
    MPI_Mrecv(bytes, n, MPI_BYTE, &message, &status);
    if (status.MPI_TAG == CLUSTER_OVER)
        kill(s->r->pid, s->ended ? 0 : SIGKILL);
    else if (status.MPI_TAG == CLUSTER_SIGNAL)
        stop(s);
    else if (status.MPI_TAG != CLUSTER_ALIVE && s->fd >= 0)
        put(s, (uint32_t)status.MPI_TAG, status.MPI_SOURCE, bytes, (size_t)n);
    if (status.MPI_SOURCE == 0)
        s->silence = 0;
    free(bytes);
    return true;
}

static bool sends_to(const struct state *s, int to)
{
    for (const struct sending *x = s->sending; x; x = x->next)
        if (x->to == to)
            return true;
    return false;
}

/* So many seconds later: is process 0 still there? */
static void listen_for(struct state *s, double seconds)
{
    int most = asked ? LONGEST_AFTER : LONGEST_SILENCE;
    if (!s->rank) {
        s->spoken += seconds;
        s->silence = s->still ? s->silence + seconds : 0;
        for (int to = 1; to < s->size && s->spoken >= 1 && !s->ended; to++)
            if (!sends_to(s, to))
                post_copy(s, to, CLUSTER_ALIVE, NULL, 0);
        s->spoken = s->spoken >= 1 ? 0 : s->spoken;
        if (!s->still || s->ended || s->silence < most)
            return;
        fprintf(stderr, "mazurka: process 0 has been stopped for %d seconds\n", most);
        kill(s->r->pid, SIGKILL);
        s->still = false;
        return;
    }
    /* nothing is taken while our own tool does not read */
    s->silence += s->out && s->fd >= 0 ? 0 : seconds;
    if (s->silence < most + (s->rank > 1)) /* process 1 speaks for all */
        return;
    fprintf(
        stderr,
        "error: process 0 has not answered for %d seconds, and so the search is ended\n"
        "  fix: go on with what was saved before, if it was: --resume FILE\n",
        most);
    kill(s->r->pid, s->ended ? 0 : SIGKILL);
    usleep(200000); /* the launcher passes that on */
    MPI_Abort(MPI_COMM_WORLD, CANNOT_VERIFY);
}

/* Sleeps until the tool has something, or for so long. */
static void nap(const struct state *s, long microseconds)
{
    struct pollfd p = {.fd = s->fd, .events = (short)(POLLIN | (s->out ? POLLOUT : 0))};
    struct timespec t = {0, microseconds * 1000};
    ppoll(&p, 1, &t, NULL);
}

/* In process 0, when its tool has ended: the others do so at once. One that does not is
 * none of ours, or stands still, and would keep the job for ever. */
static void give_up(const struct state *s)
{
    fflush(stdout);
    if (s->sending)
        fprintf(stderr, "mazurka: process %d does not answer, so the job is ended\n",
                s->sending->to);
    else
        fprintf(stderr, "mazurka: a process does not end, so the job is ended\n");
    usleep(200000); /* the launcher passes that on */
    MPI_Abort(MPI_COMM_WORLD, s->code);
}

static void serve(struct state *s)
{
    double until = 0;
    long pause = 20, quiet = 0;
    bool in_barrier = false;
    int passed = 0, seen = 0;
    MPI_Request barrier;
    double before = timer_now();
    while (!passed) {
        double now = timer_now(), awake = now - before;
        listen_for(s, awake < MOST_AWAKE ? awake : MOST_AWAKE);
        before = now;
        bool any = read_some(s);
        any |= write_some(s);
        any |= take(s);
        write_some(s);
        look_at_sending(s);
        look_at_tool(s);
        if (asked != seen) {
            seen = asked;
            stop(s);
        }
        if (s->ended && !s->sending && !in_barrier) {
            MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
            in_barrier = true;
        }
        if (in_barrier)
            MPI_Test(&barrier, &passed, MPI_STATUS_IGNORE);
        if (s->ended && !s->rank && until <= 0)
            until = timer_now() + LONGEST_END;
        else if (until > 0 && !passed && timer_now() > until)
            give_up(s);
        quiet = any ? 0 : quiet + 1;
        long longest = quiet < QUIET ? SHORT_NAP : LONGEST_NAP;
        pause = any ? 20 : 2 * pause < longest ? 2 * pause : longest;
        if (!any && !passed)
            nap(s, pause);
    }
}

/* ---- all of it ---- */

/* From here on they count; those that came before were kept. */
static void watch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGUSR1};
    struct sigaction action = {.sa_handler = on_signal,
                               .sa_flags = begins ? SA_RESTART : 0};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], &action, NULL);
        sigaddset(&set, signals[i]);
    }
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void watch_beginning(void)
{
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    alarm(LONGEST_BEGINNING);
}

int mazurka_relay(const struct relay *r)
{
    struct state s = {.r = r, .fd = r->fd};
    begins = 1;
    begins_rank = r->rank;
    signal(SIGPIPE, SIG_IGN); /* the launcher may be gone, which MPI says */
    watch_signals();
    watch_beginning();
    MPI_Init(NULL, NULL);
    begins = 0;
    alarm(0);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.size);
    if (r->version != RELAY_VERSION || s.size < 2 || (r->size && s.size != r->size)) {
        char name[MPI_MAX_LIBRARY_VERSION_STRING];
        int n;
        MPI_Get_library_version(name, &n);
        name[strcspn(name, "\n")] = '\0';
        if (!r->rank)
            fprintf(
                stderr,
                "error: this is one of %d processes, but the MPI library of mazurka sees "
                "%d (%s)\n  fix: start it with the mpiexec of that library\n",
                r->size, s.size, name);
        kill(r->pid, SIGKILL);
        waitpid(r->pid, NULL, 0);
        MPI_Finalize();
        return 2;
    }
    watch_signals();
    struct cluster_welcome w = {(uint32_t)s.rank, (uint32_t)s.size};
    put(&s, CLUSTER_WELCOME, s.rank, (const char *)&w, sizeof w);
    serve(&s);
    free(s.in);
    /* MPICH 4.0 over TCP (UCX 1.13) may not return from MPI_Finalize if another process
     * has come there some milliseconds earlier; after this, they come nearly together. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return s.code;
}
