/* SPDX-License-Identifier: Apache-2.0
 *
 * constructors.c - constructors of the program that call MPI.
 *
 * Constructors run once, before there are ranks, and each rank begins with what they have
 * made. A global object of C++ may call MPI_Init, though, which only a rank can. Then the
 * program is started again, and each rank runs the constructors of the program's own file
 * itself, before main. Those of libraries have no ranks. */
#include "agent/core/agent.h"

#include <link.h>

typedef void constructor(int, char **, char **);

static constructor *legacy; /* what a program calls that was linked before glibc 2.34 */

static void none(void)
{
}

void constructors_needed(void)
{
    if (agent.known.late)
        agent_refuse(REASON_SAID, "it calls MPI before main begins, in a constructor of "
                                  "a library, where there are no ranks yet; call "
                                  "MPI_Init in main");
    agent.learns.late = 1;
    agent_again(ATTEMPT_CONSTRUCTORS);
}

/* libc calls a function of the program's in place of the constructors, if there is
 * one. */
void (*constructors_before_main(void (*init)(void)))(void)
{
    if (!agent.known.late)
        return init;
    legacy = (constructor *)(uintptr_t)init;
    return none;
}

static const ElfW(Dyn) * entry(ElfW(Sxword) tag)
{
    const ElfW(Dyn) *d = _r_debug.r_map->l_ld; /* of the program's own file */
    while (d->d_tag != DT_NULL && d->d_tag != tag)
        d++;
    return d->d_tag == tag ? d : NULL;
}

void constructors_run(void)
{
    const uintptr_t base = _r_debug.r_map->l_addr;
    const ElfW(Dyn) *first = entry(DT_INIT), *array = entry(DT_INIT_ARRAY),
                    *bytes = entry(DT_INIT_ARRAYSZ);
    if (!agent.known.late)
        return;
    if (legacy) {
        legacy(agent.argc, agent.argv, agent.envp);
        return;
    }
    if (first)
        ((constructor *)(base + first->d_un.d_ptr))(agent.argc, agent.argv, agent.envp);
    constructor *const *all =
        array ? (constructor *const *)(base + array->d_un.d_ptr) : NULL;
    for (size_t i = 0; all && bytes && i < bytes->d_un.d_val / sizeof *all; i++)
        all[i](agent.argc, agent.argv, agent.envp);
}
