/* SPDX-License-Identifier: Apache-2.0
 *
 * probe.c - looking at messages before they are received, and taking them out so that
 * nobody else can (MPI_Mprobe): a message that was taken is an object of its own until
 * MPI_Mrecv says where its data go. */
#include "mpi/p2p/active.h"
#include "mpi/p2p/p2p.h"
#include "mpi/lib/check.h"
#include "mpi/p2p/status.h"
#include "mpi/type/bounds.h"
#include <stdlib.h>

struct message {
    struct mpi_object object;
    struct comm *comm;
    struct port_result got;
};

static int check(MPI_Comm comm, int source, int tag, struct comm **c)
{
    if (!(*c = comm_find(comm)))
        return lib_error(NULL, MPI_ERR_COMM, FINDING_INVALID_ARGUMENT, "%s",
                         comm_invalid(comm));
    int code = p2p_check_peer(*c, source, true, "the source");
    return code ? code : p2p_check_tag(*c, tag, true);
}

/* ---- looking ---- */

static int look(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    struct comm *c;
    if (flag)
        NEED_FLAG(flag);
    int code = check(comm, source, tag, &c);
    if (code)
        LEAVE(code);
    int present = true;
    if (source == MPI_PROC_NULL) {
        status_give(status, status_of_nobody());
    } else {
        if (!flag)
            status_tidy(status);
        struct port_result m = (flag ? port_iprobe : port_probe)(
            lib()->from, c->messages, p2p_source(c, source), p2p_tag(tag));
        present = m.index >= 0;
        if (present)
            status_give(status, message_status(c, m.from, m.tag, tag, m.bytes));
    }
    if (flag)
        *flag = present;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    ENTER(Probe);
    return look(source, tag, comm, NULL, status);
}

EXPORT int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    ENTER(Iprobe);
    return look(source, tag, comm, flag, status);
}

/* ---- taking ---- */

static void destroy(struct mpi_object *o)
{
    struct message *m = (struct message *)o;
    object_release(&m->comm->object);
    free(m);
}

static MPI_Message message_new(struct comm *c, const struct port_result *got)
{
    struct message *m = lib_alloc(sizeof *m);
    object_init(&m->object, OBJECT_MESSAGE, destroy);
    m->comm = c;
    object_hold(&c->object);
    m->got = *got;
    return object_publish(&m->object);
}

static struct port_result take_waiting(struct comm *c, int from, int tag)
{
    uint32_t r = port_take(lib()->from, c->messages, from, tag);
    return port_finish(lib()->from, &r, 1);
}

static int take(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                MPI_Status *status)
{
    struct comm *c;
    CHECK_RESULT(message);
    int code = check(comm, source, tag, &c);
    if (code)
        LEAVE(code);
    int present = true;
    *message = MPI_MESSAGE_NULL;
    if (source == MPI_PROC_NULL) {
        *message = MPI_MESSAGE_NO_PROC;
        status_give(status, status_of_nobody());
    } else {
        int from = p2p_source(c, source), wanted = p2p_tag(tag);
        struct port_result m = flag ? port_trytake(lib()->from, c->messages, from, wanted)
                                    : take_waiting(c, from, wanted);
        present = m.index >= 0;
        if (present) {
            *message = message_new(c, &m);
            status_give(status, message_status(c, m.from, m.tag, tag, m.bytes));
        }
    }
    if (flag)
        *flag = present;
    LEAVE(MPI_SUCCESS);
}

EXPORT int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
                      MPI_Status *status)
{
    ENTER(Mprobe);
    return take(source, tag, comm, NULL, message, status);
}

EXPORT int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                       MPI_Message *message, MPI_Status *status)
{
    ENTER(Improbe);
    NEED_FLAG(flag);
    return take(source, tag, comm, flag, message, status);
}

/* ---- receiving what was taken ---- */

/* Checks a message handle; *m is NULL for MPI_MESSAGE_NO_PROC. */
static int check_message(MPI_Message *message, const void *buf, int count,
                         MPI_Datatype datatype, struct message **m, struct data *data)
{
    *m = NULL;
    if (!message || *message == MPI_MESSAGE_NULL)
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "message is MPI_MESSAGE_NULL");
    if (*message != MPI_MESSAGE_NO_PROC &&
        !(*m = (struct message *)object_find(OBJECT_MESSAGE, *message)))
        return lib_error(NULL, MPI_ERR_REQUEST, FINDING_INVALID_ARGUMENT,
                         "0x%lx is no message: it was received before, or never taken",
                         handle_value(*message));
    struct comm *c = *m ? (*m)->comm : NULL;
    int code = data_check(c, buf, count, datatype, data);
    if (!code)
        code = type_check_received(c, count, data->type);
    return code || !*m ? code : bounds_received(c, data);
}

/* Receives a message that was taken. The request is complete, but the program may have
 * to poll again to learn that. */
static void receive(struct request *r, struct message *m, struct data data)
{
    r->data = data;
    data_hold(&r->data);
    if (!m) {
        request_settle(r, status_of_nobody());
        return;
    }
    r->active = r->started = true;
    r->from = lib()->from;
    r->taken = m->got;
    active_message(r);
    r->port = port_receive(r->from, m->got.message);
    object_unpublish(&m->object);
}

EXPORT int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                     MPI_Status *status)
{
    ENTER(Mrecv);
    struct message *m;
    struct data data;
    struct request r;
    int code = check_message(message, buf, count, datatype, &m, &data);
    if (code)
        LEAVE(code);
    request_init(&r, REQUEST_RECV, m ? m->comm : lib()->world);
    receive(&r, m, data);
    request_wait(&r);
    *message = MPI_MESSAGE_NULL;
    int apart = p2p_check_status(&r, status);
    status_give(status, r.status);
    code = request_code(&r);
    request_clear(&r);
    LEAVE(code ? code : apart);
}

EXPORT int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                      MPI_Request *request)
{
    ENTER(Imrecv);
    struct message *m;
    struct data data;
    CHECK_RESULT(request);
    int code = check_message(message, buf, count, datatype, &m, &data);
    if (code)
        LEAVE(code);
    struct request *r = request_new(REQUEST_RECV, m ? m->comm : lib()->world);
    receive(r, m, data);
    *message = MPI_MESSAGE_NULL;
    *request = r->object.handle;
    LEAVE(MPI_SUCCESS);
}
