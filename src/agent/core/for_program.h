/* SPDX-License-Identifier: Apache-2.0
 *
 * for_program.h - for the few files that define what the program calls: takes
 * back the names that alloc.h gave to the agent. Include it last. */
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef clock_gettime
