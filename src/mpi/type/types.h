/* SPDX-License-Identifier: Apache-2.0
 *
 * types.h - what there is to know about the types of types.def. */
#ifndef MZ_MPI_TYPE_TYPES_H
#define MZ_MPI_TYPE_TYPES_H
#include "mpi.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef _Bool bool8;
typedef float f32;
typedef double f64;
typedef long double f80;
typedef __float128 f128;
typedef float _Complex c64;
typedef double _Complex c128;
typedef long double _Complex c160;
typedef _Complex float __attribute__((mode(TC))) c256;
typedef struct {
} empty;

enum representation {
    REP_i8,
    REP_i16,
    REP_i32,
    REP_i64,
    REP_u8,
    REP_u16,
    REP_u32,
    REP_u64,
    REP_bool8,
    REP_f32,
    REP_f64,
    REP_f80,
    REP_f128,
    REP_c64,
    REP_c128,
    REP_c160,
    REP_c256,
    REP_empty,
    REPRESENTATIONS
};

/* Classes of types; each is a bit, so that they form sets. */
enum type_class {
    CLASS_NONE = 0,
    CLASS_INTEGER = 1,
    CLASS_FORTRAN_INTEGER = 2,
    CLASS_FLOATING = 4,
    CLASS_LOGICAL = 8,
    CLASS_COMPLEX = 16,
    CLASS_BYTE = 32,
    CLASS_ADDRESS = 64, /* what the standard calls "multi-language types" */
    CLASS_PAIR = 128,
};

/* The position of each basic type in types.def. */
enum basic_index {
#define BASIC(name, rep, class, external)       BASIC_##name,
#define PAIR(name, value, index, first, second) BASIC_##name,
#include "mpi/type/types.def"
#undef BASIC
#undef PAIR
    BASICS
};

struct basic {
    MPI_Datatype handle;
    const char *name;
    enum type_class class;
    enum representation rep; /* for a pair: the representation of its value */
    size_t size, extent, alignment;
    size_t external;           /* size of a component in external32 */
    size_t second;             /* a pair: offset of its index */
    enum basic_index types[2]; /* a pair: the types of its two members */
};

extern const struct basic basics[BASICS];

#endif
