/* SPDX-License-Identifier: Apache-2.0
 *
 * place.c - see place.h.
 *
 * There is no libc here: the dynamic linker has only just begun. What is needed of the
 * kernel is asked for by system calls. The work has two parts. The first runs where the
 * kernel has put us, and writes the new stack. The second runs from a copy of this code
 * at PLACED_SELF, on the new stack, so that all else can be unmapped. */
#include "real/place.h"

#include <elf.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#define PAGE      4096ul
#define DOWN(a)   ((a) & ~(PAGE - 1))
#define UP(a)     DOWN((a) + PAGE - 1)
#define HEADERS   64 /* the most program headers that a file may have */
#define ENTRIES   64 /* the most entries of the auxiliary vector */
#define STACK     (64ul << 20)
#define FAILED(r) ((r) < 0 && (r) > -4096)

extern void *__libc_stack_end; /* the dynamic linker's: the stack as the kernel left it */
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned __rseq_size __attribute__((weak));

static long call6(long nr, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#define call(nr, a, b, c) call6((nr), (long)(a), (long)(b), (long)(c), 0, 0, 0)

static long map(uintptr_t at, size_t bytes, int protection, int flags, int fd,
                size_t from)
{
    return call6(SYS_mmap, (long)at, (long)bytes, protection, flags, fd, (long)from);
}

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

/* What follows the prefix in s; NULL if s does not begin with it. */
static const char *after(const char *s, const char *prefix)
{
    for (; *prefix; s++, prefix++)
        if (*s != *prefix)
            return NULL;
    return s;
}

static void copy(char *to, const char *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = from[i];
}

/* ---- a file that is to be mapped ---- */

struct file {
    int fd;
    uintptr_t base; /* the difference between its addresses and those of the process */
    uintptr_t low, high; /* the pages that it takes, before the base is added */
    Elf64_Ehdr head;
    Elf64_Phdr part[HEADERS];
};

static int file_open(struct file *f, const char *path)
{
    long fd = call6(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (fd < 0)
        return 0;
    f->fd = (int)fd;
    f->low = UINTPTR_MAX;
    f->high = 0;
    if (call(SYS_read, fd, &f->head, sizeof f->head) != sizeof f->head ||
        f->head.e_phnum > HEADERS || f->head.e_phentsize != sizeof *f->part)
        return 0;
    size_t bytes = f->head.e_phnum * sizeof *f->part;
    if (call6(SYS_pread64, fd, (long)f->part, (long)bytes, (long)f->head.e_phoff, 0, 0) !=
        (long)bytes)
        return 0;
    for (int i = 0; i < f->head.e_phnum; i++) {
        const Elf64_Phdr *p = &f->part[i];
        if (p->p_type != PT_LOAD)
            continue;
        if (DOWN(p->p_vaddr) < f->low)
            f->low = DOWN(p->p_vaddr);
        if (UP(p->p_vaddr + p->p_memsz) > f->high)
            f->high = UP(p->p_vaddr + p->p_memsz);
    }
    return f->high != 0;
}

/* The most that one of its parts wants to be aligned to. */
static uintptr_t file_alignment(const struct file *f)
{
    uintptr_t most = PAGE;
    for (int i = 0; i < f->head.e_phnum; i++)
        if (f->part[i].p_type == PT_LOAD && f->part[i].p_align > most)
            most = f->part[i].p_align;
    return most;
}

static const Elf64_Phdr *file_part(const struct file *f, uint32_t type)
{
    for (int i = 0; i < f->head.e_phnum; i++)
        if (f->part[i].p_type == type)
            return &f->part[i];
    return NULL;
}

/* Where its headers are once it is mapped. */
static uintptr_t file_headers(const struct file *f)
{
    for (int i = 0; i < f->head.e_phnum; i++) {
        const Elf64_Phdr *p = &f->part[i];
        if (p->p_type == PT_LOAD && f->head.e_phoff >= p->p_offset &&
            f->head.e_phoff < p->p_offset + p->p_filesz)
            return f->base + p->p_vaddr + f->head.e_phoff - p->p_offset;
    }
    return 0;
}

/* Maps one part: what the file has of it, and zeros behind that. */
static int map_part(const struct file *f, const Elf64_Phdr *p)
{
    int protection = (p->p_flags & PF_R ? PROT_READ : 0) |
                     (p->p_flags & PF_W ? PROT_WRITE : 0) |
                     (p->p_flags & PF_X ? PROT_EXEC : 0);
    uintptr_t from = f->base + p->p_vaddr, at = DOWN(from);
    uintptr_t end = from + p->p_filesz, zeros = UP(end), high = UP(from + p->p_memsz);
    if (p->p_filesz && FAILED(map(at, end - at, protection, MAP_PRIVATE | MAP_FIXED,
                                  f->fd, p->p_offset - (from - at))))
        return 0;
    if (!p->p_filesz)
        zeros = at;
    else if (p->p_memsz > p->p_filesz && p->p_flags & PF_W)
        for (char *z = (char *)end; z < (char *)zeros; z++)
            *(volatile char *)z = 0;
    return high <= zeros || !FAILED(map(zeros, high - zeros, protection,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
}

static int map_file(const struct file *f)
{
    for (int i = 0; i < f->head.e_phnum; i++)
        if (f->part[i].p_type == PT_LOAD && !map_part(f, &f->part[i]))
            return 0;
    call(SYS_close, f->fd, 0, 0);
    return 1;
}

/* ---- the second part ---- */

/* What the two parts know, at the low end of the new stack, where they also have their
 * own stack; all of it in so many bytes. */
#define BOTTOM (128ul << 10)

struct work {
    struct file program, linker, self;
    uintptr_t before_low, before_high; /* where the program is now */
    uintptr_t vdso, vdso_bytes;        /* the kernel's functions */
    Elf64_auxv_t *auxiliary;           /* on the new stack, where we can change it */
    size_t nauxiliary;
    uintptr_t sp;
    struct prctl_mm_map mm;
};

static _Noreturn void fail(void)
{
    for (;;)
        call(SYS_exit_group, PLACED_FAILED, 0, 0);
}

/* Takes all that is still free above PLACED_TOP, from where the kernel would give
 * something first. */
static void take_the_rest(void)
{
    for (size_t bytes = (size_t)1 << 46; bytes >= PAGE;) {
        long at =
            map(0, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (FAILED(at)) {
            bytes /= 2;
        } else if ((uintptr_t)at < PLACED_TOP) {
            uintptr_t end = (uintptr_t)at + bytes;
            call(SYS_munmap, at, (end < PLACED_TOP ? end : PLACED_TOP) - (uintptr_t)at,
                 0);
            bytes /= 2;
        }
    }
}

static void set(struct work *w, uint64_t type, uint64_t value)
{
    for (size_t i = 0; i < w->nauxiliary; i++)
        if (w->auxiliary[i].a_type == type)
            w->auxiliary[i].a_un.a_val = value;
}

/* Tells the kernel where things are now, so that others can see it in /proc, and where
 * the data ends. Where that cannot be told, only the value of brk(0) is by lot. */
static void tell(struct work *w)
{
    struct prctl_mm_map *m = &w->mm;
    const struct file *f = &w->program;
    m->start_code = m->start_data = f->base + f->low;
    m->end_code = m->end_data = f->base + f->high - 1;
    m->start_brk = m->brk = f->base + f->high;
    m->start_stack = w->sp;
    m->auxv = (void *)w->auxiliary;
    m->auxv_size = (uint32_t)(w->nauxiliary * sizeof *w->auxiliary);
    m->exe_fd = (uint32_t)-1;
    call6(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP, (long)m, sizeof *m, 0, 0);
}

__attribute__((noinline)) static _Noreturn void begin_again(struct work *w)
{
    struct file *f = &w->program, *linker = &w->linker;
    call(SYS_munmap, w->before_low, w->before_high - w->before_low, 0);
    if (FAILED(call(SYS_munmap, PLACED_TOP, PLACED_END - PLACED_TOP, 0))) {
        /* the kernel does not part with its functions */
        call(SYS_munmap, PLACED_TOP, w->vdso - (64 << 10) - PLACED_TOP, 0);
        uintptr_t next = w->vdso + w->vdso_bytes;
        call(SYS_munmap, next, PLACED_END - next, 0);
    }
    take_the_rest();
    uintptr_t from = DOWN(f->base + f->low), bytes = f->high - f->low;
    if (FAILED(map(from, bytes, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                   0)) ||
        call(SYS_munmap, from, bytes, 0) || !map_file(f) || !map_file(linker))
        fail();
    set(w, AT_PHDR, file_headers(f));
    set(w, AT_ENTRY, f->base + f->head.e_entry);
    set(w, AT_BASE, linker->base);
    tell(w);
    /* What we have left on the stack goes: nobody is to see addresses drawn by lot. */
    __asm__ volatile("mov %0, %%rsp\n    syscall\n    xor %%edx, %%edx\n"
                     "    xor %%ebp, %%ebp\n    jmp *%1"
                     :
                     : "r"(w->sp), "r"(linker->base + linker->head.e_entry),
                       "a"((long)SYS_madvise), "D"(PLACED_STACK - STACK), "S"(BOTTOM),
                       "d"((long)MADV_DONTNEED)
                     : "rcx", "r11", "memory");
    __builtin_unreachable();
}

/* ---- the first part ---- */

/* The size of the kernel's functions. */
static uintptr_t vdso_bytes(uintptr_t at)
{
    const Elf64_Ehdr *head = (const void *)at;
    const Elf64_Phdr *p = (const void *)(at + head->e_phoff);
    uintptr_t bytes = 0;
    for (int i = 0; i < head->e_phnum; i++)
        if (p[i].p_type == PT_LOAD && UP(p[i].p_vaddr + p[i].p_memsz) > bytes)
            bytes = UP(p[i].p_vaddr + p[i].p_memsz);
    return bytes;
}

static uint64_t value(const Elf64_auxv_t *a, uint64_t type)
{
    for (; a->a_type; a++)
        if (a->a_type == type)
            return a->a_un.a_val;
    return 0;
}

/* The kernel would go on writing to storage of the thread that will be gone. */
static int leave_rseq(void)
{
    if (!&__rseq_size || !__rseq_size)
        return 1;
    char *at = (char *)__builtin_thread_pointer() + __rseq_offset;
    for (unsigned bytes = 32; bytes <= 256; bytes += 32)
        if (!call6(SYS_rseq, (long)at, bytes, 1, 0x53053053, 0, 0))
            return 1;
    return 0;
}

static void restore_limit(const char *text)
{
    struct rlimit limit;
    uint64_t n = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        n = 10 * n + (uint64_t)(*text - '0');
    if (call6(SYS_prlimit64, 0, RLIMIT_STACK, 0, (long)&limit, 0, 0))
        return;
    limit.rlim_cur = n;
    call6(SYS_prlimit64, 0, RLIMIT_STACK, (long)&limit, 0, 0, 0);
}

/* What the kernel has put on the stack. */
struct given {
    long argc;
    char **argv, **envp;
    Elf64_auxv_t *auxiliary;
};

static struct given look(void)
{
    struct given g;
    long *sp = __libc_stack_end;
    g.argc = *sp;
    g.argv = (char **)(sp + 1);
    g.envp = g.argv + g.argc + 1;
    char **end = g.envp;
    while (*end)
        end++;
    g.auxiliary = (Elf64_auxv_t *)(end + 1);
    return g;
}

/* Puts bytes on the new stack. */
static char *put(uintptr_t *sp, const void *bytes, size_t n)
{
    *sp -= n;
    copy((char *)*sp, bytes, n);
    return (char *)*sp;
}

#define AUDIT "LD_AUDIT="

/* Opens our own file, which is the first in the list. Returns what follows it there, or
 * NULL. */
static const char *open_self(struct work *w, const char *list)
{
    char path[4096];
    size_t n = 0;
    for (; list[n] && list[n] != ':' && n < sizeof path - 1; n++)
        ((volatile char *)path)[n] = list[n];
    path[n] = '\0';
    return file_open(&w->self, path) ? list + n : NULL;
}

/* Writes the new stack: the same, without what is ours. */
static int write_stack(struct work *w, const struct given *g)
{
    static const char chance[16] = "no lot is drawn";
    uintptr_t sp = PLACED_STACK - 8;
    size_t nenv = 0, n = 0;
    for (char **e = g->envp; *e; e++)
        nenv++;
    const char *name = (const char *)value(g->auxiliary, AT_EXECFN);
    const char *platform = (const char *)value(g->auxiliary, AT_PLATFORM);
    name = put(&sp, name, length(name) + 1);
    platform = platform ? put(&sp, platform, length(platform) + 1) : NULL;
    const char *random = put(&sp, chance, sizeof chance);
    /* The strings first, from the last to the first, and then the pointers to them. */
    uintptr_t pointers = sp;
    for (size_t i = 0; i < nenv; i++)
        pointers -= length(g->envp[i]) + 1;
    for (long i = 0; i < g->argc; i++)
        pointers -= length(g->argv[i]) + 1;
    pointers &= ~15ul;
    while (n < ENTRIES && g->auxiliary[n].a_type)
        n++;
    size_t words = 1 + (size_t)g->argc + 1 + nenv + 1 + 2 * (n + 1);
    uint64_t *to = (uint64_t *)((pointers - words * 8) & ~15ul);
    w->sp = (uintptr_t)to;
    *to++ = (uint64_t)g->argc;
    w->mm.env_end = sp;
    w->mm.arg_end = w->mm.env_start = w->mm.arg_start = sp;
    for (long i = 0; i < g->argc; i++)
        *to++ = (uint64_t)put(&sp, g->argv[i], length(g->argv[i]) + 1);
    *to++ = 0;
    for (char **e = g->envp; *e; e++) {
        const char *audit = after(*e, AUDIT), *limit = after(*e, PLACED_ENV "=");
        if (limit)
            restore_limit(limit);
        if (audit && !w->self.high) {
            audit = open_self(w, audit);
            if (audit && *audit == ':') { /* what the user has given */
                put(&sp, audit + 1, length(audit + 1) + 1);
                *to++ = (uint64_t)put(&sp, AUDIT, sizeof AUDIT - 1);
            }
        } else if (!limit) {
            *to++ = (uint64_t)put(&sp, *e, length(*e) + 1);
        }
    }
    *to++ = 0;
    w->mm.arg_start = w->mm.env_start = sp;
    w->auxiliary = (Elf64_auxv_t *)to;
    w->nauxiliary = n + 1;
    for (size_t i = 0; i <= n; i++) {
        Elf64_auxv_t *a = &w->auxiliary[i];
        a->a_type = i < n ? g->auxiliary[i].a_type : AT_NULL;
        a->a_un.a_val = i < n ? g->auxiliary[i].a_un.a_val : 0;
        if (a->a_type == AT_SYSINFO_EHDR)
            a->a_type = AT_IGNORE; /* system calls do the same, and the agent sees them */
    }
    set(w, AT_EXECFN, (uint64_t)name);
    set(w, AT_PLATFORM, (uint64_t)platform);
    set(w, AT_RANDOM, (uint64_t)random);
    return w->self.high != 0;
}

/* The dynamic linker that the program names. */
static int open_linker(struct work *w)
{
    char path[256];
    const Elf64_Phdr *p = file_part(&w->program, PT_INTERP);
    if (!p || p->p_filesz > sizeof path ||
        call6(SYS_pread64, w->program.fd, (long)path, (long)p->p_filesz,
              (long)p->p_offset, 0, 0) != (long)p->p_filesz)
        return 0;
    if (!file_open(&w->linker, path))
        return 0;
    w->linker.base = (PLACED_TOP - (w->linker.high - w->linker.low)) &
                     ~(file_alignment(&w->linker) - 1);
    return 1;
}

static int open_files(struct work *w, const struct given *g)
{
    struct file *f = &w->program;
    if (!file_open(f, (const char *)value(g->auxiliary, AT_EXECFN)) || !open_linker(w))
        return 0;
    f->base = 0;
    uintptr_t headers = file_headers(f), before = value(g->auxiliary, AT_PHDR) - headers;
    if (f->head.e_type == ET_DYN)
        f->base = PLACED_PROGRAM & ~(file_alignment(f) - 1);
    w->before_low = before + f->low;
    w->before_high = before + f->high;
    return headers != 0;
}

static void lay_out(const struct given *g)
{
    int anonymous = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    int protection = PROT_READ | PROT_WRITE;
    uintptr_t low = PLACED_STACK - STACK;
    if (map(low, STACK, protection, anonymous, -1, 0) != (long)low)
        return;
    struct work *w = (struct work *)low;
    if (!open_files(w, g) || !write_stack(w, g))
        return;
    const Elf64_Phdr *executable = file_part(&w->program, PT_GNU_STACK);
    if ((!executable || executable->p_flags & PF_X) &&
        call(SYS_mprotect, low, STACK, protection | PROT_EXEC))
        return;
    size_t bytes = w->self.high - w->self.low;
    if (map(PLACED_SELF, bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED_NOREPLACE,
            w->self.fd, 0) != (long)PLACED_SELF)
        return;
    call(SYS_close, w->self.fd, 0, 0);
    uintptr_t vdso = value(g->auxiliary, AT_SYSINFO_EHDR);
    w->vdso = vdso ? vdso : PLACED_END;
    w->vdso_bytes = vdso ? vdso_bytes(vdso) : 0;
    if (!leave_rseq())
        return;
    extern const char first[] __asm__("__ehdr_start")
        __attribute__((visibility("hidden")));
    uintptr_t code = (uintptr_t)&begin_again - (uintptr_t)first + PLACED_SELF;
    __asm__ volatile("mov %0, %%rsp\n    jmp *%1"
                     :
                     : "r"(low + BOTTOM - 8), "r"(code), "D"(w)
                     : "memory");
}

unsigned la_version(unsigned); /* as <link.h> has it */

/* Called by the dynamic linker as soon as we are there. If the process cannot be laid
 * out, it goes on as it is, and the agent sees that. */
__attribute__((visibility("default"))) unsigned la_version(unsigned version)
{
    struct given g = look();
    lay_out(&g);
    return version;
}
