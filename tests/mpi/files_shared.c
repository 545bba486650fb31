/* Ranks and files. A line above each case says with how many ranks it is run and what must
 * come out; those that are verified must also end well under MPICH. The directory is that
 * of files_alone.c. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int me, n;
static char text[4096];

static const char *content(const char *name)
{
    int fd = open(name, O_RDONLY);
    if (fd < 0)
        return "none";
    ssize_t got = read(fd, text, sizeof text - 1);
    assert(got >= 0);
    text[got] = 0;
    close(fd);
    return text;
}

static void put(const char *name, const char *what)
{
    FILE *f = fopen(name, "w");
    assert(f && fputs(what, f) >= 0 && !fclose(f));
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void token(int from, int to)
{
    int x = 7;
    if (me == from)
        MPI_Send(&x, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    if (me == to)
        MPI_Recv(&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* write-barrier-read, 3 => verified */
static void write_barrier_read(void)
{
    if (me == 0)
        put("new", "from 0");
    barrier();
    assert(!strcmp(content("new"), "from 0"));
}

/* write-read, 2 => file-race: nothing orders the two */
static void write_read(void)
{
    if (me == 0)
        put("new", "from 0");
    else
        content("new");
}

/* overwrite-read, 2 => file-race: reads input.txt, and rank 0 */
static void overwrite_read(void)
{
    if (me == 0) {
        int fd = open("input.txt", O_WRONLY);
        write(fd, "HE", 2);
    } else {
        content("input.txt");
    }
}

/* overwrite-elsewhere, 2 => verified */
static void overwrite_elsewhere(void)
{
    int fd = open("input.txt", me ? O_RDONLY : O_WRONLY);
    if (me == 0)
        assert(pwrite(fd, "WORLD", 5, 6) == 5);
    else
        assert(pread(fd, text, 5, 0) == 5 && !memcmp(text, "hello", 5));
    barrier();
    assert(!memcmp(content("input.txt"), "hello\nWORLD\n", 12));
}

/* by-message, 2 => verified */
static void by_message(void)
{
    if (me == 0)
        put("new", "one");
    token(0, 1);
    if (me == 1) {
        assert(!strcmp(content("new"), "one"));
        put("new", "two");
    }
    token(1, 0);
    if (me == 0)
        assert(!strcmp(content("new"), "two"));
}

/* early-message, 2 => file-race: new */
static void early_message(void)
{
    token(0, 1);
    if (me == 0)
        put("new", "one");
    else
        content("new");
}

/* through-third, 3 => verified */
static void through_third(void)
{
    if (me == 0)
        put("new", "one");
    token(0, 2);
    token(2, 1);
    if (me == 1)
        assert(!strcmp(content("new"), "one"));
}

/* by-bcast, 3 => verified */
static void by_bcast(void)
{
    int x = 1;
    if (me == 0)
        put("new", "one");
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    assert(!strcmp(content("new"), "one"));
}

/* wrong-root, 3 => file-race: new */
static void wrong_root(void)
{
    int x = 1;
    if (me == 1)
        put("new", "one");
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (me == 2)
        content("new");
}

/* by-reduce, 3 => verified */
static void by_reduce(void)
{
    int x = 1, sum;
    char name[16];
    snprintf(name, sizeof name, "part%d", me);
    put(name, name);
    MPI_Reduce(&x, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int i = 0; me == 0 && i < n; i++) {
        snprintf(name, sizeof name, "part%d", i);
        assert(!strcmp(content(name), name));
    }
}

/* by-ssend, 2 => verified */
static void by_ssend(void)
{
    int x = 7;
    if (me == 1) {
        put("new", "one");
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Ssend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        assert(!strcmp(content("new"), "one"));
    }
}

/* by-issend, 2 => verified */
static void by_issend(void)
{
    int x = 7;
    MPI_Request r;
    if (me == 1) {
        put("new", "one");
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Issend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        assert(!strcmp(content("new"), "one"));
    }
}

/* by-mprobe, 2 => verified */
static void by_mprobe(void)
{
    int x = 7;
    MPI_Message m;
    if (me == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
        put("new", "one");
        MPI_Mrecv(&x, 1, MPI_INT, &m, MPI_STATUS_IGNORE);
    } else {
        MPI_Ssend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        assert(!strcmp(content("new"), "one"));
    }
}

/* after-mprobe, 2 => file-race: new */
static void after_mprobe(void)
{
    int x = 7;
    MPI_Message m;
    if (me == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
        MPI_Mrecv(&x, 1, MPI_INT, &m, MPI_STATUS_IGNORE);
        put("new", "one");
    } else {
        MPI_Ssend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        content("new");
    }
}

/* empty-bcast, 2 => file-race: new */
static void empty_bcast(void)
{
    int x;
    if (me == 0)
        put("new", "one");
    MPI_Bcast(&x, 0, MPI_INT, 0, MPI_COMM_WORLD); /* moves nothing, so nobody waits */
    if (me == 1)
        content("new");
}

/* by-send-only, 2 => file-race: new */
static void by_send_only(void)
{
    int x = 7;
    if (me == 1) {
        put("new", "one");
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        content("new");
    }
}

/* by-probe, 2 => verified */
static void by_probe(void)
{
    int x = 7;
    if (me == 0) {
        put("new", "one");
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Probe(0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(!strcmp(content("new"), "one"));
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* before-wait, 2 => file-race: new */
static void before_wait(void)
{
    int x = 7;
    MPI_Request r;
    if (me == 0) {
        put("new", "one");
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
        content("new");
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
}

/* some-order, 3 => file-race: new */
static void some_order(void)
{
    int x = me;
    if (me) {
        if (me == 1)
            put("new", "one");
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    content("new"); /* the first message may be that of rank 2 */
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* every-order, 3 => verified */
static void every_order(void)
{
    int x = me;
    if (me) {
        put(me == 1 ? "new1" : "new2", "x");
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(!strcmp(content(x == 1 ? "new1" : "new2"), "x"));
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(!strcmp(content(x == 1 ? "new1" : "new2"), "x"));
}

/* second-look, 2 => file-race: input.txt */
static void second_look(void)
{
    if (me == 0)
        content("input.txt");
    token(0, 1);
    if (me == 1)
        put("input.txt", "x");
    else
        content("input.txt"); /* the look before the message has an order, this one not */
}

/* both-write, 2 => file-race: new */
static void both_write(void)
{
    put("new", "same");
}

/* own-files, 3 => verified */
static void own_files(void)
{
    char name[16];
    snprintf(name, sizeof name, "own%d", me);
    put(name, name);
    assert(!strcmp(content(name), name));
    barrier();
    snprintf(name, sizeof name, "own%d", (me + 1) % n);
    assert(!strcmp(content(name), name));
}

/* disjoint, 4 => verified */
static void disjoint(void)
{
    int fd = open("new", O_RDWR | O_CREAT, 0600);
    char mine[8];
    memset(mine, 'a' + me, sizeof mine);
    assert(pwrite(fd, mine, sizeof mine, me * 8) == 8);
    barrier();
    assert(pread(fd, text, 100, 0) == 8 * n);
    for (int i = 0; i < 8 * n; i++)
        assert(text[i] == 'a' + i / 8);
}

/* overlapping, 2 => file-race: writes new */
static void overlapping(void)
{
    int fd = open("new", O_RDWR | O_CREAT, 0600);
    pwrite(fd, "12345678", 8, me * 7);
}

/* log, 3 => verified */
static void logging(void)
{
    FILE *f = fopen("log", "a");
    assert(f);
    fprintf(f, "rank %d\n", me);
    assert(!fclose(f));
    barrier();
    f = fopen("log", "a");
    fprintf(f, "again %d\n", me);
    fclose(f);
}

/* log-descriptor, 3 => verified */
static void log_descriptor(void)
{
    int fd = open("log", O_WRONLY | O_APPEND | O_CREAT, 0644);
    assert(write(fd, &"abc"[me], 1) == 1);
    close(fd);
}

/* log-read, 3 => file-race: appends to log */
static void log_read(void)
{
    FILE *f = fopen("log", "a");
    fprintf(f, "rank %d\n", me);
    fclose(f);
    barrier();
    if (me == 0)
        content("log");
}

/* log-same, 3 => verified */
static void log_same(void)
{
    FILE *f = fopen("log", "a");
    fprintf(f, "x\n");
    fclose(f);
    barrier();
    assert(!strcmp(content("log"), "x\nx\nx\n"));
}

/* log-length, 3 => verified */
static void log_length(void)
{
    struct stat st;
    FILE *f = fopen("log", "a");
    fprintf(f, "%d\n", me);
    fclose(f);
    barrier();
    assert(!stat("log", &st) && st.st_size == 6);
}

/* log-header, 2 => file-race: log */
static void log_header(void)
{
    FILE *f = fopen("log", "a");
    if (ftell(f) == 0)
        fprintf(f, "header\n");
    fclose(f);
}

/* log-turns, 3 => verified */
static void log_turns(void)
{
    FILE *f;
    if (me > 0)
        token(me - 1, me);
    f = fopen("log", "a");
    fprintf(f, "%d\n", me);
    fclose(f);
    if (me < n - 1)
        token(me, me + 1);
    barrier();
    assert(!strcmp(content("log"), "0\n1\n2\n"));
}

/* failed-open, 2 => file-race: looks for new */
static void failed_open(void)
{
    if (me == 0)
        put("new", "");
    else
        assert(open("new", O_RDONLY) == -1 || 1);
}

/* access, 2 => file-race: looks for new */
static void accessing(void)
{
    if (me == 0)
        put("new", "");
    else
        access("new", F_OK);
}

/* stat-length, 2 => file-race: looks where the end is of input.txt */
static void stat_length(void)
{
    struct stat st;
    if (me == 0) {
        int fd = open("input.txt", O_WRONLY | O_APPEND);
        write(fd, "x", 1);
    } else {
        stat("input.txt", &st);
    }
}

/* listing, 2 => file-race: lists */
static void listing(void)
{
    if (me == 0) {
        put("sub/new", "");
    } else {
        DIR *d = opendir("sub");
        while (readdir(d))
            ;
        closedir(d);
    }
}

/* listing-ordered, 2 => verified */
static void listing_ordered(void)
{
    int seen = 0;
    if (me == 0)
        put("sub/new", "");
    barrier();
    DIR *d = opendir("sub");
    for (struct dirent *e; (e = readdir(d));)
        seen += !strcmp(e->d_name, "new");
    closedir(d);
    assert(seen == 1);
}

/* spellings, 2 => file-race: nothing orders the two */
static void spellings(void)
{
    if (me == 0)
        put("./sub/../hard", "x");
    else
        content("link");
}

/* spelling-of-new, 2 => file-race: new */
static void spelling_of_new(void)
{
    if (me == 0)
        put("sub/new", "x");
    else
        chdir("sub"), content("../sub/./new");
}

/* remove, 2 => file-race: input.txt */
static void removing(void)
{
    if (me == 0)
        unlink("input.txt");
    else
        content("input.txt");
}

/* remove-ordered, 2 => verified */
static void remove_ordered(void)
{
    if (me == 0)
        put("new", "x");
    barrier();
    assert(!strcmp(content("new"), "x"));
    barrier();
    if (me == 0)
        assert(!unlink("new") && !rename("input.txt", "other"));
    barrier();
    assert(access("new", F_OK) == -1 && !strcmp(content("other"), "hello\nworld\n"));
    assert(access("input.txt", F_OK) == -1 && errno == ENOENT);
}

/* rename-into-place, 3 => verified */
static void rename_into_place(void)
{
    if (me == 0) {
        put("new.tmp", "complete");
        assert(!rename("new.tmp", "new"));
    }
    barrier();
    assert(!strcmp(content("new"), "complete"));
}

/* directory, 3 => verified */
static void directory(void)
{
    char name[32];
    if (me == 0)
        assert(!mkdir("results", 0755));
    barrier();
    snprintf(name, sizeof name, "results/%d", me);
    put(name, name);
    barrier();
    snprintf(name, sizeof name, "results/%d", (me + 1) % n);
    assert(!strcmp(content(name), name));
}

/* directory-race, 2 => file-race: results */
static void directory_race(void)
{
    if (me == 0)
        mkdir("results", 0755);
    else
        open("results/x", O_CREAT | O_WRONLY, 0600);
}

/* all-mkdir, 3 => verified */
static void all_mkdir(void)
{
    char name[32];
    mkdir("results", 0755);
    snprintf(name, sizeof name, "results/%d", me);
    put(name, name);
}

/* first-mkdir, 2 => unsupported: exists (EEXIST) is not explored; let one rank */
static void first_mkdir(void)
{
    if (mkdir("results", 0755))
        return;
    put("results/first", "x");
}

/* first-unlink, 2 => unsupported: is gone (ENOENT) is not explored; let one rank */
static void first_unlink(void)
{
    if (!unlink("input.txt"))
        put("removed", "x");
}

/* exclusive, 2 => unsupported: makes new */
static void exclusive(void)
{
    open("new", O_CREAT | O_EXCL | O_WRONLY, 0600);
}

/* truncate, 2 => file-race: input.txt */
static void truncating(void)
{
    if (me == 0)
        truncate("input.txt", 3);
    else
        content("input.txt");
}

/* same-truncate, 2 => verified */
static void same_truncate(void)
{
    int fd = open("new", O_CREAT | O_RDWR, 0600);
    assert(!ftruncate(fd, 16) && pwrite(fd, "12345678", 8, me * 8) == 8);
    barrier();
    assert(pread(fd, text, 100, 0) == 16 && !memcmp(text, "1234567812345678", 16));
}

/* checkpoints, 2 => verified */
static void checkpoints(void)
{
    for (int i = 0; i < 30; i++) {
        char line[32];
        snprintf(line, sizeof line, "step %d", i);
        if (i % n == me)
            put("state", line);
        barrier();
        assert(!strcmp(content("state"), line));
        barrier();
    }
}

/* checkpoints-racy, 2 => file-race: state */
static void checkpoints_racy(void)
{
    for (int i = 0; i < 3; i++) {
        if (i % n == me)
            put("state", "x");
        barrier();
        content("state"); /* the next one may be written already */
    }
}

/* long-open, 2 => verified */
static void long_open(void)
{
    FILE *f = fopen("new", me ? "a+" : "w");
    assert(f);
    barrier(); /* whoever opens does not touch what is in it */
    if (me == 0)
        fputs("x\n", f), fflush(f);
    barrier();
    if (me == 1)
        assert(fgets(text, 9, f) && text[0] == 'x');
    fclose(f);
}

/* split, 4 => verified */
static void split(void)
{
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, me / 2, me, &half);
    char name[16];
    snprintf(name, sizeof name, "half%d", me / 2);
    if (me % 2 == 0)
        put(name, name);
    MPI_Barrier(half);
    assert(!strcmp(content(name), name));
    MPI_Comm_free(&half);
}

/* split-wrong, 4 => file-race: half */
static void split_wrong(void)
{
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, me / 2, me, &half);
    if (me == 0)
        put("half", "x");
    MPI_Barrier(half);
    if (me == 2)
        content("half");
    MPI_Comm_free(&half);
}

/* tag-order, 2 => verified */
static void tag_order(void)
{
    int a = 1, b = 2;
    if (me == 0) {
        MPI_Request r;
        MPI_Isend(&a, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r);
        put("new", "x");
        MPI_Send(&b, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&b, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(!strcmp(content("new"), "x"));
        MPI_Recv(&a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* map-then-write, 2 => unsupported: maps input.txt */
static void map_then_write(void)
{
    if (me == 0) {
        int fd = open("input.txt", O_RDONLY);
        volatile char *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
        token(0, 1);
        token(1, 0);
        assert(p[0] == 'H');
    } else {
        token(0, 1);
        int fd = open("input.txt", O_WRONLY);
        write(fd, "H", 1);
        token(1, 0);
    }
}

/* fifo, 2 => unsupported: a pipe */
static void fifo(void)
{
    open("fifo", O_RDONLY);
}

/* lock, 2 => unsupported: locks a file */
static void locking(void)
{
    flock(open("input.txt", O_RDONLY), LOCK_EX);
}

/* pipe, 1 => unsupported: pipe */
static void piping(void)
{
    int ends[2];
    pipe(ends);
}

/* socket, 1 => unsupported: network */
static void networking(void)
{
    socket(AF_INET, SOCK_STREAM, 0);
}

/* proc, 1 => unsupported: /proc/self */
static void proc(void)
{
    content("/proc/self/status");
}

/* remove-real-directory, 1 => unsupported: a directory that it has not made */
static void remove_real_directory(void)
{
    rmdir("sub");
}

/* symlink, 1 => unsupported: symbolic link */
static void symbolic(void)
{
    symlink("input.txt", "another");
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"write-barrier-read", write_barrier_read},
    {"write-read", write_read},
    {"overwrite-read", overwrite_read},
    {"overwrite-elsewhere", overwrite_elsewhere},
    {"by-message", by_message},
    {"early-message", early_message},
    {"through-third", through_third},
    {"by-bcast", by_bcast},
    {"wrong-root", wrong_root},
    {"by-reduce", by_reduce},
    {"by-ssend", by_ssend},
    {"by-issend", by_issend},
    {"by-mprobe", by_mprobe},
    {"after-mprobe", after_mprobe},
    {"empty-bcast", empty_bcast},
    {"by-send-only", by_send_only},
    {"by-probe", by_probe},
    {"before-wait", before_wait},
    {"some-order", some_order},
    {"every-order", every_order},
    {"second-look", second_look},
    {"both-write", both_write},
    {"own-files", own_files},
    {"disjoint", disjoint},
    {"overlapping", overlapping},
    {"log", logging},
    {"log-descriptor", log_descriptor},
    {"log-read", log_read},
    {"log-same", log_same},
    {"log-length", log_length},
    {"log-header", log_header},
    {"log-turns", log_turns},
    {"failed-open", failed_open},
    {"access", accessing},
    {"stat-length", stat_length},
    {"listing", listing},
    {"listing-ordered", listing_ordered},
    {"spellings", spellings},
    {"spelling-of-new", spelling_of_new},
    {"remove", removing},
    {"remove-ordered", remove_ordered},
    {"rename-into-place", rename_into_place},
    {"directory", directory},
    {"directory-race", directory_race},
    {"all-mkdir", all_mkdir},
    {"first-mkdir", first_mkdir},
    {"first-unlink", first_unlink},
    {"exclusive", exclusive},
    {"truncate", truncating},
    {"same-truncate", same_truncate},
    {"checkpoints", checkpoints},
    {"checkpoints-racy", checkpoints_racy},
    {"long-open", long_open},
    {"split", split},
    {"split-wrong", split_wrong},
    {"tag-order", tag_order},
    {"map-then-write", map_then_write},
    {"fifo", fifo},
    {"lock", locking},
    {"pipe", piping},
    {"socket", networking},
    {"proc", proc},
    {"remove-real-directory", remove_real_directory},
    {"symlink", symbolic},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc > 1 && !strcmp(cases[i].name, argv[1])) {
            cases[i].run();
            return MPI_Finalize();
        }
    assert(!"there is such a case");
}
