/* SPDX-License-Identifier: Apache-2.0
 *
 * vdso.c - the kernel's functions that answer without a system call.
 *
 * They read the clock and the processor number from memory of the kernel, so the agent
 * would not notice. A program finds them like the functions of any library. So in this
 * process each of them is overwritten by the system call that it stands for, which the
 * agent answers. */
#include "agent/core/agent.h"
#include "agent/x86/rawcall.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static const struct {
    const char *name;
    int nr; /* the system call to make; negative: the function fails with this error */
} functions[] = {
    {"clock_gettime", SYS_clock_gettime},
    {"clock_getres", SYS_clock_getres},
    {"gettimeofday", SYS_gettimeofday},
    {"time", SYS_time},
    {"getcpu", SYS_getcpu},
    {"getrandom", -ENOSYS},
};

/* Writes the code of the replacement: mov $nr, %eax; syscall; ret */
static void replace(char *code, int nr)
{
    unsigned char call[] = {0xb8, 0, 0, 0, 0, 0x0f, 0x05, 0xc3};
    unsigned char fail[] = {0x48, 0xc7, 0xc0, 0, 0, 0, 0, 0xc3};
    memcpy(nr < 0 ? fail + 3 : call + 1, &nr, sizeof nr);
    memcpy(code, nr < 0 ? fail : call, sizeof call);
}

static bool is_one(const char *name, const char *of)
{
    if (!strncmp(name, "__vdso_", 7))
        name += 7;
    return !strcmp(name, of);
}

static void replace_all(char *base, const Elf64_Sym *symbols, const char *names)
{
    for (const Elf64_Sym *s = symbols; (const char *)s < names; s++)
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
            if (s->st_size >= 8 && is_one(names + s->st_name, functions[i].name))
                replace(base + s->st_value, functions[i].nr);
}

void vdso_replace(void)
{
    char *base = (char *)getauxval(AT_SYSINFO_EHDR);
    const Elf64_Ehdr *e = (const void *)base;
    const Elf64_Sym *symbols = NULL;
    const char *names = NULL;
    size_t bytes = 0;
    if (!base)
        return;
    const Elf64_Phdr *part = (const void *)(base + e->e_phoff);
    for (int i = 0; i < e->e_phnum; i++) {
        const Elf64_Dyn *d = (const void *)(base + part[i].p_offset);
        if (part[i].p_type == PT_LOAD)
            bytes = page_up(part[i].p_vaddr + part[i].p_memsz);
        for (; part[i].p_type == PT_DYNAMIC && d->d_tag; d++) {
            if (d->d_tag == DT_SYMTAB)
                symbols = (const void *)(base + d->d_un.d_ptr);
            if (d->d_tag == DT_STRTAB)
                names = base + d->d_un.d_ptr;
        }
    }
    if (!symbols || !names ||
        agent_syscall(SYS_mprotect, base, bytes, PROT_READ | PROT_WRITE | PROT_EXEC)) {
        link_rests_on(agent.shared, "no direct use of the vDSO");
        return;
    }
    replace_all(base, symbols, names);
    agent_syscall(SYS_mprotect, base, bytes, PROT_READ | PROT_EXEC);
}
