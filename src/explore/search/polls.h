/* SPDX-License-Identifier: Apache-2.0
 *
 * polls.h - how often a look (a test, an iprobe) may fail in a row, unless --polls says
 * so. A loop of looks that comes back to the same state is followed for ever; this is
 * about loops whose state is another one in each round. match/patience.h and
 * states/local.h say what is counted. */
#ifndef MZ_EXPLORE_SEARCH_POLLS_H
#define MZ_EXPLORE_SEARCH_POLLS_H

/* match: every failure more multiplies outcomes, so it begins with few. If the first
 * execution does not come to an end with these, it begins again with MORE times as many,
 * up to MOST. */
#define POLLS_MATCH 12
#define POLLS_MORE  8
#define POLLS_MOST  131072

/* states: every failure more adds states. */
#define POLLS_STATES 50

#endif
