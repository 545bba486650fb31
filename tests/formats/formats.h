/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.h - whatever comes from outside, as bytes: one target for each format.
 *
 * A target is given any bytes, and must come back: with what it was to read, or with a
 * sentence. play.c gives it files and what it makes of them; fuzz.c is libFuzzer's side.
 */
#ifndef MZ_TESTS_FORMATS_H
#define MZ_TESTS_FORMATS_H
#include <stddef.h>
#include <stdint.h>

typedef void target_fn(const uint8_t *bytes, size_t n);

/* The target of this name: litmus model trace frontier suppressions options link elf.
 * NULL: there is none. */
target_fn *formats_target(const char *name);

#endif
