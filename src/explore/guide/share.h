/* SPDX-License-Identifier: Apache-2.0
 *
 * share.h - guided searches in which not all ways are explored (tree.together), in
 * several processes. For pool.c. */
#ifndef MZ_EXPLORE_GUIDE_SHARE_H
#define MZ_EXPLORE_GUIDE_SHARE_H
#include "explore/search/worklist.h"

extern const struct deal share_deal;

#endif
