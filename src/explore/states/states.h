/* SPDX-License-Identifier: Apache-2.0
 *
 * states.h - the explorer that follows equal states once: docs/algorithms/states.md.
 *
 * What commutes with everything is done at once (closure). What is left are *nodes*:
 * worlds in which each rank that can go on has a choice. They are stored, with the edges
 * that were explored. */
#ifndef MZ_EXPLORE_STATES_STATES_H
#define MZ_EXPLORE_STATES_STATES_H
#include "explore/search/saved_graph.h"
#include "explore/search/search.h"
#include "base/chunks.h"
#include "explore/states/recent.h"
#include "explore/states/shelf.h"
#include "explore/states/summary.h"
#include "explore/states/world.h"

/* A closure that takes longer than this is interrupted by a node, so that a program that
 * goes round for ever without any choice is recognised. */
#define STATES_LONGEST_CLOSURE 20000

struct states_node {
    double ways;    /* paths to it that were known when it was explored, roughly */
    uint32_t place; /* of its world, in this part of the table: see states_world() */
    part_number part;
    bool fresh : 1;     /* that has changed since it was looked at */
    bool looked : 1;    /* it was looked at: the fields below are known */
    bool open : 1;      /* some rank that could act has not been explored here */
    bool unsettled : 1; /* the closure was interrupted here, because it is long */
    bool lean : 1;      /* few histories met when it was found: nodes after it that have a
                           single step are passed, and are not stored */
    bool halted : 1;    /* nobody can go on, if sends wait */
    bool told : 1;      /* that it is halted was reported */
    bool end : 1; /* nothing happens after it, but that ranks look for ever in vain */
    bool ends_well : 1; /* it is an end, and no deadlock is reported there: every rank has
                           ended, or waits because another one has failed */
    uint32_t parent;    /* the edge by which it was found first; NOWHERE for the start */
    uint32_t depth;     /* number of choices before it */
    uint32_t steps;     /* number of steps before it, by the same way */
    uint32_t vain;      /* how many of these were looks that failed */
    uint32_t out, in;   /* the newest edge from here, and to here */
    uint32_t future;    /* the summary of what may come after it, as far as it is known */
};

struct states_edge {
    uint32_t from, to;
    uint32_t next_out, next_in;
    uint32_t label;  /* its number in states.labels */
    uint32_t passed; /* the future of `to` when it was passed back, counted from 1 */
};

/* What an edge says. Many say the same. */
struct states_label {
    struct world_step step; /* rank NOWHERE: the closure goes on */
    uint32_t facts; /* the number of its facts in states.facts, counted from 1; 0: not
                       computed yet */
    uint32_t steps; /* the step, and what follows by itself; 0: not known */
};

/* What is left to do: to look at a node for the first time (rank NOWHERE), or to explore
 * one more rank there. */
struct states_task {
    uint32_t node, rank;
    uint32_t walk; /* the walk that it belongs to, or NOWHERE: see order.h */
    uint8_t arm;   /* who has picked it: enum arm */
};

/* What the ranks can do at a node. */
struct states_choices {
    world_steps_vec *rank;  /* for each rank */
    VEC(uint64_t) acts;     /* names of the acts that are explored */
    bool *may, *can, *done; /* may: it has a step; can: without buffering; done: it is
                               explored here */
};

/* A step from a node, and where it leads: `length` bytes at `at` in report.bytes, or, if
 * the table is divided, a place in a part of it; and `nfacts` words at `facts` in
 * report.facts. If there is a label, it says all but where the step leads. */
struct states_found {
    uint32_t label; /* its number in states.labels, or NOWHERE */
    struct world_step step;
    bool settled;
    part_number part; /* PART_HERE: the bytes tell */
    uint32_t place;
    size_t at, facts;
    uint32_t length, nfacts;
    uint32_t steps; /* the step, and what follows by itself */
};

/* What is seen at a node. */
struct states_told {
    bool open, halted, end, ends_well; /* of the node, if it was looked at first */
    bool tell;                         /* it is an end that must be reported */
    bool cut;                          /* a rank is not followed any further, */
    bool failed;                       /* and nobody else goes on, and one has failed */
    struct poll_loop loop;             /* the loop that may be cut */
    uint32_t interferes;               /* see struct world */
    uint32_t minds; /* the ways of these that could give a rank another choice at the
                       node, if it was looked at first */
    bool has_facts;
    uint32_t furthest; /* see struct world */
    uint32_t passed;   /* nodes that were passed */
};

/* What a task has found. It can be done by whoever has the node's bytes: nothing here
 * depends on what else was explored. */
struct states_report {
    struct states_told is;
    VEC(struct states_found) found;
    struct str bytes;
    facts_words_vec facts;
    shows_vec shows; /* an end that need not be told: see search.shows */
};

/* A world in which something was tried (closure.c), and what has come out. */
struct states_tried {
    struct str bytes;
    bool quiet;
};
enum { STATES_TRIED = 256 };

typedef VEC(uint32_t) places_vec;

struct states {
    struct search *s;
    struct locals locals;
    struct world w, trial;
    struct summaries sums;
    struct shelf shelf; /* the worlds of nodes, unless these are divided: */
    VEC(places_vec)
    parts;                   /* for each part of the table the nodes of its places;
                                NOWHERE: none */
    struct constants labels; /* of edges: struct states_label */
    struct constants facts;  /* of labels */
    CHUNKS(struct states_node) nodes;
    CHUNKS(struct states_edge) edges;
    VEC(uint64_t) dirty; /* a bit for each node: the future of a successor has changed */
    VEC(struct states_task) todo; /* in the order in which it is done */
    size_t next;                  /* the first of them that is not done */
    struct order *order;          /* NULL: tasks are done in the order in which they are
                                     found */
    struct states_choices choices;
    struct states_report report;
    uint32_t minds;    /* see struct states_report: at any node */
    bool wants_facts;  /* summaries are needed, so facts are noted with the edges */
    bool opened;       /* some node was open */
    bool halted;       /* some node is halted */
    bool turns;        /* an edge leads to a node that was found no later than where it
                          begins. Otherwise there are no cycles */
    uint32_t passed;   /* nodes that were passed on the way of the last step */
    struct crew *crew; /* the other processes; NULL: there are none */
    struct str bytes;
    world_steps_vec moves; /* scratch */
    struct states_tried tried[STATES_TRIED];
    uint64_t used;     /* memory, roughly */
    double ways;       /* the sum of the nodes' ways */
    bool trying;       /* it is to be seen whether states merge */
    double deadline;   /* until then, in seconds of the search */
    double saved;      /* when what is left was last saved, */
    double save_every; /* and how often it is: see search_save_every() */
    uint64_t updates;  /* so many summaries are computed at most; 0: all of them are */
    enum instead unable;
};

/* ---- graph.c ---- */

static inline struct states_node *node_at(const struct states *t, uint32_t node)
{
    return chunks_at(&t->nodes, node);
}

static inline struct states_edge *edge_at(const struct states *t, uint32_t edge)
{
    return chunks_at(&t->edges, edge);
}

static inline const struct states_label *edge_label(const struct states *t,
                                                    const struct states_edge *e)
{
    return constant_at(&t->labels, e->label);
}

static inline const struct world_step *edge_step(const struct states *t,
                                                 const struct states_edge *e)
{
    return &edge_label(t, e)->step;
}

/* The node of the world with these bytes, which is created if it is new. */
uint32_t states_find(struct states *, const char *bytes, size_t length, bool settled,
                     bool *is_new);
/* The same for the world at this place of a part of the table. */
uint32_t states_find_place(struct states *, part_number, uint32_t place, bool settled,
                           bool *is_new);
/* Is there a node whose world is at this place? */
bool states_knows(const struct states *, part_number, uint32_t place);
/* From now on, the world of the node is there. False if that is another node's place. */
bool states_move(struct states *, uint32_t node, part_number, uint32_t place);
/* The world of the node, until the next call. NULL if the process that keeps it is lost;
 * then the search is stopped. */
const char *states_world(struct states *, uint32_t node);
/* The worlds of these nodes will be asked for. It takes less time to get them together;
 * so many of them at most. */
enum { STATES_TOGETHER = 1024 };
void states_bring(struct states *, const uint32_t *nodes, size_t n);
/* May worlds be somewhere else? */
static inline bool states_divided(const struct states *t)
{
    return t->parts.len;
}
/* The number of the label. */
uint32_t states_label(struct states *, const struct states_label *);
struct states_edge *states_connect(struct states *, uint32_t from, uint32_t label,
                                   uint32_t to, bool is_new);
/* The edge is the way to the node it leads to. */
void states_set_parent(struct states *, uint32_t edge);
/* The ways to the node at its beginning go on with the edge. */
void states_pass_ways(struct states *, uint32_t edge);
/* Marks the nodes from which one of the marked ones can be reached. */
void states_mark_backwards(const struct states *, bool *marked);
void states_free_graph(struct states *);

/* ---- look.c ---- */

void choices_init(struct states_choices *, uint32_t n);
void choices_free(struct states_choices *, uint32_t n);
/* Could the rank, which is explored at the node of t->choices, have another choice? Not
 * if all that it can do is to complete the one send, or collective, that it waits for,
 * because that need not wait: this commutes with everything. Where it waits for several,
 * it is a choice. */
bool choices_matter(const struct states *, uint32_t rank);
/* The name of the step's act (facts.h). */
uint64_t states_act(const struct world_step *);
/* The rank is explored at the node of these choices. */
void choices_add(struct states_choices *, uint32_t rank);

/* Brings t->w to the world with these bytes and fills in t->choices; none is done. */
void states_list(struct states *, const char *bytes, bool unsettled);
/* Makes the step from t->w, which is at a node that may be lean, and what follows by
 * itself. False if the explorer cannot go on. */
bool states_make(struct states *, const struct world_step *, bool lean, bool *settled);
/* What a task needs of its node. */
struct states_place {
    const char *bytes;
    bool unsettled, lean; /* see struct states_node */
};
/* Does a task and fills in the report. False if the explorer cannot go on. */
bool states_look(struct states *, struct states_place, uint32_t rank,
                 struct states_report *);
void states_report_free(struct states_report *);

/* ---- states.c ---- */

/* Notes that the rank is to be explored at the node; NOWHERE: whichever comes first. */
void states_want(struct states *, uint32_t node, uint32_t rank);
/* Forgets tasks of t->todo that are done, if they are many; returns how many it has
 * forgotten: the numbers of the others are lower by that. */
size_t states_drop_done(struct states *);
/* Is the task's node too deep, or would there be no end after it? Then *loop says what
 * for, unless it is NULL. */
enum stop_reason states_is_too_far(struct states *, struct states_task,
                                   struct poll_loop *loop);
/* If it is, the task is left out, which is noted. */
bool states_leave_out(struct states *, struct states_task);

/* Begins with t->s alone: the first local states are known. And the end of it. */
void states_open(struct states *);
void states_close(struct states *);
/* From now on, local states and all that they name have numbers that other processes can
 * agree on. False if that is not possible. */
bool states_share(struct states *);

/* ---- complete.c ---- */

/* Explore more ranks, at nodes where something may interfere, and on cycles on which a
 * rank could act and does not. *grew says whether there are any. */
void states_complete_nodes(struct states *, bool *grew);
void states_complete_cycles(struct states *, bool *grew);

/* ---- crew.c ---- */

/* Starts so many processes that do tasks; those of the cluster come by themselves. False
 * if they cannot be started. */
bool crew_start(struct states *, uint32_t jobs);
/* Lets them do all that is to be done, and calls `take` with every report. False if it
 * was stopped. */
typedef void crew_take_fn(struct states *, struct states_task,
                          const struct states_report *);
bool crew_work(struct states *, bool (*go_on)(struct states *), crew_take_fn *take);
/* As states_world() and states_bring(), for what others keep. */
const char *crew_world(struct states *, uint32_t node);
void crew_bring(struct states *, const uint32_t *nodes, size_t n);
/* What they use on this machine, in bytes, and the most that they use on another. */
uint64_t crew_memory(const struct states *);
uint64_t crew_far_memory(const struct states *);
void crew_end(struct states *);

/* ---- growth.c ---- */

/* Do messages pile up on the way to this node? Then *loop has the rank that sends, and
 * where. */
bool states_pile_up(struct states *, uint32_t node, struct poll_loop *);

/* Have ranks looked in vain so often on the way to this node, which is the shortest, that
 * there may be no end of it? Then *loop has the rank that looked last, and where. */
bool states_look_on(struct states *, uint32_t node, struct poll_loop *);

/* ---- future.c ---- */

/* Computes the summaries of all nodes, as far as they are not up to date. False if it was
 * stopped, or there are more than t->updates. */
bool states_update(struct states *);
/* The number of these facts, for a label. */
uint32_t states_facts(struct states *, const uint64_t *facts, uint32_t n);
/* The summary of the node must be computed again. */
void states_set_dirty(struct states *, uint32_t node);

/* ---- saved.c ---- */

/* The graph that was saved, in a process that has just begun. False if it is not one of
 * this program, or the search was stopped before all was there. */
bool states_load(struct states *, const struct saved_graph *);
/* Saves the graph in search.frontier. If what was found earlier is not there again
 * yet, because it was not `begun`, that stays as it is. */
void states_leave_rest(const struct states *, bool begun);
/* Saves it from time to time, while the search goes on: what others do just now will be
 * done again then. */
void states_save_if_due(struct states *);

/* ---- closure.c ---- */

/* Does what commutes with everything, beginning with the ranks that t->w.touched lists;
 * after a lean node it passes nodes that have a single step. `before` is called before
 * each step; it may be NULL. False if the explorer cannot go on (t->unable). *settled
 * says whether nothing of that kind is left. */
typedef void states_step_fn(void *context, const struct world_step *);
bool states_settle(struct states *, bool lean, states_step_fn *before, void *context,
                   bool *settled);
void states_touch_all(struct states *);
/* Lets all ranks that are about to do so arrive at the last collective, and what follows
 * by itself. */
bool states_part(struct states *, states_step_fn *before, void *context);

/* ---- end.c ---- */

/* What a node is, if nobody has a choice that matters. */
struct states_end {
    bool over;             /* nothing can happen any more, with every send that may buffer
                              buffered, but that ranks look for ever in vain */
    bool halted;           /* likewise, if sends wait */
    bool cut;              /* a rank is not followed any further */
    uint32_t endless;      /* the rank that looks for ever, counted from 1; 0: none */
    world_steps_vec round; /* how it does, if that has to be shown */
};
/* t->w is at a node. */
void states_judge_end(struct states *, struct states_end *);

/* ---- tell.c ---- */

/* Reports the execution that leads to this node. */
void states_tell(struct states *, uint32_t node, const struct states_end *,
                 bool potential);

/* ---- differ.c ---- */

/* Writes to turn.differs in what the states of a rank differ, where many do. */
void states_tell_difference(struct states *);

/* ---- outcomes.c ---- */

/* Fills in the number of outcomes, after a complete search. */
void states_count_outcomes(const struct states *, struct search_counts *);

/* ---- loops.c ---- */

/* The components of the graph that have a cycle: for each its nodes, after their number.
 */
typedef VEC(uint32_t) states_components_vec;
void states_components(const struct states *, states_components_vec *);

#endif
