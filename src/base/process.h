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
    int pid; /* 0: there is none, or it has ended */
    int fd;
    bool ready; /* it has sent something, or has ended */
};

/* Zeroed memory that this process shares with those that it starts from now on; NULL if
 * there is none. */
void *process_share(size_t bytes);
void process_unshare(void *, size_t bytes);

/* Starts a copy of this process, which calls the function with its end of the
 * connection and ends when that returns. False if it cannot be started. */
bool process_start(struct peer *, void (*run)(struct peer *, void *context),
                   void *context);

/* The number of processors that this process may use; at least 1. */
uint32_t process_cores(void);

/* This process, and whether another one has not ended yet. */
uint32_t process_id(void);
bool process_lives(uint32_t id);

/* Sleeps for about a tenth of a millisecond, so that another process can run. */
void process_nap(void);

/* Ends this process at once. */
_Noreturn void process_exit(int code);

/* Send and receive all bytes; false if the other process is gone. */
bool peer_send(const struct peer *, const void *, size_t);
bool peer_receive(const struct peer *, void *, size_t);
/* Receives so many bytes, and adds them to the text. */
struct str;
bool peer_receive_text(const struct peer *, struct str *, size_t);

/* Waits until one of the peers is ready, but at most this long. */
void peers_wait(struct peer *, uint32_t n, int milliseconds);

/* Ends the other process, if it has not ended yet. */
void peer_end(struct peer *);

#endif
