/* SPDX-License-Identifier: Apache-2.0
 *
 * native.h - the API of include/mazurka.h as operations of the kernel.
 *
 * api.c has what the kernel knows (mailboxes, mutexes, choices); sync.c builds
 * semaphores, barriers and condition variables from it. names.c numbers what has
 * a name. All of it runs on the side of the actor, in library code. */
#ifndef MZ_AGENT_NATIVE_NATIVE_H
#define MZ_AGENT_NATIVE_NATIVE_H
#include "agent/core/agent.h"
#include "mazurka.h"

/* The largest number of mailboxes and mutexes that are created after the ranks have
 * started. */
#define NATIVE_LATE_NAMES 1024

enum name_kind { NAME_MAILBOX, NAME_MUTEX, NAME_KINDS };

/* The number of that name, which is entered if it is new. */
uint32_t names_find(enum name_kind, const char *name);
uint32_t names_count(enum name_kind);
const char *names_text(enum name_kind, uint32_t);

/* A mailbox of sync.c. */
struct made_mailbox {
    uint32_t mailbox;
    enum purpose purpose;
    bool wakes;       /* PURPOSE_CONDITION: it is that of one who waits */
    const char *name; /* of the semaphore, barrier or condition */
};
/* NULL: it is the program's own. */
const struct made_mailbox *native_made(uint32_t mailbox);

/* The data of this API; agent.native points here. */
struct native {
    VEC(char *) names[NAME_KINDS];
    struct made *made; /* sync.c */
    VEC(struct made_mailbox) mailboxes;
};

extern const struct front native_front;

/* Ends the program with an error unless an actor makes the call. */
void native_actor_only(const char *function);
void native_setup_only(const char *function);

/* These post operations of the kernel. `site` is the address of the call in the
 * program. */
mz_comm native_post(enum op_kind, uint32_t mailbox, const void *data, void *buffer,
                    size_t bytes, void *site);
int native_wait(enum op_kind, const mz_comm *, int n, void *site);
int native_mutex_wait(enum op_kind, const mz_mutex *, int n, void *site);
void native_mutex_do(enum op_kind, mz_mutex, void *site);

/* sync.c: creates what semaphores and conditions need before the actors run. */
void sync_init(void);
void sync_prepare(void);

#endif
