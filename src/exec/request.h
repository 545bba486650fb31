/* SPDX-License-Identifier: Apache-2.0
 *
 * request.h - what all processes of a cluster must be asked alike: the part of a link
 * that says what to do, as far as it is found out while programs run. Process 0 sends it
 * when a search begins. Another process that needs more, because a program on it wants to
 * be started again, sends its own. */
#ifndef MZ_EXEC_REQUEST_H
#define MZ_EXEC_REQUEST_H
#include "exec/link.h"

struct request {
    uint32_t search; /* as in struct cluster */
    uint32_t waits, wary, trials, timed, nlibraries, nshort;
    enum turn_stage stage; /* auto: outcomes or states */
    char library[LINK_MAX_LIBRARIES][240];
    struct link_short shortest[LINK_MAX_SHORT];
    struct search_options options;
};

struct request request_of(const struct link *);
/* Puts the request into the link. */
void request_apply(struct link *, const struct request *);
/* Adds to the link what another process has found out; true if that was not known. */
bool request_merge(struct link *, const struct request *);

#endif
