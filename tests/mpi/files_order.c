/* file: input.txt hello\nworld\n */
/* link: link input.txt */
/* hard link: hard input.txt */
/* directory: sub */
/* fifo: fifo */
/* mpich: passes */
/* Ranks and files: what orders two of them, and what does not. See files_shared.h. */
#include "files_shared.h"

/* mazurka: -n 3 -- write-barrier-read => verified */
static void write_barrier_read(void)
{
    if (me == 0)
        put("new", "from 0");
    barrier();
    assert(!strcmp(content("new"), "from 0"));
}

/* mazurka: -n 2 -- write-read => file-race: nothing orders the two */
static void write_read(void)
{
    if (me == 0)
        put("new", "from 0");
    else
        content("new");
}

/* mazurka: -n 2 -- overwrite-read => file-race: reads input.txt, and rank 0 */
static void overwrite_read(void)
{
    if (me == 0) {
        int fd = open("input.txt", O_WRONLY);
        write(fd, "HE", 2);
    } else {
        content("input.txt");
    }
}

/* mazurka: -n 2 -- overwrite-elsewhere => verified */
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

/* mazurka: -n 2 -- by-message => verified */
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

/* mazurka: -n 2 -- early-message => file-race: new */
static void early_message(void)
{
    token(0, 1);
    if (me == 0)
        put("new", "one");
    else
        content("new");
}

/* mazurka: -n 3 -- through-third => verified */
static void through_third(void)
{
    if (me == 0)
        put("new", "one");
    token(0, 2);
    token(2, 1);
    if (me == 1)
        assert(!strcmp(content("new"), "one"));
}

/* mazurka: -n 3 -- by-bcast => verified */
static void by_bcast(void)
{
    int x = 1;
    if (me == 0)
        put("new", "one");
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    assert(!strcmp(content("new"), "one"));
}

/* mazurka: -n 3 -- wrong-root => file-race: new */
static void wrong_root(void)
{
    int x = 1;
    if (me == 1)
        put("new", "one");
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (me == 2)
        content("new");
}

/* mazurka: -n 3 -- by-reduce => verified */
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

/* mazurka: -n 2 -- by-ssend => verified */
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

/* mazurka: -n 2 -- by-issend => verified */
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

/* mazurka: -n 2 -- by-mprobe => verified */
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

/* mazurka: -n 2 -- after-mprobe => file-race: new */
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

/* mazurka: -n 2 -- empty-bcast => file-race: new */
static void empty_bcast(void)
{
    int x;
    if (me == 0)
        put("new", "one");
    MPI_Bcast(&x, 0, MPI_INT, 0, MPI_COMM_WORLD); /* moves nothing, so nobody waits */
    if (me == 1)
        content("new");
}

/* mazurka: -n 2 -- by-send-only => file-race: new */
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

/* mazurka: -n 2 -- by-probe => verified */
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

/* mazurka: -n 2 -- before-wait => file-race: new */
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

/* mazurka: -n 3 -- some-order => file-race: new */
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

/* mazurka: -n 3 -- every-order => verified */
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

/* mazurka: -n 2 -- second-look => file-race: input.txt */
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

/* mazurka: -n 4 -- split => verified */
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

/* mazurka: -n 4 -- split-wrong => file-race: half */
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

/* mazurka: -n 2 -- tag-order => verified */
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

/* mazurka: -n 2 -- checkpoints => verified */
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

/* mazurka: -n 2 -- checkpoints-racy => file-race: state */
static void checkpoints_racy(void)
{
    for (int i = 0; i < 3; i++) {
        if (i % n == me)
            put("state", "x");
        barrier();
        content("state"); /* the next one may be written already */
    }
}

const struct file_case file_cases[] = {
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
    {"split", split},
    {"split-wrong", split_wrong},
    {"tag-order", tag_order},
    {"checkpoints", checkpoints},
    {"checkpoints-racy", checkpoints_racy},
    {0},
};
