/* SPDX-License-Identifier: Apache-2.0
 *
 * process.h - helpers that are copies of this process, and talking to them.
 *
 * They end with us, however we end; if one of them ends, talking to it fails. There are
 * two of these: process.c here, and that of the agent, where libc belongs to the program.
 */
#ifndef MZ_BASE_PROCESS_H
#define MZ_BASE_PROCESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peer {
    int pid; /* 0: none (any more) */
    int fd;
    bool ready; /* has said something, or is gone */
};

/* Zeroed, and common to us and those that we make from now on; NULL: there is none. */
void *process_share(size_t bytes);
void process_unshare(void *, size_t bytes);

/* A copy of this process does that, given its own end, and is over when that returns.
 * False: it cannot be made. */
bool process_start(struct peer *, void (*run)(struct peer *, void *context),
                   void *context);

/* Ends this process at once. */
_Noreturn void process_exit(int code);

/* All or nothing. False: the other one is gone. */
bool peer_send(const struct peer *, const void *, size_t);
bool peer_receive(const struct peer *, void *, size_t);

/* Until one of them is ready, but not for longer than that. */
void peers_wait(struct peer *, uint32_t n, int milliseconds);

/* It ends now, if it has not already. */
void peer_end(struct peer *);

#endif
