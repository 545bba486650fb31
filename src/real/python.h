/* SPDX-License-Identifier: Apache-2.0
 *
 * python.h - Python programs: what their interpreter prints of an exception that nobody
 * catches. */
#ifndef MZ_REAL_PYTHON_H
#define MZ_REAL_PYTHON_H
#include "base/str.h"
#include "report/finding.h"

/* If this actor's output ends with a traceback, adds what it says to the message, and
 * makes its lines the place and the stack of the finding. */
bool python_exception(struct finding *, struct finding_actor *, struct str *message);

#endif
