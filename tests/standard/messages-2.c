/* mpich: compiles */
/* Chapters 3 and 4: point-to-point and partitioned communication. See standard.h. */
#include "standard.h"

static MPI_Request q[4];

/* 3.9: MPI_Startall gets each request once. */
/* mazurka: -n 2 -- startall_twice right => verified!any */
/* mazurka: -n 2 -- startall_twice wrong => finding */
RULE(startall_twice)
{
    for (int i = 0; i < 2; i++)
        if (rank)
            MPI_Recv_init(out + i, 1, MPI_INT, 0, 0, WORLD, &q[i]);
        else
            MPI_Send_init(in + i, 1, MPI_INT, 1, 0, WORLD, &q[i]);
    MPI_Request two[] = {q[0], wrong && rank ? q[0] : q[1]};
    MPI_Startall(2, two);
    MPI_Waitall(2, q, ALL);
    MPI_Request_free(&q[0]);
    MPI_Request_free(&q[1]);
}

/* 4.2.4: MPI_Parrived is for receives. */
/* mazurka: -n 2 -- parrived_send right => verified!any */
/* mazurka: -n 2 -- parrived_send wrong => finding */
RULE(parrived_send)
{
    int flag = 0;
    if (rank)
        MPI_Precv_init(out, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, q);
    else
        MPI_Psend_init(in, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, q);
    MPI_Start(q);
    if (!rank) {
        MPI_Pready(0, *q);
        MPI_Pready(1, *q);
    }
    if (rank || wrong)
        MPI_Parrived(*q, 0, &flag);
    MPI_Wait(q, IGNORE);
    MPI_Request_free(q);
}

/* 4.2.3: nor does it have a wildcard for the tag. */
/* mazurka: -n 2 -- precv_any_tag right => verified!any */
/* mazurka: -n 2 -- precv_any_tag wrong => finding */
RULE(precv_any_tag)
{
    if (rank)
        MPI_Precv_init(out, 2, 1, MPI_INT, 0, wrong ? MPI_ANY_TAG : 0, WORLD,
                       MPI_INFO_NULL, q);
    else
        MPI_Psend_init(in, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, q);
    MPI_Start(q);
    if (!rank)
        MPI_Pready_range(0, 1, *q);
    MPI_Wait(q, IGNORE);
    MPI_Request_free(q);
}

/* 4.2.4: MPI_Parrived of an inactive request is true; of one that was freed it is an
 * error. */
/* mazurka: -n 2 -- parrived_inactive right => verified!any */
/* mazurka: -n 2 -- parrived_inactive wrong => finding */
RULE(parrived_inactive)
{
    int flag = 0;
    MPI_Request old;
    if (rank)
        MPI_Precv_init(out, 2, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, q);
    else
        MPI_Psend_init(in, 2, 1, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, q);
    MPI_Start(q);
    if (!rank)
        MPI_Pready_range(0, 1, *q);
    MPI_Wait(q, IGNORE);
    old = *q;
    if (wrong && rank)
        MPI_Request_free(q);
    if (rank) {
        MPI_Parrived(old, 0, &flag);
        CHECK(flag);
    }
    if (!wrong || !rank)
        MPI_Request_free(q);
}

/* 3.9, 3.8.4: a persistent request that was cancelled is completed before it is started
 * again. */
/* mazurka: -n 2 -- cancel_restart right => verified!any */
/* mazurka: -n 2 -- cancel_restart wrong => finding */
RULE(cancel_restart)
{
    if (rank) {
        MPI_Recv_init(out, 1, MPI_INT, 0, 7, WORLD, q);
        MPI_Start(q);
        MPI_Cancel(q);
        if (!wrong)
            MPI_Wait(q, IGNORE);
        MPI_Start(q);
        MPI_Barrier(WORLD);
        MPI_Wait(q, IGNORE);
        MPI_Request_free(q);
    } else {
        MPI_Barrier(WORLD);
        MPI_Send(in, 1, MPI_INT, 1, 7, WORLD);
    }
}

/* 3.8.4: MPI_REQUEST_NULL is not cancelled. */
/* mazurka: -n 2 -- cancel_null right => verified!any */
/* mazurka: -n 2 -- cancel_null wrong => finding */
RULE(cancel_null)
{
    q[0] = MPI_REQUEST_NULL;
    if (!wrong)
        MPI_Irecv(out, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, q);
    MPI_Cancel(q);
    MPI_Wait(q, IGNORE);
}

/* 3.8.4: nor is a persistent request that is not active. */
/* mazurka: -n 2 -- cancel_inactive right => verified!any */
/* mazurka: -n 2 -- cancel_inactive wrong => finding */
RULE(cancel_inactive)
{
    MPI_Recv_init(out, 1, MPI_INT, 1 - rank, 7, WORLD, q);
    if (!wrong)
        MPI_Start(q);
    MPI_Cancel(q);
    MPI_Wait(q, IGNORE);
    MPI_Request_free(q);
}

/* 3.7.5: requests that are null are ignored; what is none is an error. */
/* mazurka: -n 2 -- null_list right => verified!any */
/* mazurka: -n 2 -- null_list wrong => finding */
RULE(null_list)
{
    int which = 5, n;
    q[0] = q[1] = MPI_REQUEST_NULL;
    MPI_Waitall(2, q, ALL);
    MPI_Waitany(2, q, &which, IGNORE);
    CHECK(which == MPI_UNDEFINED);
    MPI_Testsome(2, q, &n, in, ALL);
    CHECK(n == MPI_UNDEFINED);
    if (wrong)
        q[1] = (MPI_Request)(0x4c000042);
    MPI_Waitall(2, q, ALL);
}

/* 3.7.3: the data of a receive whose request was freed are not known to be there. */
/* mazurka: -n 2 -- freed_receive right => verified!any */
/* mazurka: -n 2 -- freed_receive wrong => finding|verified+any */
RULE(freed_receive)
{
    if (rank) {
        MPI_Irecv(out, 1, MPI_INT, 0, 0, WORLD, q);
        if (wrong)
            MPI_Request_free(q);
        else
            MPI_Wait(q, IGNORE);
        MPI_Barrier(WORLD);
        CHECK(out[0] == 9);
    } else {
        in[0] = 9;
        MPI_Send(in, 1, MPI_INT, 1, 0, WORLD);
        MPI_Barrier(WORLD);
    }
}

/* 3.8.2: MPI_MESSAGE_NO_PROC is received at once; MPI_MESSAGE_NULL is no message. */
/* mazurka: -n 2 -- no_proc right => verified!any */
/* mazurka: -n 2 -- no_proc wrong => finding */
RULE(no_proc)
{
    MPI_Message m = MPI_MESSAGE_NULL;
    int flag;
    if (!wrong)
        MPI_Mprobe(MPI_PROC_NULL, 0, WORLD, &m, IGNORE);
    else
        MPI_Improbe(1 - rank, 3, WORLD, &flag, &m, IGNORE);
    MPI_Mrecv(out, 1, MPI_INT, &m, IGNORE);
}

/* 3.8.1: what was probed is received with room for it. */
/* mazurka: -n 2 -- sizes_any right => verified!any */
/* mazurka: -n 2 -- sizes_any wrong => finding */
RULE(sizes_any)
{
    if (rank) {
        MPI_Send(in, 4, MPI_INT, 0, 1, WORLD);
        MPI_Send(in, 8, MPI_INT, 0, 2, WORLD);
    } else {
        for (int i = 0; i < 2; i++) {
            MPI_Status s;
            int n;
            MPI_Probe(1, MPI_ANY_TAG, WORLD, &s);
            MPI_Get_count(&s, MPI_INT, &n);
            MPI_Recv(out, wrong ? 4 : n, MPI_INT, 1, s.MPI_TAG, WORLD, IGNORE);
        }
    }
}

/* 3.7.3: the copy of a handle does not become null when the request is complete. */
/* mazurka: -n 2 -- request_copy right => verified!any */
/* mazurka: -n 2 -- request_copy wrong => finding */
RULE(request_copy)
{
    int which;
    MPI_Irecv(out, 1, MPI_INT, 1 - rank, 0, WORLD, &q[0]);
    MPI_Isend(in, 1, MPI_INT, 1 - rank, 0, WORLD, &q[1]);
    MPI_Request copy[2] = {q[0], q[1]};
    MPI_Waitany(2, q, &which, IGNORE);
    MPI_Wait(wrong ? &copy[which] : &copy[1 - which], IGNORE);
    if (wrong)
        MPI_Wait(&q[1 - which], IGNORE);
}

/* 3.9: a persistent ready send needs a receive each time that it is started. */
/* mazurka: -n 2 -- rsend_persistent right => verified!any */
/* mazurka: -n 2 -- rsend_persistent wrong => finding */
RULE(rsend_persistent)
{
    if (rank) {
        MPI_Recv_init(out, 1, MPI_INT, 0, 0, WORLD, q);
        for (int i = 0; i < 2; i++) {
            if (!wrong || !i)
                MPI_Start(q);
            MPI_Barrier(WORLD);
            if (wrong && i)
                MPI_Start(q);
            MPI_Wait(q, IGNORE);
        }
    } else {
        MPI_Rsend_init(in, 1, MPI_INT, 1, 0, WORLD, q);
        for (int i = 0; i < 2; i++) {
            MPI_Barrier(WORLD);
            MPI_Start(q);
            MPI_Wait(q, IGNORE);
        }
    }
    MPI_Request_free(q);
}

/* 3.5, 3.11: a synchronous send and a receive are not MPI_Sendrecv. */
/* mazurka: -n 2 -- sendrecv_order right => verified!any */
/* mazurka: -n 2 -- sendrecv_order wrong => finding */
RULE(sendrecv_order)
{
    if (wrong) {
        MPI_Ssend(in, 1, MPI_INT, 1 - rank, 0, WORLD);
        MPI_Recv(out, 1, MPI_INT, 1 - rank, 0, WORLD, IGNORE);
    } else
        MPI_Sendrecv(in, 1, MPI_INT, 1 - rank, 0, out, 1, MPI_INT, 1 - rank, 0, WORLD,
                     IGNORE);
}

/* 3.6: the memory that is attached belongs to MPI until it is detached. */
/* mazurka: -n 2 -- bsend_detach right => verified!any */
/* mazurka: -n 2 -- bsend_detach wrong => finding|verified+any */
RULE(bsend_detach)
{
    char *b = malloc(200 + MPI_BSEND_OVERHEAD);
    int n;
    MPI_Buffer_attach(b, 200 + MPI_BSEND_OVERHEAD);
    MPI_Bsend(in, 4, MPI_INT, 1 - rank, 0, WORLD);
    if (wrong)
        free(b);
    MPI_Recv(out, 4, MPI_INT, 1 - rank, 0, WORLD, IGNORE);
    void *old;
    MPI_Buffer_detach(&old, &n);
    if (!wrong)
        free(old);
}

/* 3.5: a receive from any source that is posted first takes what fits both. */
/* mazurka: -n 3 -- any_then_named right => verified */
/* mazurka: -n 3 -- any_then_named wrong => finding */
RULE(any_then_named)
{
    if (!rank) {
        MPI_Irecv(out, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, &q[0]);
        MPI_Irecv(out + 1, 1, MPI_INT, wrong ? 1 : MPI_ANY_SOURCE, 0, WORLD, &q[1]);
        MPI_Waitall(2, q, ALL);
    } else
        MPI_Send(in, 1, MPI_INT, 0, 0, WORLD);
}

/* 3.2.4: a message of three fits no receive of one pair. */
/* mazurka: -n 2 -- count_elements right => verified!any */
/* mazurka: -n 2 -- count_elements wrong => finding */
RULE(count_elements)
{
    MPI_Datatype pair;
    MPI_Status s;
    int n, m;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    if (rank)
        MPI_Send(in, 3, MPI_INT, 0, 0, WORLD);
    else {
        MPI_Recv(out, wrong ? 1 : 2, pair, 1, 0, WORLD, &s);
        MPI_Get_count(&s, pair, &n);
        MPI_Get_elements(&s, pair, &m);
        CHECK(n == MPI_UNDEFINED && m == 3);
    }
    MPI_Type_free(&pair);
}

/* 5.1.9: a type may be freed while a call uses it, and is not used by calls behind. */
/* mazurka: -n 2 -- type_freed_early right => verified!any */
/* mazurka: -n 2 -- type_freed_early wrong => finding */
RULE(type_freed_early)
{
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Irecv(out, 1, pair, 1 - rank, 0, WORLD, q);
    MPI_Datatype copy = pair;
    if (!wrong)
        MPI_Send(in, 1, pair, 1 - rank, 0, WORLD);
    MPI_Type_free(&pair);
    if (wrong)
        MPI_Send(in, 1, copy, 1 - rank, 0, WORLD);
    MPI_Wait(q, IGNORE);
}

/* 5.1.2: elements may lie before the buffer that is given, within memory of the program.
 */
/* mazurka: -n 2 -- negative_stride right => verified!any */
/* mazurka: -n 2 -- negative_stride wrong => finding */
RULE(negative_stride)
{
    static int a[8];
    MPI_Datatype t;
    MPI_Type_vector(4, 1, -1, MPI_INT, &t);
    MPI_Type_commit(&t);
    if (rank)
        MPI_Send(a, 4, MPI_INT, 0, 0, WORLD);
    else {
        int *h = malloc(16);
        MPI_Recv(wrong ? h : h + 3, 1, t, 1, 0, WORLD, IGNORE);
        free(h);
    }
    MPI_Type_free(&t);
}

/* 5.1.10: the copy of a type is committed only if the type is. */
/* mazurka: -n 2 -- dup_uncommitted right => verified!any */
/* mazurka: -n 2 -- dup_uncommitted wrong => finding */
RULE(dup_uncommitted)
{
    MPI_Datatype t, u;
    MPI_Type_contiguous(2, MPI_INT, &t);
    if (!wrong)
        MPI_Type_commit(&t);
    MPI_Type_dup(t, &u);
    MPI_Sendrecv(in, 1, u, 1 - rank, 0, out, 1, u, 1 - rank, 0, WORLD, IGNORE);
    MPI_Type_free(&t);
    MPI_Type_free(&u);
}

/* 5.1.2: a block without elements lies nowhere, any other somewhere. */
/* mazurka: -n 2 -- zero_blocks right => verified!any */
/* mazurka: -n 2 -- zero_blocks wrong => finding */
RULE(zero_blocks)
{
    MPI_Datatype t;
    MPI_Aint at[2] = {0, (MPI_Aint)1 << 40};
    int n[2] = {2, wrong ? 1 : 0};
    MPI_Type_create_hindexed(2, n, at, MPI_INT, &t);
    MPI_Type_commit(&t);
    if (rank)
        MPI_Send(in, wrong ? 3 : 2, MPI_INT, 0, 0, WORLD);
    else
        MPI_Recv(out, 1, t, 1, 0, WORLD, IGNORE);
    MPI_Type_free(&t);
}

/* 3.7.5: the statuses of MPI_Waitsome are in the order of its indices. */
/* mazurka: -n 2 -- status_order right => verified!any */
/* mazurka: -n 2 -- status_order wrong => finding */
RULE(status_order)
{
    MPI_Status s[2];
    int n, which[2], done = 0;
    if (rank) {
        MPI_Send(in, 1, MPI_INT, 0, 10, WORLD);
        MPI_Send(in, 1, MPI_INT, 0, 11, WORLD);
    } else {
        MPI_Irecv(out, 1, MPI_INT, 1, 10, WORLD, &q[0]);
        MPI_Irecv(out + 1, 1, MPI_INT, 1, 11, WORLD, &q[1]);
        while (done < 2) {
            MPI_Waitsome(2, q, &n, which, s);
            for (int i = 0; i < n; i++)
                CHECK(s[wrong ? which[i] : i].MPI_TAG == 10 + which[i]);
            done += n;
        }
    }
}

/* 3.4: each of the receives of synchronous sends to oneself gets one. */
/* mazurka: -n 2 -- tags_self right => verified!any */
/* mazurka: -n 2 -- tags_self wrong => finding */
RULE(tags_self)
{
    MPI_Irecv(out, 1, MPI_INT, 0, 2, SELF, &q[0]);
    MPI_Irecv(out + 1, 1, MPI_INT, 0, 1, SELF, &q[1]);
    MPI_Ssend(in, 1, MPI_INT, 0, 1, SELF);
    if (!wrong)
        MPI_Ssend(in, 1, MPI_INT, 0, 2, SELF);
    MPI_Waitall(2, q, ALL);
}

/* 3.8.2: a matched message is received with room for it. */
/* mazurka: -n 2 -- mrecv_short right => verified!any */
/* mazurka: -n 2 -- mrecv_short wrong => finding */
RULE(mrecv_short)
{
    MPI_Message m;
    if (rank)
        MPI_Send(in, 4, MPI_INT, 0, 0, WORLD);
    else {
        MPI_Mprobe(MPI_ANY_SOURCE, 0, WORLD, &m, IGNORE);
        MPI_Mrecv(out, wrong ? 3 : 5, MPI_INT, &m, IGNORE);
    }
}

/* 3.6: MPI_Ibsend needs memory that is attached. */
/* mazurka: -n 2 -- ibsend_none right => verified!any */
/* mazurka: -n 2 -- ibsend_none wrong => finding */
RULE(ibsend_none)
{
    static char b[1000];
    void *p;
    int n;
    if (!wrong)
        MPI_Buffer_attach(b, sizeof b);
    MPI_Ibsend(in, 4, MPI_INT, 1 - rank, 0, WORLD, q);
    MPI_Recv(out, 4, MPI_INT, 1 - rank, 0, WORLD, IGNORE);
    MPI_Wait(q, IGNORE);
    if (!wrong)
        MPI_Buffer_detach(&p, &n);
}

/* 3.7.5: with MPI_ERR_IN_STATUS, the statuses say which operation has failed. */
/* mazurka: -n 2 -- waitall_error right => verified */
/* mazurka: -n 2 -- waitall_error wrong => finding|verified+any */
RULE(waitall_error)
{
    MPI_Status s[2];
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_RETURN);
    if (rank) {
        MPI_Send(in, 2, MPI_INT, 0, 0, WORLD);
        MPI_Send(in, 1, MPI_INT, 0, 1, WORLD);
    } else {
        MPI_Irecv(out, wrong ? 1 : 2, MPI_INT, 1, 0, WORLD, &q[0]);
        MPI_Irecv(out + 4, 1, MPI_INT, 1, 1, WORLD, &q[1]);
        MPI_Waitall(2, q, s);
    }
}

/* 3.7.3: after a test that says no the buffer is in use. */
/* mazurka: -n 2 -- isend_reuse_after_test right => verified */
/* mazurka: -n 2 -- isend_reuse_after_test wrong => finding */
RULE(isend_reuse_after_test)
{
    int flag;
    if (rank)
        MPI_Recv(out, 1, MPI_INT, 0, 0, WORLD, IGNORE);
    else {
        MPI_Issend(in, 1, MPI_INT, 1, 0, WORLD, q);
        MPI_Test(q, &flag, IGNORE);
        if (flag || wrong)
            in[0] = 5;
        if (!flag)
            MPI_Wait(q, IGNORE);
    }
}

/* 3.2.2: the datatype is one even if there is nothing to send. */
/* mazurka: -n 2 -- null_type_zero right => verified!any */
/* mazurka: -n 2 -- null_type_zero wrong => finding */
RULE(null_type_zero)
{
    MPI_Sendrecv(in, 0, wrong ? MPI_DATATYPE_NULL : MPI_INT, 1 - rank, 0, out, 0, MPI_INT,
                 1 - rank, 0, WORLD, IGNORE);
}

/* 5.2: no more is unpacked than was received. */
/* mazurka: -n 2 -- unpack_more right => verified!any */
/* mazurka: -n 2 -- unpack_more wrong => finding */
RULE(unpack_more)
{
    char b[64];
    int at = 0, n;
    MPI_Status s;
    if (rank) {
        MPI_Pack(in, 2, MPI_INT, b, 64, &at, WORLD);
        MPI_Send(b, at, MPI_PACKED, 0, 0, WORLD);
    } else {
        MPI_Recv(b, 64, MPI_PACKED, 1, 0, WORLD, &s);
        MPI_Get_count(&s, MPI_PACKED, &n);
        MPI_Unpack(b, n, &at, out, wrong ? 3 : 2, MPI_INT, WORLD);
    }
}

/* 5.1.13: the arrays for the contents of a type are as large as its envelope says. */
/* mazurka: -n 2 -- contents_small right => verified!any */
/* mazurka: -n 2 -- contents_small wrong => finding */
RULE(contents_small)
{
    MPI_Datatype t, u[1];
    int i[8], ni, na, nd, c;
    MPI_Aint a[4];
    MPI_Type_vector(2, 1, 3, MPI_INT, &t);
    MPI_Type_get_envelope(t, &ni, &na, &nd, &c);
    MPI_Type_get_contents(t, wrong ? ni - 1 : ni, na, nd, i, a, u);
    MPI_Type_free(&t);
}

/* 10: there is room for the value of a key and its end. */
/* mazurka: -n 2 -- info_length right => verified!any */
/* mazurka: -n 2 -- info_length wrong => finding */
RULE(info_length)
{
    MPI_Info i;
    char *v = malloc(wrong ? 5 : 6);
    int f;
    MPI_Info_create(&i);
    MPI_Info_set(i, "k", "value");
    MPI_Info_get(i, "k", 5, v, &f);
    MPI_Info_free(&i);
    free(v);
}

/* 8.5.5: there is room for all coordinates. */
/* mazurka: -n 2 -- cart_coords right => verified!any */
/* mazurka: -n 2 -- cart_coords wrong => finding */
RULE(cart_coords)
{
    MPI_Comm c;
    int d[2] = {2, 1}, p[2] = {0, 0}, *x = malloc(wrong ? 4 : 8);
    MPI_Cart_create(WORLD, 2, d, p, 0, &c);
    MPI_Cart_coords(c, rank, 2, x);
    free(x);
    MPI_Comm_free(&c);
}

/* 5.1.3: the whole array lies within the memory. */
/* mazurka: -n 2 -- subarray_room right => verified!any */
/* mazurka: -n 2 -- subarray_room wrong => finding */
RULE(subarray_room)
{
    MPI_Datatype t;
    int sizes[2] = {4, 4}, sub[2] = {2, 2}, at[2] = {2, 2}, *m = malloc(wrong ? 60 : 64);
    MPI_Type_create_subarray(2, sizes, sub, at, MPI_ORDER_C, MPI_INT, &t);
    MPI_Type_commit(&t);
    if (rank)
        MPI_Send(in, 4, MPI_INT, 0, 0, WORLD);
    else
        MPI_Recv(m, 1, t, 1, 0, WORLD, IGNORE);
    free(m);
    MPI_Type_free(&t);
}

/* 7.4.1: communicators that are compared exist. */
/* mazurka: -n 2 -- comm_compare_freed right => verified!any */
/* mazurka: -n 2 -- comm_compare_freed wrong => finding */
RULE(comm_compare_freed)
{
    MPI_Comm c;
    int r;
    MPI_Comm_dup(WORLD, &c);
    MPI_Comm copy = c;
    if (wrong)
        MPI_Comm_free(&c);
    MPI_Comm_compare(WORLD, copy, &r);
    if (!wrong)
        MPI_Comm_free(&c);
}
