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
#include "base/keys.h"
#include "base/vec.h"
#include "kernel/program.h"
#include "kernel/rules.h"

#define NONE       (-1)
#define GRAPH_ONES 1024u

enum match_kind { EV_SEND, EV_MATCH, EV_POLL, EV_PICK, EV_ARRIVE, EV_DONE };

struct match_event {
    uint8_t kind; /* enum match_kind */
    uint8_t mode; /* send: enum send_mode */
    bool races;   /* match: see graph_races() */
    bool later;   /* match: it only takes the message; see struct match_recv */
    bool first;   /* match: it has the message that it was added with, which was the first
                     candidate */
    bool fixed;   /* a revisited event depends on it: see revisit.c */
    bool shut;    /* a look that was added when it could not fail, as no later look of its
                     round had anything to find: see spin.h */
    uint32_t rank;
    uint32_t pos;   /* its position on the line of its rank; for the match of an irecv,
                       the position of the irecv */
    uint32_t order; /* its place in graph.order */
    uint32_t index; /* match: the index of the receive in its rank; send: its number among
                       those to its destination */
    int32_t from;  /* match: the send, or NONE; done: the send; poll, pick: the outcome */
    int32_t canon; /* poll, pick: the outcome that it is added with first (the canonical
                      one) */
    uint32_t stamp; /* match, done: the same as match_record.stamp */
    /* The remaining fields are for sends. */
    uint32_t to, context;
    int32_t tag;
    int64_t value;
    int32_t reader;    /* the match that takes it, or NONE */
    int32_t done;      /* the done event, or NONE; only if the send waits to be
                          received */
    int32_t seen;      /* the position on its line that reported the send complete, or
                          NONE */
    int32_t received;  /* where on the line of its destination a message that was taken
                          begins to be received (OP_RECEIVE), or NONE */
    uint64_t buffered; /* assumed to be buffered in this round; see play.h */
};

/* A receive that is or was posted; or a try-receive or probe, which exists only for a
 * moment. */
struct match_recv {
    struct pattern wants;
    uint32_t pos, request;
    bool transient;          /* a try-receive or probe: it is gone when later receives are
                                posted */
    bool consumes;           /* it takes its message; false for probes only */
    bool may_fail;           /* a try-receive or iprobe, which may find no message */
    int32_t event;           /* its match, or NONE */
    bool later;              /* it only takes the message, and an OP_RECEIVE receives it
                                later */
    int32_t seen, cancelled; /* positions on the line that reported it complete, or
                                cancelled it; or NONE */
    uint32_t open;   /* all receives before number `open` were known to be complete, or
                        were cancelled, when it was posted */
    uint32_t oldest; /* the first earlier receive that competes with this one, since some
                        message fits both; the receive's own index if there is none */
};

struct match_arrival {
    uint32_t context, seq, pos;
    int32_t seen;
    uint64_t buffered; /* assumed to be buffered in this round; see play.h */
};

/* A cache of what the ranks contributed to the last collective that was looked at. All
 * its ranks leave the collective one after the other and need the same values. */
struct gathering {
    uint32_t context, seq;
    uint64_t departures; /* graph.departures when this was filled in; if it has changed,
                            the cache is stale */
    VEC(uint32_t) ranks; /* the participants; empty: the cache is empty */
    uint32_t missed;     /* the participant that was missing at the last look, which is
                            probably still missing */
    VEC(int64_t) values;
};

/* The arrivals of a rank on this context, as indices. */
struct match_context {
    VEC(uint32_t) arrivals;
};

struct match_request {
    enum op_kind kind; /* OP_ISEND, OP_IRECV, OP_ARRIVE, OP_RECEIVE */
    uint32_t index;    /* isend: the event; irecv: the index of the receive; arrive: the
                          index of the arrival; receive: the position */
};

/* A sight: a probe on the line saw this message and left it where it was. */
struct match_sight {
    uint32_t pos, send;
    int32_t before; /* the previous sight whose message the rank did not yet know to be
                       received at that time; NONE: there is none */
};

/* What is known about a poll in a loop: see spin.h. */
enum spin {
    SPIN_NO,
    SPIN_WAIT,     /* it must succeed: if it failed, the rank would come back to the
                      knot */
    SPIN_PROGRESS, /* it is assumed to succeed: it has failed often enough; see
                      patience.h */
    SPIN_STOP,     /* the rank is back at the knot in the same state, and is not followed
                      further */
    SPIN_BOUND,    /* the rank has looked so often that it is not followed further */
};

/* The looks of a round that follow a look, should it fail: see spin.h. */
struct match_round {
    uint32_t n;
    struct op look[]; /* each with a copy of its arguments */
};

/* An operation on a line, or the one that its rank is about to perform. */
struct match_record {
    struct op op; /* op.args is a copy that belongs to the record */
    int32_t event;
    uint32_t stamp; /* the operation and all that happens before it are before this place
                       in the order */
    int32_t index;  /* the outcome, once there is one */
    struct outcome outcome;
    bool branches; /* the search tries several outcomes here, so keeping an image is
                      worthwhile */
    bool has_image;
    image_id image; /* the rank's image before the operation */
    uint32_t
        images;     /* about how many records before this one have images, and how many */
    uint32_t gap;   /* follow the last of these */
    uint32_t send;  /* the message that a probe saw, or that an OP_RECEIVE receives */
    int32_t looked; /* the position of the last look before this one; NONE: none */
    uint32_t heard; /* before this position, the rank last heard of others; see
                       patience.h */
    /* The remaining fields are for looks: polls, probes and try-receives. */
    enum spin spin;
    bool weighed; /* patience_judge() has seen it */
    int32_t knot; /* the position of the line where the loop begins; NONE: the rank
                     goes round in none that it could not leave otherwise */
    struct match_round *round; /* it may fail only if one of these looks finds something;
                                  NULL: that is not so */
    uint64_t digest;           /* digest of the rank's state before the operation */
    int32_t again;             /* the position of the look that it repeats; NONE: none */
    /* of the looks that it repeats: how many failed, and how many saw a message that they
     * left there, since the rank last heard of others; and both since the last one that
     * got something */
    uint32_t vain, peeks, row;
};

struct match_rank {
    VEC(struct match_record) line;
    struct match_record next; /* the operation that the rank is about to perform, unless
                                 it has ended */
    bool ended, failed;
    bool fetched;   /* next and ended are known */
    bool waits;     /* it needs an event that the graph does not have, and nothing that
                       concerns it was added since that was found out */
    bool live;      /* the program's actor is in the state at the end of the line */
    bool ahead;     /* not live, but where the operation `next` leads with next.outcome:
                       it was the last one on the line, and was cut off */
    uint32_t reads; /* number of events on its line that a later send might change */
    image_id root;
    VEC(struct match_recv) recvs;
    VEC(struct match_request) requests;
    VEC(struct match_arrival) arrivals;
    VEC(struct match_context) contexts; /* those on which it has arrived, */
    struct keys context_keys;           /* and which these are */
    VEC(struct match_sight) sights;
};

struct match_channel { /* the messages from one rank to another */
    VEC(uint32_t) sends;
    uint32_t taken;  /* this many at the front have been taken */
    uint32_t played; /* this many at the front have been taken in the play, if round ==
                        graph.round */
    uint64_t round;
};

/* What a revisit has cut off a rank's line. */
struct match_stash {
    uint32_t rank, pos; /* where the line was cut */
    bool ended, failed;
    struct match_record next;
    VEC(struct match_record) records; /* the records, the last one first */
    VEC(struct match_recv) recvs;
};

struct graph {
    struct program *program;
    uint32_t n;
    struct match_rank *rank;
    struct match_channel *channel; /* [to * n + from] */
    VEC(struct match_event) events;
    VEC(uint32_t) order;
    /* for each place in the order, when its event was put there; see graph_put() */
    VEC(uint64_t) since;
    uint64_t puts;   /* number of calls of graph_put() so far */
    int32_t untaken; /* number of sends that no receive takes */
    uint32_t ready;  /* number of ready sends, which require that their receive was
                        posted before */
    uint32_t undone; /* number of sends that are being received and waited for that, but
                        have no done event yet */
    VEC(struct match_stash) stashes;
    bool stashing;
    /* Lists of one argument, which most operations have, exist once: the list of
     * argument i is at ones.at[i / GRAPH_ONES] + i % GRAPH_ONES. */
    VEC(uint32_t *) ones;
    struct gathering gathering;
    uint64_t departures;   /* number of arrivals that were removed so far */
    uint64_t round;        /* the current round of assumptions about buffering; see
                              play.h */
    uint64_t polls;        /* how often a look may fail; see patience.h */
    bool bounded;          /* some look was not allowed to fail again */
    struct poll_loop loop; /* where the first such look was */
};

void graph_init(struct graph *, struct program *);
void graph_free(struct graph *);

/* Puts the program's actors to their initial states, for use by other code; the graph
 * restores them when it needs them again. */
void graph_rewind(struct graph *);

/* Brings the program's actors to the ends of their ranks' lines. */
void graph_make_live(struct graph *);

/* Lets every rank, or that one, run until it needs an event that the graph does not
 * have. */
void graph_advance(struct graph *);
void graph_advance_rank(struct graph *, uint32_t rank);

/* Is the request of that rank complete? If so, fills in the outcome as resume() wants
 * it. */
bool graph_complete(struct graph *, uint32_t rank, uint32_t request, struct outcome *);

/* Is the message being received: is it matched, and if its match only took it, has
 * OP_RECEIVE followed? */
bool graph_is_received(const struct graph *, const struct match_event *send);

/* Did the rank know, at this position of its line, that it had received the message? */
bool graph_known_received(const struct graph *, const struct match_event *send,
                          uint32_t pos);

/* Iterates over the rank's sights before this position of its line whose messages the
 * rank does not know to be received there, newest first. Starts with `sight` NONE;
 * returns the index of a sight, or NONE at the end. A look at that position which fits
 * such a message finds something unless a receive has taken the message; so if the look
 * fails, it happens after that receive's match. */
int32_t graph_sighted(const struct graph *, uint32_t rank, uint32_t pos, int32_t sight);

/* The rank's arrivals on this context; NULL if there are none yet. */
struct match_context *graph_context(const struct graph *, uint32_t rank,
                                    uint32_t context);

/* That rank's arrival number `seq` on this context; NULL if it has not arrived yet. */
struct match_arrival *graph_arrival(struct graph *, uint32_t rank, uint32_t context,
                                    uint32_t seq);

/* The index of the request that is made at this position of the line. */
uint32_t graph_request_at(const struct graph *, uint32_t rank, uint32_t pos);

/* Does the arrival of `rank` need that of `other` for the collective to be complete? */
bool graph_needs(const struct graph *, uint32_t rank, const struct match_arrival *,
                 uint32_t other);

uint32_t graph_add_send(struct graph *, uint32_t rank);
uint32_t graph_add_arrive(struct graph *, uint32_t rank);
uint32_t graph_add_done(struct graph *, uint32_t send);
uint32_t graph_add_match(struct graph *, uint32_t rank, uint32_t recv, int32_t send,
                         bool first);
uint32_t graph_add_line(struct graph *, uint32_t rank, enum match_kind, int32_t outcome,
                        int32_t canon);

/* Puts an event at the end of the order, which is a stack, and notes the time in
 * `since`. If `since` is unchanged at a place, the order up to that place is unchanged,
 * too. */
void graph_put(struct graph *, uint32_t slot);

/* Recomputes the stamps after the order has changed from that place on. */
void graph_stamp(struct graph *, uint32_t place);

/* Takes back the newest event; the ranks that knew of it are cut back. */
void graph_remove(struct graph *);

/* graph_detach() cuts the lines of all ranks that know of these events and keeps what
 * was cut off in stashes; returns the first stash. The events keep their numbers but do
 * not belong to the graph any more. graph_attach() undoes this. */
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

/* The index of the receive, probe or try-receive at this position of the line. */
uint32_t graph_recv_at(const struct graph *, uint32_t rank, uint32_t pos);

/* All receives before the returned index were known to be complete, or were cancelled,
 * when the rank was at this position. */
uint32_t graph_open_at(const struct graph *, uint32_t rank, uint32_t pos);

/* Does this send count as complete only when it is being received? */
static inline bool graph_waits(const struct graph *g, const struct match_event *send)
{
    return rule_waits((enum send_mode)send->mode, g->program->buffering);
}

/* How many participants must have arrived before the operation is complete. */
static inline uint32_t graph_needed(const struct graph *g, const struct op *arrive)
{
    return rule_needed(g->program->buffering, arrive->nargs, arrive->needed);
}

static inline struct match_channel *graph_channel(const struct graph *g, uint32_t to,
                                                  uint32_t from)
{
    return &g->channel[(size_t)to * g->n + from];
}

static inline struct envelope graph_envelope(const struct match_event *send)
{
    return (struct envelope){send->context, send->rank, send->tag};
}

static inline bool graph_fits(const struct match_recv *r, const struct match_event *s)
{
    return rule_fits(r->wants, graph_envelope(s));
}

/* Has the rank finished its program? */
static inline bool graph_over(const struct match_rank *k)
{
    return k->ended || op_parts(&k->next.op);
}

/* Is the event on its rank's line? Matches of posted receives and dones are not. */
static inline bool graph_on_line(const struct graph *g, const struct match_event *e)
{
    return e->kind == EV_MATCH ? graph_recv(g, e->rank, e->index)->transient
                               : e->kind != EV_DONE;
}

/* Could the receive get another send than the one it has? Not if it names its source
 * and no earlier receive competes: then the order of sending decides. */
static inline bool graph_races(const struct match_recv *r, uint32_t index)
{
    return r->wants.peer == ANY || r->may_fail || r->oldest < index;
}

/* Is the receive posted and waiting for a match? */
static inline bool graph_pending(const struct match_recv *r)
{
    return r->event == NONE && r->cancelled == NONE && !r->transient;
}

#endif
