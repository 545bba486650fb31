/* SPDX-License-Identifier: Apache-2.0
 *
 * stage.c - what is around a round of playing: see player.h.
 *
 * After a round nothing is left of it, so that the next one can use the same
 * communicators: receives are cancelled, messages that nobody has received are, and then
 * every request is complete. */
#include "player.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const struct instruction *instruction(const struct player *p, uint32_t where)
{
    const struct litmus_code *code = p->program->actor[p->rank].code;
    return where < code->at.len ? &code->at.at[where] : NULL;
}

uint32_t fixed(const struct player *p, uint32_t where, uint32_t what)
{
    uint64_t x = p->program->digest + 1000003 * ((uint64_t)p->rank * 4096 + where) + what;
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(x >> 33);
}

/* ---- communicators ---- */

/* Blocking and nonblocking collectives do not belong together, so what one rank may do
 * depends on what all do. */
static bool all_block(const struct litmus *l, uint32_t comm)
{
    for (size_t c = 0; c < l->codes.len; c++)
        for (size_t i = 0; i < l->codes.at[c]->at.len; i++) {
            const struct instruction *in = &l->codes.at[c]->at.at[i];
            bool waits = i + 1 < l->codes.at[c]->at.len && in[1].kind == OP_FINISH &&
                         in[1].line == in->line;
            if (in->kind == OP_ARRIVE && in->object == comm && !waits)
                return false;
        }
    return true;
}

void make_comms(struct player *p, MPI_Comm world)
{
    if (p->program->communicators.len > MAX_COMMS)
        give_up("too many communicators");
    p->comm[0] = world;
    for (uint32_t i = 0; i < p->program->communicators.len; i++) {
        bool mine = communicator_has(p->program->communicators.at[i], p->rank);
        p->blocking[i] = all_block(p->program, i);
        if (i)
            MPI_Comm_split(world, mine ? 0 : MPI_UNDEFINED, 0, &p->comm[i]);
    }
}

void free_comms(struct player *p)
{
    for (size_t i = 1; i < p->program->communicators.len; i++)
        if (p->comm[i] != MPI_COMM_NULL)
            MPI_Comm_free(&p->comm[i]);
}

/* ---- time ---- */

static uint32_t draw(struct player *p, uint32_t n)
{
    p->random = p->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(p->random >> 33) % n;
}

static void compute(uint32_t microseconds)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000 <
           microseconds);
}

void pause_now_and_then(struct player *p)
{
    int flag;
    if (!p->live || draw(p, 8) >= p->leisure)
        return;
    switch (draw(p, 6)) {
    case 0:
        usleep(draw(p, 2000));
        break;
    case 1:
        usleep(draw(p, 100));
        break;
    case 2:
        compute(draw(p, 200));
        break;
    case 3:
        sched_yield();
        break;
    default: /* MPI gets on with what is under way */
        for (uint32_t i = draw(p, 40); i; i--)
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, p->control, &flag, MPI_STATUS_IGNORE);
    }
}

void sleep_until_done(const MPI_Request *requests, int n, int enough)
{
    for (int done = 0; done < enough; usleep(done < enough ? 20 : 0)) {
        done = 0;
        for (int i = 0, flag; i < n; i++) {
            MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
            done += flag;
        }
    }
}

void sleep_until_seen(int from, int tag, MPI_Comm comm)
{
    for (int flag = 0; !flag; usleep(flag ? 0 : 20))
        MPI_Iprobe(from, tag, comm, &flag, MPI_STATUS_IGNORE);
}

/* ---- afterwards ---- */

static void drop_receives(struct player *p)
{
    for (uint32_t i = 0; i < p->nrequests; i++) {
        struct request *r = &p->request[i];
        MPI_Status s;
        int cancelled;
        if (r->kind != OP_IRECV || r->handle == MPI_REQUEST_NULL)
            continue;
        MPI_Cancel(&r->handle);
        MPI_Wait(&r->handle, &s);
        MPI_Test_cancelled(&s, &cancelled);
        if (!cancelled)
            set_done(p, r, &s);
    }
    for (uint32_t i = 0; i < p->ntaken; i++)
        if (p->taken[i].handle != MPI_MESSAGE_NULL)
            MPI_Mrecv(p->taken[i].buffer, p->taken[i].length, MPI_CHAR,
                      &p->taken[i].handle, MPI_STATUS_IGNORE);
}

/* How many messages of each to this rank there are. A receive may still be what somebody
 * waits for, up to the moment at which all have ended their round and know this. */
static void learn_expected(struct player *p, int expected[MAX_RANKS][MAX_COMMS])
{
    MPI_Request request;
    MPI_Ialltoall(p->under_way, MAX_COMMS, MPI_INT, expected, MAX_COMMS, MPI_INT,
                  p->control, &request);
    sleep_until_done(&request, 1, 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive_the_rest(struct player *p, int expected[MAX_RANKS][MAX_COMMS])
{
    int n = (int)p->program->program.nactors, size = (int)(p->longest + 1) * UNIT;
    char *buffer = NULL;
    MPI_Request request;
    for (int from = 0; from < n; from++)
        for (uint32_t c = 0; c < MAX_COMMS; c++)
            for (int k = p->received[from][c]; k < expected[from][c]; k++) {
                buffer = buffer ? buffer : malloc((size_t)size);
                MPI_Irecv(buffer, size, MPI_CHAR, to_comm(p, c, from), MPI_ANY_TAG,
                          p->comm[c], &request);
                sleep_until_done(&request, 1, 1);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
            }
    free(buffer);
}

void clean_up(struct player *p)
{
    int expected[MAX_RANKS][MAX_COMMS];
    learn_expected(p, expected);
    drop_receives(p);
    receive_the_rest(p, expected);
    for (uint32_t i = 0; i < p->nrequests; i++) {
        sleep_until_done(&p->request[i].handle, 1, 1);
        MPI_Wait(&p->request[i].handle, MPI_STATUS_IGNORE);
        free(p->request[i].buffer);
    }
    for (uint32_t i = 0; i < p->ntaken; i++)
        free(p->taken[i].buffer);
    p->nrequests = p->ntaken = p->called_line = 0;
    memset(p->sent, 0, sizeof p->sent);
    memset(p->under_way, 0, sizeof p->under_way);
    memset(p->received, 0, sizeof p->received);
}
