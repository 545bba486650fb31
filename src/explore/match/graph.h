/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.h - an execution graph of a program with matching semantics.
 *
 * The graph says, for each rank, what it has done and observed (its *line*), and, for
 * each receive that was posted, which send it took. It is not an interleaving: only what
 * an outcome consists of is in it. Its events are
 *
 *   send    an isend; on its rank's line
 *   match   a posted receive takes a send. Not on a line: it happens any time after the
 *           receive was posted. Those of try-receives and probes are on the line
 *   poll    a poll, failed or not; on the line
 *   pick    choose, cancel, or which of several requests a finish reports; on the line
 *   arrive  at a collective; on the line
 *   done    a send that waits to be received can now be seen to be complete. Not on a
 *           line
 *
 * All else that ranks do (posting, finishing one request) follows from these. Matches,
 * polls and picks depend on what others do; sends, arrivals and dones are what they
 * depend on, and may come after them. Events are kept in the order in which they were
 * added, which is no causal order: when a receive is made to take a later send, it keeps
 * its place.
 *
 * There is one graph, changed and put back: an event has the number that it had when it
 * was added, numbers are given and taken back like a stack, and what a revisit cuts off
 * is kept aside in a stash until it is undone. */
#ifndef MZ_EXPLORE_MATCH_GRAPH_H
#define MZ_EXPLORE_MATCH_GRAPH_H
#include "base/vec.h"
#include "kernel/program.h"

#define NONE (-1)

enum match_kind { EV_SEND, EV_MATCH, EV_POLL, EV_PICK, EV_ARRIVE, EV_DONE };

struct match_event {
    uint8_t kind; /* enum match_kind */
    uint8_t mode; /* send: enum send_mode */
    bool races;   /* match: see graph_races() */
    bool later;   /* match: as in struct match_recv */
    bool first;   /* match: it has what it got first, and has not been revisited */
    bool fixed;   /* something older depends on it: see revisit.c */
    uint32_t rank;
    uint32_t pos;   /* on the line of its rank; match of an irecv: where that is */
    uint32_t order; /* place in graph.order */
    uint32_t index; /* match: which receive of its rank; send: which to its destination */
    int32_t from;  /* match: the send, or NONE; done: the send; poll, pick: the outcome */
    int32_t canon; /* poll, pick: the outcome it has unless something else is explored */
    uint32_t stamp; /* match, done: see struct match_record */
    /* of sends: */
    uint32_t to, context;
    int32_t tag;
    int64_t value;
    int32_t reader;    /* the match that takes it, or NONE */
    int32_t done;      /* likewise, if it waits for that */
    int32_t seen;      /* the position on its line that needed to know so, or NONE */
    int32_t received;  /* where on the line of its destination a message that was taken
                          begins to be received (OP_RECEIVE), or NONE */
    uint64_t buffered; /* see play.h */
};

/* A receive that is or was posted; or a try-receive or probe, which comes and goes. */
struct match_recv {
    uint32_t context;
    int32_t peer, tag;
    uint32_t pos, request;
    bool transient;          /* not there any more for what is posted later */
    bool consumes;           /* all but probes */
    bool may_fail;           /* try-receive, iprobe */
    int32_t event;           /* its match, or NONE */
    bool later;              /* it takes the message; OP_RECEIVE follows */
    int32_t seen, cancelled; /* positions on the line, or NONE */
    uint32_t open;   /* all receives before this one were complete when it was posted */
    uint32_t oldest; /* the first of the others for which a message could fit both; or the
                        receive itself: nothing but it matters for what it can take */
};

struct match_arrival {
    uint32_t context, seq, pos;
    int32_t seen;
    uint64_t buffered; /* see play.h */
};

/* What the ranks gave to the collective that was looked at last. All its ranks leave it
 * one after the other, and look at the same. */
struct gathering {
    uint32_t context, seq;
    uint64_t departures; /* graph.departures at that time */
    VEC(uint32_t) ranks; /* empty: nothing is known */
    uint32_t missed;     /* who had not arrived, when that was so: probably again */
    VEC(int64_t) values;
};

/* Which of a rank's arrivals are on this context. */
struct match_context {
    uint32_t context;
    VEC(uint32_t) arrivals;
};

struct match_request {
    enum op_kind kind; /* OP_ISEND, OP_IRECV, OP_ARRIVE, OP_RECEIVE */
    uint32_t index;    /* the send's event; which receive; which arrival; the position */
};

/* A probe on the line saw this message, and left it where it was. */
struct match_sight {
    uint32_t pos, send;
    int32_t before; /* the last one before it whose message the rank did not know to be
                       received then; NONE: there is none */
};

/* A loop of polls: see spin.h. */
enum spin {
    SPIN_NO,
    SPIN_WAIT,     /* it must succeed: failing, the rank would come back to the knot */
    SPIN_PROGRESS, /* it is assumed to succeed: it failed --polls times before */
    SPIN_STOP,     /* the rank is back at the knot, and goes no further */
    SPIN_BOUND,    /* likewise, but it might come to something else */
};

/* An operation on a line, or about to be. */
struct match_record {
    struct op op; /* op.args: own copy */
    int32_t event;
    uint32_t stamp; /* it and all that happens before it are before this in the order */
    int32_t index;  /* the outcome, once it has one */
    struct outcome outcome;
    bool branches; /* there is more than one way to go on: an image is worth its while */
    bool has_image;
    image_id image; /* of the rank, before it */
    uint32_t send;  /* of a probe that saw it, or of the receive of what was taken */
    /* Of what looks for something: */
    enum spin spin;
    int32_t knot;    /* the position of its line where the loop begins */
    uint64_t digest; /* of the rank, before it */
};

struct match_rank {
    VEC(struct match_record) line;
    struct match_record next; /* unless ended */
    bool ended, failed;
    bool fetched;   /* next and ended are known */
    bool live;      /* the program's actor is where the line ends */
    uint32_t reads; /* events of it that another send might change */
    image_id root;
    VEC(struct match_recv) recvs;
    VEC(struct match_request) requests;
    VEC(struct match_arrival) arrivals;
    VEC(struct match_context) contexts;
    VEC(struct match_sight) sights;
};

struct match_channel { /* from one rank to another */
    VEC(uint32_t) sends;
    uint32_t taken;  /* so many at the front have been taken */
    uint32_t played; /* likewise where the play is, if round == graph.round */
    uint64_t round;
};

/* What a revisit cut off one rank's line. */
struct match_stash {
    uint32_t rank, pos; /* where the line was cut */
    bool ended, failed;
    struct match_record next;
    VEC(struct match_record) records; /* last one first */
    VEC(struct match_recv) recvs;
};

struct graph {
    struct program *program;
    uint32_t n;
    struct match_rank *rank;
    struct match_channel *channel; /* [to * n + from] */
    VEC(struct match_event) events;
    VEC(uint32_t) order;
    VEC(uint64_t) since; /* by place in the order; see graph_put() */
    uint64_t puts;       /* so far */
    int32_t untaken;     /* sends that no receive takes */
    uint32_t ready;      /* sends that want their receive to be there before them */
    uint32_t undone; /* sends that are being received, wait for that, and are not done */
    VEC(struct match_stash) stashes;
    bool stashing;
    struct gathering gathering;
    uint64_t departures; /* arrivals that were taken back, so far */
    uint64_t round;      /* see play.h */
    uint64_t polls; /* follow so many rounds of a loop that changes something, and then
                       assume that it ends; 0: do not assume so */
    bool bounded;   /* a loop of polls was not followed any longer: */
    struct poll_loop loop; /* the last one */
    bool polled;           /* some loop was assumed to end */
};

void graph_init(struct graph *, struct program *);
void graph_free(struct graph *);

/* Puts the program's actors to their start, for somebody else; they come back when they
 * are needed again. */
void graph_rewind(struct graph *);

/* Let every rank run until it needs an event that is not there. */
void graph_advance(struct graph *);

/* Is the request of that rank complete? Then says how, as resume() wants it. */
bool graph_complete(struct graph *, uint32_t rank, uint32_t request, struct outcome *);

/* Does this send count as complete only when it is being received? */
bool graph_waits(const struct graph *, const struct match_event *send);

/* Is it? It is matched, and if it was only taken then, OP_RECEIVE has followed. */
bool graph_is_received(const struct graph *, const struct match_event *send);

/* Messages that the rank has seen before this position of its line, and does not know
 * there to be received, the last one first: which of its sights; NONE: no more. A look at
 * that position that fits such a message finds something, unless a receive has taken the
 * message; so it comes after that receive's match. Begins with `sight` NONE. */
int32_t graph_sighted(const struct graph *, uint32_t rank, uint32_t pos, int32_t sight);

/* How many of those who take part must have arrived. */
uint32_t graph_needed(const struct graph *, const struct op *arrive);

/* Those of the rank's arrivals that are on this context; NULL: it is not known yet. */
struct match_context *graph_context(const struct graph *, uint32_t rank,
                                    uint32_t context);

/* The arrival of that rank which belongs with this one; NULL: not yet. */
struct match_arrival *graph_arrival(struct graph *, uint32_t rank, uint32_t context,
                                    uint32_t seq);

/* The request that is made at this position of the line. */
uint32_t graph_request_at(const struct graph *, uint32_t rank, uint32_t pos);

/* Does the arrival of `rank` need that of the other for the collective to be complete? */
bool graph_needs(const struct graph *, uint32_t rank, const struct match_arrival *,
                 uint32_t other);

uint32_t graph_add_send(struct graph *, uint32_t rank);
uint32_t graph_add_arrive(struct graph *, uint32_t rank);
uint32_t graph_add_done(struct graph *, uint32_t send);
uint32_t graph_add_match(struct graph *, uint32_t rank, uint32_t recv, int32_t send,
                         bool first);
uint32_t graph_add_line(struct graph *, uint32_t rank, enum match_kind, int32_t outcome,
                        int32_t canon);

/* Puts an event at the end of the order, which is a stack: as long as it has been there
 * `since` the same time, all up to there is as it was. */
void graph_put(struct graph *, uint32_t slot);

/* The order has changed from there on: puts right the stamps of what is there. */
void graph_stamp(struct graph *, uint32_t place);

/* Takes back the newest event; the ranks that knew of it are cut back. */
void graph_remove(struct graph *);

/* Cuts back everything that knows of these events and keeps it in stashes; the events
 * stay in their places, but do not belong to the graph any more. */
size_t graph_detach(struct graph *, const uint32_t *events, size_t n);
void graph_attach(struct graph *, const uint32_t *events, size_t n, size_t stash);

static inline struct match_event *graph_event(const struct graph *g, uint32_t slot)
{
    return &g->events.at[slot];
}

static inline struct match_recv *graph_recv(const struct graph *g, uint32_t rank,
                                            uint32_t index)
{
    return &g->rank[rank].recvs.at[index];
}

/* The receive, or look, that is at this position of the line. */
uint32_t graph_recv_at(const struct graph *, uint32_t rank, uint32_t pos);

/* Receives before this one were complete for the rank, if it has come so far. */
uint32_t graph_open_at(const struct graph *, uint32_t rank, uint32_t pos);

static inline struct match_channel *graph_channel(const struct graph *g, uint32_t to,
                                                  uint32_t from)
{
    return &g->channel[(size_t)to * g->n + from];
}

static inline bool graph_fits(const struct match_recv *r, const struct match_event *s)
{
    return r->context == s->context && (r->peer == ANY || (uint32_t)r->peer == s->rank) &&
           (r->tag == ANY || r->tag == s->tag);
}

/* On its rank's line, or free of it? */
static inline bool graph_on_line(const struct graph *g, const struct match_event *e)
{
    return e->kind == EV_MATCH ? graph_recv(g, e->rank, e->index)->transient
                               : e->kind != EV_DONE;
}

/* Could another send than the one it has be for this receive? If it names its source and
 * no other could compete, the order of sending decides. */
static inline bool graph_races(const struct match_recv *r, uint32_t index)
{
    return r->peer == ANY || r->may_fail || r->oldest < index;
}

/* Posted, and waiting for a match. */
static inline bool graph_pending(const struct match_recv *r)
{
    return r->event == NONE && r->cancelled == NONE && !r->transient;
}

#endif
