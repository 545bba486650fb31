/* SPDX-License-Identifier: Apache-2.0
 *
 * environment.h - which variables a program under test gets to see.
 *
 * A verdict belongs to the environment that the program had. Some variables differ from
 * one shell, terminal or make to the next without anybody wanting it: programs do not get
 * those, so nothing can depend on them. All others are passed on, and count. */
#ifndef MZ_REAL_ENVIRONMENT_H
#define MZ_REAL_ENVIRONMENT_H
#include <stdbool.h>

/* Is this variable ("NAME=value", or just the name) hidden from programs? PWD is: we
 * set it ourselves, to the directory that the program is started in. */
bool environment_hides(const char *variable);

/* Removes the hidden variables from the environment of this process. */
void environment_settle(void);

#endif
