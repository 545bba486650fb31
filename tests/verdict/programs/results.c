/* mpich: compiles */
/* Single results, for which the program has no room: statuses, texts and numbers.
 *
 * Each function is run twice: with 0 everything is right, with 1 the variable or block is
 * smaller than what the call writes, or is gone. */
#include "truth.h"

static int rank, more; /* more: 0 or 1 */

static void receive(void *status)
{
    int in = 0, out = 7;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, status);
    assert(in == 7);
}

static MPI_Request started(int *in)
{
    static int out = 7;
    MPI_Request q;
    MPI_Irecv(in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &q);
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    return q;
}

/* ---- statuses ---- */

/* mazurka: -n 1 -- status-static 0 => verified!any */
/* mazurka: -n 1 -- status-static 1 => invalid-argument: MPI_Sendrecv writes 20 bytes into small ... a variable of 4 bytes */
static void on_status_static(void)
{
    static int small, large[5];
    receive(more ? &small : large);
}

/* mazurka: -n 1 -- status-stack 0 => verified!any */
/* mazurka: -n 1 -- status-stack 1 => invalid-argument: MPI_Sendrecv writes 20 bytes into small ... a variable of 16 bytes */
static void on_status_stack(void)
{
    int small[4];
    MPI_Status s;
    receive(more ? (void *)small : &s);
}

/* mazurka: -n 1 -- status-heap 0 => verified!any */
/* mazurka: -n 1 -- status-heap 1 => invalid-argument: MPI_Sendrecv writes 20 bytes into a heap block of 19 bytes */
static void on_status_heap(void)
{
    void *s = malloc(sizeof(MPI_Status) - (size_t)more);
    receive(s);
    free(s);
}

/* mazurka: -n 1 -- status-freed 0 => verified!any */
/* mazurka: -n 1 -- status-freed 1 => invalid-argument: MPI_Sendrecv writes 20 bytes into a heap block that has been freed */
static void on_status_freed(void)
{
    void *s = malloc(sizeof(MPI_Status));
    if (more)
        free(s);
    receive(s);
    if (!more)
        free(s);
}

__attribute__((noinline)) MPI_Status *returned(int deep)
{
    MPI_Status s, *volatile mine = &s;
    MPI_Status *inner = deep ? returned(deep - 1) : mine;
    __asm__ volatile("" : : "r"(&s) : "memory");
    return inner;
}

/* mazurka: -n 1 -- status-returned 0 => verified!any */
/* mazurka: -n 1 -- status-returned 1 => invalid-argument: MPI_Sendrecv writes 20 bytes into the stack frame of a function that has returned */
static void on_status_returned(void)
{
    MPI_Status s, *gone = returned(3);
    int in = 0, out = 7;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                 more ? gone : &s);
}

/* mazurka: -n 1 -- status-last 0 => verified!any */
/* mazurka: -n 1 -- status-last 1 => invalid-argument: MPI_Sendrecv writes 20 bytes at offset 44 of all ... a variable of 60 bytes */
static void on_status_last(void)
{
    static MPI_Status all[3];
    receive((char *)&all[2] + 4 * more);
}

/* mazurka: -n 1 -- status-wait 0 => verified!any */
/* mazurka: -n 1 -- status-wait 1 => invalid-argument: MPI_Wait writes 20 bytes into small ... a variable of 8 bytes */
static void on_status_wait(void)
{
    static char small[8], large[20];
    int in;
    MPI_Request q = started(&in);
    MPI_Wait(&q, (MPI_Status *)(void *)(more ? small : large));
}

/* mazurka: -n 1 -- status-null 0 => verified!any */
/* mazurka: -n 1 -- status-null 1 => invalid-argument: MPI_Wait writes 20 bytes into small ... a variable of 8 bytes */
static void on_status_null(void)
{
    static char small[8], large[20];
    MPI_Request q = MPI_REQUEST_NULL; /* has an empty status */
    MPI_Wait(&q, (MPI_Status *)(void *)(more ? small : large));
}

/* mazurka: -n 1 -- status-test 0 => verified!any */
/* mazurka: -n 1 -- status-test 1 => invalid-argument: MPI_Test writes 20 bytes into small ... a variable of 8 bytes */
static void on_status_test(void)
{
    static char small[8], large[20];
    int in, done = 0;
    MPI_Request q = started(&in);
    while (!done)
        MPI_Test(&q, &done, (MPI_Status *)(void *)(more ? small : large));
}

/* mazurka: -n 1 -- status-waitany 0 => verified!any */
/* mazurka: -n 1 -- status-waitany 1 => invalid-argument: MPI_Waitany writes 20 bytes into small ... a variable of 8 bytes */
static void on_status_waitany(void)
{
    static char small[8], large[20];
    int in, which;
    MPI_Request q = started(&in);
    MPI_Waitany(1, &q, &which, (MPI_Status *)(void *)(more ? small : large));
}

/* mazurka: -n 1 -- status-probe 0 => verified!any */
/* mazurka: -n 1 -- status-probe 1 => invalid-argument: MPI_Probe writes 20 bytes into small ... a variable of 8 bytes */
static void on_status_probe(void)
{
    static char small[8], large[20];
    int in, out = 7;
    MPI_Request q;
    MPI_Isend(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &q);
    MPI_Probe(0, 1, MPI_COMM_SELF, (MPI_Status *)(void *)(more ? small : large));
    MPI_Recv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, IGNORE);
    MPI_Wait(&q, IGNORE);
}

/* Statuses within something larger, all of them right. */
/* mazurka: -n 1 -- status-places 0 => verified!any */
static void on_status_places(void)
{
    struct in {
        char c;
        MPI_Status s;
    } local[2], *heap = malloc(3 * sizeof *heap);
    static struct in fixed[2];
    static union {
        int i;
        MPI_Status s;
    } either;
    MPI_Status s[4], deep[2][2];
    char *mapped =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    receive(&local[1].s);
    receive(&heap[2].s);
    receive(&fixed[1].s);
    receive(&either.i);
    receive(&s[3]);
    receive(&deep[1][1]);
    receive(mapped + 4096 - sizeof(MPI_Status));
    receive(IGNORE);
    munmap(mapped, 4096);
    free(heap);
}

/* ---- texts ---- */

/* mazurka: -n 1 -- library 0 => verified!any */
/* mazurka: -n 1 -- library 1 => invalid-argument: MPI_Get_library_version writes up to 8192 bytes into small ... a variable of 100 bytes (MPI_MAX_LIBRARY_VERSION_STRING) */
static void on_library(void)
{
    static char small[100], large[MPI_MAX_LIBRARY_VERSION_STRING];
    int n;
    MPI_Get_library_version(more ? small : large, &n);
}

/* mazurka: -n 1 -- processor 0 => verified!any */
/* mazurka: -n 1 -- processor 1 => invalid-argument: MPI_Get_processor_name writes ... bytes into small ... a variable of 127 bytes (MPI_MAX_PROCESSOR_NAME) */
static void on_processor(void)
{
    char small[MPI_MAX_PROCESSOR_NAME - 1], large[MPI_MAX_PROCESSOR_NAME];
    int n;
    MPI_Get_processor_name(more ? small : large, &n);
}

/* mazurka: -n 1 -- processor-short 0 => verified!any */
/* mazurka: -n 1 -- processor-short 1 => invalid-argument: MPI_Get_processor_name writes ... bytes into small ... a variable of 1 byte */
static void on_processor_short(void)
{
    static char small[1];
    char *large = malloc(MPI_MAX_PROCESSOR_NAME);
    int n;
    MPI_Get_processor_name(more ? small : large, &n);
    free(large);
}

/* mazurka: -n 1 -- error 0 => verified!any */
/* mazurka: -n 1 -- error 1 => invalid-argument: MPI_Error_string writes 18 bytes into a heap block of 8 bytes */
static void on_error(void)
{
    char *s = malloc(more ? 8 : MPI_MAX_ERROR_STRING);
    int n;
    MPI_Error_string(MPI_ERR_TRUNCATE, s, &n);
    free(s);
}

/* mazurka: -n 1 -- comm-name 0 => verified!any */
/* mazurka: -n 1 -- comm-name 1 => invalid-argument: MPI_Comm_get_name writes up to 128 bytes into a heap block of 16 bytes (MPI_MAX_OBJECT_NAME) */
static void on_comm_name(void)
{
    char *s = malloc(more ? 16 : MPI_MAX_OBJECT_NAME);
    int n;
    MPI_Comm_get_name(WORLD, s, &n);
    assert(!strcmp(s, "MPI_COMM_WORLD") && n == 14);
    free(s);
}

/* mazurka: -n 1 -- type-name 0 => verified!any */
/* mazurka: -n 1 -- type-name 1 => invalid-argument: MPI_Type_get_name writes 8 bytes into small ... a variable of 4 bytes */
static void on_type_name(void)
{
    static char small[4], large[MPI_MAX_OBJECT_NAME];
    int n;
    MPI_Type_get_name(MPI_INT, more ? small : large, &n);
}

/* mazurka: -n 1 -- win-name 0 => verified!any */
/* mazurka: -n 1 -- win-name 1 => invalid-argument: MPI_Win_get_name writes 6 bytes into small ... a variable of 4 bytes */
static void on_win_name(void)
{
    static char small[4], large[MPI_MAX_OBJECT_NAME];
    MPI_Win w;
    int n, *base;
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, WORLD, &base, &w);
    MPI_Win_set_name(w, "cells");
    MPI_Win_get_name(w, more ? small : large, &n);
    MPI_Win_free(&w);
}

/* The value may have its terminating 0 behind valuelen characters, if it needs them. */
/* mazurka: -n 1 -- info 0 => verified!any */
/* mazurka: -n 1 -- info 1 => invalid-argument: MPI_Info_get writes 6 bytes into value ... a variable of 5 bytes */
static void on_info(void)
{
    static char value[5];
    MPI_Info i;
    int there;
    MPI_Info_create(&i);
    MPI_Info_set(i, "cells", more ? "12345" : "1234");
    MPI_Info_get(i, "cells", 5, value, &there);
    assert(there);
    MPI_Info_free(&i);
}

/* mazurka: -n 1 -- info-length 0 => verified!any */
/* mazurka: -n 1 -- info-length 1 => invalid-argument: MPI_Info_get writes 50 bytes into value ... a variable of 5 bytes */
static void on_info_length(void)
{
    static char value[5];
    MPI_Info i;
    int there;
    MPI_Info_create(&i);
    MPI_Info_set(i, "cells", "12");
    MPI_Info_get(i, "cells", more ? 50 : 4, value, &there);
    MPI_Info_free(&i);
}

/* mazurka: -n 1 -- info-key 0 => verified!any */
/* mazurka: -n 1 -- info-key 1 => invalid-argument: MPI_Info_get_nthkey writes 6 bytes into small ... a variable of 5 bytes */
static void on_info_key(void)
{
    static char small[5], large[6];
    MPI_Info i;
    MPI_Info_create(&i);
    MPI_Info_set(i, "cells", "12");
    MPI_Info_get_nthkey(i, 0, more ? small : large);
    MPI_Info_free(&i);
}

/* ---- numbers and handles ---- */

/* mazurka: -n 1 -- rank 0 => verified!any */
/* mazurka: -n 1 -- rank 1 => invalid-argument: MPI_Comm_rank writes 4 bytes into small ... a variable of 1 byte */
static void on_rank(void)
{
    static char small;
    static int large;
    MPI_Comm_rank(WORLD, more ? (int *)(void *)&small : &large);
}

/* mazurka: -n 1 -- flag 0 => verified!any */
/* mazurka: -n 1 -- flag 1 => invalid-argument: MPI_Iprobe writes 4 bytes into done, a variable of 1 byte */
static void on_flag(void)
{
    _Bool done = 0;
    int there = 0;
    MPI_Iprobe(0, 1, WORLD, more ? (int *)(void *)&done : &there, IGNORE);
}

/* mazurka: -n 1 -- handle 0 => verified!any */
/* mazurka: -n 1 -- handle 1 => invalid-argument: MPI_Comm_dup writes 4 bytes into a heap block that has been freed */
static void on_handle(void)
{
    MPI_Comm *c = malloc(sizeof *c), *volatile gone = c;
    if (more)
        free(c);
    MPI_Comm_dup(WORLD, gone);
    MPI_Comm_free(gone);
    if (!more)
        free(c);
}

/* mazurka: -n 1 -- request 0 => verified!any */
/* mazurka: -n 1 -- request 1 => invalid-argument: MPI_Irecv writes 4 bytes behind the end of a heap block of 8 bytes */
static void on_request(void)
{
    MPI_Request *q = malloc(2 * sizeof *q);
    int in, out = 7;
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &q[1 + more]);
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&q[1], IGNORE);
    free(q);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"status-static", on_status_static},
    {"status-stack", on_status_stack},
    {"status-heap", on_status_heap},
    {"status-freed", on_status_freed},
    {"status-returned", on_status_returned},
    {"status-last", on_status_last},
    {"status-wait", on_status_wait},
    {"status-null", on_status_null},
    {"status-test", on_status_test},
    {"status-waitany", on_status_waitany},
    {"status-probe", on_status_probe},
    {"status-places", on_status_places},
    {"library", on_library},
    {"processor", on_processor},
    {"processor-short", on_processor_short},
    {"error", on_error},
    {"comm-name", on_comm_name},
    {"type-name", on_type_name},
    {"win-name", on_win_name},
    {"info", on_info},
    {"info-length", on_info_length},
    {"info-key", on_info_key},
    {"rank", on_rank},
    {"flag", on_flag},
    {"handle", on_handle},
    {"request", on_request},
};

int main(int argc, char **argv)
{
    rank = begin();
    more = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
