/* SPDX-License-Identifier: Apache-2.0
 *
 * watch_string.c - libc's functions for strings look at more than they are asked for.
 *
 * memcmp(), strnlen() and their like load whole vectors, which reach behind the end of
 * the string (and, aligned, before its beginning), into whatever lies there. That is no
 * access of the program's. What is one follows from the arguments, which the registers do
 * not hold any more when a load faults. So all calls go through string_enter(), which
 * notes the arguments while memory is watched. Calls go through tables of addresses,
 * which the dynamic linker has filled; also those from one function of libc to another.
 * A program that has asked dlsym() for the address is not seen to call; what the function
 * looks at is taken for the program's access then. */
#include "agent/system/syscall.h"
#include "agent/watch/watching.h"
#include "agent/x86/frame.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <wchar.h>

/* ---- the functions ---- */

/* What a function reads of its first and of its second argument. */
enum reads {
    NOTHING,
    ALL,            /* as many characters as are asked for */
    TO_END,         /* to the end of the string, but not more characters than that */
    TO_VERY_END,    /* to the end, however many are asked for */
    TO_CHAR,        /* to the first character that is the second argument */
    TO_CHAR_OR_END, /* to the end, or to that character */
    FROM_CHAR,      /* from the last character that is the second argument */
    TO_OTHER, /* to the end, or to the first that differs from the other string's; */
    TO_OTHER_LETTER, /* upper and lower case are the same */
    TO_MEMBER,       /* to the end, or to the first that is in the other string; */
    TO_STRANGER,     /* that is not in it */
    TO_MATCH,        /* to the end, or to the end of the other string in it */
};

static const struct {
    const char *name;
    enum reads reads[2];
    uint8_t limit;  /* which argument is the largest number of characters; 0: none */
    uint8_t width;  /* of a character */
    uint8_t locale; /* which argument is the locale; 0: none */
} functions[] = {
    {"memcmp", {ALL, ALL}, 3, 1, 0},
    {"__memcmpeq", {ALL, ALL}, 3, 1, 0},
    {"memchr", {TO_CHAR}, 3, 1, 0},
    {"rawmemchr", {TO_CHAR}, 0, 1, 0},
    {"memrchr", {FROM_CHAR}, 3, 1, 0},
    {"strlen", {TO_END}, 0, 1, 0},
    {"strnlen", {TO_END}, 2, 1, 0},
    {"strchr", {TO_CHAR_OR_END}, 0, 1, 0},
    {"strchrnul", {TO_CHAR_OR_END}, 0, 1, 0},
    {"strrchr", {TO_END}, 0, 1, 0},
    {"strcmp", {TO_OTHER, TO_OTHER}, 0, 1, 0},
    {"strncmp", {TO_OTHER, TO_OTHER}, 3, 1, 0},
    {"strcasecmp", {TO_OTHER_LETTER, TO_OTHER_LETTER}, 0, 1, 0},
    {"strncasecmp", {TO_OTHER_LETTER, TO_OTHER_LETTER}, 3, 1, 0},
    {"strcasecmp_l", {TO_OTHER_LETTER, TO_OTHER_LETTER}, 0, 1, 3},
    {"strncasecmp_l", {TO_OTHER_LETTER, TO_OTHER_LETTER}, 3, 1, 4},
    {"strcpy", {NOTHING, TO_END}, 0, 1, 0},
    {"stpcpy", {NOTHING, TO_END}, 0, 1, 0},
    {"strncpy", {NOTHING, TO_END}, 3, 1, 0},
    {"stpncpy", {NOTHING, TO_END}, 3, 1, 0},
    {"strcat", {TO_END, TO_END}, 0, 1, 0},
    {"strncat", {TO_VERY_END, TO_END}, 3, 1, 0},
    {"strspn", {TO_STRANGER, TO_END}, 0, 1, 0},
    {"strcspn", {TO_MEMBER, TO_END}, 0, 1, 0},
    {"strpbrk", {TO_MEMBER, TO_END}, 0, 1, 0},
    {"strstr", {TO_MATCH, TO_END}, 0, 1, 0},
    {"wmemcmp", {ALL, ALL}, 3, sizeof(wchar_t), 0},
    {"wmemchr", {TO_CHAR}, 3, sizeof(wchar_t), 0},
    {"wcslen", {TO_END}, 0, sizeof(wchar_t), 0},
    {"wcsnlen", {TO_END}, 2, sizeof(wchar_t), 0},
    {"wcschr", {TO_CHAR_OR_END}, 0, sizeof(wchar_t), 0},
    {"wcsrchr", {TO_END}, 0, sizeof(wchar_t), 0},
    {"wcscmp", {TO_OTHER, TO_OTHER}, 0, sizeof(wchar_t), 0},
    {"wcsncmp", {TO_OTHER, TO_OTHER}, 3, sizeof(wchar_t), 0},
    {"wcscpy", {NOTHING, TO_END}, 0, sizeof(wchar_t), 0},
};
enum { COUNT = sizeof functions / sizeof *functions };

/* ---- entering them ---- */

/* The call that is under way. Assembler knows this structure. */
struct string_call {
    uint64_t sp; /* the stack pointer before the call; 0: there is none */
    uint64_t arg[4];
    uint32_t function;
    uint32_t known; /* has it been found out what it reads? */
};
_Static_assert(offsetof(struct string_call, function) == 40, "see string_enter");

#define SEEN_BY_ASSEMBLER __attribute__((visibility("hidden"), used))

extern struct string_call string_call;
extern const bool *string_inside;
extern const void *string_real[COUNT];
SEEN_BY_ASSEMBLER struct string_call string_call;
SEEN_BY_ASSEMBLER const bool *string_inside;
SEEN_BY_ASSEMBLER const void *string_real[COUNT]; /* the functions themselves */

/* For each function a few instructions that say which one it is. A function that another
 * one calls, further down the stack, reads what the program has asked the other for. What
 * is left on the stack does not tell that memory was watched. */
enum { STUB = 16 };
void string_stubs(void);
__asm__(".text\n"
        ".p2align 4\n"
        ".globl string_stubs\n"
        ".hidden string_stubs\n"
        ".type string_stubs, @function\n"
        "string_stubs:\n"
        "    .cfi_startproc\n"
        "    .set number, 0\n"
        "    .rept 64\n"
        "    .p2align 4\n"
        "    movl $number, %r11d\n"
        "    jmp string_enter\n"
        "    .set number, number + 1\n"
        "    .endr\n"
        "string_enter:\n"
        "    movq string_inside(%rip), %r10\n"
        "    cmpb $0, (%r10)\n"
        "    leaq string_real(%rip), %r10\n"
        "    jne 1f\n"
        "    cmpq %rsp, string_call(%rip)\n"
        "    ja 1f\n"
        "    movq %rsp, string_call(%rip)\n"
        "    movq %rdi, string_call + 8(%rip)\n"
        "    movq %rsi, string_call + 16(%rip)\n"
        "    movq %rdx, string_call + 24(%rip)\n"
        "    movq %rcx, string_call + 32(%rip)\n"
        "    movq %r11, string_call + 40(%rip)\n" /* not known */
        "    subq $8, %rsp\n    .cfi_adjust_cfa_offset 8\n"
        "    call *(%r10, %r11, 8)\n"
        "    movq $0, -8(%rsp)\n"
        "    addq $8, %rsp\n    .cfi_adjust_cfa_offset -8\n"
        "    movq $0, string_call(%rip)\n"
        "    ret\n"
        "1:  jmp *(%r10, %r11, 8)\n"
        "    .cfi_endproc\n"
        ".size string_stubs, . - string_stubs\n");
_Static_assert(COUNT <= 64, "a stub for each");

static const void *stub_of(uint32_t function)
{
    return (const char *)(uintptr_t)string_stubs + (size_t)STUB * function;
}

void watch_string_end(void)
{
    string_call.sp = 0;
}

/* ---- tables of addresses ---- */

/* What the dynamic linker has done to a module. */
struct module {
    uintptr_t base;
    uintptr_t low, high; /* what was made read-only after that */
};

static void put(const struct module *m, const void **at, const void *value)
{
    uintptr_t page = page_down((uintptr_t)at);
    bool constant = (uintptr_t)at >= m->low && (uintptr_t)at < m->high;
    if (constant && agent_syscall(SYS_mprotect, page, PAGE, PROT_READ | PROT_WRITE))
        return;
    *at = value;
    if (constant)
        agent_syscall(SYS_mprotect, page, PAGE, PROT_READ);
}

static void redirect(const struct module *m, const Elf64_Rela *r, size_t n)
{
    if (!r || (uintptr_t)r < m->base)
        return; /* the vdso, whose addresses are not adjusted, calls nobody */
    for (; n--; r++) {
        unsigned type = (unsigned)ELF64_R_TYPE(r->r_info);
        const void **at = (const void **)(m->base + r->r_offset);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT &&
            type != R_X86_64_64 && type != R_X86_64_IRELATIVE)
            continue;
        const void *is = *at;
        for (uint32_t i = 0; is && i < COUNT; i++)
            if (is == string_real[i]) {
                put(m, at, stub_of(i));
                break;
            }
    }
}

static int redirect_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    struct module m = {.base = info->dlpi_addr};
    const Elf64_Dyn *d = NULL;
    const Elf64_Rela *plt = NULL, *others = NULL;
    size_t plt_bytes = 0, bytes = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const Elf64_Phdr *h = &info->dlpi_phdr[i];
        uintptr_t at = m.base + h->p_vaddr;
        if (h->p_type == PT_DYNAMIC)
            d = (const Elf64_Dyn *)at;
        if (h->p_type == PT_LOAD && (uintptr_t)&agent - at < h->p_memsz)
            return 0; /* ours */
        if (h->p_type == PT_GNU_RELRO) {
            m.low = page_down(at);
            m.high = page_down(at + h->p_memsz);
        }
    }
    for (; d && d->d_tag != DT_NULL; d++) {
        const Elf64_Rela *table = (const Elf64_Rela *)d->d_un.d_ptr;
        if (d->d_tag == DT_JMPREL)
            plt = table;
        else if (d->d_tag == DT_PLTRELSZ)
            plt_bytes = d->d_un.d_val;
        else if (d->d_tag == DT_RELA)
            others = table;
        else if (d->d_tag == DT_RELASZ)
            bytes = d->d_un.d_val;
    }
    redirect(&m, plt, plt_bytes / sizeof *plt);
    redirect(&m, others, bytes / sizeof *others);
    return 0;
}

void watch_strings(void)
{
    string_inside = &agent.watching->inside;
    for (uint32_t i = 0; i < COUNT; i++)
        string_real[i] = dlsym(RTLD_NEXT, functions[i].name);
    dl_iterate_phdr(redirect_module, NULL);
}

/* ---- what a call reads ---- */

struct string { /* one of its arguments */
    uintptr_t at;
    unsigned width;
    uintptr_t page; /* is accessible */
};

/* Makes the page of this address accessible. False if it is not the program's. A string
 * without an end may lead anywhere. */
static bool reach(struct string *s, uintptr_t a)
{
    enum { NO_SUCH_WAY = 99, SIGNALS = 8 };
    uintptr_t page = page_down(a);
    if (!page || page == s->page)
        return page;                 /* there is nothing at 0 */
    if (!watch_open((void *)page) && /* the kernel reads the set first */
        agent_syscall(SYS_rt_sigprocmask, NO_SUCH_WAY, page, NULL, SIGNALS) == -EFAULT)
        return false;
    s->page = page;
    return true;
}

/* The character with this index; false if there is none, because no memory is there. */
static bool get(struct string *s, size_t i, wchar_t *c)
{
    uintptr_t a = s->at + i * s->width;
    if (s->width == 1) {
        if (!reach(s, a))
            return false;
        *c = *(const unsigned char *)a;
        return true;
    }
    if (!reach(s, a + s->width - 1) || !reach(s, a))
        return false;
    __builtin_memcpy(c, (const void *)a, sizeof *c);
    return true;
}

static bool is_in(struct string *s, wchar_t c)
{
    wchar_t x;
    for (size_t i = 0; get(s, i, &x) && x; i++)
        if (x == c)
            return true;
    return false;
}

static bool begins(struct string *s, size_t at, struct string *with, size_t *end)
{
    wchar_t x, y;
    for (size_t i = 0; get(with, i, &y); i++) {
        *end = at + i;
        if (!y)
            return true;
        if (!get(s, at + i, &x) || x != y)
            return false;
    }
    return false;
}

static wchar_t letter(const struct string_call *c, wchar_t x)
{
    unsigned locale = functions[c->function].locale;
    return locale ? tolower_l(x, (locale_t)c->arg[locale - 1]) : tolower(x);
}

/* Is this character, which is not the end of the string, the last that is read? */
static bool is_last(const struct string_call *c, enum reads reads, struct string *other,
                    size_t i, wchar_t x)
{
    wchar_t y = 0, looked_for = (wchar_t)c->arg[1];
    switch (reads) {
    case TO_CHAR:
    case TO_CHAR_OR_END:
        return x == (other->width == 1 ? (looked_for & 0xff) : looked_for);
    case TO_OTHER:
        return !get(other, i, &y) || x != y;
    case TO_OTHER_LETTER:
        return !get(other, i, &y) || letter(c, x) != letter(c, y);
    case TO_MEMBER:
        return is_in(other, x);
    case TO_STRANGER:
        return !is_in(other, x);
    default:
        return false;
    }
}

/* The number of characters that are read of a string. */
static size_t read_of(const struct string_call *c, enum reads reads, struct string *s,
                      struct string *other, size_t limit)
{
    size_t i = 0, end;
    wchar_t x;
    if (reads == NOTHING || reads == ALL || reads == FROM_CHAR)
        return reads == NOTHING ? 0 : limit;
    for (; i < limit && get(s, i, &x); i++) {
        if (reads == TO_MATCH && begins(s, i, other, &end))
            return end;
        if ((!x && reads != TO_CHAR) || is_last(c, reads, other, i, x))
            return i + 1;
    }
    return i;
}

/* The characters before this one are not read by a function that goes backwards. */
static size_t not_read_of(const struct string_call *c, struct string *s, size_t n)
{
    wchar_t x;
    while (n && get(s, n - 1, &x) && x != (wchar_t)(c->arg[1] & 0xff))
        n--;
    return n ? n - 1 : 0;
}

static struct memory_part reads[2]; /* of the call that is under way */

static void find_reads(struct string_call *c)
{
    unsigned width = functions[c->function].width, nth = functions[c->function].limit;
    for (int k = 0; k < 2; k++) {
        enum reads kind = functions[c->function].reads[k];
        struct string s = {.at = c->arg[k], .width = width},
                      other = {.at = c->arg[!k], .width = width};
        size_t limit = (UINTPTR_MAX - s.at) / width, from = 0;
        if (nth && kind != TO_VERY_END && c->arg[nth - 1] < limit)
            limit = c->arg[nth - 1];
        size_t n = read_of(c, kind, &s, &other, limit);
        if (kind == FROM_CHAR)
            from = not_read_of(c, &s, n);
        reads[k] = (struct memory_part){s.at + from * width, s.at + n * width};
    }
    c->known = true;
}

void watch_string_access(const ucontext_t *u, struct memory_access *access)
{
    struct string_call *c = &string_call;
    struct memory_access all = *access;
    if (access->write || frame_sp(u) >= c->sp)
        return;
    if (!c->known)
        find_reads(c);
    access->n = 0;
    for (uint32_t i = 0; i < 2 * all.n && access->n < MOST_PARTS; i++) {
        struct memory_part x = all.part[i / 2], y = reads[i % 2];
        x.low = y.low > x.low ? y.low : x.low;
        x.high = y.high < x.high ? y.high : x.high;
        if (x.low < x.high)
            access->part[access->n++] = x;
    }
}
