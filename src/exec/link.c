/* SPDX-License-Identifier: Apache-2.0
 *
 * link.c - see link.h. */
#include "exec/link.h"

enum finding_kind fault_finding(enum fault_kind kind)
{
    static const enum finding_kind kinds[FAULT_KINDS] = {
#define FAULT(constant, finding) [FAULT_##constant] = FINDING_##finding,
#include "exec/faults.def"
#undef FAULT
    };
    return kind > FAULT_NONE && kind < FAULT_UNSUPPORTED ? kinds[kind] : FINDING_KINDS;
}

const char *fault_word(enum fault_kind kind)
{
    enum finding_kind finding = fault_finding(kind);
    return finding < FINDING_KINDS     ? finding_word(finding)
           : kind == FAULT_NONE        ? "none"
           : kind == FAULT_UNSUPPORTED ? "unsupported"
                                       : "unknown";
}
