/* SPDX-License-Identifier: Apache-2.0
 *
 * code.c - see code.h.
 *
 * Functions are taken from the symbols and, for those without, from the tables by which
 * frames are unwound, which are there in stripped programs too. Each is decoded from its
 * first byte on, and what lies between them (the stubs of the PLT, the start) as it
 * comes. A name of another library is what the relocation of the word says through which
 * it is called. */
#include "real/flow/code.h"

#include <capstone/capstone.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* ---- functions ---- */

static int by_low(const void *x, const void *y)
{
    const struct function *a = x, *b = y;
    return a->low != b->low ? (a->low > b->low) - (a->low < b->low)
                            : (a->high < b->high) - (a->high > b->high);
}

static void add_symbols(struct code *c)
{
    GElf_Shdr h;
    GElf_Sym sym;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(c->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || (h.sh_type != SHT_SYMTAB && h.sh_type != SHT_DYNSYM))
            continue;
        Elf_Data *all = elf_getdata(s, NULL);
        for (int k = 0; gelf_getsym(all, k, &sym); k++) {
            const char *name = elf_strptr(c->elf, h.sh_link, sym.st_name);
            if (GELF_ST_TYPE(sym.st_info) == STT_FUNC && sym.st_shndx != SHN_UNDEF &&
                sym.st_size)
                vec_push(&c->functions,
                         (struct function){.low = sym.st_value,
                                           .high = sym.st_value + sym.st_size,
                                           .name = name ? name : ""});
        }
    }
}

static Elf_Data *section_data(const struct code *c, const char *name, GElf_Shdr *h)
{
    size_t strings;
    if (elf_getshdrstrndx(c->elf, &strings))
        return NULL;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(c->elf, s)) != NULL;) {
        const char *its =
            gelf_getshdr(s, h) ? elf_strptr(c->elf, strings, h->sh_name) : NULL;
        if (its && !strcmp(its, name))
            return h->sh_type == SHT_NOBITS ? NULL : elf_getdata(s, NULL);
    }
    return NULL;
}

/* The tables for unwinding: how many bytes from the start of .eh_frame a frame's
 * description is, and from there a range of code that is relative to itself, which is
 * what every compiler for x86-64 writes. Others are left out. */
static void add_frames(struct code *c)
{
    GElf_Shdr h;
    Elf_Data *d = section_data(c, ".eh_frame", &h);
    if (!d || !d->d_buf)
        return;
    Dwarf_CFI_Entry entry;
    for (Dwarf_Off at = 0, next;
         dwarf_next_cfi((unsigned char *)elf_getident(c->elf, NULL), d, true, at, &next,
                        &entry) == 0;
         at = next) {
        const uint8_t *start = dwarf_cfi_cie_p(&entry) ? NULL : entry.fde.start;
        if (!start || entry.fde.end - start < 8)
            continue;
        int32_t low;
        uint32_t size;
        memcpy(&low, start, sizeof low);
        memcpy(&size, start + 4, sizeof size);
        uint64_t here = h.sh_addr + (uint64_t)(start - (const uint8_t *)d->d_buf);
        uint64_t from = here + (uint64_t)(int64_t)low;
        vec_push(&c->functions,
                 (struct function){.low = from, .high = from + size, .name = ""});
    }
}

/* Names come before frames without one, and of several that overlap the first counts. */
static void sort_functions(struct code *c)
{
    size_t kept = 0;
    if (c->functions.len)
        qsort(c->functions.at, c->functions.len, sizeof *c->functions.at, by_low);
    for (size_t i = 0; i < c->functions.len; i++) {
        struct function *f = &c->functions.at[i];
        struct function *last = kept ? &c->functions.at[kept - 1] : NULL;
        if (last && f->low < last->high) {
            if (!*last->name && *f->name && f->low == last->low)
                last->name = f->name;
            continue;
        }
        c->functions.at[kept++] = *f;
    }
    c->functions.len = kept;
}

static uint32_t named(const struct code *c, const char *name, size_t n)
{
    for (uint32_t i = 0; i < c->functions.len; i++)
        if (!strncmp(c->functions.at[i].name, name, n) && !c->functions.at[i].name[n])
            return i;
    return NOWHERE;
}

static void join_parts(struct code *c)
{
    for (uint32_t i = 0; i < c->functions.len; i++) {
        const char *name = c->functions.at[i].name;
        const char *cold = strstr(name, ".cold");
        uint32_t whole = cold ? named(c, name, (size_t)(cold - name)) : NOWHERE;
        c->functions.at[i].whole = whole == NOWHERE ? i : whole;
    }
}

uint32_t code_function(const struct code *c, uint64_t address)
{
    size_t low = 0, high = c->functions.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->functions.at[middle].high <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->functions.len && c->functions.at[low].low <= address ? (uint32_t)low
                                                                         : NOWHERE;
}

uint32_t code_at(const struct code *c, uint64_t address)
{
    size_t low = 0, high = c->insns.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->insns.at[middle].at < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->insns.len && c->insns.at[low].at == address ? (uint32_t)low : NOWHERE;
}

static void take(struct code *c, uint64_t address)
{
    uint32_t f = code_function(c, address);
    if (f != NOWHERE && c->functions.at[f].low == address)
        c->functions.at[f].taken = true;
}

/* ---- words that hold addresses ---- */

struct slot {
    uint64_t at;
    const char *name;
};

struct slots {
    VEC(struct slot) all;
};

static int by_at(const void *x, const void *y)
{
    const struct slot *a = x, *b = y;
    return (a->at > b->at) - (a->at < b->at);
}

static const char *slot_name(const struct slots *s, uint64_t at)
{
    const struct slot *found = s->all.len ? bsearch(&(struct slot){.at = at}, s->all.at,
                                                    s->all.len, sizeof *s->all.at, by_at)
                                          : NULL;
    return found ? found->name : NULL;
}

static void read_relocations(struct code *c, struct slots *slots)
{
    GElf_Shdr h, its;
    GElf_Rela r;
    GElf_Sym sym;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(c->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || h.sh_type != SHT_RELA || !(h.sh_flags & SHF_ALLOC))
            continue;
        Elf_Data *all = elf_getdata(s, NULL);
        Elf_Scn *table = elf_getscn(c->elf, h.sh_link);
        Elf_Data *symbols =
            table && gelf_getshdr(table, &its) ? elf_getdata(table, NULL) : NULL;
        for (int k = 0; gelf_getrela(all, k, &r); k++) {
            int which = (int)GELF_R_SYM(r.r_info);
            if (!which) {
                take(c, (uint64_t)r.r_addend);
            } else if (symbols && gelf_getsym(symbols, which, &sym)) {
                const char *name = elf_strptr(c->elf, its.sh_link, sym.st_name);
                if (sym.st_shndx != SHN_UNDEF)
                    take(c, sym.st_value);
                else if (name && *name)
                    vec_push(&slots->all, (struct slot){r.r_offset, name});
            }
        }
    }
    if (slots->all.len)
        qsort(slots->all.at, slots->all.len, sizeof *slots->all.at, by_at);
}

/* Words of data that look like the address of a function. What runs before main is not
 * called again. */
static void read_data(struct code *c)
{
    size_t strings;
    GElf_Shdr h;
    if (elf_getshdrstrndx(c->elf, &strings))
        return;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(c->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || h.sh_type == SHT_NOBITS ||
            !(h.sh_flags & SHF_ALLOC) || (h.sh_flags & SHF_EXECINSTR) ||
            h.sh_type == SHT_INIT_ARRAY || h.sh_type == SHT_PREINIT_ARRAY)
            continue;
        Elf_Data *d = elf_getdata(s, NULL);
        for (size_t at = 0; d && d->d_buf && at + 8 <= d->d_size; at += 8) {
            uint64_t word;
            memcpy(&word, (const char *)d->d_buf + at, sizeof word);
            take(c, word);
        }
    }
}

/* ---- instructions ---- */

struct decoding {
    struct code *code;
    struct slots slots;
    csh engine;
    cs_insn *insn;
    uint64_t entry;   /* where the program starts: what it takes the address of is main */
    VEC(uint64_t) to; /* of each instruction, as an address */
};

static bool in_group(const cs_insn *i, uint8_t group)
{
    for (int k = 0; k < i->detail->groups_count; k++)
        if (i->detail->groups[k] == group)
            return true;
    return false;
}

/* The address of a word that an operand reads relative to the instruction; 0 if it is
 * something else. */
static uint64_t word_of(const cs_insn *i, const cs_x86_op *o)
{
    if (o->type != X86_OP_MEM || o->mem.index != X86_REG_INVALID)
        return 0;
    if (o->mem.base == X86_REG_RIP)
        return i->address + i->size + (uint64_t)o->mem.disp;
    return o->mem.base == X86_REG_INVALID && o->mem.segment == X86_REG_INVALID
               ? (uint64_t)o->mem.disp
               : 0;
}

/* Is a jump to this operand one by a table? A table of addresses is read by the jump
 * itself; one of distances a few instructions before it, as a signed number of 4 bytes to
 * which the table's address is added. */
static bool by_table(const cs_x86_op *o, bool distances)
{
    return (o->type == X86_OP_MEM && o->mem.index != X86_REG_INVALID &&
            o->mem.scale == 8) ||
           (o->type == X86_OP_REG && distances);
}

static void look_for_addresses(struct decoding *d, const cs_insn *i)
{
    uint32_t f = code_function(d->code, i->address);
    if (f == NOWHERE ? i->address >= d->entry && i->address < d->entry + 64
                     : d->code->functions.at[f].low == d->entry)
        return;
    const cs_x86 *x = &i->detail->x86;
    for (int k = 0; k < x->op_count; k++) {
        if (x->operands[k].type == X86_OP_IMM && !in_group(i, CS_GRP_CALL) &&
            !in_group(i, CS_GRP_JUMP))
            take(d->code, (uint64_t)x->operands[k].imm);
        else if (i->id == X86_INS_LEA)
            take(d->code, word_of(i, &x->operands[k]));
    }
}

static void add_insn(struct decoding *d, bool *distances)
{
    const cs_insn *i = d->insn;
    const cs_x86 *x = &i->detail->x86;
    const cs_x86_op *o = x->op_count ? &x->operands[x->op_count - 1] : NULL;
    struct flow_insn n = {.at = i->address, .length = (uint8_t)i->size, .to = NOWHERE};
    uint64_t to = 0;
    bool call = in_group(i, CS_GRP_CALL), jump = in_group(i, CS_GRP_JUMP);
    n.function = code_function(d->code, i->address);
    if (in_group(i, CS_GRP_RET) || in_group(i, CS_GRP_IRET)) {
        n.kind = RETURNS;
    } else if (i->id == X86_INS_UD2 || i->id == X86_INS_HLT) {
        n.kind = STOPS;
    } else if ((call || jump) && o && o->type == X86_OP_IMM) {
        to = (uint64_t)o->imm;
        n.kind = call ? CALLS : i->id == X86_INS_JMP ? JUMPS : BRANCHES;
    } else if (call || (jump && i->id == X86_INS_JMP)) {
        n.name = o ? slot_name(&d->slots, word_of(i, o)) : NULL;
        if (n.name)
            n.kind = call ? CALLS_OUT : JUMPS_OUT;
        else
            n.kind = call                           ? CALLS_ANY
                     : o && by_table(o, *distances) ? JUMPS_INSIDE
                                                    : JUMPS_ANY;
    } else {
        look_for_addresses(d, i);
    }
    if (i->id == X86_INS_MOVSXD && o && o->type == X86_OP_MEM && o->mem.scale == 4)
        *distances = true;
    else if (n.kind != GOES_ON)
        *distances = false;
    vec_push(&d->code->insns, n);
    vec_push(&d->to, to);
}

/* Bytes that are no instruction are passed over one by one. */
static void decode(struct decoding *d, const uint8_t *bytes, uint64_t low, uint64_t high)
{
    size_t left = (size_t)(high - low);
    uint64_t at = low;
    bool distances = false;
    while (left)
        if (cs_disasm_iter(d->engine, &bytes, &left, &at, d->insn)) {
            add_insn(d, &distances);
        } else {
            bytes++, at++, left--;
        }
}

/* The next address at which a function begins or ends. */
static uint64_t next_border(const struct code *c, uint64_t at, uint64_t high)
{
    size_t low = 0, top = c->functions.len;
    while (low < top) {
        size_t middle = (low + top) / 2;
        if (c->functions.at[middle].high <= at)
            low = middle + 1;
        else
            top = middle;
    }
    if (low == c->functions.len)
        return high;
    uint64_t border = c->functions.at[low].low > at ? c->functions.at[low].low
                                                    : c->functions.at[low].high;
    return border < high ? border : high;
}

static void decode_sections(struct decoding *d)
{
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(d->code->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || h.sh_type != SHT_PROGBITS ||
            !(h.sh_flags & SHF_EXECINSTR))
            continue;
        Elf_Data *data = elf_getdata(s, NULL);
        if (!data || !data->d_buf)
            continue;
        uint64_t high = h.sh_addr + data->d_size;
        for (uint64_t at = h.sh_addr, to; at < high; at = to) {
            to = next_border(d->code, at, high);
            decode(d, (const uint8_t *)data->d_buf + (at - h.sh_addr), at, to);
        }
    }
}

static int by_address(const void *x, const void *y)
{
    const struct flow_insn *a = x, *b = y;
    return (a->at > b->at) - (a->at < b->at);
}

static bool sorted(const struct code *c)
{
    for (size_t i = 1; i < c->insns.len; i++)
        if (by_address(&c->insns.at[i - 1], &c->insns.at[i]) >= 0)
            return false;
    return true;
}

static bool falls_through(const struct flow_insn *i)
{
    switch ((enum insn_kind)i->kind) {
    case GOES_ON:
    case BRANCHES:
    case CALLS:
    case CALLS_OUT:
    case CALLS_ANY:
        return true;
    case JUMPS:
    case JUMPS_OUT:
    case JUMPS_ANY:
    case JUMPS_INSIDE:
    case RETURNS:
    case STOPS:
        return false;
    }
    return false;
}

static void link_insns(struct decoding *d)
{
    struct code *c = d->code;
    for (size_t i = 0; i < c->insns.len; i++) {
        struct flow_insn *n = &c->insns.at[i];
        n->to = d->to.at[i] ? code_at(c, d->to.at[i]) : NOWHERE;
        if (n->to != NOWHERE)
            c->insns.at[n->to].entered = true;
        if (falls_through(n) && i + 1 < c->insns.len)
            c->insns.at[i + 1].entered = true;
    }
}

enum mz_err code_read(struct code *c, const char *file, struct str *why)
{
    *c = (struct code){.fd = open(file, O_RDONLY | O_CLOEXEC)};
    struct decoding d = {.code = c};
    GElf_Ehdr head;
    GElf_Shdr h;
    elf_version(EV_CURRENT);
    c->elf = c->fd < 0 ? NULL : elf_begin(c->fd, ELF_C_READ, NULL);
    if (!c->elf || elf_kind(c->elf) != ELF_K_ELF || !gelf_getehdr(c->elf, &head) ||
        head.e_machine != EM_X86_64) {
        str_addf(why, "%s: the instructions of this file cannot be read", file);
        return MZ_UNSUPPORTED;
    }
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &d.engine) != CS_ERR_OK) {
        str_addf(why, "Capstone cannot decode x86-64 instructions");
        return MZ_UNSUPPORTED;
    }
    cs_option(d.engine, CS_OPT_DETAIL, CS_OPT_ON);
    d.insn = cs_malloc(d.engine);
    d.entry = head.e_entry;
    add_symbols(c);
    add_frames(c);
    sort_functions(c);
    join_parts(c);
    c->exceptions = section_data(c, ".gcc_except_table", &h) != NULL;
    read_relocations(c, &d.slots);
    read_data(c);
    decode_sections(&d);
    cs_free(d.insn, 1);
    cs_close(&d.engine);
    enum mz_err err = MZ_OK;
    if (sorted(c)) {
        link_insns(&d);
    } else {
        str_addf(why, "%s: sections of code that overlap", file);
        err = MZ_UNSUPPORTED;
    }
    vec_free(&d.slots.all);
    vec_free(&d.to);
    return err;
}

void code_free(struct code *c)
{
    vec_free(&c->insns);
    vec_free(&c->functions);
    elf_end(c->elf);
    if (c->fd >= 0)
        close(c->fd);
}
