/* SPDX-License-Identifier: Apache-2.0
 *
 * cluster.h - a search on several machines: what its processes tell each other.
 *
 * MPI has started `size` processes, each perhaps on another machine. Process 0 keeps the
 * items, the counts and the findings; the workers of all of them explore. Nobody here
 * calls MPI: every process has a line to a relay, which passes messages on
 * (src/cluster/relay.c). Messages from one process to another arrive in the order in
 * which they were sent. docs/design/cluster.md has the protocol and why it is right. */
#ifndef MZ_EXPLORE_SHARE_CLUSTER_H
#define MZ_EXPLORE_SHARE_CLUSTER_H
#include "base/process.h"
#include "base/str.h"
#include "explore/search/counts.h"

/* The kinds of messages. */
enum cluster_word {
    CLUSTER_WELCOME, /* from the relay: the rank of this process, and the size */
    /* To process 0. */
    CLUSTER_HELLO,  /* struct cluster_hello, and the facts: this process takes part */
    CLUSTER_REPORT, /* the number of a worker, and its report: see pool_wire.h */
    CLUSTER_NOTES,  /* what the reports that follow rest on: see on_notes */
    CLUSTER_LOST,   /* a sentence: this process takes part no more, and whatever it was
                       exploring is lost */
    CLUSTER_WANTS,  /* a request: this process has to be started again with it */
    CLUSTER_LAST,   /* what process 0 has to know of a search that has ended */
    CLUSTER_ASKS, /* states: something that needs a number, see program_sharing.follow */
    /* From process 0. */
    CLUSTER_BEGIN,   /* a search begins: its number, and the request */
    CLUSTER_ITEMS,   /* the number of a worker, and items for it; states: tasks, see
                        states/crew.h */
    CLUSTER_BOARD,   /* struct cluster_board */
    CLUSTER_NUMBERS, /* states: see program_sharing.take_numbers */
    CLUSTER_OWNERS,  /* states: who keeps which part of the table, see states/parts.h */
    CLUSTER_END,     /* struct cluster_end: this search has ended */
    /* Between any two. States: see states/parts.h. */
    CLUSTER_FIND,   /* at which places are these worlds? */
    CLUSTER_PLACES, /* they are there */
    CLUSTER_FETCH,  /* which worlds are at these places? */
    CLUSTER_WORLDS, /* these are */
    /* Between relays. */
    CLUSTER_OVER,   /* process 0 has ended, so all others do */
    CLUSTER_SIGNAL, /* a process was asked to stop, so process 0 is */
    CLUSTER_ALIVE,  /* process 0 is there: from time to time, to all others */
    /* From a relay to process 0. */
    CLUSTER_FAILED, /* struct cluster_failure and a text: the tool of this process has
                       ended by itself, and has said why */
};

/* How the tool ends in another process than the first if something is wrong: its exit
 * code. It is 0 at the end of a litmus file's search, or if there was none (--help). */
enum cluster_code {
    FAILURE_LOST = 1, /* something happened to it or to the program */
    FAILURE_COMMAND,  /* the command line is wrong, as for every command */
    FAILURE_PROGRAM,  /* there is no such program, or none that can be checked */
    FAILURE_START,    /* the program cannot be started */
    FAILURE_LITMUS,   /* there is no such litmus file */
};

struct cluster_failure {
    uint32_t code; /* enum cluster_code */
    char host[64];
};

struct cluster_head {
    uint32_t word;    /* enum cluster_word */
    uint32_t process; /* to whom, or from whom */
    uint64_t bytes;   /* that follow */
};

struct cluster_welcome {
    uint32_t rank, size;
};

struct cluster_hello {
    uint32_t search;  /* the number of the search */
    uint32_t round;   /* see struct cluster */
    uint32_t workers; /* how many there are in this process */
    uint32_t slots;   /* see state.slots: steps are numbered with so many */
    uint64_t program; /* see item_program() */
    uint64_t states;  /* states: the names of those in which ranks begin */
};

struct cluster_end {
    uint32_t search;
    bool again;  /* it begins again, as search_restart() says, */
    bool longer; /* with search.longer; */
    bool alone;  /* this process only, which has fewer slots than process 0: that has
                    resumed a search, and has the frontier; */
    bool turns;  /* or with states, if `states`, and otherwise with outcomes */
    bool states;
};

/* What workers on other machines see of the first process's board: see pool.c. */
struct cluster_board {
    uint32_t stop, guided, waiting;
};

/* Does a process take part in the search? */
enum cluster_part { NOT_JOINED, JOINED, GONE };

struct cluster {
    struct peer line; /* to the relay */
    uint32_t rank, size;
    uint32_t search;   /* the number of this search; the first one is 1 */
    bool stale;        /* not in process 0: it has asked for another search, since it has
                          found out something; whatever comes of this one is not for it */
    uint32_t round;    /* how often it has begun again with more room */
    const char *facts; /* what all processes must agree on: lines "VALUE WHAT" */
    size_t facts_bytes;
    char wrong[512]; /* in process 0: why processes cannot work together; "": they can */
    char lost[256];  /* in process 0: which of them has ended, and why; "": none */
    uint8_t
        *joined; /* in process 0: for each process an enum cluster_part; NULL: nobody asks
                  */
    struct cluster_traffic did; /* in process 0 */
    uint32_t absent; /* in process 0, at the end: processes that did not answer */
    /* In other processes than the first: a message that is not about this search came
     * while it was explored. Ends the search; may not return. */
    void (*on_other)(struct cluster *, uint32_t word, const struct str *bytes);
    /* In other processes than the first: a worker has ended. If that is because the
     * program is to be started again, does not return. May be NULL. */
    void (*on_loss)(struct cluster *);
    /* In other processes than the first: appends what is to be known of the reports that
     * follow, as far as it is new; in process 0: takes that, and says in `why` if it
     * contradicts what is known. May be NULL. */
    void (*notes)(struct cluster *, struct str *);
    void (*on_notes)(struct cluster *, uint32_t process, const struct str *,
                     struct str *why);
    /* In process 0: another process, which took part if `here`, is started again with
     * another request. As above. */
    void (*on_wants)(struct cluster *, bool here, const struct str *bytes);
};

/* Is it a message that only a search for states has use for? It may come late, when
 * outcomes are explored. */
bool cluster_is_of_states(uint32_t word);

/* Send and receive a message; false if the relay is gone. */
bool cluster_send(struct cluster *, uint32_t to, enum cluster_word, const void *,
                  size_t bytes);
bool cluster_receive(struct cluster *, struct cluster_head *, struct str *bytes);

/* ---- in process 0 ---- */

/* Receives the next message and acts on it, as far as that is the same for every
 * explorer. */
struct search;
enum cluster_news {
    NEWS_NONE,
    NEWS_JOINED, /* process h->process takes part, as *hello says */
    NEWS_SAID,   /* a message of process h->process, which the caller understands */
    NEWS_GONE,   /* process h->process takes part no more, which struct cluster says */
    NEWS_BROKEN, /* nobody does */
    NEWS_WRONG,  /* processes cannot work together, which struct cluster says */
};
enum cluster_news cluster_hear(struct cluster *, const struct search *,
                               struct cluster_head *h, struct str *bytes,
                               struct cluster_hello *hello);
/* The same for a message that was received; false: it was not. */
enum cluster_news cluster_take(struct cluster *, const struct search *, bool received,
                               const struct cluster_head *h, const struct str *bytes,
                               struct cluster_hello *hello);
/* The search that others take part in has ended as this message says. */
void cluster_end(struct cluster *, struct cluster_end);
/* It goes on with states, or with outcomes, and others begin anew. */
void cluster_turn(struct cluster *, bool states);
/* The search begins again: those that have joined it will join it again. */
void cluster_again(struct cluster *);

/* ---- in other processes than the first ---- */

/* Is this message, of a search that this process takes no part in any more, to be left
 * alone? */
bool cluster_is_stale(const struct cluster *, uint32_t word);
/* These are false if the relay is gone. */
bool cluster_hello(struct cluster *, const struct search *, uint32_t workers,
                   uint64_t states);
bool cluster_send_notes(struct cluster *);  /* what a report rests on comes before it */
void cluster_lose_worker(struct cluster *); /* what it was exploring is lost */
/* CLUSTER_END came: has this search ended? Then search.counts.stopped says how it goes
 * on: STOP_ROOM, as search_restart() says; STOP_TURN, with what search.turn.stage says;
 * otherwise it does not. */
bool cluster_ends(struct cluster *, struct search *, const struct str *bytes);

/* Says why another process, which has sent these bytes with CLUSTER_FAILED, has not come.
 */
void cluster_tell_failure(uint32_t process, const struct str *bytes, struct str *why);

/* Processes whose facts are the same have another beginning of the program. */
#define CLUSTER_BEGINS_OTHERWISE                                                         \
    "the program begins in another way than in process 0, although its file is the "     \
    "same: does it depend on the machine?"

/* Says that these processes cannot work together, since this is not the same in both. */
void cluster_tell_difference(uint32_t process, const char *what, size_t bytes,
                             struct str *why);

/* In process 0: another one takes part no more, since it does not answer. */
void cluster_silent(struct cluster *, uint32_t process, double seconds);
/* In process 0: the program does something that it cannot do here. */
void cluster_differs(struct cluster *);

/* Are the facts of another process, which are these bytes, the same as ours? If not,
 * says in `why` what differs. */
bool cluster_agrees(const struct cluster *, uint32_t process, const char *facts,
                    size_t bytes, struct str *why);

#endif
