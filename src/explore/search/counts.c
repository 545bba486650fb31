/* SPDX-License-Identifier: Apache-2.0
 *
 * counts.c - see counts.h. */
#include "explore/search/counts.h"
#include "base/str.h"

/* Without a text a search would seem complete: a reason that has none stops the build. */
const char *stop_reason_text(enum stop_reason reason)
{
    switch (reason) {
    case STOP_NO:
        break;
    case STOP_POLLS:
        return "a loop of polls that need not end";
    case STOP_DEPTH:
        return "--depth";
    case STOP_EXECUTIONS:
        return "--executions";
    case STOP_TIME:
        return "--time";
    case STOP_PILES:
        return "messages that pile up without end";
    case STOP_INTERRUPT:
        return "an interrupt";
    case STOP_FINDING:
        return "the first finding";
    case STOP_ENDLESS:
        return "a rank that computes without end (--keep-going goes on)";
    case STOP_WORKER:
        return "the death of one of its processes";
    case STOP_SAMPLES:
        return "the number of samples";
    case STOP_FRONTIER:
        return "a frontier that does not fit the program (start anew, without --resume)";
    case STOP_BOUND:
        return "--bound";
    case STOP_CIRCLE:
        return "ranks that communicate without end: from there, the program comes to no "
               "end (let its loops make fewer rounds for the check)";
    case STOP_MEMORY:
        return "--memory";
    case STOP_TURN:
        return "a number of outcomes for which states are to be tried";
    case STOP_ROOM:
        return "too many receives open at once";
    }
    return NULL;
}

void stop_loop_text(const struct search_counts *c, const char *actor, const char *place,
                    struct str *s)
{
    if (c->stopped == STOP_PILES)
        str_addf(s, "messages that pile up: %s sends without end at %s", actor, place);
    else
        str_addf(s,
                 "%s, which asks again and again at %s: asking in vain up to %llu times "
                 "in a row is explored (--polls N for more)",
                 actor, place, (unsigned long long)c->loop.polls);
}

const char *instead_text(enum instead why)
{
    switch (why) {
    case INSTEAD_NOT:
    case INSTEAD_CANCELS:
        break;
    case INSTEAD_READY:
        return "it sends in ready mode";
    case INSTEAD_RETRACT:
        return "it cancels sends";
    case INSTEAD_SPACE:
        return "its buffered sends may wait for space in their buffer";
    case INSTEAD_UNRECOGNISED:
        return "it has states that cannot be compared with others";
    case INSTEAD_RESUMED:
        return "what is left was left by match";
    case INSTEAD_INEXACT:
        return "states of real code are compared by 128 bits, and not in full (--exact)";
    }
    return NULL;
}

const char *arm_text(enum arm a)
{
    static const char *const text[ARMS] = {
        [ARM_DFS] = "depth first",
        [ARM_FEW] = "few deviations",
        [ARM_PICK] = "parts by chance",
        [ARM_WALK] = "walks by chance",
        [ARM_PRIORITY] = "priorities of senders",
        [ARM_NOVEL] = "what was not seen yet",
        [ARM_SIMILAR] = "dissimilar situations",
        [ARM_MCTS] = "Monte Carlo tree search",
        [ARM_SAMPLE] = "samples",
        [ARM_BEST] = "the best head",
        [ARM_TAKE] = "new matches, and messages received at once",
        [ARM_STAY] = "new matches, and one actor after the other",
        [ARM_WIDE] = "breadth first",
    };
    return text[a];
}

void counts_add(struct search_counts *c, const struct search_counts *more)
{
    c->executions += more->executions;
    c->redundant += more->redundant;
    c->traces += more->traces;
    c->transitions += more->transitions;
    c->choices += more->choices;
    c->deadlocks += more->deadlocks;
    c->failures += more->failures;
    c->halts += more->halts;
    c->told += more->told;
    c->states += more->states;
    c->explored += more->explored;
    for (enum arm a = 0; a < ARMS; a++)
        c->guided.runs[a] += more->guided.runs[a];
    c->guided.samples += more->guided.samples;
    c->guided.visited += more->guided.visited;
    c->guided.overfull |= more->guided.overfull;
    if (more->guided.features > c->guided.features)
        c->guided.features = more->guided.features;
    c->guided.now = more->guided.now ? more->guided.now : c->guided.now;
    if (more->guided.found && !c->guided.found) {
        c->guided.found = more->guided.found;
        c->guided.found_after = c->executions;
        c->guided.found_samples = c->guided.samples;
    }
    if (more->guided.latest > c->guided.latest)
        c->guided.latest = more->guided.latest;
    if (more->peak_events > c->peak_events)
        c->peak_events = more->peak_events;
    if (more->cut > c->cut)
        c->cut = more->cut;
    if (more->loop.known && !c->loop.known)
        c->loop = more->loop;
}
