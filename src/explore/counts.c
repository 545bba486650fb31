/* SPDX-License-Identifier: Apache-2.0
 *
 * counts.c - see counts.h. */
#include "explore/counts.h"

const char *stop_reason_text(enum stop_reason reason)
{
    static const char *const texts[] = {
        [STOP_POLLS] = "a loop of polls that changes something every time",
        [STOP_DEPTH] = "--depth",
        [STOP_EXECUTIONS] = "--executions",
        [STOP_TIME] = "--time",
        [STOP_INTERRUPT] = "an interrupt",
        [STOP_FINDING] = "the first finding",
        [STOP_ENDLESS] = "a rank that computes without end (--keep-going goes on)",
        [STOP_WORKER] = "the death of one of its processes",
        [STOP_SAMPLES] = "the number of samples",
        [STOP_FRONTIER] = "a frontier that does not fit the program",
        [STOP_BOUND] = "--bound",
        [STOP_ROOM] = "too many receives open at once",
    };
    return texts[reason];
}

void counts_add(struct search_counts *c, const struct search_counts *more)
{
    c->executions += more->executions;
    c->redundant += more->redundant;
    c->traces += more->traces;
    c->transitions += more->transitions;
    c->deadlocks += more->deadlocks;
    c->failures += more->failures;
    c->halts += more->halts;
    c->told += more->told;
    c->states += more->states;
    c->explored += more->explored;
    if (more->peak_events > c->peak_events)
        c->peak_events = more->peak_events;
    if (more->cut > c->cut)
        c->cut = more->cut;
    if (more->loop.known)
        c->loop = more->loop;
    c->polled |= more->polled;
}
