/* mpich: compiles */
/* Chapters 3 and 4: point-to-point and partitioned communication. See standard.h. */
#include "standard.h"

/* 3.2.2: the count is not negative. */
/* mazurka: -n 2 -- count right => verified!any */
/* mazurka: -n 2 -- count wrong => invalid-argument */
RULE(count)
{
    if (!rank)
        MPI_Send(in, wrong ? -1 : 0, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
}

/* 3.2.3: a tag is between 0 and MPI_TAG_UB; MPI_ANY_TAG is for receives only. */
/* mazurka: -n 2 -- tag right => verified!any */
/* mazurka: -n 2 -- tag wrong => invalid-argument */
RULE(tag)
{
    if (!rank)
        MPI_Send(in, 1, MPI_INT, 1, wrong ? MPI_ANY_TAG : 0, WORLD);
    else
        MPI_Recv(out, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD, IGNORE);
}

/* 3.2.3, 9.1.2: no tag is above MPI_TAG_UB. */
/* mazurka: -n 2 -- tag_bound right => verified!any */
/* mazurka: -n 2 -- tag_bound wrong => invalid-argument */
RULE(tag_bound)
{
    int *bound, found;
    MPI_Comm_get_attr(WORLD, MPI_TAG_UB, &bound, &found);
    if (wrong && *bound == 2147483647)
        return;
    int tag = *bound + wrong;
    if (!rank)
        MPI_Send(in, 1, MPI_INT, 1, tag, WORLD);
    else
        MPI_Recv(out, 1, MPI_INT, 0, tag, WORLD, IGNORE);
}

/* 3.2.3: the destination is a rank of the communicator. */
/* mazurka: -n 2 -- destination right => verified */
/* mazurka: -n 2 -- destination wrong => invalid-argument */
RULE(destination)
{
    if (!rank)
        MPI_Send(in, 1, MPI_INT, wrong ? 2 : 1, 0, WORLD);
    else
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
}

/* 3.2.3: MPI_ANY_SOURCE is no destination. */
/* mazurka: -n 2 -- any_destination right => verified */
/* mazurka: -n 2 -- any_destination wrong => invalid-argument */
RULE(any_destination)
{
    if (!rank)
        MPI_Send(in, 1, MPI_INT, wrong ? MPI_ANY_SOURCE : 1, 0, WORLD);
    else
        MPI_Recv(out, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, IGNORE);
}

/* 3.2.4: the message is not longer than the buffer of the receive. */
/* mazurka: -n 2 -- truncation right => verified!any */
/* mazurka: -n 2 -- truncation wrong => truncation */
RULE(truncation)
{
    if (!rank)
        MPI_Send(in, 4, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(out, wrong ? 3 : 4, MPI_INT, 0, 0, WORLD, IGNORE);
}

/* 3.2.4: the buffer of a receive has room for its count. */
/* mazurka: -n 2 -- room right => verified!any */
/* mazurka: -n 2 -- room wrong => invalid-argument */
RULE(room)
{
    int *heap = calloc(4, sizeof *heap);
    if (!rank)
        MPI_Send(in, wrong ? 5 : 4, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(heap, wrong ? 5 : 4, MPI_INT, 0, 0, WORLD, IGNORE);
    free(heap);
}

/* 3.2.5: MPI_Get_count is asked with the datatype of the receive: the count of another one is MPI_UNDEFINED, or means nothing. */
/* mazurka: -n 2 -- get_count right => verified!any */
/* mazurka: -n 2 -- get_count wrong => verified */
RULE(get_count)
{
    MPI_Status s;
    int n;
    if (!rank)
        MPI_Send(in, 2, MPI_INT, 1, 0, WORLD);
    else {
        MPI_Recv(out, 2, MPI_INT, 0, 0, WORLD, &s);
        MPI_Get_count(&s, wrong ? MPI_DOUBLE : MPI_INT, &n);
    }
}

/* 3.3.1: the types of sender and receiver match. */
/* mazurka: -n 2 -- types right => verified!any */
/* mazurka: -n 2 -- types wrong => datatype-mismatch */
RULE(types)
{
    if (!rank)
        MPI_Send(in, 2, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(wrong ? (void *)real : out, 2, wrong ? MPI_FLOAT : MPI_INT, 0, 0, WORLD, IGNORE);
}

/* 3.3.1: MPI_BYTE matches MPI_BYTE only. */
/* mazurka: -n 2 -- bytes right => verified!any */
/* mazurka: -n 2 -- bytes wrong => datatype-mismatch */
RULE(bytes)
{
    if (!rank)
        MPI_Send(in, 4, MPI_BYTE, 1, 0, WORLD);
    else
        MPI_Recv(out, wrong ? 1 : 4, wrong ? MPI_INT : MPI_BYTE, 0, 0, WORLD, IGNORE);
}

/* 3.3.1: the datatype of a call matches the type of the variable. */
/* mazurka: -n 2 -- variable right => verified!any */
/* mazurka: -n 2 -- variable wrong => verified+buffer-type */
/* cc: -g */
RULE(variable)
{
    static float numbers[2];
    if (!rank)
        MPI_Send(numbers, 1, wrong ? MPI_INT : MPI_FLOAT, 1, 0, WORLD);
    else
        MPI_Recv(wrong ? (void *)out : numbers, 1, wrong ? MPI_INT : MPI_FLOAT, 0, 0, WORLD, IGNORE);
}

/* 3.4: a ready send has a receive that is posted before it. */
/* mazurka: -n 2 -- ready right => verified!any */
/* mazurka: -n 2 -- ready wrong => invalid-argument: the receive for it may not have been posted */
RULE(ready)
{
    MPI_Request q;
    if (rank) {
        if (!wrong)
            MPI_Irecv(out, 1, MPI_INT, 0, 0, WORLD, &q);
        MPI_Barrier(WORLD);
        if (wrong)
            MPI_Irecv(out, 1, MPI_INT, 0, 0, WORLD, &q);
        MPI_Wait(&q, IGNORE);
    } else {
        MPI_Barrier(WORLD);
        MPI_Rsend(in, 1, MPI_INT, 1, 0, WORLD);
    }
}

/* 3.4, 3.10: the receive half of MPI_Sendrecv is posted, but nothing says that it is before its send has been received. */
/* mazurka: -n 2 -- ready_sendrecv right => verified!any */
/* mazurka: -n 2 -- ready_sendrecv wrong => invalid-argument: the receive for it may not have been posted */
RULE(ready_sendrecv)
{
    if (rank)
        MPI_Sendrecv(in, 1, MPI_INT, 0, 0, out, 1, MPI_INT, 0, 1, WORLD, IGNORE);
    else {
        MPI_Recv(out, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        if (wrong)
            MPI_Rsend(in, 1, MPI_INT, 1, 1, WORLD);
        else
            MPI_Send(in, 1, MPI_INT, 1, 1, WORLD);
    }
}

/* 3.5: a program that is right with buffering only is not safe. */
/* mazurka: -n 2 -- unsafe right => verified!any */
/* mazurka: -n 2 -- unsafe wrong => potential-deadlock */
RULE(unsafe)
{
    if (wrong || !rank)
        MPI_Send(in, 1, MPI_INT, 1 - rank, 0, WORLD);
    MPI_Recv(out, 1, MPI_INT, 1 - rank, 0, WORLD, IGNORE);
    if (!wrong && rank)
        MPI_Send(in, 1, MPI_INT, 1 - rank, 0, WORLD);
}

/* 3.5: messages of one sender to one receiver do not overtake; those of two senders may. */
/* mazurka: -n 3 -- order right => verified */
/* mazurka: -n 3 -- order wrong => truncation */
RULE(order)
{
    if (rank)
        MPI_Send(in, rank, MPI_INT, 0, 0, WORLD);
    else {
        MPI_Recv(out, 1, MPI_INT, wrong ? MPI_ANY_SOURCE : 1, 0, WORLD, IGNORE);
        MPI_Recv(out, 2, MPI_INT, wrong ? MPI_ANY_SOURCE : 2, 0, WORLD, IGNORE);
    }
}

/* 3.6: the attached buffer has room for the messages in it, with MPI_BSEND_OVERHEAD for each. */
/* mazurka: -n 2 -- bsend_room right => verified!any */
/* mazurka: -n 2 -- bsend_room wrong => finding */
RULE(bsend_room)
{
    int length = wrong ? 4 : (int)sizeof in + MPI_BSEND_OVERHEAD;
    char *space = malloc((size_t)length);
    if (!rank) {
        MPI_Buffer_attach(space, length);
        MPI_Bsend(in, 16, MPI_INT, 1, 0, WORLD);
        MPI_Buffer_detach(&space, &length);
    } else
        MPI_Recv(out, 16, MPI_INT, 0, 0, WORLD, IGNORE);
    free(space);
}

/* 3.6: the user does not touch memory that is attached. */
/* mazurka: -n 2 -- bsend_touch right => verified!any */
/* mazurka: -n 2 -- bsend_touch wrong => local-race */
RULE(bsend_touch)
{
    int length = (int)sizeof in + MPI_BSEND_OVERHEAD;
    char *space = malloc((size_t)length);
    if (!rank) {
        MPI_Buffer_attach(space, length);
        MPI_Bsend(in, 16, MPI_INT, 1, 0, WORLD);
        if (wrong)
            memset(space, 1, 8);
        MPI_Buffer_detach(&space, &length);
    } else
        MPI_Recv(out, 16, MPI_INT, 0, 0, WORLD, IGNORE);
    free(space);
}

/* 3.6: one buffer is attached at a time. */
/* mazurka: -n 1 -- bsend_twice right => verified!any */
/* mazurka: -n 1 -- bsend_twice wrong => finding */
RULE(bsend_twice)
{
    static char one[1000], two[1000];
    void *p;
    int n;
    MPI_Buffer_attach(one, 1000);
    if (!wrong)
        MPI_Buffer_detach(&p, &n);
    MPI_Buffer_attach(two, 1000);
    MPI_Buffer_detach(&p, &n);
}

/* 3.7.2: the buffer of a send that is not complete is not modified. */
/* mazurka: -n 2 -- isend_write right => verified!any */
/* mazurka: -n 2 -- isend_write wrong => local-race */
RULE(isend_write)
{
    MPI_Request q;
    if (!rank) {
        MPI_Isend(in, 1, MPI_INT, 1, 0, WORLD, &q);
        if (wrong)
            in[0] = 1;
        MPI_Wait(&q, IGNORE);
        in[0] = 2;
    } else
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
}

/* 3.7.2: the buffer of a receive that is not complete is not accessed. */
/* mazurka: -n 2 -- irecv_read right => verified!any */
/* mazurka: -n 2 -- irecv_read wrong => local-race */
RULE(irecv_read)
{
    MPI_Request q;
    volatile int seen;
    if (rank) {
        MPI_Irecv(out, 1, MPI_INT, 0, 0, WORLD, &q);
        if (wrong)
            seen = out[0];
        MPI_Wait(&q, IGNORE);
        seen = out[0];
        (void)seen;
    } else
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
}

/* 3.7.2: two receives that are active at once do not share memory. */
/* mazurka: -n 2 -- irecv_shared right => verified!any */
/* mazurka: -n 2 -- irecv_shared wrong => local-race */
RULE(irecv_shared)
{
    MPI_Request q[2];
    if (rank) {
        MPI_Irecv(out, 2, MPI_INT, 0, 0, WORLD, &q[0]);
        MPI_Irecv(out + (wrong ? 1 : 2), 2, MPI_INT, 0, 0, WORLD, &q[1]);
        MPI_Waitall(2, q, ALL);
    } else
        for (int i = 0; i < 2; i++)
            MPI_Send(in, 2, MPI_INT, 1, 0, WORLD);
}

/* 3.7.3: each operation that was started is completed, or its request freed. */
/* mazurka: -n 2 -- completed right => verified!any */
/* mazurka: -n 2 -- completed wrong => missing-wait */
RULE(completed)
{
    MPI_Request q;
    if (rank) {
        MPI_Irecv(out, 1, MPI_INT, 0, 0, WORLD, &q);
        if (!wrong)
            MPI_Wait(&q, IGNORE);
    } else
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
}

/* 3.7.3: a request that was freed is not waited for. */
/* mazurka: -n 2 -- freed right => verified */
/* mazurka: -n 2 -- freed wrong => invalid-argument */
RULE(freed)
{
    if (!rank) {
        MPI_Request q, copy;
        MPI_Isend(in, 1, MPI_INT, 1, 0, WORLD, &q);
        copy = q;
        if (wrong)
            MPI_Request_free(&q);
        MPI_Wait(&copy, IGNORE);
    } else
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    MPI_Barrier(WORLD);
}

/* 3.7.3: the buffer of a send whose request was freed is not modified while it may be in use. */
/* mazurka: -n 2 -- freed_buffer right => verified */
/* mazurka: -n 2 -- freed_buffer wrong => local-race */
RULE(freed_buffer)
{
    if (!rank) {
        MPI_Request q;
        MPI_Isend(in, 1, MPI_INT, 1, 0, WORLD, &q);
        if (wrong) {
            MPI_Request_free(&q);
            in[0] = 5;
        } else
            MPI_Wait(&q, IGNORE);
    } else
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    MPI_Barrier(WORLD);
}

/* 3.7.5: a list of requests that are waited for has no active request twice. */
/* mazurka: -n 2 -- request_twice right => verified */
/* mazurka: -n 2 -- request_twice wrong => invalid-argument */
RULE(request_twice)
{
    MPI_Request q[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (rank) {
        MPI_Irecv(out, 1, MPI_INT, 0, 0, WORLD, &q[0]);
        if (wrong)
            q[1] = q[0];
        MPI_Waitall(2, q, ALL);
    } else
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
}

/* 3.7.6: MPI_Request_get_status leaves the request, which is completed all the same. */
/* mazurka: -n 1 -- get_status right => verified */
/* mazurka: -n 1 -- get_status wrong => missing-wait */
RULE(get_status)
{
    MPI_Request q;
    int done = 0;
    MPI_Irecv(out, 1, MPI_INT, 0, 0, SELF, &q);
    MPI_Send(in, 1, MPI_INT, 0, 0, SELF);
    while (!done)
        MPI_Request_get_status(q, &done, IGNORE);
    if (!wrong)
        MPI_Wait(&q, IGNORE);
}

/* 3.8.1: what was probed with a wildcard is received with the source of the status. */
/* mazurka: -n 3 -- probed right => verified */
/* mazurka: -n 3 -- probed wrong => truncation */
RULE(probed)
{
    if (rank)
        MPI_Send(in, rank, MPI_INT, 0, 0, WORLD);
    else
        for (int i = 0; i < 2; i++) {
            MPI_Status s;
            int n;
            MPI_Probe(MPI_ANY_SOURCE, 0, WORLD, &s);
            MPI_Get_count(&s, MPI_INT, &n);
            MPI_Recv(out, n, MPI_INT, wrong ? MPI_ANY_SOURCE : s.MPI_SOURCE, 0, WORLD, IGNORE);
        }
}

/* 3.8.2: a message that was matched is received. */
/* mazurka: -n 2 -- matched right => verified!any */
/* mazurka: -n 2 -- matched wrong => finding+unmatched-message */
RULE(matched)
{
    MPI_Message m;
    if (rank) {
        MPI_Mprobe(0, 0, WORLD, &m, IGNORE);
        if (!wrong)
            MPI_Mrecv(out, 1, MPI_INT, &m, IGNORE);
    } else
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
}

/* 3.8.2: and only once. */
/* mazurka: -n 2 -- matched_twice right => verified!any */
/* mazurka: -n 2 -- matched_twice wrong => invalid-argument */
RULE(matched_twice)
{
    MPI_Message m, copy;
    if (rank) {
        MPI_Mprobe(0, 0, WORLD, &m, IGNORE);
        copy = m;
        MPI_Mrecv(out, 1, MPI_INT, &m, IGNORE);
        if (wrong)
            MPI_Mrecv(out, 1, MPI_INT, &copy, IGNORE);
    } else
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
}

/* 3.8.4: a request that was cancelled is completed. */
/* mazurka: -n 1 -- cancelled right => verified */
/* mazurka: -n 1 -- cancelled wrong => missing-wait */
RULE(cancelled)
{
    MPI_Request q;
    MPI_Irecv(out, 1, MPI_INT, 0, 0, SELF, &q);
    MPI_Cancel(&q);
    if (!wrong)
        MPI_Wait(&q, IGNORE);
}

/* 3.9: a persistent request that is active is not started. */
/* mazurka: -n 1 -- start_active right => verified */
/* mazurka: -n 1 -- start_active wrong => invalid-argument */
RULE(start_active)
{
    MPI_Request q;
    MPI_Recv_init(out, 1, MPI_INT, 0, 0, SELF, &q);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&q);
        MPI_Send(in, 1, MPI_INT, 0, 0, SELF);
        if (!wrong || i)
            MPI_Wait(&q, IGNORE);
    }
    MPI_Request_free(&q);
}

/* 3.9: MPI_Start is for persistent requests. */
/* mazurka: -n 1 -- start_plain right => verified */
/* mazurka: -n 1 -- start_plain wrong => invalid-argument */
RULE(start_plain)
{
    MPI_Request q;
    MPI_Irecv(out, 1, MPI_INT, 0, 0, SELF, &q);
    MPI_Send(in, 1, MPI_INT, 0, 0, SELF);
    if (wrong)
        MPI_Start(&q);
    MPI_Wait(&q, IGNORE);
}

/* 3.9: persistent requests are freed. */
/* mazurka: -n 1 -- persistent_freed right => verified!any */
/* mazurka: -n 1 -- persistent_freed wrong => verified+request-leak|verified+missing-start */
RULE(persistent_freed)
{
    MPI_Request q;
    MPI_Recv_init(out, 1, MPI_INT, 0, 0, SELF, &q);
    MPI_Start(&q);
    MPI_Send(in, 1, MPI_INT, 0, 0, SELF);
    MPI_Wait(&q, IGNORE);
    if (!wrong)
        MPI_Request_free(&q);
}

/* 3.10: the buffers of MPI_Sendrecv are disjoint. */
/* mazurka: -n 1 -- sendrecv_alias right => verified */
/* mazurka: -n 1 -- sendrecv_alias wrong => finding */
RULE(sendrecv_alias)
{
    MPI_Sendrecv(in, 2, MPI_INT, 0, 0, wrong ? in + 1 : out, 2, MPI_INT, 0, 0, SELF, IGNORE);
}

/* 3.11, 3.2.3: every message that is sent is received. */
/* mazurka: -n 2 -- received right => verified!any */
/* mazurka: -n 2 --buffering infinite -- received wrong => unmatched-message */
RULE(received)
{
    if (!rank)
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
    else if (!wrong)
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
}

/* 3.3.1, 5.2: what was packed is unpacked with the types that it was packed with. */
/* mazurka: -n 2 -- packed right => verified */
/* mazurka: -n 2 -- packed wrong => verified */
RULE(packed)
{
    char space[64];
    int at = 0;
    if (!rank) {
        MPI_Pack(in, 2, MPI_INT, space, 64, &at, WORLD);
        MPI_Send(space, at, MPI_PACKED, 1, 0, WORLD);
    } else {
        MPI_Recv(space, 64, MPI_PACKED, 0, 0, WORLD, IGNORE);
        MPI_Unpack(space, 64, &at, wrong ? (void *)real : out, wrong ? 1 : 2, wrong ? MPI_DOUBLE : MPI_INT, WORLD);
    }
}

/* 4.2: each partition of a send is marked as ready before it is waited for. */
/* mazurka: -n 2 -- parts right => verified!any */
/* mazurka: -n 2 -- parts wrong => deadlock */
RULE(parts)
{
    MPI_Request q;
    if (!rank)
        MPI_Psend_init(in, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
    else
        MPI_Precv_init(out, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
    MPI_Start(&q);
    if (!rank)
        for (int i = 0; i < 2 - wrong; i++)
            MPI_Pready(i, q);
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 4.2: and only once. */
/* mazurka: -n 2 -- part_twice right => verified!any */
/* mazurka: -n 2 -- part_twice wrong => invalid-argument */
RULE(part_twice)
{
    MPI_Request q;
    if (!rank)
        MPI_Psend_init(in, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
    else
        MPI_Precv_init(out, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
    MPI_Start(&q);
    if (!rank) {
        MPI_Pready(0, q);
        MPI_Pready(!wrong, q);
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 4.2: a partition that is ready is not modified. */
/* mazurka: -n 2 -- part_write right => verified!any */
/* mazurka: -n 2 -- part_write wrong => local-race */
RULE(part_write)
{
    MPI_Request q;
    if (!rank)
        MPI_Psend_init(in, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
    else
        MPI_Precv_init(out, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
    MPI_Start(&q);
    if (!rank) {
        MPI_Pready(0, q);
        in[!wrong] = 4;
        MPI_Pready(1, q);
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 4.2: a partition is not read before it has arrived. */
/* mazurka: -n 2 -- part_read right => verified */
/* mazurka: -n 2 -- part_read wrong => local-race */
RULE(part_read)
{
    MPI_Request q;
    int arrived = 0;
    volatile int seen;
    if (!rank)
        MPI_Psend_init(in, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
    else
        MPI_Precv_init(out, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
    MPI_Start(&q);
    if (!rank)
        MPI_Pready_range(0, 1, q);
    else {
        MPI_Parrived(q, 0, &arrived);
        if (arrived)
            seen = out[wrong];
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
    (void)seen;
}

/* 11.2.1: no call of MPI before MPI_Init. */
/* mazurka: -n 1 -- before_init right => verified */
/* mazurka: -n 1 -- before_init wrong => finding */
RULE(before_init)
{
    if (!wrong)
        MPI_Init(NULL, NULL);
    MPI_Comm_rank(WORLD, &rank);
    if (wrong)
        MPI_Init(NULL, NULL);
}

/* 11.2.2: none after MPI_Finalize. */
/* mazurka: -n 1 -- after right => verified */
/* mazurka: -n 1 -- after wrong => finding */
RULE(after)
{
    MPI_Finalize();
    if (wrong)
        MPI_Comm_rank(WORLD, &rank);
}

/* 11.2.2: every rank calls MPI_Finalize. */
/* mazurka: -n 2 -- finalize right => verified */
/* mazurka: -n 2 -- finalize wrong => missing-finalize */
RULE(finalize)
{
    if (wrong && rank)
        exit(0);
}

/* 3.9: the requests of MPI_Startall are inactive. */
/* mazurka: -n 2 -- startall_active right => verified!any */
/* mazurka: -n 2 -- startall_active wrong => invalid-argument */
RULE(startall_active)
{
    MPI_Request q[2];
    if (rank == 0) {
        MPI_Send_init(in, 1, MPI_INT, 1, 0, WORLD, &q[0]);
        MPI_Send_init(in, 1, MPI_INT, 1, 1, WORLD, &q[1]);
        if (wrong)
            MPI_Start(&q[0]);
        MPI_Startall(2, q);
        MPI_Waitall(2, q, ALL);
        MPI_Request_free(&q[0]);
        MPI_Request_free(&q[1]);
    } else {
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        if (wrong)
            MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
        MPI_Recv(out, 1, MPI_INT, 0, 1, WORLD, IGNORE);
    }
}

/* 3.8.2: what MPI_Improbe has matched is received. */
/* mazurka: -n 2 -- mprobe_left right => verified!any */
/* mazurka: -n 2 -- mprobe_left wrong => finding */
RULE(mprobe_left)
{
    MPI_Message m = MPI_MESSAGE_NULL;
    int f = 0;
    if (rank == 0)
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
    else {
        while (!f)
            MPI_Improbe(0, 0, WORLD, &f, &m, IGNORE);
        if (!wrong)
            MPI_Mrecv(out, 1, MPI_INT, &m, IGNORE);
    }
}

/* 3.8.3: what MPI_Imrecv receives is not read before it is there. */
/* mazurka: -n 2 -- imrecv_read right => verified!any */
/* mazurka: -n 2 -- imrecv_read wrong => local-race */
RULE(imrecv_read)
{
    MPI_Message m;
    MPI_Request q;
    if (rank == 0) {
        in[0] = 1;
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
    } else {
        MPI_Mprobe(0, 0, WORLD, &m, IGNORE);
        MPI_Imrecv(out, 1, MPI_INT, &m, &q);
        if (wrong && out[0])
            real[0] = 1;
        MPI_Wait(&q, IGNORE);
    }
}

/* 4.2: both sides of a partitioned communication have as much data. */
/* mazurka: -n 2 -- part_total right => verified!any */
/* mazurka: -n 2 -- part_total wrong => truncation */
RULE(part_total)
{
    MPI_Request q;
    if (rank == 0) {
        MPI_Psend_init(in, 2, wrong ? 3 : 2, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
        MPI_Pready(0, q);
        MPI_Pready(1, q);
    } else {
        MPI_Precv_init(out, 4, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 4.2.2: partitions have numbers below that of MPI_Psend_init. */
/* mazurka: -n 2 -- part_range right => verified!any */
/* mazurka: -n 2 -- part_range wrong => invalid-argument */
RULE(part_range)
{
    MPI_Request q;
    if (rank == 0) {
        MPI_Psend_init(in, 2, 2, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
        MPI_Pready_range(0, wrong ? 2 : 1, q);
    } else {
        MPI_Precv_init(out, 2, 2, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 4.2.2: a partition is ready after the operation was started. */
/* mazurka: -n 2 -- part_inactive right => verified!any */
/* mazurka: -n 2 -- part_inactive wrong => invalid-argument */
RULE(part_inactive)
{
    MPI_Request q;
    if (rank == 0) {
        MPI_Psend_init(in, 1, 2, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
        if (wrong)
            MPI_Pready(0, q);
        MPI_Start(&q);
        MPI_Pready(0, q);
    } else {
        MPI_Precv_init(out, 1, 2, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 4.2.2: each partition is marked as ready. */
/* mazurka: -n 2 -- part_missing right => verified!any */
/* mazurka: -n 2 -- part_missing wrong => deadlock */
RULE(part_missing)
{
    MPI_Request q;
    if (rank == 0) {
        MPI_Psend_init(in, 2, 2, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
        MPI_Pready(0, q);
        if (!wrong)
            MPI_Pready(1, q);
    } else {
        MPI_Precv_init(out, 2, 2, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 4.2.3: the receive of a partitioned communication names its source. */
/* mazurka: -n 2 -- part_any right => verified!any */
/* mazurka: -n 2 -- part_any wrong => invalid-argument */
RULE(part_any)
{
    MPI_Request q;
    if (rank == 0) {
        MPI_Psend_init(in, 1, 2, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &q);
        MPI_Start(&q);
        MPI_Pready(0, q);
    } else {
        MPI_Precv_init(out, 1, 2, MPI_INT, wrong ? MPI_ANY_SOURCE : 0, 0, WORLD,
                       MPI_INFO_NULL, &q);
        MPI_Start(&q);
    }
    MPI_Wait(&q, IGNORE);
    MPI_Request_free(&q);
}

/* 3.11: the two buffers of MPI_Isendrecv have no byte in common. */
/* mazurka: -n 2 -- isendrecv_alias right => verified!any */
/* mazurka: -n 2 -- isendrecv_alias wrong => invalid-argument */
RULE(isendrecv_alias)
{
    MPI_Request q;
    MPI_Isendrecv(in, 2, MPI_INT, (1 - rank), 0, wrong ? (void *)(in + 1) : out, 2,
                  MPI_INT, (1 - rank), 0, WORLD, &q);
    MPI_Wait(&q, IGNORE);
}

/* 3.4, 3.5: a synchronous send to oneself needs a receive that is posted. */
/* mazurka: -n 2 -- ssend_self right => verified!any */
/* mazurka: -n 2 -- ssend_self wrong => deadlock */
RULE(ssend_self)
{
    MPI_Request q;
    MPI_Irecv(out, 1, MPI_INT, rank, 0, WORLD, &q);
    if (wrong) {
        MPI_Wait(&q, IGNORE);
        MPI_Ssend(in, 1, MPI_INT, rank, 0, WORLD);
    } else {
        MPI_Ssend(in, 1, MPI_INT, rank, 0, WORLD);
        MPI_Wait(&q, IGNORE);
    }
}

/* 3.2.4: a receive matches messages of its own communicator only. */
/* mazurka: -n 2 -- two_comms right => verified!any */
/* mazurka: -n 2 -- two_comms wrong => finding */
RULE(two_comms)
{
    MPI_Comm c;
    MPI_Comm_dup(WORLD, &c);
    if (rank == 0)
        MPI_Send(in, 1, MPI_INT, 1, 0, c);
    else
        MPI_Recv(in, 1, MPI_INT, 0, 0, wrong ? WORLD : c, IGNORE);
    MPI_Comm_free(&c);
}

/* 3.7.2: the buffer of a receive lives until it is complete. */
/* mazurka: -n 2 -- stack_gone right => verified!any */
/* mazurka: -n 2 -- stack_gone wrong => local-race */
RULE(stack_gone)
{
    MPI_Request q;
    if (rank == 0) {
        MPI_Send(in, 4, MPI_INT, 1, 0, WORLD);
    } else {
        {
            int loc[4];
            MPI_Irecv(wrong ? loc : out, 4, MPI_INT, 0, 0, WORLD, &q);
        }
        {
            volatile int other[4] = {1, 2, 3, 4};
            (void)other[1];
        }
        MPI_Wait(&q, IGNORE);
    }
}

/* 3.3.1: the types of a structure are those of the receive, one by one. */
/* mazurka: -n 2 -- struct_sig right => verified!any */
/* mazurka: -n 2 -- struct_sig wrong => datatype-mismatch */
RULE(struct_sig)
{
    MPI_Datatype t;
    int bl[2] = {1, 1};
    MPI_Aint d[2] = {0, 8};
    MPI_Datatype ty[2] = {MPI_INT, MPI_DOUBLE};
    MPI_Type_create_struct(2, bl, d, ty, &t);
    MPI_Type_commit(&t);
    struct {
        int a;
        double b;
    } s = {1, 2};
    if (rank == 0)
        MPI_Send(&s, 1, t, 1, 0, WORLD);
    else if (wrong)
        MPI_Recv(in, 3, MPI_INT, 0, 0, WORLD, IGNORE);
    else
        MPI_Recv(&s, 1, t, 0, 0, WORLD, IGNORE);
    MPI_Type_free(&t);
}

/* 2.3, 3.2.4: the status is no part of what is received. */
/* mazurka: -n 2 -- status_apart right => verified!any */
/* mazurka: -n 2 -- status_apart wrong => invalid-argument: status */
RULE(status_apart)
{
    static int much[16];
    MPI_Status s;
    if (!rank)
        MPI_Send(much, 16, MPI_INT, 1, 0, WORLD);
    else
        MPI_Recv(much, 16, MPI_INT, 0, 0, WORLD, wrong ? (MPI_Status *)(much + 2) : &s);
}
