/* SPDX-License-Identifier: Apache-2.0
 *
 * access.c - what a compiler calls for each access to memory, given -fsanitize=thread.
 *
 * This is a library by the name of libtsan.so.2, which stands in for ThreadSanitizer's: a
 * program that was built for that needs nothing else to be checked here. */
#include "agent/threads/tsan.h"

#include <stdint.h>

#define PC __builtin_return_address(0)

void __tsan_init(void);
EXPORT void __tsan_init(void)
{
    mazurka_tsan_init();
}

void __tsan_func_entry(void *pc);
EXPORT void __tsan_func_entry(void *pc)
{
    mazurka_tsan_calls(pc);
}

void __tsan_func_exit(void);
EXPORT void __tsan_func_exit(void)
{
    mazurka_tsan_returns();
}

#define ACCESS(name, bytes, how)                                                         \
    void name(void *at);                                                                 \
    EXPORT void name(void *at)                                                           \
    {                                                                                    \
        mazurka_tsan_access(at, bytes, how, PC);                                         \
    }                                                                                    \
    void name##_pc(void *at, void *pc);                                                  \
    EXPORT void name##_pc(void *at, void *pc)                                            \
    {                                                                                    \
        mazurka_tsan_access(at, bytes, how, pc);                                         \
    }

#define BOTH(bytes)                                                                      \
    ACCESS(__tsan_read##bytes, bytes, TSAN_READ)                                         \
    ACCESS(__tsan_write##bytes, bytes, TSAN_WRITE)                                       \
    ACCESS(__tsan_unaligned_read##bytes, bytes, TSAN_READ)                               \
    ACCESS(__tsan_unaligned_write##bytes, bytes, TSAN_WRITE)                             \
    ACCESS(__tsan_volatile_read##bytes, bytes, TSAN_READ)                                \
    ACCESS(__tsan_volatile_write##bytes, bytes, TSAN_WRITE)                              \
    ACCESS(__tsan_unaligned_volatile_read##bytes, bytes, TSAN_READ)                      \
    ACCESS(__tsan_unaligned_volatile_write##bytes, bytes, TSAN_WRITE)                    \
    ACCESS(__tsan_read_write##bytes, bytes, TSAN_WRITE)                                  \
    ACCESS(__tsan_unaligned_read_write##bytes, bytes, TSAN_WRITE)

BOTH(1)
BOTH(2)
BOTH(4)
BOTH(8)
BOTH(16)

#define RANGE(name, how)                                                                 \
    void name(void *at, size_t bytes);                                                   \
    EXPORT void name(void *at, size_t bytes)                                             \
    {                                                                                    \
        mazurka_tsan_access(at, bytes, how, PC);                                         \
    }                                                                                    \
    void name##_pc(void *at, size_t bytes, void *pc);                                    \
    EXPORT void name##_pc(void *at, size_t bytes, void *pc)                              \
    {                                                                                    \
        mazurka_tsan_access(at, bytes, how, pc);                                         \
    }

RANGE(__tsan_read_range, TSAN_READ)
RANGE(__tsan_write_range, TSAN_WRITE)

/* A destructor writes the pointer to the table of functions that its class has there
 * already: that is no write. */
void __tsan_vptr_update(void **at, void *table);
EXPORT void __tsan_vptr_update(void **at, void *table)
{
    if (*at != table)
        mazurka_tsan_access(at, sizeof *at, TSAN_WRITE, PC);
}

void __tsan_vptr_read(void **at);
EXPORT void __tsan_vptr_read(void **at)
{
    mazurka_tsan_access(at, sizeof *at, TSAN_READ, PC);
}
