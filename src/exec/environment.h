/* SPDX-License-Identifier: Apache-2.0
 *
 * environment.h - which variables a program under test gets to see.
 *
 * A verdict belongs to the environment that the program had. Some variables differ from
 * one shell, terminal or make to the next without anybody wanting it: programs do not get
 * those, so nothing can depend on them. All others are passed on, and count. */
#ifndef MZ_EXEC_ENVIRONMENT_H
#define MZ_EXEC_ENVIRONMENT_H
#include <stdbool.h>

/* Takes "NAME=value" or a name. PWD is one of them: the program gets it from us, and it
 * says in which directory it is. */
bool environment_hides(const char *variable);

/* Makes the environment of this process what the program is to see. */
void environment_settle(void);

#endif
