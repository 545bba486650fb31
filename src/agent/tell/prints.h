/* SPDX-License-Identifier: Apache-2.0
 *
 * prints.h - does what ranks print differ from outcome to outcome (--compare-output)? */
#ifndef MZ_AGENT_TELL_PRINTS_H
#define MZ_AGENT_TELL_PRINTS_H
#include "agent/core/agent.h"

/* Compares what all ranks have printed in an execution that ends well. */
void prints_compare(void);
/* Writes to the link what differs. */
void prints_tell(void);

#endif
