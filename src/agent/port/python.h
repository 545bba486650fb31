/* SPDX-License-Identifier: Apache-2.0
 *
 * python.h - which line of a Python program has called MPI. */
#ifndef MZ_AGENT_PORT_PYTHON_H
#define MZ_AGENT_PORT_PYTHON_H

/* Looks for an interpreter of Python; to be called when libraries have been loaded. */
void python_find(void);
/* The name (struct link_line) of the line at which the running thread's interpreter is;
 * `site` if none is at work. */
void *python_site(void *site);

#endif
