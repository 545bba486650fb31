/* SPDX-License-Identifier: Apache-2.0
 *
 * audit.h - after a search that has found nothing: is an execution by chance one of those
 * that were explored? See explore/sample/audit.h. */
#ifndef MZ_AGENT_TELL_AUDIT_H
#define MZ_AGENT_TELL_AUDIT_H

/* If one is not, the program cannot be verified, which is noted in the link. */
void audit_tell(void);

#endif
