/* SPDX-License-Identifier: Apache-2.0
 *
 * embed.h - a file of the source tree as a text in the binary, for what users see and
 * nobody should have to find on a disk. */
#ifndef MZ_BASE_EMBED_H
#define MZ_BASE_EMBED_H

/* Defines `const char name[]`, the content of the file, with a zero behind it. The path
 * is that from the root of the repository. Make must be told that the object depends on
 * the file. */
#define EMBED(name, path)                                                                \
    __asm__(".pushsection .rodata\n" #name ":\n.incbin \"" path                          \
            "\"\n.byte 0\n.popsection\n");                                               \
    extern const char name[] __attribute__((visibility("hidden")))

#endif
