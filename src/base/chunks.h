/* SPDX-License-Identifier: Apache-2.0
 *
 * chunks.h - arrays that grow without being moved: for those that become so large that it
 * would take long to copy them, and memory to have them twice.
 *
 *     CHUNKS(int) v = {0};
 *     chunks_push(&v, 3);
 *     for (size_t i = 0; i < v.len; i++) use(*chunks_at(&v, i));
 *     chunks_free(&v);
 *
 * Pointers into one stay valid. */
#ifndef MZ_BASE_CHUNKS_H
#define MZ_BASE_CHUNKS_H
#include "base/vec.h"

enum { CHUNK_ELEMENTS = 1 << 11 };

#define CHUNKS(type)                                                                     \
    struct {                                                                             \
        VEC(type *) chunks;                                                              \
        size_t len;                                                                      \
    }

#define chunks_at(v, i) (&(v)->chunks.at[(i) / CHUNK_ELEMENTS][(i) % CHUNK_ELEMENTS])

#define chunks_push(v, ...)                                                              \
    do {                                                                                 \
        if ((v)->len == (v)->chunks.len * CHUNK_ELEMENTS)                                \
            vec_push(&(v)->chunks,                                                       \
                     mem_resize(NULL, CHUNK_ELEMENTS * sizeof **(v)->chunks.at));        \
        *chunks_at(v, (v)->len) = (__VA_ARGS__);                                         \
        (v)->len++;                                                                      \
    } while (0)

#define chunks_free(v)                                                                   \
    do {                                                                                 \
        for (size_t chunks_i_ = 0; chunks_i_ < (v)->chunks.len; chunks_i_++)             \
            free((v)->chunks.at[chunks_i_]);                                             \
        vec_free(&(v)->chunks);                                                          \
        (v)->len = 0;                                                                    \
    } while (0)

#endif
