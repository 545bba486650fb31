/* SPDX-License-Identifier: Apache-2.0
 *
 * modules.c - what is loaded into the process, and where: the program, its libraries,
 * and us. */
#include "agent/core/agent.h"
#include "agent/port/python.h"
#include "real/mpi_abi.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

static void range_of(const struct dl_phdr_info *info, uint64_t *low, uint64_t *high)
{
    *low = UINT64_MAX;
    *high = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uint64_t from = info->dlpi_addr + h->p_vaddr;
        if (h->p_type != PT_LOAD)
            continue;
        *low = from < *low ? from : *low;
        *high = from + h->p_memsz > *high ? from + h->p_memsz : *high;
    }
    *low = page_down(*low);
    *high = page_up(*high);
}

/* A library that the program needs depends on an MPI library. Ours must take its place,
 * which is possible only when the program is loaded. */
static void meet_mpi(const char *name)
{
    struct link *l = agent.link;
    enum mpi_abi abi = mpi_abi_of(name);
    if (mpi_abi_refuses(name))
        agent_refuse(REASON_SAID, "it needs %s, %s", name, mpi_abi_refuses(name));
    if (abi != MPI_ABI_NONE && l->plan.learned.mpi && abi != l->plan.learned.mpi)
        agent_refuse(REASON_SAID,
                     "it needs two MPI libraries, %s's and %s's (%s); build all of it "
                     "for one of them",
                     mpi_abi_name(l->plan.learned.mpi), mpi_abi_name(abi), name);
    if (abi == MPI_ABI_NONE || l->plan.learned.mpi)
        return;
    if (!l->plan.asked.ranks)
        agent_refuse(REASON_SAID, "it is an MPI program; say how many ranks with -n");
    agent.learns.mpi = abi;
    agent_again(ATTEMPT_MPI);
}

/* Notes where a library is that stands between the program and ours: bindings for
 * Fortran, and what else of ours a program calls. */
static void note_bindings(uint64_t low, uint64_t high)
{
    struct link *l = agent.link;
    for (int i = 0; i < LINK_MAX_BINDINGS; i++)
        if (!l->fortran[i].low || l->fortran[i].low == low) {
            l->fortran[i].low = low;
            l->fortran[i].high = high;
            return;
        }
}

static int add_module(struct dl_phdr_info *info, size_t size, void *number)
{
    (void)size;
    struct link *l = agent.link;
    uint32_t *n = number;
    uint64_t low, high;
    if (*n == LINK_MAX_MODULES)
        return 1;
    struct link_module *m = &l->modules[(*n)++];
    m->base = info->dlpi_addr;
    snprintf(m->path, sizeof m->path, "%s", info->dlpi_name);
    range_of(info, &low, &high);
    m->low = low;
    m->high = high;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash ? slash + 1 : info->dlpi_name;
    if ((uint64_t)(uintptr_t)&agent >= low && (uint64_t)(uintptr_t)&agent < high) {
        l->library_low = low;
        l->library_high = high;
    }
    meet_mpi(name);
    if (l->plan.learned.mpi && !strcmp(name, mpi_abi_library(l->plan.learned.mpi))) {
        l->mpi_low = low;
        l->mpi_high = high;
    }
    if (!strncmp(name, "libgcc_s.so", strlen("libgcc_s.so"))) {
        l->unwinder_low = low;
        l->unwinder_high = high;
    }
    if (mpi_abi_is_bindings(name) || !strcmp(name, "libtsan.so.2") || /* src/agent/tsan */
        plan_openmp(&l->plan, name))
        note_bindings(low, high);
    return 0;
}

void modules_openmp(void)
{
    const struct link *l = agent.shared;
    if (agent.shares)
        return;
    for (uint32_t i = 0; i < l->ngaps && i < LINK_MAX_GAPS; i++)
        if (!strcmp(l->gaps[i], LINK_THREADS))
            return;
    for (uint32_t i = 0; i < agent.link->nmodules; i++)
        if (strstr(agent.link->modules[i].path, "/libgomp.so") ||
            strstr(agent.link->modules[i].path, "/libomp.so"))
            link_rests_on(agent.shared, "OpenMP with one thread in each rank");
}

void modules_find(void)
{
    /* The supervisor may look meanwhile: those that were there are written as they were,
     * and new ones are counted when they are complete. */
    uint32_t n = 0;
    dl_iterate_phdr(add_module, &n);
    __atomic_store_n(&agent.link->nmodules, n, __ATOMIC_RELEASE);
    python_find();
}
