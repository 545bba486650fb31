/* SPDX-License-Identifier: Apache-2.0
 *
 * model.h - a model of an MPI program: state machines over channels.
 *
 * This is the notion of model of S. F. Siegel, "Efficient Verification of
 * Halting Properties for MPI Programs with Wildcard Receives" (VMCAI 2005),
 * section 2.1. A model has processes and channels; a channel has one sender,
 * one receiver and a finite set of messages. Every local state of a process
 * is exactly one of five kinds: final, local-event, sending, receiving, or
 * send-receive.
 *
 * Build one with the functions below, in any order, then call
 * model_finish(), which checks the five kinds, expands every send-receive
 * state into the diamond of the definition, and lays the tables out for the
 * explorers. A finished model does not change.
 *
 *     struct model *m = model_new();
 *     uint32_t p = model_process(m, "p"), q = model_process(m, "q");
 *     uint32_t c = model_channel(m, "c", p, q);
 *     uint32_t x = model_message(m, c, "1");
 *     uint32_t u = model_state(m, p, "u"), v = model_state(m, p, "v");
 *     model_send(m, p, u, c, x, v);
 *     ...
 *     if (model_finish(m, &why) != MZ_OK) ...
 *
 * The first state added to a process is its start. */
#ifndef MZ_MODEL_MODEL_H
#define MZ_MODEL_MODEL_H
#include "base/err.h"
#include "base/str.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_NONE UINT32_MAX

enum model_kind { MODEL_FINAL, MODEL_LOCAL, MODEL_SEND, MODEL_RECV, MODEL_SENDRECV };
enum model_act { ACT_LOCAL, ACT_SEND, ACT_RECV };

/* One transition of one process. `dst` is a local state of `process`. */
struct model_trans {
    enum model_act act;
    uint32_t process, src, dst;
    uint32_t chan, msg; /* channel and message of a send or a receive */
    char *event;        /* name of a local event */
};

/* What a receiving or send-receive state takes from one channel: Q(u) is the
 * set of `chan` over a state's groups, R_d(u) the messages with an entry. */
struct model_group {
    uint32_t chan, sender;
    bool all;         /* takes every message that is ever sent on chan */
    uint32_t *by_msg; /* transition taken on this message, or MODEL_NONE */
};

struct model_state {
    char *name;
    enum model_kind kind;
    uint32_t first, count; /* departing transitions */
    uint32_t send;         /* the one send, or MODEL_NONE */
    uint32_t group_first, group_count;
    int32_t *value; /* for predicates: the location, then the variables */
    uint32_t values;
    uint32_t line; /* in a model file, or 0 */
};

struct model_process {
    char *name;
    uint32_t base, count; /* its states are state[base .. base + count) */
    uint32_t start;       /* a local number: 0 .. count */
};

struct model_channel {
    char *name;
    uint32_t sender, receiver;
    char **msg;
    uint32_t msgs; /* |msg(c)|; the first `sent` of them are sent by somebody */
    uint32_t sent;
};

struct model {
    struct model_process *process;
    struct model_channel *channel;
    struct model_state *state; /* the states of all processes, once finished */
    struct model_trans *trans; /* the transitions of all processes, ordered by source,
                                  once finished */
    struct model_group *group;
    uint32_t processes, channels, states, transitions, groups;
    bool finished;
    struct model_draft *draft; /* the parts added so far, until it is finished */
};

struct model *model_new(void);
void model_free(struct model *m);

uint32_t model_process(struct model *m, const char *name);
uint32_t model_channel(struct model *m, const char *name, uint32_t from, uint32_t to);
uint32_t model_message(struct model *m, uint32_t channel, const char *name);
uint32_t model_messages(const struct model *m, uint32_t channel); /* so far */
uint32_t model_state(struct model *m, uint32_t process, const char *name);

/* Attaches what predicates may ask about this state, and where it came from. */
void model_values(struct model *m, uint32_t process, uint32_t state, const int32_t *value,
                  uint32_t values, uint32_t line);

void model_local(struct model *m, uint32_t p, uint32_t src, const char *event,
                 uint32_t dst);
void model_recv(struct model *m, uint32_t p, uint32_t src, uint32_t chan, uint32_t msg,
                uint32_t dst);
/* With dst == MODEL_NONE this is the send of a send-receive state: where the
 * process ends up is then said by the receives of the same state. */
void model_send(struct model *m, uint32_t p, uint32_t src, uint32_t chan, uint32_t msg,
                uint32_t dst);

/* MZ_OK, or MZ_USAGE with a sentence in `why` (and, if not NULL, the line of
 * the offending state in `line`). */
enum mz_err model_finish(struct model *m, struct str *why, uint32_t *line);

/* The global index of a local state. */
static inline uint32_t model_at(const struct model *m, uint32_t process, uint32_t local)
{
    return m->process[process].base + local;
}

/* "c!1", "c?1" or the name of a local event. */
void model_label(const struct model *m, uint32_t trans, struct str *out);

/* Every receiving and send-receive state names one channel only. */
bool model_source_specific(const struct model *m);

#endif
