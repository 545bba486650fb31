/* SPDX-License-Identifier: Apache-2.0
 *
 * symbols.c - see symbols.h. */
#include "agent/rank/symbols.h"
#include "agent/core/agent.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

struct symbols {
    const Elf64_Sym *at;
    size_t n;
    const char *text;
    size_t bytes;
};

static bool inside(size_t bytes, uint64_t at, uint64_t n)
{
    return at <= bytes && n <= bytes - at;
}

static void find_table(const char *file, size_t bytes, struct symbols *s)
{
    const Elf64_Ehdr *h = (const void *)file;
    if (!inside(bytes, 0, sizeof *h) ||
        !inside(bytes, h->e_shoff, h->e_shnum * sizeof(Elf64_Shdr)))
        return;
    const Elf64_Shdr *all = (const void *)(file + h->e_shoff);
    for (int i = 0; i < h->e_shnum; i++) {
        const Elf64_Shdr *x = &all[i], *text = &all[x->sh_link];
        bool full = x->sh_type == SHT_SYMTAB;
        if ((!full && (x->sh_type != SHT_DYNSYM || s->n)) || x->sh_link >= h->e_shnum ||
            !inside(bytes, x->sh_offset, x->sh_size) ||
            !inside(bytes, text->sh_offset, text->sh_size))
            continue;
        s->at = (const void *)(file + x->sh_offset);
        s->n = x->sh_size / sizeof *s->at;
        s->text = file + text->sh_offset;
        s->bytes = text->sh_size;
        if (full)
            return;
    }
}

static const struct symbols *table(void)
{
    static struct symbols s;
    static bool known;
    struct stat st;
    if (known)
        return &s;
    known = true;
    long fd = agent_syscall(SYS_open, "/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return &s;
    if (!agent_syscall(SYS_fstat, fd, &st)) {
        long at =
            agent_syscall(SYS_mmap, NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (at > 0)
            find_table((const char *)at, (size_t)st.st_size, &s);
    }
    agent_syscall(SYS_close, fd);
    return &s;
}

void symbols_name(uint64_t address, size_t element, char *to, size_t room)
{
    const struct symbols *s = table();
    uint64_t base = agent.link->nmodules ? agent.link->modules[0].base : 0;
    *to = 0;
    for (size_t i = 0; i < s->n; i++) {
        const Elf64_Sym *x = &s->at[i];
        unsigned type = ELF64_ST_TYPE(x->st_info);
        uint64_t offset = address - base - x->st_value;
        if ((type != STT_FUNC && type != STT_OBJECT) || x->st_shndx == SHN_UNDEF ||
            offset >= x->st_size || x->st_name >= s->bytes)
            continue;
        const char *name = s->text + x->st_name;
        if (type == STT_OBJECT && element && x->st_size > element &&
            x->st_size % element == 0 && offset % element == 0)
            snprintf(to, room, "%s[%llu]", name, (unsigned long long)(offset / element));
        else if (type == STT_OBJECT && offset)
            snprintf(to, room, "%s+%llu", name, (unsigned long long)offset);
        else
            snprintf(to, room, "%s", name);
        return;
    }
}
