/* SPDX-License-Identifier: Apache-2.0
 *
 * player.h - a rank that plays its part of a litmus file by calls of MPI. See player.c.
 *
 *   player.c   the program: which files, how often, what is printed
 *   perform.c  one operation of the file
 *   finish.c   those that complete requests
 *   stage.c    communicators, delays, and cleaning up after a round */
#ifndef MZ_TESTS_PLAYER_H
#define MZ_TESTS_PLAYER_H
#include "litmus/code.h"

#include <mpi.h>

/* A message's length says which one it is (see perform.c): a multiple of UNIT, and then
 * its number and its value. */
enum {
    MAX_RANKS = 16,
    MAX_COMMS = 4,
    MAX_REQUESTS = 1024,
    MAX_TAKEN = 64,
    VALUES = 64,
    UNIT = 64 * VALUES,
};

struct request {
    MPI_Request handle;
    enum op_kind kind;
    uint32_t comm, peer; /* peer: isend */
    int64_t given, sum;  /* arrive */
    char *buffer;
    bool done;         /* MPI has completed it, and the file has not been told yet */
    bool told;         /* it has */
    MPI_Status status; /* if it is done */
};

/* A message that a matched probe has taken. */
struct taken {
    int32_t name; /* message_outcome() */
    MPI_Message handle;
    int length;
    char *buffer;
};

struct player {
    struct litmus *program;
    uint32_t rank;
    MPI_Comm comm[MAX_COMMS];
    bool blocking[MAX_COMMS]; /* all collectives on it are, so they can be played so */
    struct request *request;
    uint32_t nrequests;
    struct taken taken[MAX_TAKEN];
    uint32_t ntaken;
    uint32_t sent[MAX_RANKS];            /* messages to each */
    int under_way[MAX_RANKS][MAX_COMMS]; /* likewise, and not withdrawn */
    int received[MAX_RANKS][MAX_COMMS];  /* from each */
    uint32_t called_line, called_at;     /* a statement that was performed by one call */
    bool refused;                        /* that was a testall, and it said no */
    struct str history;

    /* How it is played. */
    bool exact;       /* one call for each operation */
    bool live;        /* an MPI that takes its time: pause now and then, clean up */
    bool patient;     /* sleep instead of waiting inside MPI, which spins */
    uint32_t longest; /* what long messages are long, in units */
    uint64_t random;  /* of pauses */
    uint32_t leisure; /* how often, in eighths */
    MPI_Comm control;
};

_Noreturn void give_up(const char *why);

/* A number that depends on the file, the rank, this place in it and `what` only. */
uint32_t fixed(const struct player *, uint32_t where, uint32_t what);

/* perform.c */
struct outcome perform(struct player *, const struct op *);
void observe(struct player *, int32_t outcome);
int to_comm(const struct player *, uint32_t comm, int64_t rank);
/* The message that this status speaks of, as an outcome of the model; notes it. */
struct outcome message(struct player *, uint32_t comm, int32_t index, const MPI_Status *);
struct outcome nothing(struct player *);
/* The message is here: the buffer holds what the status says. */
void check_content(const char *buffer, const MPI_Status *);
void count_received(struct player *, uint32_t comm, const MPI_Status *);

/* finish.c */
struct outcome complete(struct player *, const struct op *);
struct outcome cancel(struct player *, const struct op *);
/* MPI has completed it, with this status. */
void set_done(struct player *, struct request *, const MPI_Status *);

/* stage.c */
void make_comms(struct player *, MPI_Comm world);
void free_comms(struct player *);
void pause_now_and_then(struct player *);
/* Of the requests, so many are complete; such a message can be received. */
void sleep_until_done(const MPI_Request *, int n, int enough);
void sleep_until_seen(int from, int tag, MPI_Comm);
void clean_up(struct player *);
const struct instruction *instruction(const struct player *, uint32_t where);

#endif
