/* mpich: compiles */
/* Buffers of messages.
 *
 * Each function is run twice: with 0 everything is right, with 1 the buffer is too short,
 * begins too early, or is gone. */
#include "truth.h"

static int rank, other, size, more; /* more: 0 or 1 */
static MPI_Request q;

/* Ten ints in the heap. */
static int *ten(void)
{
    int *p = malloc(10 * sizeof *p);
    for (int i = 0; i < 10; i++)
        p[i] = i;
    return p;
}

/* mazurka: -n 2 -- send 0 => verified!any */
/* mazurka: -n 2 -- send 1 => invalid-argument: MPI_Send reads 44 bytes from a heap block of 40 bytes */
static void on_send(void)
{
    int *p = ten(), got[11];
    MPI_Irecv(got, 11, MPI_INT, other, 0, WORLD, &q);
    MPI_Send(p, 10 + more, MPI_INT, other, 0, WORLD);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- ssend 0 => verified!any */
/* mazurka: -n 2 -- ssend 1 => invalid-argument: MPI_Ssend reads 44 bytes from a heap block of 40 bytes */
static void on_ssend(void)
{
    int *p = ten(), got[11];
    MPI_Irecv(got, 11, MPI_INT, other, 0, WORLD, &q);
    MPI_Ssend(p, 10 + more, MPI_INT, other, 0, WORLD);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- isend 0 => verified!any */
/* mazurka: -n 2 -- isend 1 => invalid-argument: MPI_Isend reads 44 bytes from a heap block of 40 bytes */
static void on_isend(void)
{
    int *p = ten(), got[11];
    MPI_Isend(p, 10 + more, MPI_INT, other, 0, WORLD, &q);
    MPI_Recv(got, 11, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- bsend 0 => verified!any */
/* mazurka: -n 2 -- bsend 1 => invalid-argument: MPI_Bsend reads 44 bytes from a heap block of 40 bytes */
static void on_bsend(void)
{
    int *p = ten(), got[11], room = 11 * 4 + MPI_BSEND_OVERHEAD;
    void *space = malloc((size_t)room);
    MPI_Buffer_attach(space, room);
    MPI_Bsend(p, 10 + more, MPI_INT, other, 0, WORLD);
    MPI_Recv(got, 11, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Buffer_detach(&space, &room);
    free(space);
    free(p);
}

/* mazurka: -n 2 -- attach 0 => verified!any */
/* mazurka: -n 2 -- attach 1 => invalid-argument: MPI_Buffer_attach writes */
static void on_attach(void)
{
    int room = 1000;
    void *space = malloc((size_t)room);
    MPI_Buffer_attach(space, room + more);
    MPI_Buffer_detach(&space, &room);
    free(space);
}

/* mazurka: -n 2 -- recv 0 => verified!any */
/* mazurka: -n 2 -- recv 1 => invalid-argument: MPI_Recv writes 44 bytes into a heap block of 40 bytes */
static void on_recv(void)
{
    int *p = ten(), sent[11] = {0};
    MPI_Isend(sent, 10 + more, MPI_INT, other, 0, WORLD, &q);
    MPI_Recv(p, 10 + more, MPI_INT, other, 0, WORLD, IGNORE);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- irecv 0 => verified!any */
/* mazurka: -n 2 -- irecv 1 => invalid-argument: MPI_Irecv writes 44 bytes into a heap block of 40 bytes */
static void on_irecv(void)
{
    int *p = ten(), sent[11] = {0};
    MPI_Irecv(p, 10 + more, MPI_INT, other, 0, WORLD, &q);
    MPI_Send(sent, 10 + more, MPI_INT, other, 0, WORLD);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- irecv-test 0 => verified!any */
/* mazurka: -n 2 -- irecv-test 1 => invalid-argument: MPI_Irecv writes 44 bytes into a heap block of 40 bytes */
static void on_irecv_test(void)
{
    int *p = ten(), sent[11] = {0}, done = 0;
    MPI_Irecv(p, 10 + more, MPI_INT, other, 0, WORLD, &q);
    MPI_Send(sent, 10 + more, MPI_INT, other, 0, WORLD);
    while (!done)
        MPI_Test(&q, &done, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- mrecv 0 => verified!any */
/* mazurka: -n 2 -- mrecv 1 => invalid-argument: MPI_Mrecv writes 44 bytes into a heap block of 40 bytes */
static void on_mrecv(void)
{
    int *p = ten(), sent[11] = {0};
    MPI_Message m;
    MPI_Isend(sent, 10 + more, MPI_INT, other, 0, WORLD, &q);
    MPI_Mprobe(other, 0, WORLD, &m, IGNORE);
    MPI_Mrecv(p, 10 + more, MPI_INT, &m, IGNORE);
    MPI_Wait(&q, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- sendrecv 0 => verified!any */
/* mazurka: -n 2 -- sendrecv 1 => invalid-argument: MPI_Sendrecv reads 44 bytes from a heap block of 40 bytes */
static void on_sendrecv(void)
{
    int *p = ten(), got[11];
    MPI_Sendrecv(p, 10 + more, MPI_INT, other, 0, got, 11, MPI_INT, other, 0, WORLD,
                 IGNORE);
    free(p);
}

/* mazurka: -n 2 -- sendrecv-into 0 => verified!any */
/* mazurka: -n 2 -- sendrecv-into 1 => invalid-argument: MPI_Sendrecv writes 44 bytes into a heap block of 40 bytes */
static void on_sendrecv_into(void)
{
    int *p = ten(), sent[11] = {0};
    MPI_Sendrecv(sent, 10 + more, MPI_INT, other, 0, p, 11 - !more, MPI_INT, other, 0,
                 WORLD, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- replace 0 => verified!any */
/* mazurka: -n 2 -- replace 1 => invalid-argument: MPI_Sendrecv_replace reads 44 bytes from a heap block of 40 bytes */
static void on_replace(void)
{
    int *p = ten();
    MPI_Sendrecv_replace(p, 10 + more, MPI_INT, other, 0, other, 0, WORLD, IGNORE);
    free(p);
}

/* mazurka: -n 2 -- start 0 => verified!any */
/* mazurka: -n 2 -- start 1 => invalid-argument: MPI_Start reads 44 bytes from a heap block of 40 bytes */
static void on_start(void)
{
    int *p = ten(), got[11];
    MPI_Request send;
    MPI_Send_init(p, 10 + more, MPI_INT, other, 0, WORLD, &send);
    MPI_Irecv(got, 11, MPI_INT, other, 0, WORLD, &q);
    MPI_Start(&send);
    MPI_Wait(&send, IGNORE);
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&send);
    free(p);
}

/* mazurka: -n 2 -- start-freed 0 => verified!any */
/* mazurka: -n 2 -- start-freed 1 => invalid-argument: MPI_Start reads 40 bytes from a heap block that has been freed */
static void on_start_freed(void)
{
    int *p = ten(), got[11];
    MPI_Request send;
    MPI_Send_init(p, 10, MPI_INT, other, 0, WORLD, &send);
    MPI_Irecv(got, 11, MPI_INT, other, 0, WORLD, &q);
    if (more)
        free(p);
    MPI_Start(&send);
    MPI_Wait(&send, IGNORE);
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&send);
    if (!more)
        free(p);
}

/* mazurka: -n 2 -- start-recv 0 => verified!any */
/* mazurka: -n 2 -- start-recv 1 => invalid-argument: MPI_Start writes 44 bytes into a heap block of 40 bytes */
static void on_start_recv(void)
{
    int *p = ten(), sent[11] = {0};
    MPI_Request recv;
    MPI_Recv_init(p, 10 + more, MPI_INT, other, 0, WORLD, &recv);
    MPI_Start(&recv);
    MPI_Send(sent, 10 + more, MPI_INT, other, 0, WORLD);
    MPI_Wait(&recv, IGNORE);
    MPI_Request_free(&recv);
    free(p);
}

/* mazurka: -n 1 -- pack 0 => verified!any */
/* mazurka: -n 1 -- pack 1 => invalid-argument: MPI_Pack reads 44 bytes from a heap block of 40 bytes */
static void on_pack(void)
{
    int *p = ten(), at = 0;
    char packed[100];
    MPI_Pack(p, 10 + more, MPI_INT, packed, 100, &at, WORLD);
    free(p);
}

/* mazurka: -n 1 -- pack-into 0 => verified!any */
/* mazurka: -n 1 -- pack-into 1 => invalid-argument: MPI_Pack writes 44 bytes into a heap block of 40 bytes */
static void on_pack_into(void)
{
    int *p = ten(), at = 0, in[11] = {0};
    MPI_Pack(in, 10 + more, MPI_INT, p, 44, &at, WORLD);
    free(p);
}

/* mazurka: -n 1 -- unpack 0 => verified!any */
/* mazurka: -n 1 -- unpack 1 => invalid-argument: MPI_Unpack writes 44 bytes into a heap block of 40 bytes */
static void on_unpack(void)
{
    int *p = ten(), at = 0;
    char packed[100] = "";
    MPI_Unpack(packed, 100, &at, p, 10 + more, MPI_INT, WORLD);
    free(p);
}

/* mazurka: -n 1 -- reduce-local 0 => verified!any */
/* mazurka: -n 1 -- reduce-local 1 => invalid-argument: MPI_Reduce_local writes 44 bytes into a heap block of 40 bytes */
static void on_reduce_local(void)
{
    int *p = ten(), in[11] = {0};
    MPI_Reduce_local(in, p, 10 + more, MPI_INT, MPI_SUM);
    free(p);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"send", on_send},
    {"ssend", on_ssend},
    {"isend", on_isend},
    {"bsend", on_bsend},
    {"attach", on_attach},
    {"recv", on_recv},
    {"irecv", on_irecv},
    {"irecv-test", on_irecv_test},
    {"mrecv", on_mrecv},
    {"sendrecv", on_sendrecv},
    {"sendrecv-into", on_sendrecv_into},
    {"replace", on_replace},
    {"start", on_start},
    {"start-freed", on_start_freed},
    {"start-recv", on_start_recv},
    {"pack", on_pack},
    {"pack-into", on_pack_into},
    {"unpack", on_unpack},
    {"reduce-local", on_reduce_local},
};

int main(int argc, char **argv)
{
    rank = begin();
    MPI_Comm_size(WORLD, &size);
    other = size - 1 - rank;
    more = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
