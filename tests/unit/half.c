/* SPDX-License-Identifier: Apache-2.0
 *
 * half.c - how much memory do instructions for numbers of 16 bits access? Few processors
 * have them, so they are decoded here but not executed. */
#include "agent/x86/watch_access.c"
#include "agent/x86/watch_half.c"
#include "agent/x86/watch_lanes.c"

#include <criterion/criterion.h>

/* Each is put into a section of its own, with its size in memory and that of the elements
 * that a mask is about. */
#define CASES                                                                            \
    CASE("vaddph (%rax), %zmm1, %zmm2", 64, 2)                                           \
    CASE("vaddph 64(%rax), %zmm1, %zmm2{%k1}", 64, 2)                                    \
    CASE("vaddph (%rax){1to32}, %zmm1, %zmm2", 2, 0)                                     \
    CASE("vaddsh (%rax), %xmm1, %xmm2", 2, 2)                                            \
    CASE("vmovsh (%rax), %xmm2{%k1}", 2, 2)                                              \
    CASE("vmovsh %xmm2, 6(%rax)", 2, 2)                                                  \
    CASE("vmovw (%rax), %xmm2", 2, 2)                                                    \
    CASE("vmovw %xmm2, (%rax)", 2, 2)                                                    \
    CASE("vcomish (%rax), %xmm2", 2, 2)                                                  \
    CASE("vsqrtph (%rax), %ymm2", 32, 2)                                                 \
    CASE("vcvtph2pd (%rax), %zmm2", 16, 2)                                               \
    CASE("vcvtpd2phz (%rax), %xmm2", 64, 8)                                              \
    CASE("vcvtsh2sd (%rax), %xmm1, %xmm2", 2, 2)                                         \
    CASE("vcvtsd2sh (%rax), %xmm1, %xmm2", 8, 8)                                         \
    CASE("vcvtss2sh (%rax), %xmm1, %xmm2", 4, 4)                                         \
    CASE("vcvtsh2ss (%rax), %xmm1, %xmm2", 2, 2)                                         \
    CASE("vcvtps2phx (%rax), %ymm2", 64, 4)                                              \
    CASE("vcvtph2psx (%rax), %zmm2", 32, 2)                                              \
    CASE("vcvtdq2ph (%rax), %ymm2", 64, 4)                                               \
    CASE("vcvtqq2phz (%rax), %xmm2", 64, 8)                                              \
    CASE("vcvtph2dq (%rax), %zmm2", 32, 2)                                               \
    CASE("vcvttph2dq (%rax), %zmm2", 32, 2)                                              \
    CASE("vcvtph2udq (%rax), %zmm2", 32, 2)                                              \
    CASE("vcvttph2uqq (%rax), %zmm2", 16, 2)                                             \
    CASE("vcvttph2qq (%rax), %zmm2", 16, 2)                                              \
    CASE("vcvtph2qq (%rax), %zmm2", 16, 2)                                               \
    CASE("vcvtudq2ph (%rax), %ymm2", 64, 4)                                              \
    CASE("vcvtsi2shl (%rax), %xmm1, %xmm2", 4, 4)                                        \
    CASE("vcvtsi2shq (%rax), %xmm1, %xmm2", 8, 8)                                        \
    CASE("vcvtusi2shl (%rax), %xmm1, %xmm2", 4, 4)                                       \
    CASE("vcvttsh2si (%rax), %eax", 2, 2)                                                \
    CASE("vcvtsh2usi (%rax), %eax", 2, 2)                                                \
    CASE("vcvtw2ph (%rax), %zmm2", 64, 2)                                                \
    CASE("vcvtph2uw (%rax), %zmm2", 64, 2)                                               \
    CASE("vfmadd231ph (%rax), %zmm1, %zmm2", 64, 2)                                      \
    CASE("vfmadd231sh (%rax), %xmm1, %xmm2", 2, 2)                                       \
    CASE("vfmaddcph (%rax), %zmm1, %zmm2", 64, 4)                                        \
    CASE("vfcmaddcsh (%rax), %xmm1, %xmm2", 4, 4)                                        \
    CASE("vfmulcph (%rax), %zmm1, %zmm2", 64, 4)                                         \
    CASE("vscalefph (%rax), %zmm1, %zmm2", 64, 2)                                        \
    CASE("vscalefsh (%rax), %xmm1, %xmm2", 2, 2)                                         \
    CASE("vgetexpph (%rax), %zmm2", 64, 2)                                               \
    CASE("vrcpsh (%rax), %xmm1, %xmm2", 2, 2)                                            \
    CASE("vcmpph $0, (%rax), %zmm1, %k1", 64, 2)                                         \
    CASE("vcmpsh $0, (%rax), %xmm1, %k1", 2, 2)                                          \
    CASE("vgetmantph $0, (%rax), %zmm2", 64, 2)                                          \
    CASE("vgetmantsh $0, (%rax), %xmm1, %xmm2", 2, 2)                                    \
    CASE("vrndscaleph $0, (%rax), %zmm2", 64, 2)                                         \
    CASE("vrndscalesh $0, (%rax), %xmm1, %xmm2", 2, 2)                                   \
    CASE("vfpclassphz $0, (%rax), %k1", 64, 2)                                           \
    CASE("vreduceph $0, (%rax), %zmm2", 64, 2)                                           \
    /* relatives with other numbers */                                                   \
    CASE("vaddps (%rax), %zmm1, %zmm2", 64, 4)                                           \
    CASE("vrndscaleps $0, (%rax), %zmm2", 64, 4)                                         \
    CASE("vcmpps $0, (%rax), %zmm1, %k1", 64, 4)

#define CASE(text, size, element) ".balign 16\n " text "\n"
__asm__(".section .rodata\n.balign 16\nhalf_cases:\n" CASES ".balign 16\n.text\n");
#undef CASE
extern const uint8_t half_cases[];

Test(half, accesses)
{
    static const struct {
        const char *text;
        unsigned size, element;
    } cases[] = {
#define CASE(text, size, element) {text, size, element},
        CASES
#undef CASE
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        greg_t regs[NGREG] = {[REG_RAX] = 0x1000};
        struct insn i = {.at = half_cases + 16 * n};
        read_opcode(&i);
        i.modrm = *i.at++;
        cr_expect(read_address(&i, regs) && i.ea >= 0x1000 && i.ea <= 0x1040, "%s",
                  cases[n].text);
        cr_expect_eq(insn_size(&i), cases[n].size, "%s: %u bytes", cases[n].text,
                     insn_size(&i));
        cr_expect_eq(insn_element(&i), cases[n].element, "%s: elements of %u",
                     cases[n].text, insn_element(&i));
    }
}
