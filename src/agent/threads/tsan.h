/* SPDX-License-Identifier: Apache-2.0
 *
 * tsan.h - what the library by the name of libtsan.so.2 asks of libmazurka.so. */
#ifndef MZ_THREADS_TSAN_H
#define MZ_THREADS_TSAN_H
#include "base/export.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where an operation comes from: the program's registers that functions preserve, and the
 * end of our frame, where its own begins. */
struct tsan_from {
    const void *pc, *frame;
    uint64_t registers[6];
};

enum tsan_access { TSAN_READ, TSAN_WRITE };
enum tsan_atomic { TSAN_LOAD, TSAN_STORE, TSAN_UPDATE };

EXPORT void mazurka_tsan_init(void);
EXPORT void mazurka_tsan_access(const volatile void *, size_t bytes, enum tsan_access,
                                const void *pc);
/* An atomic operation is asked for: returns once it is its turn; false: nobody explores.
 * Then mazurka_tsan_order() says what it is to do, and whether the contents will be
 * others then; and it is done. */
EXPORT bool mazurka_tsan_begin(const volatile void *, size_t bytes, enum tsan_atomic,
                               const struct tsan_from *);
EXPORT void mazurka_tsan_order(const volatile void *, size_t bytes, enum tsan_atomic,
                               int order, bool changes, const void *pc);
EXPORT void mazurka_tsan_fence(int order, const void *pc);
EXPORT void mazurka_tsan_calls(const void *pc);
EXPORT void mazurka_tsan_returns(void);

#endif
