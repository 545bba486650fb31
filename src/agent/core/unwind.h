/* SPDX-License-Identifier: Apache-2.0
 *
 * unwind.h - from which line of the program does a system call come? */
#ifndef MZ_AGENT_CORE_UNWIND_H
#define MZ_AGENT_CORE_UNWIND_H
#include <stdbool.h>
#include <stdint.h>

/* Called in the handler of a system call: the innermost address on the stack that is in
 * code of the user's, or in the program's own file if there is none; 0 if there is
 * neither.
 */
uint64_t unwind_site(void);
/* The same, for a call of the MPI library. *library becomes the address from which that
 * was called, if it is in code of somebody else's; 0 if the user has called it.
 */
uint64_t unwind_through(uint64_t *library);
/* Called in the MPI library: the line of the list of known idioms that excuses a file
 * race here, since one of its functions is on the stack; 0: none. */
uint32_t unwind_idiom(void);
/* Is this address in a library that somebody else has written (real/library.h)? */
bool unwind_is_library(uint64_t pc);
/* Is it in such a library, or in code of somebody else's within the program's own file
 * (real/whose.h)? */
bool unwind_is_theirs(uint64_t pc);
/* Is it neither in our code nor in such a library? */
bool unwind_is_users(uint64_t pc);
/* Where the program or library with this address begins; 0: there is none. */
uint64_t unwind_module(uint64_t pc);
/* Called in a handler of a signal: the addresses of calls in the program's own code on
 * the stack, innermost first; returns their number. The first may be that of an
 * instruction, to which 1 is added, as if it were a call that returns there. */
uint32_t unwind_sites(uint64_t *to, uint32_t room);
/* Called in our code: the addresses to which the calls on the stack return, innermost
 * first, from that of our code on; returns their number. */
uint32_t unwind_calls(uint64_t *to, uint32_t room);
/* Called in the MPI library: the innermost address on the stack that is neither in our
 * code nor in MPICH's Fortran bindings; 0 if there is none. */
uint64_t unwind_fortran(void);
/* Was the system call made by this function of libc for its own purposes, and not for a
 * result that the program asked for? */
bool unwind_inside(const void *function);

#endif
