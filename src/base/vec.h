/* SPDX-License-Identifier: Apache-2.0
 *
 * vec.h - growable arrays of any type.
 *
 *     VEC(int) v = {0};
 *     vec_push(&v, 3);
 *     for (size_t i = 0; i < v.len; i++) use(v.at[i]);
 *     vec_free(&v);
 *
 * A zeroed vec is empty. Pointers into one are invalid after a push. Its room doubles as
 * it grows; from a megabyte on it grows by half, since what records a long execution is
 * large, and counts with its room. */
#ifndef MZ_BASE_VEC_H
#define MZ_BASE_VEC_H
#include "base/mem.h"
#include <stdlib.h>

#define VEC(type)                                                                        \
    struct {                                                                             \
        type *at;                                                                        \
        size_t len, cap;                                                                 \
    }

#define VEC_LARGE ((size_t)1 << 20)

/* Makes room for n elements in all, without changing the length. */
#define vec_reserve(v, n) vec_reserve_by(v, n, mem_resize)
/* The same, for what is kept by mem_keep(). */
#define vec_reserve_kept(v, n) vec_reserve_by(v, n, mem_keep)

#define vec_reserve_by(v, n, resize)                                                     \
    do {                                                                                 \
        size_t vec_want_ = (n);                                                          \
        if (vec_want_ > (v)->cap) {                                                      \
            size_t vec_cap_ = (v)->cap ? (v)->cap : 8;                                   \
            while (vec_cap_ < vec_want_)                                                 \
                vec_cap_ +=                                                              \
                    vec_cap_ * sizeof *(v)->at < VEC_LARGE ? vec_cap_ : vec_cap_ / 2;    \
            (v)->at = resize((v)->at, vec_cap_ * sizeof *(v)->at);                       \
            (v)->cap = vec_cap_;                                                         \
        }                                                                                \
    } while (0)

#define vec_push(v, ...)                                                                 \
    do {                                                                                 \
        if ((v)->len == (v)->cap)                                                        \
            vec_reserve((v), (v)->len + 1);                                              \
        (v)->at[(v)->len++] = (__VA_ARGS__);                                             \
    } while (0)

/* As vec_push(), for what is kept by mem_keep(). */
#define vec_keep(v, ...)                                                                 \
    do {                                                                                 \
        if ((v)->len == (v)->cap)                                                        \
            vec_reserve_kept((v), (v)->len + 1);                                         \
        (v)->at[(v)->len++] = (__VA_ARGS__);                                             \
    } while (0)

#define vec_pop(v)  ((v)->at[--(v)->len])
#define vec_last(v) ((v)->at[(v)->len - 1])

#define vec_free(v)                                                                      \
    do {                                                                                 \
        free((v)->at);                                                                   \
        (v)->at = NULL;                                                                  \
        (v)->len = (v)->cap = 0;                                                         \
    } while (0)

#endif
