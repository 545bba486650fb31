/* mazurka: -n 3 -a exhaustive -- ring => verified
 * mazurka: -n 3 -a exhaustive -- any => assertion; first == 1 failed; note[message-race]
 * mazurka: -n 3 -a exhaustive -- take => deadlock; rank 0  blocked; from 2, tag 0; race: rank 0, port.c:; rank 0 waits for a message with tag 0 from rank 2 (posted at port.c:45), which has ended and has sent one; has taken it
 * mazurka: -n 3 -a exhaustive -- gather => verified
 * mazurka: -n 3 -a exhaustive -- absent => deadlock; on everybody; waits for rank 2; rank 2
 * mazurka: -n 2 -a exhaustive -- poll => assertion; tries < 1 failed
 * mazurka: -n 2 -a exhaustive -- probe => verified
 * mazurka: -n 2 -a exhaustive -- try => verified
 * mazurka: -n 2 -a exhaustive -- cancel => verified
 * mazurka: -n 2 -a exhaustive -- fail => truncation; too long, made at port.c:; --> port.c:
 * mazurka: -n 2 -a exhaustive -- note => verified+resource-leak; never freed
 * mazurka: -n 2 -a exhaustive -- unsupported => unsupported; this is not supported, port.c:
 * mazurka: -n 2 -a exhaustive -- mixed => unsupported; after MPI
 * mazurka: -n 2 -a exhaustive -- large => verified
 * mazurka: -n 2 -a exhaustive -- unreceived => unmatched-message; --> port.c:
 * cc: -Isrc
 *
 * What the MPI library asks of the checker, asked by the program itself. */
#include <mazurka.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/port.h"

enum { CALL_SEND, CALL_RECV, CALL_WAIT };
static struct port_from __attribute__((noinline)) here(int call)
{
    return (struct port_from){(uint16_t)call, __builtin_return_address(0)};
}

static uint32_t everybody;
static int me, size;

static void send(int to, int tag, int value)
{
    uint32_t r = port_isend(here(CALL_SEND), everybody, to, tag, SEND_STANDARD, &value,
                            sizeof value, sizeof value);
    port_finish(here(CALL_SEND), &r, 1);
}

static int receive(int from, int tag, int *who)
{
    int value;
    uint32_t r = port_irecv(here(CALL_RECV), everybody, from, tag);
    struct port_result got = port_finish(here(CALL_RECV), &r, 1);
    assert(!got.index && got.received && got.n == sizeof value);
    memcpy(&value, got.bytes, sizeof value);
    if (who)
        *who = got.from;
    return value;
}

static void ring(void)
{
    if (!me)
        send(1, 0, 10);
    int value = receive((me + size - 1) % size, 0, NULL);
    assert(value == 10 + (me ? me - 1 : size - 1));
    if (me)
        send((me + 1) % size, 0, value + 1);
}

static void any(void)
{
    int first;
    if (me) {
        send(0, me, me);
        return;
    }
    receive(ANY, ANY, &first);
    int second = receive(ANY, ANY, NULL);
    assert(first + second == 3);
    assert(first == 1);
}

static void take(void)
{
    if (me) {
        send(0, 0, me);
        return;
    }
    receive(ANY, 0, NULL);
    receive(2, 0, NULL);
}

static void meet(int n)
{
    enum { BARRIER = 0 };
    uint32_t members[] = {0, 1, 2};
    int mine = me * me;
    uint32_t context = port_context("coll", 4, "everybody");
    uint32_t r = port_arrive(here(BARRIER), context, members, 3, 3, &mine, sizeof mine);
    struct port_result all = port_finish(here(BARRIER), &r, 1);
    for (uint32_t i = 0; (int)i < n; i++) {
        size_t bytes;
        const int *other = port_gathered(&all, i, &bytes);
        assert(bytes == sizeof *other && *other == (int)(i * i));
    }
}

static void poll(void)
{
    int tries = 0;
    if (me) {
        send(0, 0, 1);
        return;
    }
    uint32_t r = port_irecv(here(CALL_RECV), everybody, 1, 0);
    if (port_poll(here(CALL_WAIT), &r, 1).index < 0) {
        tries++;
        port_finish(here(CALL_WAIT), &r, 1);
    }
    assert(tries < 1);
}

static void probe(void)
{
    if (me) {
        send(0, 7, 70);
        return;
    }
    struct port_result seen = port_probe(here(CALL_RECV), everybody, ANY, ANY);
    assert(seen.index == 0 && seen.from == 1 && seen.tag == 7 && *(int *)seen.bytes == 70);
    assert(receive(seen.from, seen.tag, NULL) == 70);
}

static void try(void)
{
    if (me) {
        send(0, 7, 70);
        return;
    }
    struct port_result got = port_trytake(here(CALL_RECV), everybody, ANY, ANY);
    if (got.index < 0)
        assert(receive(1, 7, NULL) == 70);
    else
        assert(*(int *)got.bytes == 70);
    port_iprobe(here(CALL_RECV), everybody, ANY, ANY);
}

static void cancel(void)
{
    if (me) {
        send(0, 0, 5);
        return;
    }
    uint32_t r = port_irecv(here(CALL_RECV), everybody, 1, 0);
    if (port_cancel(here(CALL_WAIT), r))
        receive(1, 0, NULL);
    else
        assert(port_finish(here(CALL_WAIT), &r, 1).received);
}

static void large(void)
{
    enum { BYTES = 3000000 };
    if (me) {
        char *data = malloc(BYTES);
        memset(data, 'x', BYTES);
        uint32_t r =
            port_isend(here(CALL_SEND), everybody, 0, 0, SEND_SYNC, data, BYTES, BYTES);
        port_finish(here(CALL_SEND), &r, 1);
    } else {
        uint32_t r = port_irecv(here(CALL_RECV), everybody, 1, 0);
        struct port_result got = port_finish(here(CALL_RECV), &r, 1);
        assert(got.n == BYTES && ((const char *)got.bytes)[BYTES - 1] == 'x');
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    assert(port_present());
    me = port_rank();
    size = port_size();
    everybody = port_context("world", 5, "MPI_COMM_WORLD");
    assert(!port_state());
    port_set_state(&me);
    assert(port_state() == &me);
    if (!strcmp(what, "ring"))
        ring();
    else if (!strcmp(what, "any"))
        any();
    else if (!strcmp(what, "take"))
        take();
    else if (!strcmp(what, "gather"))
        meet(3);
    else if (!strcmp(what, "absent") && me != 2)
        meet(3);
    else if (!strcmp(what, "absent"))
        receive(0, 0, NULL);
    else if (!strcmp(what, "poll"))
        poll();
    else if (!strcmp(what, "probe"))
        probe();
    else if (!strcmp(what, "try"))
        try();
    else if (!strcmp(what, "cancel"))
        cancel();
    else if (!strcmp(what, "large"))
        large();
    else if (!strcmp(what, "fail") && me)
        port_fail(here(0), FINDING_TRUNCATION, "too long, made at %s",
                  port_place(here(0).site));
    else if (!strcmp(what, "note") && me)
        port_note(here(0), FINDING_RESOURCE_LEAK, "never freed");
    else if (!strcmp(what, "unsupported") && me)
        port_refuse(here(0), REASON_FEATURE, "this is not supported");
    else if (!strcmp(what, "mixed"))
        mz_local();
    else if (!strcmp(what, "unreceived") && me)
        send(0, 0, 1);
    return 0;
}
