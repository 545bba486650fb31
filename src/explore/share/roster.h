/* SPDX-License-Identifier: Apache-2.0
 *
 * roster.h - who takes part in a search of several processes, in the one that leads it.
 *
 * The first process is the *leader*: it has what is left of the search, gives it out, and
 * takes what comes back. Its *members* explore: copies of this process, and in a cluster
 * copies of others, each of which is a *hop* (hop.h) that passes messages on. Members of
 * other processes come when they are ready. The roster says who is there, waits for
 * messages, and notes who is lost; what messages mean is up to the two who lead searches:
 * the pool (trees of choices) and states/crew.c (tasks). */
#ifndef MZ_EXPLORE_SHARE_ROSTER_H
#define MZ_EXPLORE_SHARE_ROSTER_H
#include "base/process.h"
#include "base/str.h"
#include "base/vec.h"
#include "explore/share/cluster.h"

/* Send and receive one message of any length. */
bool wire_send(const struct peer *, const struct str *);
bool wire_receive(const struct peer *, struct str *);

struct member {
    uint32_t process; /* 0: it is a copy of this one */
    uint32_t nth;     /* its number in that process */
    bool gone;
};

/* What the leader knows of another process. */
struct roster_hop {
    bool here;      /* its members are in the roster: */
    uint32_t first; /* from this one on, */
    uint32_t count; /* and so many */
    double heard;   /* when it has said something last, in seconds of the search */
};

struct roster;

struct roster_ops {
    /* A member of this process has said roster.message. False: it has not said what it
     * should, and is lost. */
    bool (*hear)(void *context, uint32_t member);
    /* The last members of the roster have come, with another process; how many of them
     * take part? */
    uint32_t (*welcome)(void *context, uint32_t process, const struct cluster_hello *);
    /* Another process, whose members are here, has said this. False: it is lost. */
    bool (*hear_far)(void *context, const struct cluster_head *, const struct str *);
    /* A member is lost; or (NO_MEMBER) somebody is who cannot be named. */
    void (*lost)(void *context, uint32_t member);
};

#define NO_MEMBER UINT32_MAX

struct roster {
    struct search *s;
    struct cluster *cluster; /* NULL: there is none */
    const struct roster_ops *ops;
    void *context;
    uint32_t local;     /* members of this process, which come first */
    struct peer *peers; /* these, then the line to other processes */
    VEC(struct member) members;
    struct roster_hop *hops; /* other processes, by their rank */
    uint32_t came;           /* how many of them take part */
    bool lost;               /* a member is lost, and what it was exploring with it */
    struct str message;      /* what a member of this process has said */
};

/* The roster of a search with so many members in this process, whom the caller starts as
 * roster.peers. */
void roster_init(struct roster *, struct search *, uint32_t local,
                 const struct roster_ops *, void *context);
/* Ends those of this process. */
void roster_free(struct roster *);

/* Does everybody wait for processes that have not come (--check-sharing)? */
bool roster_awaits(const struct roster *);
/* The member of another process; NO_MEMBER: it is of an earlier search. */
uint32_t roster_find(const struct roster *, uint32_t process, uint32_t nth);

/* The member is lost: it has died, or what it says is broken. */
void roster_bury(struct roster *, uint32_t member);
/* That process is lost, or all others are (0). */
void roster_lose(struct roster *, uint32_t process);
/* It does not answer. */
void roster_lose_silent(struct roster *, uint32_t process);

/* Waits so long at most for messages, and hears those that members of this process have
 * sent. True if other processes have, too: roster_listen_far() hears the next of these.
 */
bool roster_listen(struct roster *, int milliseconds);
void roster_listen_far(struct roster *);
/* The same for a message that was received (`received`: it was). */
void roster_take(struct roster *, bool received, const struct cluster_head *,
                 const struct str *);

#endif
