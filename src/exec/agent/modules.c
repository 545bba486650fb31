/* SPDX-License-Identifier: Apache-2.0
 *
 * modules.c - what is loaded into the process, and where: the program, its libraries,
 * and us. */
#include "exec/agent/agent.h"

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
    bool mpich = !strcmp(name, "libmpich.so.12") || !strcmp(name, "libmpi.so.12");
    bool open = !mpich && !strncmp(name, "libmpi.so.", strlen("libmpi.so."));
    if (open)
        agent_refuse(
            "it calls Open MPI (%s), which mazurka cannot stand in for; build it "
            "with mazurka cc",
            name);
    if (!mpich || l->mpi)
        return;
    if (!l->ranks)
        agent_refuse("it is an MPI program; say how many ranks with -n");
    l->mpi = 1;
    agent_again();
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    struct link *l = agent.link;
    uint64_t low, high;
    if (l->nmodules == LINK_MAX_MODULES)
        return 1;
    struct link_module *m = &l->modules[l->nmodules++];
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
    if (!strcmp(name, "libmpich.so.12")) {
        l->mpi_low = low;
        l->mpi_high = high;
    }
    if (!strncmp(name, "libmpichfort.so", strlen("libmpichfort.so"))) {
        l->fortran_low = low;
        l->fortran_high = high;
    }
    return 0;
}

void modules_openmp(void)
{
    const struct link *l = agent.shared;
    for (uint32_t i = 0; i < l->ngaps && i < LINK_MAX_GAPS; i++)
        if (!strcmp(l->gaps[i], THREADS_TEXT))
            return;
    for (uint32_t i = 0; i < agent.link->nmodules; i++)
        if (strstr(agent.link->modules[i].path, "/libgomp.so") ||
            strstr(agent.link->modules[i].path, "/libomp.so"))
            link_rests_on(agent.shared, "OpenMP with one thread in each rank");
}

void modules_find(void)
{
    agent.link->nmodules = 0;
    dl_iterate_phdr(add_module, NULL);
}
